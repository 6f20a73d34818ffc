import type { EventRow } from '@causeway/storage';
import type { Scope } from '../callers/callers.ts';

/** One topic of avatars' event streams. */
export interface Topic {
  /** The right that a caller needs to follow it. */
  readonly scope: Scope;
  /** The public form of an event; null hides the event. */
  render(row: EventRow): unknown;
}

/** Topics by name, as events carry it. */
export type TopicTable = Readonly<Record<string, Topic>>;

/** Merges tables. Throws when two of them have the same topic. */
export function mergeTopics(tables: readonly TopicTable[]): TopicTable {
  const entries = tables.flatMap((table) => Object.entries(table));
  const names = entries.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two areas have the topic ${twice}`);
  return Object.fromEntries(entries);
}
