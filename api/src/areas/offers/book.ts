import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@causeway/runtime';
import type { EventRepository, SolverOffersRow, StoredOffer } from '@causeway/storage';
import type { SwapRoute } from '../../bridge/swap-route.ts';
import type { Offer } from './choice.ts';
import { type FindSwap, parseOffer } from './parse.ts';
import type { OfferRepository, Solver } from './rules/offers.ts';

/** From this age on, milliseconds, what is known of other processes' offers is read again while requests go on. */
const REFRESH_MS = 300;
/** At this age a request waits for the reading. */
const WAIT_MS = 900;
/** Solvers that are read at a time: other requests have their turns after each 500 offers. */
const ROWS = 1;

/** An offer in memory: its figures, and how its solver wrote it. */
export interface BookedOffer extends Offer, Solver {
  readonly stored: StoredOffer;
}

/** One offer after another of all solvers, each with its place in the list. */
export interface ListedOffer {
  /** Sorts like the list. */
  readonly key: string;
  readonly offer: BookedOffer;
}

/** The offers of one solver, in its order. */
interface Booked {
  readonly offers: readonly BookedOffer[];
  readonly lanes: ReadonlySet<string>;
  readonly endsAtMs: number;
  readonly change: number;
}

/** The name of everything between the same two assets at the same two networks. */
const laneOf = ({ bridge: { asset, source, destination }, wanted }: SwapRoute): string =>
  [asset.family, asset.home.name, source.name, destination.name, wanted.family, wanted.home.name].join(' ');

/** A key that sorts like the number. */
const positionKey = (index: number): string => String(index).padStart(4, '0');

/**
 * All offers in memory. Each process reads what others changed while it answers, or first when it has not read for
 * long, so an offer that one process took is quoted by every other one within a second. An offer counts until it ends,
 * also after a restart.
 */
export class OfferBook {
  readonly #storage: Pick<OfferRepository, 'changedSince'>;
  readonly #events: Pick<EventRepository, 'epoch'>;
  readonly #find: FindSwap;
  readonly #clock: Clock;
  readonly #solvers = new Map<string, Booked>();
  /** By lane and solver. */
  readonly #lanes = new Map<string, Map<string, BookedOffer[]>>();
  #change = 0;
  /** The epoch of that change: in another one other offers have its number. */
  #epoch: number | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(
    storage: Pick<OfferRepository, 'changedSince'>,
    events: Pick<EventRepository, 'epoch'>,
    find: FindSwap,
    clock: Clock,
  ) {
    this.#storage = storage;
    this.#events = events;
    this.#find = find;
    this.#clock = clock;
  }

  /**
   * Sees to it that the offers of other processes are known as they were less than a second ago. Fails when the
   * database cannot be read.
   */
  async refresh(): Promise<void> {
    const ageMs = this.#clock.monotonic() - this.#readAtMs;
    if (ageMs < REFRESH_MS) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    // Whoever has to wait hears of a failure.
    if (ageMs < WAIT_MS) this.#reading.catch(() => {});
    else await this.#reading;
  }

  async #read(): Promise<void> {
    const startedAtMs = this.#clock.monotonic();
    const epoch = await this.#events.epoch();
    if (epoch !== (this.#epoch ?? epoch)) this.#clear();
    this.#epoch = epoch;
    for (;;) {
      const rows = await this.#storage.changedSince(this.#change, ROWS);
      for (const row of rows) {
        this.put(row);
        this.#change = row.change;
      }
      if (rows.length < ROWS) break;
      await setImmediate();
    }
    this.#readAtMs = startedAtMs;
    const nowMs = this.#clock.now();
    for (const [solverId, { endsAtMs }] of this.#solvers) if (endsAtMs <= nowMs) this.#remove(solverId);
  }

  /** Replaces the offers of one solver by the ones of its row, unless newer ones are known. */
  put({ solverId, accountId, replacedAtMs, endsAtMs, change, offers }: SolverOffersRow): void {
    if ((this.#solvers.get(solverId)?.change ?? 0) >= change) return;
    this.#remove(solverId);
    const booked: BookedOffer[] = [];
    const lanes = new Set<string>();
    for (const stored of offers) {
      const read = parseOffer(this.#find, stored);
      // Another process has networks that this one does not have, or had them before a restart.
      if (!read.ok) continue;
      const { route, ...figures } = read.value;
      const offerEndsAtMs = replacedAtMs + stored.validSeconds * 1_000;
      const offer = { solverId, accountId, ...figures, endsAtMs: offerEndsAtMs, stored };
      const lane = laneOf(route);
      const bySolver = this.#lanes.get(lane) ?? new Map<string, BookedOffer[]>();
      this.#lanes.set(lane, bySolver);
      const own = bySolver.get(solverId) ?? [];
      bySolver.set(solverId, own);
      own.push(offer);
      booked.push(offer);
      lanes.add(lane);
    }
    this.#solvers.set(solverId, { offers: booked, lanes, endsAtMs, change });
  }

  #clear(): void {
    this.#solvers.clear();
    this.#lanes.clear();
    this.#change = 0;
  }

  #remove(solverId: string): void {
    for (const lane of this.#solvers.get(solverId)?.lanes ?? []) {
      const bySolver = this.#lanes.get(lane);
      bySolver?.delete(solverId);
      if (bySolver?.size === 0) this.#lanes.delete(lane);
    }
    this.#solvers.delete(solverId);
  }

  /** The offers of one route, in no order; ended ones can be among them. */
  *on(route: SwapRoute): Iterable<BookedOffer> {
    for (const offers of this.#lanes.get(laneOf(route))?.values() ?? []) yield* offers;
  }

  /** The offers after the key `after` that have not ended, by solver and then in the solver's order. */
  *after(after: string | null): Iterable<ListedOffer> {
    const nowMs = this.#clock.now();
    for (const solverId of [...this.#solvers.keys()].sort()) {
      for (const [index, offer] of (this.#solvers.get(solverId)?.offers ?? []).entries()) {
        const key = `${solverId} ${positionKey(index)}`;
        if ((after === null || key > after) && offer.endsAtMs > nowMs) yield { key, offer };
      }
    }
  }
}
