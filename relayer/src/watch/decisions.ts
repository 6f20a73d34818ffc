import type { Domain } from '@causeway/protocol';

// Safety-critical, and pure: which pause follows from what was found, and when. It reads no chain, clock or file.

/** One bridge. */
export interface Place {
  readonly family: string;
  readonly domain: Domain;
}

/** The lanes with one remote, or null for everything inbound. */
export type PausedPart = Domain | null;

/** Something that a second look has confirmed at one bridge. */
export interface Finding {
  /** The same for the same thing, also after a restart. */
  readonly id: string;
  readonly place: Place;
  /** The remote of the lane that is hit; null when no single lane is. */
  readonly remote: Domain | null;
  /** How much is missing, where that can grow; 0 otherwise. */
  readonly extent: bigint;
  readonly detail: string;
}

/** A finding that a pause is for, and its extent then. */
export interface Cause {
  readonly id: string;
  readonly extent: bigint;
}

/** The states of a pause. "intended" is recorded before anything is signed. */
export type PauseState = 'intended' | 'paused' | 'failed';

/** What can happen to a pause. */
export type PauseEvent = 'begun' | 'included' | 'foundPaused' | 'refused' | 'lost';

/** The states after each event. A pause that is in force is over: whoever ends it decides, and it is not repeated. */
export const PAUSE_STATES: Readonly<Record<PauseState | 'none', Readonly<Partial<Record<PauseEvent, PauseState>>>>> = {
  none: { begun: 'intended', foundPaused: 'paused' },
  intended: { included: 'paused', foundPaused: 'paused', refused: 'failed', lost: 'failed' },
  failed: { begun: 'intended', foundPaused: 'paused' },
  paused: {},
};

/** One pause, as it is recorded. */
export interface Pause {
  readonly place: Place;
  readonly part: PausedPart;
  readonly causes: readonly Cause[];
  readonly state: PauseState;
  /** True when it was in force already, so that nothing was sent for it. */
  readonly found: boolean;
  /** Number of times that it was begun. */
  readonly attempts: number;
  /** When its state changed last, Unix milliseconds. */
  readonly atMs: number;
  /** Hashes of its transactions. */
  readonly transactions: readonly string[];
  /** Code of the failure of the last attempt, or null. */
  readonly failure: string | null;
}

/** Why a pause that is due does not begin now. */
export type Waiting = 'underWay' | 'unsettled' | 'retry' | 'limit' | 'unreadable';

/** What to do at a bridge about one part of it. */
export type Step = { readonly part: PausedPart; readonly causes: readonly Cause[] } & (
  | { readonly event: 'begun' | 'foundPaused' | 'lost' }
  | { readonly event: 'waits'; readonly reason: Waiting }
);

/** What a decision is made from. */
export interface Situation {
  readonly place: Place;
  /** Everything that is confirmed at the bridge now. */
  readonly findings: readonly Finding[];
  /** All recorded pauses of all bridges. */
  readonly pauses: readonly Pause[];
  /** Whether the part is paused on chain; undefined when that cannot be read. */
  readonly isPaused: (part: PausedPart) => boolean | undefined;
  /** True while this process has a transaction of the guardian under way on the bridge's chain. */
  readonly busy: boolean;
  readonly nowMs: number;
  /** Most pauses of one bridge within an hour. */
  readonly perHour: number;
}

const HOUR_MS = 3_600_000;
/** An intended pause of a process that was killed may still be included for this long. */
export const SETTLES_MS = 30_000;
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** Milliseconds between a failed attempt and the next. */
export const retryMs = (attempts: number): number =>
  Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** Math.max(0, attempts - 1));

export const isAt = (one: Place, other: Place): boolean => one.family === other.family && one.domain === other.domain;

/** The parts that `findings` ask to pause, the widest first, each with the findings that it is for. */
export function partsOf(findings: readonly Finding[]): ReadonlyMap<PausedPart, readonly Finding[]> {
  const lanes = new Set(findings.flatMap(({ remote }) => remote ?? []));
  const parts = new Map<PausedPart, readonly Finding[]>();
  if (lanes.size > 1 || findings.some(({ remote }) => remote === null)) parts.set(null, findings);
  for (const lane of lanes) {
    parts.set(
      lane,
      findings.filter(({ remote }) => remote === lane),
    );
  }
  return parts;
}

/** The steps at one bridge, in their order. At most one of them begins a pause. */
export function decide(situation: Situation): readonly Step[] {
  const { place, findings, pauses, isPaused, busy, nowMs } = situation;
  const here = pauses.filter((pause) => isAt(pause.place, place));
  const steps: Step[] = [];
  let free = !busy;
  for (const [part, found] of partsOf(findings)) {
    const ofPart = here.filter((pause) => pause.part === part);
    const settled = settledBy(ofPart);
    const due = found.filter(({ id, extent }) => extent > (settled.get(id) ?? -1n));
    if (due.length === 0) continue;
    const open = ofPart.find(({ state }) => state !== 'paused');
    const causes = causesOf(due, open);
    const paused = isPaused(part);
    const waits = (reason: Waiting): Step => ({ part, causes, event: 'waits', reason });
    if (paused && !(busy && open?.state === 'intended')) steps.push({ part, causes, event: 'foundPaused' });
    else if (!free) steps.push(waits('underWay'));
    else if (open?.state === 'intended')
      steps.push(nowMs < open.atMs + SETTLES_MS ? waits('unsettled') : { part, causes, event: 'lost' });
    else if (open && nowMs < open.atMs + retryMs(open.attempts)) steps.push(waits('retry'));
    else if (paused === undefined) steps.push(waits('unreadable'));
    else if (isLimitReached(here, situation)) steps.push(waits('limit'));
    else {
      steps.push({ part, causes, event: 'begun' });
      free = false;
    }
  }
  return steps;
}

/** The findings for which a pause was in force, by their ids, with their extents then. What has grown since is due. */
function settledBy(pauses: readonly Pause[]): ReadonlyMap<string, bigint> {
  const settled = new Map<string, bigint>();
  for (const { state, causes } of pauses) {
    if (state !== 'paused') continue;
    for (const { id, extent } of causes) {
      if (extent > (settled.get(id) ?? -1n)) settled.set(id, extent);
    }
  }
  return settled;
}

/** The findings that are due, and those for which the open pause began. */
function causesOf(due: readonly Finding[], open: Pause | undefined): readonly Cause[] {
  const causes = due.map(({ id, extent }) => ({ id, extent }));
  const ids = new Set(causes.map(({ id }) => id));
  return [...causes, ...(open?.causes ?? []).filter(({ id }) => !ids.has(id))];
}

/** What failed is not counted, because it paused nothing, nor what was found in force. */
const isLimitReached = (here: readonly Pause[], { nowMs, perHour }: Situation): boolean =>
  here.filter(({ state, found, atMs }) => state !== 'failed' && !found && nowMs - atMs < HOUR_MS).length >= perHour;

/** Facts of an event that the record keeps. */
export interface EventFacts {
  readonly atMs: number;
  readonly transactions?: readonly string[];
  readonly failure?: string;
}

/**
 * The recorded pauses after `event` of the pause of `part` at `place`. Throws TypeError when the event cannot happen
 * in its state.
 */
export function apply(
  pauses: readonly Pause[],
  place: Place,
  { part, causes, event }: { readonly part: PausedPart; readonly causes: readonly Cause[]; readonly event: PauseEvent },
  { atMs, transactions = [], failure }: EventFacts,
): readonly Pause[] {
  const open = pauses.find((pause) => isAt(pause.place, place) && pause.part === part && pause.state !== 'paused');
  const state = PAUSE_STATES[open?.state ?? 'none'][event];
  if (state === undefined) throw new TypeError(`a pause that is ${open?.state ?? 'none'} cannot be ${event}`);
  const next: Pause = {
    place: { family: place.family, domain: place.domain },
    ...{ part, causes, state, atMs, failure: failure ?? null },
    found: event === 'foundPaused' && open?.state !== 'intended',
    attempts: (open?.attempts ?? 0) + (event === 'begun' ? 1 : 0),
    transactions: [...(open?.transactions ?? []), ...transactions],
  };
  return [...pauses.filter((pause) => pause !== open), next];
}

/** How long a pause settles a shortfall that ends and comes back, as traffic hides and shows it. */
const REMEMBERED_MS = 24 * HOUR_MS;
/**
 * The recorded pauses, of which none is later than now. An earlier process may have written them by a clock that was
 * ahead; all that waits for a time after them would wait until then.
 */
export const notLater = (pauses: readonly Pause[], nowMs: number): readonly Pause[] =>
  pauses.some(({ atMs }) => atMs > nowMs)
    ? pauses.map((pause) => (pause.atMs > nowMs ? { ...pause, atMs: nowMs } : pause))
    : pauses;

/** Most pauses that the record keeps. */
const MOST_PAUSES = 1_000;

/**
 * The recorded pauses without the causes `ended`, which hold again, where the pause is a day old; so a shortfall that
 * comes back after a repair is a new one, and one that traffic hides for moments is not.
 */
export function forget(pauses: readonly Pause[], ended: ReadonlySet<string>, nowMs: number): readonly Pause[] {
  const kept = pauses.map((pause) => {
    if (nowMs - pause.atMs < REMEMBERED_MS || !pause.causes.some(({ id }) => ended.has(id))) return pause;
    return { ...pause, causes: pause.causes.filter(({ id }) => !ended.has(id)) };
  });
  const isSame = kept.length <= MOST_PAUSES && kept.every((pause, index) => pause === pauses[index]);
  return isSame ? pauses : kept.slice(-MOST_PAUSES);
}
