import type { Clock } from '@causeway/runtime';
import {
  type AgentRepository,
  type AgentRow,
  type EventRepository,
  fillPage,
  type Page,
  pageBy,
} from '@causeway/storage';
import type { FitPlace } from './fit.ts';
import { type RankedAgent, Ranking, rankedAgent, seemsSilent, type Wanted } from './ranking.ts';

export interface AgentDirectoryOptions {
  readonly registry: AgentRepository;
  readonly events: EventRepository;
  readonly clock: Clock;
  /** Agents that are held in memory at most, without the ones of the newest question. */
  readonly maxKnown?: number;
}

/** Rows of one read. */
const READ_LIMIT = 1_000;
/** A log that has grown by more than so many reads costs more to follow than the agents cost to read again. */
const MAX_READS = 5;
const MAX_KNOWN = 100_000;

const idsOf = (places: readonly FitPlace[]): readonly string[] => places.map(({ id }) => id);

const keyOf = ({ available, fit, id }: FitPlace): string => `${Number(available)} ${fit} ${id}`;

/** The place that `key` names; for text that no discovery gave out, the place after every agent. */
function placeAt(key: string): FitPlace {
  const [, available, fit, id = ''] = /^([01]) (-?\d{1,20}(?:\.\d{1,20})?(?:e-\d{1,3})?) (.*)$/s.exec(key) ?? [];
  return { available: available === '1', fit: fit === undefined ? Number.NEGATIVE_INFINITY : Number(fit), id };
}

const typesOf = ({ row: { capabilities } }: RankedAgent): ReadonlySet<string> =>
  new Set(capabilities.map(({ type }) => type));

/**
 * Agents by capability, sorted by fit. The agents of each capability that was asked for are in memory in their order.
 * Heartbeats have no events, so each answer reads when the agents of its page were last heard of. That read also tells
 * the newest event, of any process: when it is news, the directory reads the agents again that the events since then
 * name, and answers from the new order. So an answer is as new as the database. An agent on the page that seems to be
 * silent is looked up, and its return is an event.
 */
export class AgentDirectory {
  readonly #options: AgentDirectoryOptions;
  readonly #known = new Map<string, RankedAgent>();
  /** The agents of each capability; the one that was asked for last is at the end. */
  readonly #byType = new Map<string, Ranking>();
  #position: number | undefined;
  /** The epoch of that position: in another one other events have these seqs, and agents may be as they were before. */
  #epoch: number | undefined;
  /** Changes of the maps take turns, so that an agent that was read earlier never replaces its newer state. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: AgentDirectoryOptions) {
    this.#options = options;
  }

  /**
   * A page of the agents that meet the requirement, best first. The cursor names a place in the order, so an agent is
   * missed or seen twice only when its own place changes between two pages.
   */
  async discover(wanted: Wanted, cursor: string | null, limit: number, skip = 0): Promise<Page<AgentRow>> {
    const { requirement, available } = wanted;
    const after = cursor === null ? undefined : placeAt(cursor);
    for (let looks = 0, followed = false; ; looks += 1) {
      const ranking = await this.#inTurn(() => this.#rankingOf(requirement.capability));
      const nowMs = this.#options.clock.now();
      // One more than the page, which tells whether another page follows.
      const picked = ranking.pick(wanted, after, skip + limit + 1).slice(skip);
      // Agents that have fallen silent belong to the page of unavailable ones, and further down on any other.
      const all = available === false || looks > 1;
      const silent = all ? ranking.silentAt(nowMs) : idsOf(picked.filter((one) => seemsSilent(one, nowMs)));
      if (silent.length > 0) {
        await this.#inTurn(() => this.#readAgain(silent));
        continue;
      }
      const position = this.#position;
      const { times, seq } = await this.#options.registry.lastSeen(idsOf(picked));
      const isNews = (seq ?? (await this.#options.events.latest())) !== position;
      if (!followed && (isNews || (await this.#options.events.epoch()) !== this.#epoch)) {
        await this.#inTurn(() => this.#follow());
        followed = true;
        continue;
      }
      const page = pageBy(picked, limit, keyOf);
      const rows = page.items.map(({ id, agent }) => {
        const lastSeenAtMs = times.get(id);
        return lastSeenAtMs === undefined ? undefined : { ...agent.row, lastSeenAtMs };
      });
      return fillPage(page, rows);
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  /** The agents with capabilities of `type`; a type that was not asked for lately is read. */
  async #rankingOf(type: string): Promise<Ranking> {
    if (this.#position === undefined) await this.#follow();
    const ranking = this.#byType.get(type) ?? (await this.#load(type));
    this.#byType.delete(type);
    this.#byType.set(type, ranking);
    this.#forgetOld();
    return ranking;
  }

  /** Reads the agents again that events since the last answer name. */
  async #follow(): Promise<void> {
    const { events } = this.#options;
    const newest = await events.latest();
    const epoch = await events.epoch();
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#forgetAll();
      this.#position = newest;
      return;
    }
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
        this.#forgetAll();
        this.#position = await events.latest();
        return;
      }
    }
    await this.#readAgain([...changed]);
    this.#position = position;
  }

  #forgetAll(): void {
    this.#known.clear();
    this.#byType.clear();
  }

  async #readAgain(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const nowMs = this.#options.clock.now();
    const rows = new Map((await this.#options.registry.getAll(ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const before = this.#known.get(id);
      for (const type of before ? typesOf(before) : []) this.#byType.get(type)?.delete(id);
      this.#known.delete(id);
      const row = rows.get(id);
      if (row) this.#put(row, nowMs);
    }
  }

  /** Keeps an agent, when one of its capabilities was asked for. */
  #put(row: AgentRow, nowMs: number): void {
    const agent = rankedAgent(row, nowMs);
    for (const type of typesOf(agent)) {
      const ranking = this.#byType.get(type);
      if (ranking === undefined) continue;
      ranking.set(agent);
      this.#known.set(row.id, agent);
    }
  }

  async #load(type: string): Promise<Ranking> {
    const { registry, clock } = this.#options;
    const ranking = new Ranking(type);
    this.#byType.set(type, ranking);
    const requirement = { capability: type, model: null, resolution: null };
    const nowMs = clock.now();
    try {
      for (let after: string | undefined; ; ) {
        const rows = await registry.capable(requirement, READ_LIMIT, { after });
        for (const row of rows) this.#put(row, nowMs);
        after = rows.at(-1)?.id;
        if (after === undefined) return ranking;
      }
    } catch (error) {
      this.#byType.delete(type);
      throw error;
    }
  }

  /** Forgets capabilities that were not asked for lately, when too many agents are in memory. */
  #forgetOld(): void {
    const { maxKnown = MAX_KNOWN } = this.#options;
    for (const [type, ranking] of this.#byType) {
      if (this.#known.size <= maxKnown || this.#byType.size === 1) return;
      this.#byType.delete(type);
      for (const agent of ranking.agents()) {
        if (![...typesOf(agent)].some((other) => this.#byType.has(other))) this.#known.delete(agent.row.id);
      }
    }
  }
}
