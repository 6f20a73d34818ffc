import type { AgentRepository, AgentRow, EventRepository, Requirement } from '@causeway/storage';
import { capabilityFor } from './capability.ts';
import { availabilityOf, comparePlaces, type FitPlace, fitPlaceOf, type Standing } from './fit.ts';

/** What a discovery asks for. */
export interface Wanted {
  readonly requirement: Omit<Requirement, 'agentId'>;
  /** True: only agents that get a new task now; false: only others. */
  readonly available: boolean | undefined;
  /** Highest cost of one request, millionths. An unknown cost is below every limit. */
  readonly maxCostMicros: number | undefined;
}

export interface AgentDirectoryOptions {
  readonly registry: AgentRepository;
  readonly events: EventRepository;
  readonly clock: () => number;
  /** Agents that are held in memory at most, without the ones of the newest question. */
  readonly maxKnown?: number;
}

/** Rows of one read. */
const READ_LIMIT = 1_000;
/** A log that has grown by more than so many reads costs more to follow than the agents cost to read again. */
const MAX_READS = 5;
const MAX_KNOWN = 100_000;

/** An agent in memory. */
interface Known {
  standing: Standing;
  /** True when it was silent for long at the last look. It is read again when its return is announced. */
  silent: boolean;
}

const keyOf = ({ available, fit, id }: FitPlace): string => `${Number(available)} ${fit} ${id}`;

/** The place that `key` names; for text that no discovery gave out, the place after every agent. */
function placeAt(key: string): FitPlace {
  const [, available, fit, id = ''] = /^([01]) (-?\d{1,20}(?:\.\d{1,20})?(?:e-\d{1,3})?) (.*)$/s.exec(key) ?? [];
  return { available: available === '1', fit: fit === undefined ? Number.NEGATIVE_INFINITY : Number(fit), id };
}

const standingOf = ({ id, capabilities, availability, maxConcurrentTasks, ...row }: AgentRow): Standing => {
  const { active, completed, failed, responseMs, lastSeenAtMs } = row;
  return { id, capabilities, availability, maxConcurrentTasks, active, completed, failed, responseMs, lastSeenAtMs };
};

const typesOf = ({ capabilities }: Standing): ReadonlySet<string> => new Set(capabilities.map(({ type }) => type));

/** The least `limit` of `places`, in their order. */
function least(places: Iterable<FitPlace>, limit: number): readonly FitPlace[] {
  let some: FitPlace[] = [];
  let worst: FitPlace | undefined;
  for (const place of places) {
    if (worst && comparePlaces(place, worst) > 0) continue;
    some.push(place);
    if (some.length < 2 * limit) continue;
    some = some.sort(comparePlaces).slice(0, limit);
    worst = some.at(-1);
  }
  return some.sort(comparePlaces).slice(0, limit);
}

/**
 * Agents by capability, sorted by fit. The agents of each capability that was asked for are in memory; before each answer
 * the directory reads the events since the last one, also those of other processes, and reads the agents again that they
 * name. So an answer is as new as the database. Heartbeats have no events: an agent that seems to be silent is looked
 * up, and its return is an event.
 */
export class AgentDirectory {
  readonly #options: AgentDirectoryOptions;
  readonly #known = new Map<string, Known>();
  /** The agents of each capability; the one that was asked for last is at the end. */
  readonly #byType = new Map<string, Map<string, Known>>();
  #position: number | undefined;
  /** Changes of the maps take turns, so that an agent that was read earlier never replaces its newer state. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: AgentDirectoryOptions) {
    this.#options = options;
  }

  /**
   * A page of the agents that meet the requirement, best first. The cursor names a place in the order, so an agent is
   * missed or seen twice only when its own place changes between two pages.
   */
  async discover(
    { requirement, available, maxCostMicros = Number.MAX_SAFE_INTEGER }: Wanted,
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly items: readonly AgentRow[]; readonly nextCursor: string | null }> {
    const agents = await this.#inTurn(() => this.#agentsOf(requirement.capability));
    const nowMs = this.#options.clock();
    const after = cursor === null ? undefined : placeAt(cursor);
    function* wanted(): Generator<FitPlace> {
      for (const { standing } of agents.values()) {
        const capability = capabilityFor(standing.capabilities, requirement);
        if (capability === undefined || (capability.costMicros ?? 0) > maxCostMicros) continue;
        const place = fitPlaceOf(standing, requirement, nowMs);
        if (available !== undefined && place.available !== available) continue;
        if (after === undefined || comparePlaces(place, after) > 0) yield place;
      }
    }
    const places = least(wanted(), limit + 1);
    const page = places.slice(0, limit);
    const rows = await this.#options.registry.getAll(page.map(({ id }) => id));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const last = places.length > limit ? page.at(-1) : undefined;
    return { items: page.flatMap(({ id }) => byId.get(id) ?? []), nextCursor: last ? keyOf(last) : null };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #agentsOf(type: string): Promise<ReadonlyMap<string, Known>> {
    await this.#follow();
    const agents = this.#byType.get(type) ?? (await this.#load(type));
    this.#byType.delete(type);
    this.#byType.set(type, agents);
    this.#forgetOld();
    await this.#lookAtSilent(agents);
    return agents;
  }

  /** Reads the agents again that events since the last answer name. */
  async #follow(): Promise<void> {
    const { events } = this.#options;
    const newest = await events.latest();
    const from = this.#position ?? newest;
    if (from === newest) {
      this.#position = newest;
      return;
    }
    const changed = new Set<string>();
    let position = from;
    for (let reads = 1; ; reads += 1) {
      const rows = await events.after(undefined, position, READ_LIMIT);
      for (const { type, data } of rows) {
        const { agentId } = data;
        if (typeof agentId !== 'string') continue;
        if (type.startsWith('agent.') || this.#known.has(agentId)) changed.add(agentId);
      }
      position = rows.at(-1)?.seq ?? position;
      if (rows.length < READ_LIMIT) break;
      if (reads === MAX_READS) {
        this.#known.clear();
        this.#byType.clear();
        this.#position = await events.latest();
        return;
      }
    }
    await this.#readAgain([...changed]);
    this.#position = position;
  }

  async #readAgain(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const nowMs = this.#options.clock();
    const rows = new Map((await this.#options.registry.getAll(ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const before = this.#known.get(id);
      for (const type of before ? typesOf(before.standing) : []) this.#byType.get(type)?.delete(id);
      this.#known.delete(id);
      const row = rows.get(id);
      if (row) this.#put(standingOf(row), nowMs);
    }
  }

  /** Keeps an agent, when one of its capabilities was asked for. */
  #put(standing: Standing, nowMs: number): void {
    const known = { standing, silent: availabilityOf(standing, nowMs) === 'offline' };
    for (const type of typesOf(standing)) {
      const agents = this.#byType.get(type);
      if (agents === undefined) continue;
      agents.set(standing.id, known);
      this.#known.set(standing.id, known);
    }
  }

  async #load(type: string): Promise<Map<string, Known>> {
    const { registry, clock } = this.#options;
    const agents = new Map<string, Known>();
    this.#byType.set(type, agents);
    const requirement = { capability: type, model: null, resolution: null };
    const nowMs = clock();
    try {
      for (let after: string | undefined; ; ) {
        const rows = await registry.capable(requirement, READ_LIMIT, after);
        for (const row of rows) this.#put(standingOf(row), nowMs);
        after = rows.at(-1)?.id;
        if (after === undefined) return agents;
      }
    } catch (error) {
      this.#byType.delete(type);
      throw error;
    }
  }

  /** Forgets capabilities that were not asked for lately, when too many agents are in memory. */
  #forgetOld(): void {
    const { maxKnown = MAX_KNOWN } = this.#options;
    for (const [type, agents] of this.#byType) {
      if (this.#known.size <= maxKnown || this.#byType.size === 1) return;
      this.#byType.delete(type);
      for (const [id, { standing }] of agents) {
        if (![...typesOf(standing)].some((other) => this.#byType.has(other))) this.#known.delete(id);
      }
    }
  }

  async #lookAtSilent(agents: ReadonlyMap<string, Known>): Promise<void> {
    const nowMs = this.#options.clock();
    const seeming = [...agents.values()].filter(
      ({ standing, silent }) =>
        !silent && standing.availability !== 'offline' && availabilityOf(standing, nowMs) === 'offline',
    );
    await this.#readAgain(seeming.map(({ standing }) => standing.id));
  }
}
