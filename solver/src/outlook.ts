import { type ChainProvider, type KeyHandle, provenDeliveries, type Settling } from '@causeway/chains';
import { type Hex, outAt } from '@causeway/protocol';
import type { Facts } from './decision.ts';
import type { Lane } from './lanes.ts';
import { isLockFor, type LockWatch } from './locks.ts';
import type { Known } from './swaps.ts';
import type { Treasury } from './treasury.ts';
import type { Worth } from './worth.ts';

/** A bridge whose history is read to prove deliveries. */
export interface Deployed {
  readonly provider: ChainProvider;
  /** First block that may contain an event of it. */
  readonly since: number;
}

export interface OutlookDeps {
  readonly here: Deployed;
  readonly settler: Settling;
  readonly key: Pick<KeyHandle, 'address'>;
  /** The word of the key's account. */
  readonly account: Hex;
  /** The other bridges of the family. */
  readonly others: readonly Deployed[];
  /** The locks at the sources of lanes with early fills, by domain. */
  readonly locks: ReadonlyMap<number, LockWatch>;
  readonly treasury: Treasury;
  readonly worth: Worth;
  readonly finishes: boolean;
}

/** The moment for which facts are asked. */
export interface Moment {
  /** The newest block of the settler's chain, and its time, seconds. */
  readonly block: number;
  readonly time: bigint;
  /** The newest block of each source with a wanted lock, by domain. */
  readonly depths: ReadonlyMap<number, number>;
}

/** Reads all that the decision about a swap depends on. */
export class Outlook {
  readonly #deps: OutlookDeps;

  constructor(deps: OutlookDeps) {
    this.#deps = deps;
  }

  /** True where a look at the swap may have to read the bridges' histories. */
  readsHistories({ mayHaveArrived }: Known): boolean {
    return !this.#deps.settler.seesDeliveries && mayHaveArrived;
  }

  /** Asks the settler about a swap of which something new happened, and whether its input is there. */
  async look(known: Known): Promise<void> {
    if (known.state !== undefined) return;
    const { settler, here, others } = this.#deps;
    const { id, terms } = known;
    const [state, held] = await Promise.all([settler.swap(id), settler.held(id, terms.assetIn)]);
    if (!state.ok) throw state.error;
    if (!held.ok) throw held.error;
    let has = held.value;
    if (this.readsHistories(known) && has < terms.amountIn) {
      const proven = await provenDeliveries(here, others, id);
      if (!proven.ok) throw proven.error;
      known.deliveries = proven.value;
      const unit = known.lane ? 10n ** BigInt(known.lane.input.decimals - known.lane.input.wireDecimals) : 0n;
      has += proven.value.reduce((sum, { message }) => sum + message.wireAmount * unit, 0n);
    }
    known.hasArrived = has >= terms.amountIn;
    known.state = state.value;
  }

  /** The facts about `known`, which has a state; `all`: the swaps of the same settler. */
  async facts(known: Known, all: readonly Known[], { block, time, depths }: Moment): Promise<Facts> {
    const { account, treasury, worth, key, settler, locks, here, finishes } = this.#deps;
    const { terms, lane, state, hasArrived, id } = known;
    const isOpen = state?.stage === 'none' && time < terms.deadline;
    const isLate = state?.stage === 'none' && time >= terms.deadline && hasArrived;
    const early = lane?.early ?? null;
    let depth: number | null = null;
    if (isOpen && !hasArrived && lane && early) {
      const watch = locks.get(lane.source.domain);
      let lock = watch?.lockOf(id);
      const { input } = lane;
      const wanted = {
        ...{ destination: here.provider.domain, bridge: here.provider.bridge, vault: settler.vaultOf(id) },
        ...{ home: input.home, amountIn: terms.amountIn, unit: 10n ** BigInt(input.decimals - input.wireDecimals) },
      };
      const head = depths.get(lane.source.domain);
      while (watch && lock && !isLockFor(lock, id, wanted)) lock = watch.passOver(id, lock);
      if (watch && lock && head !== undefined) depth = await watch.depthOf(id, head);
    }
    const mayFill = isOpen && lane !== null && (hasArrived || depth !== null);
    const available = mayFill ? await treasury.available(here.provider, key, lane.output, block) : null;
    return {
      ...{ time, terms, stage: state?.stage ?? 'none', isOurs: state?.filler === key.address, account },
      ...{ hasArrived, hasLane: lane !== null, depth, early },
      // Orders that nobody locks can be many, and need no sum of all.
      unsettledEarly: depth === null ? 0n : unsettledEarly(all, lane),
      isProfitable: mayFill ? await worth.ofFill(lane, terms, time, !hasArrived) : null,
      hasInventory: available?.ok === true && available.value >= outAt(terms, time),
      paysToFinish: isLate && finishes ? await worth.ofFinish(here.provider, lane, terms) : false,
    };
  }
}

/** Input of the lane's early fills that are not settled, local units. */
const unsettledEarly = (all: readonly Known[], lane: Lane | null): bigint =>
  all.filter(({ row, lane: one }) => row.early && one === lane).reduce((sum, { terms }) => sum + terms.amountIn, 0n);
