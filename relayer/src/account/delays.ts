import {
  type CancelAfter,
  cancelAfterMs,
  DELAY_WINDOW_MS,
  type Delay,
  type DelayAbove,
  delayOf,
  finalityKnown,
  isDelayed,
} from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import { KIND, type Message } from '@causeway/protocol';
import type { ChainViewRepository, MessageRow } from '@causeway/storage';
import type { Logger } from 'pino';
import type { Bridges, NamedBridge, ReadBridge } from '../bridges.ts';

/** Most messages of a sender in two hours that are counted. With more of them, all wait. */
const MOST_COUNTED = 10_000;

/** When large amounts may be delivered. Signers refuse them before, and the relayer plans none. */
export class Delays {
  readonly #delays: DelayAbove;
  readonly #bridges: Bridges<NamedBridge>;
  readonly #view: Pick<ChainViewRepository, 'sentWithin'>;

  constructor(delays: DelayAbove, bridges: Bridges<NamedBridge>, view: Pick<ChainViewRepository, 'sentWithin'>) {
    this.#delays = delays;
    this.#bridges = bridges;
    this.#view = view;
  }

  /**
   * The time that the destination's finalized block must have before `row` is executed, Unix milliseconds; undefined
   * when it need not wait. A Cancel never waits: it pays back what was never delivered.
   */
  async heldUntil(
    { messageId, family, message, at }: MessageRow,
    destination: NamedBridge,
  ): Promise<number | undefined> {
    const delay = this.#delayOf(family, message, destination);
    if (!delay) return undefined;
    const { timeMs } = at.block;
    const { source, sender, assetHome, wireAmount } = message;
    const held = timeMs + delay.ms;
    if (wireAmount > delay.above) return held;
    const sent = await this.#view.sentWithin(
      { family, source, destination: message.destination },
      sender,
      assetHome,
      timeMs - DELAY_WINDOW_MS,
      timeMs + DELAY_WINDOW_MS,
      MOST_COUNTED,
    );
    if (sent.length >= MOST_COUNTED) return held;
    const others = sent.filter((one) => one.messageId !== messageId);
    return isDelayed(delay, { wireAmount, timeMs }, others) ? held : undefined;
  }

  #delayOf(family: string, message: Message, destination: NamedBridge): Delay | undefined {
    const source = this.#bridges.get(family, message.source);
    const home = this.#bridges.get(family, message.assetHome);
    if (!source || !home) return undefined;
    const lane = { family, source: source.provider.name, destination: destination.provider.name };
    const delay = delayOf(this.#delays, lane, message.kind, home.wireDecimals);
    if (!delay.ok) throw new ConfigError(delay.error.message);
    return delay.value;
  }
}

/**
 * Throws ConfigError when `delays` name a lane that is not configured, an amount with more decimals than its asset, or
 * a time after which the lane's messages are cancelled anyway. A source that cannot be read, or stands still, counts as
 * final at once here.
 */
export async function checkDelays(
  section: 'relayer' | 'signer',
  delays: DelayAbove,
  cancelAfter: CancelAfter,
  bridges: Bridges<ReadBridge>,
  log: Logger,
): Promise<void> {
  for (const [setting, { seconds }] of Object.entries(delays)) {
    const lanes = lanesOf(setting, bridges);
    if (lanes.length === 0) {
      const known = [...new Set(bridges.all.map(({ provider }) => `${provider.family}/${provider.name}`))].join(', ');
      throw new ConfigError(`delayAbove.${setting}: joins no two configured bridges of a family (${known})`);
    }
    for (const { source, destination } of lanes) {
      const lane = {
        family: source.provider.family,
        source: source.provider.name,
        destination: destination.provider.name,
      };
      for (const [kind, home] of [
        [KIND.lock, source],
        [KIND.burn, destination],
      ] as const) {
        const delay = delayOf(delays, lane, kind, home.wireDecimals);
        if (!delay.ok) throw new ConfigError(delay.error.message);
      }
      const finality = await finalityMs(source, log);
      const limit = cancelAfterMs(cancelAfter, source.provider, destination.provider);
      if (1_000 * seconds + finality < limit) continue;
      throw new ConfigError(
        `delayAbove.${setting}.seconds: ${seconds} s, and ${Math.ceil(finality / 1_000)} s until blocks of ${lane.source} are final, reach ` +
          `the ${limit / 1_000} s after which messages to ${lane.destination} are cancelled: lower it, or raise ` +
          `${section}.cancelAfterSeconds (lanes: "${lane.source}:${lane.destination}", or default) at relayer and signers`,
      );
    }
  }
}

/** The pairs of bridges to which the lane `setting` applies. */
function lanesOf(setting: string, bridges: Bridges<ReadBridge>) {
  const [family, lane] = setting.includes('/') ? setting.split('/') : [undefined, setting];
  return bridges.all.flatMap((source) =>
    bridges
      .remotesOf(source)
      .filter((destination) => lane === `${source.provider.name}:${destination.provider.name}`)
      .filter(() => family === undefined || family === source.provider.family)
      .map((destination) => ({ source, destination })),
  );
}

/**
 * Milliseconds until a block of `source` is final, as its newest blocks show; 0 when it cannot be read, or finalizes
 * nothing at present, which says nothing of other times and must stop no process.
 */
async function finalityMs({ provider, chain }: ReadBridge, log: Logger): Promise<number> {
  const [head, finalized] = await Promise.all([provider.head(), provider.finalized()]);
  if (head.ok && finalized.ok) {
    const ms = Math.max(0, head.value.timeMs - finalized.value.timeMs);
    if (ms <= 1_000 * finalityKnown(chain).stillAfterSeconds) return ms;
  }
  log.warn(
    { chain: provider.name },
    'the time until its blocks are final is not known, and not compared with delayAbove',
  );
  return 0;
}
