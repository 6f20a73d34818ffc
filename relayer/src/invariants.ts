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

/** One invariant of one bridge: I1 of a home and a remote, I5 of a lane's destination and source, I6 of a bridge. */
export interface Rule {
  readonly invariant: 'I1' | 'I5' | 'I6';
  readonly chain: string;
  readonly family: string;
  readonly remote: string;
}

/** A broken invariant: less covers than is owed, in the unit that `detail` names. */
export interface Breach extends Rule {
  readonly owed: bigint;
  readonly covered: bigint;
  readonly detail: string;
}

type Checked = Result<Breach | undefined, ReadFailure>;

/** The breach that `inWords` tells of what was read, unless that holds. */
function breachOf<T extends { readonly holds: boolean }>(
  read: Result<T | undefined, ReadFailure>,
  where: Rule,
  inWords: (found: T) => Pick<Breach, 'owed' | 'covered' | 'detail'>,
): Checked {
  if (!read.ok) return read;
  return ok(read.value === undefined || read.value.holds ? undefined : { ...where, ...inWords(read.value) });
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
  return breachOf(await decide((of) => readRemoteBacking(of(home), of(remote))), where, ({ outstanding, supply }) => ({
    owed: supply,
    covered: outstanding,
    detail: `outstanding ${outstanding} is less than the bridged supply ${supply} (units of the bridged token)`,
  }));
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
    ({ committed, emitted }) => ({
      owed: committed,
      covered: emitted,
      detail: `committed up to nonce ${committed}, emitted up to ${emitted}`,
    }),
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
    ({ holdings, outstanding, credits }) => ({
      owed: outstanding + credits,
      covered: holdings,
      detail: `the bridge holds ${holdings}, ${outstanding} is outstanding and ${credits} credited (local units)`,
    }),
  );
}

/** One check of a round. */
export interface Check {
  readonly rule: Rule;
  /** The bridges whose figures are compared: the one that covers, and the one that owes. */
  readonly covering: CheckedBridge;
  readonly owing: CheckedBridge;
  readonly checked: Checked;
}

/**
 * Checks every invariant on the chains, round after round. In a round each fact is read once for all checks, and all
 * checks run at once, so that endpoints get their reads in few requests.
 */
export class InvariantRounds {
  readonly #bridges: Bridges<CheckedBridge>;
  readonly #lasting: LastingFacts = new WeakMap();

  constructor(bridges: Bridges<CheckedBridge>) {
    this.#bridges = bridges;
  }

  /** One round. */
  check(): Promise<readonly Check[]> {
    const { decide } = backingRound(this.#lasting);
    const checksOf = (bridge: CheckedBridge): readonly Promise<Check>[] => {
      const remotes = this.#bridges.remotesOf(bridge);
      const of = async (
        invariant: Rule['invariant'],
        sides: Pick<Check, 'covering' | 'owing'>,
        remote: string,
        checking: Promise<Checked>,
      ): Promise<Check> => {
        const { name: chain, family } = bridge.provider;
        return { rule: { invariant, chain, family, remote }, ...sides, checked: await checking };
      };
      return [
        of('I6', { covering: bridge, owing: bridge }, '', checkSolvency(bridge, remotes, decide)),
        ...remotes.flatMap((other) => {
          const { name } = other.provider;
          return [
            of('I1', { covering: bridge, owing: other }, name, checkBacking(bridge, other, decide)),
            of('I5', { covering: other, owing: bridge }, name, checkNonces(other, bridge, decide)),
          ];
        }),
      ];
    };
    return Promise.all(this.#bridges.all.flatMap(checksOf));
  }
}

/** Shows in metrics and log whether the invariants hold. */
export class Invariants {
  readonly #rounds: InvariantRounds;
  readonly #metrics: Metrics;
  readonly #log: Logger;

  constructor(bridges: Bridges<CheckedBridge>, metrics: Metrics, log: Logger) {
    this.#rounds = new InvariantRounds(bridges);
    this.#metrics = metrics;
    this.#log = log;
  }

  /**
   * One round. Each breach is an error in the log, and a metric that stays 1 until the breach ends. Fails when a chain
   * cannot be read; the other checks run nevertheless.
   */
  async check(): Promise<Result<undefined, ReadFailure>> {
    let unread: Result<undefined, ReadFailure> = ok(undefined);
    for (const { rule, checked } of await this.#rounds.check()) {
      if (!checked.ok) unread = checked;
      else {
        this.#metrics.invariant.set({ ...rule }, checked.value ? 1 : 0);
        if (checked.value) this.#log.error({ ...rule, detail: checked.value.detail }, 'invariant broken');
      }
    }
    return unread;
  }
}
