import { FINAL_STATES, KIND, ORDER_STATES, type OrderState } from '@causeway/protocol';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { given, givenTexts, placeholders, prepared } from '../core/statements.ts';
import type { Db } from '../core/steps.ts';
import { type Backlog, isInBacklog } from './backlog.ts';
import { entryType } from './orders.ts';
import type { BridgeTables } from './schema.ts';

/** States in which no lock was seen yet. */
const UNLOCKED: readonly OrderState[] = ['created', 'locking'];

/** States that an order can still leave by itself. */
const OPEN_STATES = ORDER_STATES.filter((state) => !FINAL_STATES.includes(state));

/** The conditions that a list of orders has. */
export type Listed = Readonly<Record<'avatarId' | 'state' | 'after', boolean>>;

const listKey = ({ avatarId, state, after }: Listed): string => [avatarId, state, after].map(Number).join('');

/** Compiled queries over orders. */
export const orderStatements = (
  { events, orders, messages }: BridgeTables,
  dialect: Pick<Dialect, 'name' | 'sumOfWire'>,
) => {
  const { sumOfWire } = dialect;
  /** One statement per number of states, because the two engines have no common form of a list parameter. */
  const inStates = ORDER_STATES.map((_, at) =>
    prepared(`ordersIn${at + 1}States`, (db) =>
      db
        .select()
        .from(orders)
        .where(
          and(
            inArray(
              orders.state,
              ORDER_STATES.slice(0, at + 1).map((_state, number) => sql.placeholder(`state${number}`)),
            ),
            gt(orders.id, sql.placeholder('after')),
          ),
        )
        .orderBy(asc(orders.id))
        .limit(sql.placeholder('limit')),
    ),
  );
  /** One statement for each set of conditions of a list, with the values `avatarId`, `state` and `after`. */
  const listed = new Map(
    [0, 1, 2, 3, 4, 5, 6, 7].map((set) => {
      const has = { avatarId: (set & 1) !== 0, state: (set & 2) !== 0, after: (set & 4) !== 0 };
      const page = (name: string, ofState: SQL | undefined) =>
        prepared(`${name}${set}`, (db) =>
          db
            .select()
            .from(orders)
            .where(
              and(
                has.avatarId ? given(orders.avatarId, 'avatarId') : undefined,
                ofState,
                has.after ? lt(orders.id, sql.placeholder('after')) : undefined,
              ),
            )
            .orderBy(desc(orders.id))
            .limit(sql.placeholder('limit'))
            .offset(sql.placeholder('skip')),
        );
      const ofBridge = has.state ? and(given(orders.state, 'state'), isNull(orders.swapState)) : undefined;
      const pages = {
        listed: page('ordersListed', ofBridge),
        /** Orders of mode swap with a status. */
        swaps: page('swapOrdersListed', given(orders.swapState, 'state')),
      };
      return [listKey(has), pages] as const;
    }),
  );
  const pagesOf = (has: Listed) => listed.get(listKey(has)) as NonNullable<ReturnType<(typeof listed)['get']>>;
  const bySwapState = (db: Db, where?: SQL) =>
    db
      .select({ state: orders.state, swapState: orders.swapState, orders: count() })
      .from(orders)
      .where(and(isNotNull(orders.swapState), where))
      .groupBy(orders.swapState, orders.state);
  /** The orders that the service locks from one wallet, and which of these move one asset. */
  const ofPayer = and(given(orders.sender, 'sender'), given(orders.source, 'source'), eq(orders.custody, 'service'));
  const ofWallet = and(ofPayer, given(orders.family, 'family'), given(orders.assetHome, 'assetHome'));
  const lockedAfter = (db: Db) =>
    db
      .select({ id: events.subject })
      .from(events)
      .where(and(gt(events.seq, sql.placeholder('seq')), eq(events.type, entryType('locked'))));
  const lockedSince = (db: Db) => and(inArray(orders.id, lockedAfter(db)), not(inArray(orders.state, UNLOCKED)));
  return {
    inStates,
    listed: (has: Listed) => pagesOf(has).listed,
    listedSwaps: (has: Listed) => pagesOf(has).swaps,
    orderById: prepared('orderById', (db) => db.select().from(orders).where(given(orders.id, 'id'))),
    orderByMessage: prepared('orderByMessage', (db) => db.select().from(orders).where(given(orders.messageId, 'id'))),
    /** Orders whose lock is due at `nowMs` and is not under way, oldest first. */
    overdue: prepared('overdue', (db) =>
      db
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.state, 'created'),
            lte(orders.expiresAtMs, sql.placeholder('nowMs')),
            gt(orders.id, sql.placeholder('after')),
          ),
        )
        .orderBy(asc(orders.id))
        .limit(sql.placeholder('limit')),
    ),
    /** Locks and burns of one bridge that no order has, oldest first. */
    unmatched: prepared('unmatched', (db) =>
      db
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.matched, false),
            given(messages.family, 'family'),
            given(messages.source, 'source'),
            inArray(messages.kind, [KIND.lock, KIND.burn]),
          ),
        )
        .orderBy(asc(messages.blockTimeMs), asc(messages.nonce))
        .limit(sql.placeholder('limit')),
    ),
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
    /**
     * The number of open orders of avatars, of each up to `most`. The subquery of each avatar is one range of an index,
     * whatever the planner expects of the list.
     */
    openOf: prepared('openOf', (db) => {
      const ofOne = db
        .select({ one: sql`1` })
        .from(orders)
        .where(and(eq(orders.avatarId, sql`ids.value`), inArray(orders.state, OPEN_STATES)))
        .limit(sql.placeholder('most'));
      const open = sql`coalesce(sum((select count(*) from ${ofOne} as open_orders)), 0)`.mapWith(Number);
      return db.select({ open }).from(sql`(${givenTexts(dialect, 'avatarIds')}) as ids`);
    }),
    /** Reads the index alone, so that its cost is the number of orders in the backlog. */
    backlog: prepared('backlog', (db) =>
      db
        .select({
          family: orders.family,
          source: orders.source,
          destination: orders.destination,
          assetHome: orders.assetHome,
          state: sql<Backlog['state']>`${orders.state}`,
          orders: count(),
          oldestAtMs: sql<number>`min(${orders.createdAtMs})`.mapWith(Number),
        })
        .from(orders)
        .where(isInBacklog(orders.state))
        .groupBy(orders.family, orders.source, orders.destination, orders.assetHome, orders.state),
    ),
    byStateOf: prepared('byStateOf', (db) =>
      db
        .select({ state: orders.state, orders: count() })
        .from(orders)
        .where(given(orders.avatarId, 'avatarId'))
        .groupBy(orders.state),
    ),
    byState: prepared('byState', (db) =>
      db.select({ state: orders.state, orders: count() }).from(orders).groupBy(orders.state),
    ),
    bySwapStateOf: prepared('bySwapStateOf', (db) => bySwapState(db, given(orders.avatarId, 'avatarId'))),
    bySwapState: prepared('bySwapState', (db) => bySwapState(db)),
    /**
     * What orders of a wallet move that wait for their lock, and what those move whose lock was seen by an event after
     * `seq`: two rows of one statement, so that no order is in both or in neither.
     */
    owed: prepared('owed', (db) => {
      const sumOf = (where: SQL | undefined) =>
        db
          .select({ amount: sumOfWire(orders.wireAmount) })
          .from(orders)
          .where(and(ofWallet, where));
      return sumOf(inArray(orders.state, UNLOCKED)).unionAll(sumOf(lockedSince(db)));
    }),
    /** The same of the fees of the wallet's orders, whatever they move. */
    feesOwed: prepared('feesOwed', (db) => {
      const sumOf = (where: SQL | undefined) =>
        db
          .select({ amount: sumOfWire(orders.deliveryFee) })
          .from(orders)
          .where(and(ofPayer, isNotNull(orders.deliveryFee), where));
      return sumOf(inArray(orders.state, UNLOCKED)).unionAll(sumOf(lockedSince(db)));
    }),
  };
};
