import { createHash } from 'node:crypto';
import { type Lock, type LockKind, type LocksOf, locksOf } from '../locks.ts';

/**
 * A lock's number at the server, in decimal digits: 63 bits of a hash, so that programs whose lists of kinds differ
 * agree on it. Two things with one number only wait for each other.
 */
export type Key = string;

/** What a job or a transaction locks: each number, and whether nobody else may have it. */
export type Claims = ReadonlyMap<Key, Mode>;
export type Mode = 'shared' | 'exclusive';

/** Numbers that were asked for lately, at most so many: jobs that wait are looked at again and again. */
const known = new Map<string, Key>();
const KNOWN = 20_000;

function keyOf(kind: string, id: string): Key {
  const name = `${kind}\0${id}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const key = BigInt.asUintN(63, createHash('sha256').update(name).digest().readBigUInt64BE()).toString();
  if (known.size >= KNOWN) known.clear();
  known.set(name, key);
  return key;
}

/** What a session has alone while it makes the engine's own table. */
export const OWN_TABLES = keyOf('schema', 'marks');

/** What each transaction of a session for writes has alone, so that its end can be waited for. */
export const writerKey = (writer: string): Key => keyOf('writer', writer);

/** What everybody shares who locks something of a kind, and a job has alone that locks very much of it. */
const kindKey = (kind: LockKind): Key => keyOf('kind', kind);

/** Most locks that a job has of a kind, and in all: one with more has the kinds alone, see `kindKey`. */
const MAX_OF_KIND = 1_000;

/** True when holders of both modes would exclude each other. */
export const excludes = (one: Mode | undefined, other: Mode): boolean =>
  one !== undefined && (one === 'exclusive' || other === 'exclusive');

/** True when a holder of `held` needs nothing more to have `wanted`. */
export const includes = (held: Mode | undefined, wanted: Mode): boolean => held === 'exclusive' || held === wanted;

/** Adds a claim; the stronger mode of a number stays. */
export function addClaim(claims: Map<Key, Mode>, key: Key, mode: Mode): void {
  if (!includes(claims.get(key), mode)) claims.set(key, mode);
}

/** The claims of locks that a job names which has `held`; of `most` or fewer things of a kind, one by one. */
function claimsOf(locks: readonly Lock[], held: Claims, most: number): Map<Key, Mode> {
  const claims = new Map<Key, Mode>();
  for (const [kind, some] of Map.groupBy(locks, (one) => one.kind)) {
    const whole = kindKey(kind);
    if (held.get(whole) === 'exclusive') continue;
    const own = new Map<Key, Mode>();
    for (const { id, shared } of some) addClaim(own, keyOf(kind, id), shared ? 'shared' : 'exclusive');
    claims.set(whole, own.size > most ? 'exclusive' : 'shared');
    if (own.size <= most) for (const [key, mode] of own) claims.set(key, mode);
  }
  return claims;
}

/** The claims of locks that a job names while it runs and has `held`. */
export function claimsBeside(held: Claims, locks: readonly Lock[]): Claims {
  const claims = claimsOf(locks, held, MAX_OF_KIND);
  return held.size + claims.size > MAX_OF_KIND ? claimsOf(locks, held, 0) : claims;
}

/** All claims of a job before it begins; `more` are those that it has asked for in an earlier try. */
export function claimsOfJob(locks: LocksOf, more: Claims): Claims {
  const claims = claimsOf(locksOf(locks), more, MAX_OF_KIND);
  for (const [key, mode] of more) addClaim(claims, key, mode);
  return claims;
}

/** True when two holders of these claims exclude each other. */
export function conflict(one: Claims, other: Claims): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  for (const [key, mode] of small) if (excludes(large.get(key), mode)) return true;
  return false;
}

/** How the server takes a claim: at once or not at all, or whenever it is free. */
const HOW = { exclusive: 1, shared: 2 } as const satisfies Record<Mode, number>;
const WAITS = 2;

/**
 * Takes claims, and tells which it could not take at once. What waits is taken in the order of the numbers, by
 * transactions that have nothing else yet, so none waits for another in a circle.
 */
export const TAKE = `select string_agg(key::text, ',') filter (where not case how
    when ${HOW.exclusive} then pg_try_advisory_xact_lock(key)
    when ${HOW.shared} then pg_try_advisory_xact_lock_shared(key)
    when ${HOW.exclusive + WAITS} then pg_advisory_xact_lock(key)::text = ''
    else pg_advisory_xact_lock_shared(key)::text = '' end)
  from unnest($1::bigint[], $2::int[]) as claims (key, how)`;

/** The keys in the answer to `TAKE`. */
export const keysIn = (cell: unknown): ReadonlySet<Key> => new Set(typeof cell === 'string' ? cell.split(',') : []);

/** The values of a `TAKE`. */
type Taking = readonly [keys: string, how: string];

const takingOf = (pairs: readonly (readonly [key: Key, how: number])[]): Taking => [
  `{${pairs.map(([key]) => key)}}`,
  `{${pairs.map(([, how]) => how)}}`,
];

/** To take the claims of a transaction that begins, and before them the writer's own one, for which it always waits. */
export function beginningWith(own: Key, claims: Claims, waits: boolean): Taking {
  const sorted = [...claims].sort(([one], [other]) => (one < other ? -1 : 1));
  const pairs = sorted.map(([key, mode]) => [key, HOW[mode] + (waits ? WAITS : 0)] as const);
  return takingOf([[own, HOW.exclusive + WAITS], ...pairs]);
}

/** To take further claims, unless others have them. */
export const trying = (claims: Claims): Taking => takingOf([...claims].map(([key, mode]) => [key, HOW[mode]]));
