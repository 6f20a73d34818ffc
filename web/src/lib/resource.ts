import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { awaySinceMs, type Trouble, troubleOf } from './service.ts';

/** What a part of the page has of an answer. */
export interface Resource<T> {
  /** The newest answer, also while a newer one is asked for or cannot be had; undefined before the first. */
  readonly data: T | undefined;
  /** When it came, milliseconds since the epoch; 0 before the first. */
  readonly atMs: number;
  /** Why the last request failed; null after a success. */
  readonly trouble: Trouble | null;
}

interface Entry<T> {
  readonly state: Signal<Resource<T>>;
  /** Parts that show it now. */
  users: number;
  loading: AbortController | null;
  /** True when it changed while it was loaded, so that it must be loaded again. */
  isStale: boolean;
}

const EMPTY: Resource<never> = { data: undefined, atMs: 0, trouble: null };

/** Answers that are kept after their part is gone, so that a way back shows them at once. */
const KEPT = 50;

// Parts of the page with the same key share one answer and one request.
const entries = new Map<string, Entry<unknown>>();

function entryOf<T>(key: string): Entry<T> {
  const found = entries.get(key) as Entry<T> | undefined;
  if (found) {
    // The newest last, for the removal of old ones.
    entries.delete(key);
    entries.set(key, found as Entry<unknown>);
    return found;
  }
  const made: Entry<T> = { state: signal<Resource<T>>(EMPTY), users: 0, loading: null, isStale: false };
  entries.set(key, made as Entry<unknown>);
  for (const [old, { users }] of entries) {
    if (entries.size <= KEPT) break;
    if (users === 0 && old !== key) entries.delete(old);
  }
  return made;
}

/** Forgets every answer, because they were for somebody who is gone. */
export function forgetAll(): void {
  entries.clear();
}

async function reload<T>(entry: Entry<T>, load: (signal: AbortSignal) => Promise<T>): Promise<void> {
  if (entry.loading) {
    entry.isStale = true;
    return;
  }
  const controller = new AbortController();
  entry.loading = controller;
  try {
    const data = await load(controller.signal);
    entry.state.value = { data, atMs: Date.now(), trouble: null };
  } catch (error) {
    if (!controller.signal.aborted) entry.state.value = { ...entry.state.value, trouble: troubleOf(error) };
  } finally {
    entry.loading = null;
    if (entry.isStale) {
      entry.isStale = false;
      void reload(entry, load);
    }
  }
}

export interface ResourceOptions {
  /** Milliseconds between two requests while the page is visible; none after the first when absent. */
  readonly everyMs?: number;
}

/** A resource, and the request to load it again at once. */
export interface Loaded<T> {
  readonly state: ReadonlySignal<Resource<T>>;
  /** Asks again now, or after the request under way. */
  refresh(): void;
  /** Replaces the data, by an event of a stream for example. */
  change(update: (data: T) => T): void;
}

/**
 * The answer of `load`, under `key`. It is loaded when the part appears, every `everyMs` while the page is visible, and
 * again as soon as the service is back after it was away.
 */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs }: ResourceOptions = {},
): Loaded<T> {
  const entry = useMemo(() => entryOf<T>(key), [key]);
  const refresh = () => void reload(entry, load);
  useEffect(() => {
    entry.users += 1;
    refresh();
    const timer = everyMs === undefined ? undefined : setInterval(() => document.hidden || refresh(), everyMs);
    let wasAway = awaySinceMs.peek() !== null;
    const stop = awaySinceMs.subscribe((since) => {
      if (wasAway && since === null) refresh();
      wasAway = since !== null;
    });
    return () => {
      entry.users -= 1;
      clearInterval(timer);
      stop();
      if (entry.users === 0) entry.loading?.abort();
    };
  }, [entry, everyMs]);
  const change = (update: (data: T) => T) => {
    const { data } = entry.state.peek();
    if (data !== undefined) entry.state.value = { data: update(data), atMs: Date.now(), trouble: null };
  };
  return { state: entry.state, refresh, change };
}
