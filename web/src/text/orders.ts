import type { Order } from '@causeway/client';
import type { Mood } from '../parts/verdict.tsx';

type Status = Order['status'];

export const orders = {
  title: 'Orders',
  find: 'Find an order by its id, a transaction, an address, a message id or a reference',
  findButton: 'Find',
  status: 'Status',
  from: 'From',
  to: 'To',
  any: 'any',
  amount: 'Amount',
  route: 'Way',
  lock: 'Lock',
  delivery: 'Delivery',
  updated: 'Changed',
  order: 'Order',
  changed: (status: string) => `An order is ${status}`,
  empty: 'No order yet. Send something, and it appears here once its lock is seen.',
  noMatch: 'No order matches this.',
  unsuited: 'No order can have this.',
  unsuitedHelp:
    'Give an order’s id, a transaction, an address, a message id or a reference, whole and as its chain writes it.',
  notSeen: 'Its lock is not seen yet.',
  notSeenHelp: (chain: string, state: string) =>
    `An order has this (${state}), but its lock has not been seen on ${chain}. It appears here by itself.`,
  notFound: 'No order with this is known.',
  notFoundHelp:
    'All chains can be read. A new transaction is seen some seconds after it is in a block, and appears here by itself. If it failed, there is no order.',
  notKnown: 'It is not known whether an order has this.',
  notKnownHelp: (chains: string) =>
    `${chains} cannot be read at the moment, so an order from there may exist and not be seen yet. It appears here by itself.`,
} as const;

/** Each state in a word and its mark. */
export const states: Readonly<Record<Status, readonly [word: string, mood: Mood]>> = {
  created: ['waiting for the lock', 'quiet'],
  locking: ['locking', 'busy'],
  locked: ['locked', 'busy'],
  confirming: ['confirming', 'busy'],
  proving: ['proving', 'busy'],
  signing: ['signing', 'busy'],
  minting: ['delivering', 'busy'],
  swapping: ['waiting for a solver', 'busy'],
  completed: ['delivered', 'good'],
  cancelling: ['cancelling', 'warn'],
  refunding: ['refunding', 'warn'],
  refunded: ['refunded', 'warn'],
  returning: ['going home', 'warn'],
  returned: ['returned', 'warn'],
  expired: ['expired', 'quiet'],
  failed: ['waits for an operator', 'bad'],
};
