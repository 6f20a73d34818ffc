import type { Order } from '@causeway/client';
import { states } from '../text/orders.ts';
import { Mark, type Mood } from './verdict.tsx';

/** The words and marks of the states of something. */
export type States<K extends string> = Readonly<Record<K, readonly [word: string, mood: Mood]>>;

/** A state as a word with a shape. Throws a TypeError for a state that is not `among` them. */
export function Word<K extends string>({ among, value }: { readonly among: States<K>; readonly value: K }) {
  if (!Object.hasOwn(among, value)) throw new TypeError('no such state');
  const [word, mood] = among[value];
  return <Mark mood={mood}>{word}</Mark>;
}

/** The status of an order, as a word with a shape. */
export const State = ({ status }: { readonly status: Order['status'] }) => <Word among={states} value={status} />;
