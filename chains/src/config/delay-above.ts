import { fail, KIND, type Message, ok, parseDecimal, type Result } from '@causeway/protocol';
import { z } from 'zod';
import type { ConfigFailure } from '../failures.ts';

/** More decimals than any asset has. */
const MOST_DECIMALS = 60;

/** A decimal such as "0.5" or 25, as text, so that no digit is lost. */
const decimalText = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => parseDecimal(text, MOST_DECIMALS).ok, 'is no amount, such as "25" or "0.5"');

const rule = z.strictObject({
  /** In whole units of the asset that moves: what is more waits. */
  amount: decimalText,
  /** The same for what returns to its home on this lane; `amount` when absent. */
  burnAmount: decimalText.optional(),
  /** From the lock's block, seconds. */
  seconds: z.int().min(1).max(31_536_000),
});

const LANE = /^(?:[a-z][a-z0-9-]*\/)?[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/;

/**
 * Lanes on which large amounts wait before they are delivered, by "source:destination" with the chains' names, or
 * "family/source:destination" for one asset family alone. Signers, relayer and API read it, each in its own file.
 */
export const delayAboveSection = z
  .record(z.string().regex(LANE, 'a lane is "source:destination" or "family/source:destination"'), rule)
  .default({});
export type DelayAbove = Readonly<z.infer<typeof delayAboveSection>>;

/** A lane by the names of its chains. */
export interface NamedLane {
  readonly family: string;
  readonly source: string;
  readonly destination: string;
}

/** How long messages above an amount wait, counted from the time of their block. */
export interface Delay {
  /** Wire units. */
  readonly above: bigint;
  readonly ms: number;
}

/** Time within which the messages of one sender are counted together, milliseconds. */
export const DELAY_WINDOW_MS = 3_600_000;

/** The lane's own setting of its family, or of all families; undefined where nothing waits. */
const settingOf = (delays: DelayAbove, { family, source, destination }: NamedLane) =>
  [`${family}/${source}:${destination}`, `${source}:${destination}`]
    .map((lane) => ({ lane, rule: delays[lane] }))
    .find((found) => found.rule);

/**
 * The delay of messages of `kind` on `lane`, of an asset with `wireDecimals`; undefined where none waits. Fails with
 * CONFIG_INVALID, which names the setting, for an amount with more decimals than the asset.
 */
export function delayOf(
  delays: DelayAbove,
  lane: NamedLane,
  kind: Message['kind'],
  wireDecimals: number,
): Result<Delay | undefined, ConfigFailure> {
  const setting = settingOf(delays, lane);
  if (!setting?.rule || kind === KIND.cancel) return ok(undefined);
  const { amount, burnAmount, seconds } = setting.rule;
  const name = kind === KIND.burn && burnAmount !== undefined ? 'burnAmount' : 'amount';
  const above = parseDecimal((name === 'burnAmount' ? burnAmount : amount) as string, wireDecimals);
  if (above.ok) return ok({ above: above.value, ms: 1_000 * seconds });
  return fail('CONFIG_INVALID', `delayAbove.${setting.lane}.${name}: ${above.error.message}`);
}

/** A message of a sender on a lane, by the time of its block. */
export interface SentAmount {
  readonly wireAmount: bigint;
  readonly timeMs: number;
}

/**
 * True when the message waits: it is above the amount itself, or it lies within an hour in which its sender has sent
 * more than that on the lane. `others` are the sender's other messages there of the same asset, in any order. Later
 * ones count as well: the undelivered parts of a split amount wait together.
 */
export function isDelayed({ above }: Delay, message: SentAmount, others: readonly SentAmount[]): boolean {
  if (message.wireAmount > above) return true;
  const near = [message, ...others.filter(({ timeMs }) => Math.abs(timeMs - message.timeMs) <= DELAY_WINDOW_MS)];
  near.sort((a, b) => a.timeMs - b.timeMs);
  let total = 0n;
  let first = 0;
  for (const last of near) {
    total += last.wireAmount;
    for (let one = near[first]; one && last.timeMs - one.timeMs > DELAY_WINDOW_MS; one = near[++first]) {
      total -= one.wireAmount;
    }
    // An hour that ends at or after the message, and begins at or before it, contains it.
    const begins = near[first]?.timeMs ?? last.timeMs;
    if (total > above && last.timeMs >= message.timeMs && begins <= message.timeMs) return true;
  }
  return false;
}
