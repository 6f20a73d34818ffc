import { FINAL_STATES, ORDER_STATES, type OrderState } from '@causeway/protocol';
import { and, asc, count, eq, gt, inArray, not, sql } from 'drizzle-orm';
import type { Kit } from '../core/kit.ts';
import { given, placeholders, prepared } from '../core/statements.ts';
import type { Db } from '../core/steps.ts';
import { entryType } from './orders.ts';
import type { BridgeTables } from './schema.ts';

/** States in which no lock was seen yet. */
const UNLOCKED: readonly OrderState[] = ['created', 'locking'];

/** States that an order can still leave by itself. */
const OPEN_STATES = ORDER_STATES.filter((state) => !FINAL_STATES.includes(state));

/** Compiled queries over orders. */
export const orderStatements = ({ events, orders, messages }: BridgeTables, { sumOfWire }: Pick<Kit, 'sumOfWire'>) => {
  /** One statement per number of states, because the two engines have no common form of a list parameter. */
  const inStates = ORDER_STATES.map((_, at) =>
    prepared(`ordersIn${at + 1}States`, (db) =>
      db
        .select()
        .from(orders)
        .where(
          inArray(
            orders.state,
            ORDER_STATES.slice(0, at + 1).map((_state, number) => sql.placeholder(`state${number}`)),
          ),
        )
        .orderBy(asc(orders.id))
        .limit(sql.placeholder('limit')),
    ),
  );
  /** The orders that the service locks from one wallet. */
  const ofWallet = and(
    given(orders.sender, 'sender'),
    given(orders.family, 'family'),
    given(orders.source, 'source'),
    given(orders.assetHome, 'assetHome'),
    eq(orders.custody, 'service'),
  );
  const lockedAfter = (db: Db) =>
    db
      .select({ id: events.subject })
      .from(events)
      .where(and(gt(events.seq, sql.placeholder('seq')), eq(events.type, entryType('locked'))));
  return {
    inStates,
    orderById: prepared('orderById', (db) => db.select().from(orders).where(given(orders.id, 'id'))),
    orderByMessage: prepared('orderByMessage', (db) => db.select().from(orders).where(given(orders.messageId, 'id'))),
    orderByCancel: prepared('orderByCancel', (db) =>
      db.select().from(orders).where(given(orders.cancelMessageId, 'id')),
    ),
    insertOrder: prepared('insertOrder', (db) => db.insert(orders).values(placeholders(orders))),
    // set() accepts placeholders, but its type does not.
    updateOrder: prepared('updateOrder', (db) =>
      db
        .update(orders)
        .set(placeholders(orders) as object)
        .where(given(orders.id, 'id')),
    ),
    setMatched: prepared('setMatched', (db) =>
      db.update(messages).set({ matched: true }).where(given(messages.messageId, 'id')),
    ),
    openOf: prepared('openOf', (db) =>
      db
        .select({ open: count() })
        .from(orders)
        .where(and(given(orders.avatarId, 'avatarId'), inArray(orders.state, OPEN_STATES))),
    ),
    byState: prepared('byState', (db) =>
      db.select({ state: orders.state, orders: count() }).from(orders).groupBy(orders.state),
    ),
    owed: prepared('owed', (db) =>
      db
        .select({ wireAmount: sumOfWire(orders.wireAmount) })
        .from(orders)
        .where(and(ofWallet, inArray(orders.state, UNLOCKED))),
    ),
    /** The orders of a wallet that left these states because their lock was seen, by an event after `seq`. */
    lockedSince: prepared('lockedSince', (db) =>
      db
        .select({ wireAmount: sumOfWire(orders.wireAmount) })
        .from(orders)
        .where(and(inArray(orders.id, lockedAfter(db)), ofWallet, not(inArray(orders.state, UNLOCKED)))),
    ),
  };
};
