/**
 * The horizon of events: the number up to which every event can be read that will ever be. Before a transaction draws
 * the first number of an event, it shares a lock whose number is the newest one drawn so far, and holds it to its end.
 * All numbers up to the smallest of these locks belong to transactions that have ended.
 */

/** The upper 16 of 64 bits of these locks' numbers; no other lock of this program has the highest one. */
const TAG = 0xc5e1;
const BASE = BigInt.asIntN(64, BigInt(TAG) << 48n);

/** The newest number of an event that was drawn, also by a transaction that goes on; null before the first. */
const DRAWN = `pg_sequence_last_value(to_regclass('events_seq_seq'))`;

/** Keeps readers from the events that the transaction is about to append, and from all later ones. */
export const HOLD_HORIZON = `select pg_advisory_xact_lock_shared(${BASE} + coalesce(${DRAWN}, 0))::text`;

/**
 * The horizon, for a statement before the one that reads events. The newest number is read first: who has drawn one up
 * to it has its lock then, or has ended.
 */
export const HORIZON = `(select least(coalesce(${DRAWN}, 0), (
  select min(((classid::bigint & 65535) << 32) | objid::bigint) from pg_locks
  where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 16 = ${TAG}
    and database = (select oid from pg_database where datname = current_database()))))`;
