import {
  type BackedBridge,
  backingRound,
  type LastingFacts,
  type ReadFailure,
  readEscrow,
  readNonces,
  readRemoteBacking,
} from '@causeway/chains';
import { ok, type Result } from '@causeway/protocol';
import type { Logger } from 'pino';
import type { Bridge, Bridges } from './bridges.ts';
import type { Metrics } from './metrics.ts';

/** A bridge whose invariants are checked. */
export type CheckedBridge = Bridge<BackedBridge>;

/** A broken invariant. Amounts are decimal strings of the unit named in `detail`. */
export interface Breach {
  readonly invariant: 'I1' | 'I5' | 'I6';
  readonly chain: string;
  readonly family: string;
  readonly remote: string;
  readonly detail: string;
}

type Checked = Result<Breach | undefined, ReadFailure>;

/** The breach that `inWords` tells of what was read, unless that holds. */
function breachOf<T extends { readonly holds: boolean }>(
  read: Result<T | undefined, ReadFailure>,
  where: Omit<Breach, 'detail'>,
  inWords: (found: T) => string,
): Checked {
  if (!read.ok) return read;
  return ok(read.value === undefined || read.value.holds ? undefined : { ...where, detail: inWords(read.value) });
}

/** Runs one reading. Without a round, on facts of its own. */
type Decide = ReturnType<typeof backingRound>['decide'];
const alone: Decide = (reading) => reading((bridge) => bridge);

/** I1 for `home` and `remote`: home's outstanding amount is at least the supply on remote. */
export async function checkBacking(
  { provider: home }: CheckedBridge,
  { provider: remote }: CheckedBridge,
  decide = alone,
): Promise<Checked> {
  const where = { invariant: 'I1', chain: home.name, family: home.family, remote: remote.name } as const;
  return breachOf(
    await decide((of) => readRemoteBacking(of(home), of(remote))),
    where,
    ({ outstanding, supply }) =>
      `outstanding ${outstanding} is less than the bridged supply ${supply} (units of the bridged token)`,
  );
}

/** I5 for the lane from `source` to `destination`: every committed nonce was emitted. */
export async function checkNonces(
  { provider: source }: CheckedBridge,
  { provider: destination }: CheckedBridge,
  decide = alone,
): Promise<Checked> {
  const { family, name: chain } = destination;
  return breachOf(
    await decide((of) => readNonces(of(source), of(destination))),
    { invariant: 'I5', chain, family, remote: source.name },
    ({ committed, emitted }) => `committed up to nonce ${committed}, emitted up to ${emitted}`,
  );
}

/** I6 for `bridge`: it holds at least its outstanding amounts towards all remotes and its credits, in local units. */
export async function checkSolvency(
  { provider: bridge }: CheckedBridge,
  others: readonly CheckedBridge[],
  decide = alone,
): Promise<Checked> {
  const remotes = others.map(({ provider }) => provider);
  return breachOf(
    await decide((of) => readEscrow(of(bridge), remotes)),
    { invariant: 'I6', chain: bridge.name, family: bridge.family, remote: '' },
    ({ holdings, outstanding, credits }) =>
      `the bridge holds ${holdings}, ${outstanding} is outstanding and ${credits} credited (local units)`,
  );
}

/**
 * Checks every invariant on the chains, round after round. In a round each fact is read once for all checks, and all
 * checks run at once, so that endpoints get their reads in few requests.
 */
export class Invariants {
  readonly #bridges: Bridges<CheckedBridge>;
  readonly #metrics: Metrics;
  readonly #log: Logger;
  readonly #lasting: LastingFacts = new WeakMap();

  constructor(bridges: Bridges<CheckedBridge>, metrics: Metrics, log: Logger) {
    this.#bridges = bridges;
    this.#metrics = metrics;
    this.#log = log;
  }

  /**
   * One round. Each breach is an error in the log, and a metric that stays 1 until the breach ends. Fails when a chain
   * cannot be read; the other checks run nevertheless.
   */
  async check(): Promise<Result<undefined, ReadFailure>> {
    let unread: Result<undefined, ReadFailure> = ok(undefined);
    const { decide } = backingRound(this.#lasting);
    const judge = async (
      invariant: Breach['invariant'],
      where: Pick<Breach, 'chain' | 'family' | 'remote'>,
      checking: Promise<Checked>,
    ) => {
      const checked = await checking;
      if (!checked.ok) {
        unread = checked;
        return;
      }
      this.#metrics.invariant.set({ invariant, ...where }, checked.value ? 1 : 0);
      if (checked.value) this.#log.error(checked.value, 'invariant broken');
    };
    const checksOf = (bridge: CheckedBridge) => {
      const remotes = this.#bridges.remotesOf(bridge);
      const { name: chain, family } = bridge.provider;
      return [
        judge('I6', { chain, family, remote: '' }, checkSolvency(bridge, remotes, decide)),
        ...remotes.flatMap((other) => {
          const where = { chain, family, remote: other.provider.name };
          return [
            judge('I1', where, checkBacking(bridge, other, decide)),
            judge('I5', where, checkNonces(other, bridge, decide)),
          ];
        }),
      ];
    };
    await Promise.all(this.#bridges.all.flatMap(checksOf));
    return unread;
  }
}
