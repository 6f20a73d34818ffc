import type { AgentRow, Capability, Requirement } from '@causeway/storage';
import { capabilityFor } from './capability.ts';
import { availabilityOf, comparePlaces, type FitPlace, fitOf, isAvailable } from './fit.ts';

/** What a discovery asks for. */
export interface Wanted {
  readonly requirement: Omit<Requirement, 'agentId'>;
  /** True: only agents that get a new task now; false: only others. */
  readonly available: boolean | undefined;
  /** Highest cost of one request, millionths. An unknown cost is below every limit. */
  readonly maxCostMicros: number | undefined;
  /** Only these agents; all when undefined. */
  readonly permitted?: ReadonlySet<string> | undefined;
}

/** An agent with one of its capabilities, at its place in the order of the capability's type. */
export interface Candidate extends FitPlace {
  readonly capability: Capability;
  readonly agent: RankedAgent;
}

/** An agent in memory, as it was read. */
export interface RankedAgent {
  readonly row: AgentRow;
  readonly candidates: readonly Candidate[];
}

/**
 * The agent of a row, with its places at `nowMs`. A silence that begins later changes them only when it is read again.
 */
export function rankedAgent(row: AgentRow, nowMs: number): RankedAgent {
  const candidates: Candidate[] = [];
  const agent = { row, candidates };
  const [{ id }, available] = [row, isAvailable(row, nowMs)];
  for (const capability of row.capabilities) {
    candidates.push({ available, fit: fitOf(row, capability), id, capability, agent });
  }
  return agent;
}

/** True when the agent counts as available in memory and was not heard of for so long that it may be offline now. */
export const seemsSilent = ({ available, agent }: Candidate, nowMs: number): boolean =>
  available && availabilityOf(agent.row, nowMs) === 'offline';

/**
 * The agents with one type of capability, in the order of a discovery. The order is kept between questions; after
 * changes it is nearly sorted, so that the next question pays for one pass.
 */
export class Ranking {
  readonly #type: string;
  readonly #agents = new Map<string, RankedAgent>();
  readonly #changed = new Set<string>();
  #order: readonly Candidate[] = [];

  constructor(type: string) {
    this.#type = type;
  }

  set(agent: RankedAgent): void {
    this.#agents.set(agent.row.id, agent);
    this.#changed.add(agent.row.id);
  }

  delete(id: string): void {
    if (this.#agents.delete(id)) this.#changed.add(id);
  }

  agents(): Iterable<RankedAgent> {
    return this.#agents.values();
  }

  /** The first `limit` candidates after `after` that meet the question, best first. */
  pick({ requirement, available, maxCostMicros, permitted }: Wanted, after: FitPlace | undefined, limit: number) {
    const order = this.#inOrder();
    const picked: Candidate[] = [];
    for (let at = after === undefined ? 0 : indexAfter(order, after); at < order.length; at += 1) {
      const one = order[at] as Candidate;
      if (available !== undefined && one.available !== available) {
        // The available ones come first.
        if (available) break;
        continue;
      }
      if (capabilityFor(one.agent.row.capabilities, requirement) !== one.capability) continue;
      if (permitted?.has(one.id) === false) continue;
      if (maxCostMicros !== undefined && (one.capability.costMicros ?? 0) > maxCostMicros) continue;
      picked.push(one);
      if (picked.length === limit) break;
    }
    return picked;
  }

  /** The ids of the agents that may be offline now, of all places. */
  silentAt(nowMs: number): readonly string[] {
    return [
      ...new Set(
        this.#inOrder()
          .filter((one) => seemsSilent(one, nowMs))
          .map(({ id }) => id),
      ),
    ];
  }

  #inOrder(): readonly Candidate[] {
    if (this.#changed.size === 0) return this.#order;
    const order = this.#order.filter(({ id }) => !this.#changed.has(id));
    for (const id of this.#changed) {
      for (const one of this.#agents.get(id)?.candidates ?? []) {
        if (one.capability.type === this.#type) order.push(one);
      }
    }
    this.#changed.clear();
    this.#order = order.sort(comparePlaces);
    return this.#order;
  }
}

/** Index of the first of the sorted candidates that comes after `place`. */
function indexAfter(order: readonly Candidate[], place: FitPlace): number {
  let [from, to] = [0, order.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (comparePlaces(order[middle] as Candidate, place) > 0) to = middle;
    else from = middle + 1;
  }
  return from;
}
