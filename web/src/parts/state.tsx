import type { Order } from '@causeway/client';
import { states } from '../text/orders.ts';
import { Mark } from './verdict.tsx';

/** The status of an order, as a word with a shape. */
export function State({ status }: { readonly status: Order['status'] }) {
  const known = states[status];
  if (!known) throw new TypeError('no status of an order');
  return <Mark mood={known[1]}>{known[0]}</Mark>;
}
