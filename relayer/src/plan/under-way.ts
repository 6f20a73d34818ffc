import type { OracleOrder } from '@causeway/chains';
import type { Domain } from '@causeway/protocol';
import type { ChainViewRepository, StoredSubmission } from '@causeway/storage';
import { bucketOf } from './held-buckets.ts';
import { type Ahead, NOTHING_AHEAD } from './plan.ts';
import { proposalSchema } from './proposal.ts';
import { type Effect, effectsIn, stateAfter } from './state-after.ts';

const { actions: actionsSchema } = proposalSchema.shape;

type Row = StoredSubmission<'oracle'>;

/** What one submission does, once it is included. */
interface Known {
  readonly effects: readonly Effect[];
  /** What its executions draw from each bucket, wire units. */
  readonly draws: ReadonlyMap<string, bigint>;
}

/**
 * What the oracle's stored transactions of one destination do. Storage alone decides, so that a process that takes over
 * plans on top of the same ones.
 */
export class UnderWay {
  readonly #view: Pick<ChainViewRepository, 'message'>;
  readonly #known = new Map<string, Known>();

  constructor(view: Pick<ChainViewRepository, 'message'>) {
    this.#view = view;
  }

  /** The effects of `rows`, in their order. */
  async effectsOf(rows: readonly Row[]): Promise<readonly Effect[]> {
    return (await this.#knownOf(rows)).flatMap(({ effects }) => effects);
  }

  /**
   * What is ahead of a plan that builds on `rows` of its bridge, with the chain at `next` for each source. `count`:
   * number of transactions, also of other bridges, that come before it; undefined where they have no order. Undefined
   * when a commitment does not continue its lane: then what is under way fails, and nothing can build on it.
   */
  async ahead(
    rows: readonly Row[],
    next: ReadonlyMap<Domain, bigint>,
    count: number | undefined,
  ): Promise<Ahead | undefined> {
    if (rows.length === 0) return { ...NOTHING_AHEAD, count: count ?? 0 };
    const known = await this.#knownOf(rows);
    const effects = known.flatMap((each) => each.effects);
    if (stateAfter({ next, roots: new Map(), statuses: new Map() }, effects) === undefined) return undefined;
    const roots = effects.flatMap((effect) => (effect.does === 'commit' ? [effect] : []));
    const isComing = ({ source, firstNonce }: (typeof roots)[number]) => firstNonce >= (next.get(source) ?? 0n);
    const coming = roots.filter(isComing);
    const draws = new Map<string, bigint>();
    for (const each of known) for (const [bucket, amount] of each.draws) add(draws, bucket, amount);
    if (count !== undefined) return { count, roots, coming, waiting: new Set(), draws };
    // Nothing says which is included first, so that only what is on chain already is built on.
    return { count: 0, roots, coming: [], waiting: new Set(coming.map(({ source }) => source)), draws };
  }

  async #knownOf(rows: readonly Row[]): Promise<readonly Known[]> {
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    const known: Known[] = [];
    for (const row of rows) {
      const each = this.#known.get(row.id) ?? (await this.#read(row));
      this.#known.set(row.id, each);
      known.push(each);
    }
    return known;
  }

  async #read({ details, grounds }: Row): Promise<Known> {
    if (details.void) return { effects: [], draws: new Map() };
    const effects = effectsIn(actionsSchema.parse(details.actions), grounds.roots);
    const executed = new Set(
      effects.flatMap((each) => (each.does === 'execute' ? [`${each.source}/${each.nonce}`] : [])),
    );
    const draws = new Map<string, bigint>();
    for (const { messageId } of grounds.messages) {
      const message = (await this.#view.message(messageId))?.message;
      if (message && executed.has(`${message.source}/${message.nonce}`)) {
        add(draws, bucketOf(message), message.wireAmount);
      }
    }
    return { effects, draws };
  }
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);

/**
 * The number of `rows` that come before the next transaction to sign, where the chain's next place is `next`. Undefined
 * unless they fill the places from there on without a gap: then one of them has failed, and those behind it are void.
 */
export function countBefore(rows: readonly Row[], { placeOf }: OracleOrder, next: number): number | undefined {
  const places = rows.map(({ details }) => placeOf(details.anchor) ?? -1).filter((place) => place >= next);
  return places.every((place, index) => place === next + index) ? places.length : undefined;
}
