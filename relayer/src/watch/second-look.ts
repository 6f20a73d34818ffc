// Safety-critical, and pure: whether a later look confirms what an earlier one saw.

/** One look at a debt that is not covered. All amounts have one unit. */
export interface Shortfall {
  readonly owed: bigint;
  readonly covered: bigint;
  /** Time of a block of the owing chain that is not older than the reading of `owed`, Unix milliseconds. */
  readonly owedAtMs: number;
  /** Time of a block of the covering chain that is not newer than the reading of `covered`, Unix milliseconds. */
  readonly coveredAtMs: number;
  /** Number of that block. */
  readonly block: number;
}

/** Most readings that are kept of one shortfall. */
const MOST_LOOKS = 500;

/**
 * Adds `look` to the uninterrupted ones before it. Returns what the next look needs, and how much is missing once it
 * is certain: an earlier look saw more owed than is covered now at a later block, whose time has reached the time of
 * that look, and so did every look since. A covering chain whose endpoints all lag confirms nothing before it has
 * caught up with the debt.
 */
export function addLook(
  before: readonly Shortfall[],
  look: Shortfall,
): { readonly looks: readonly Shortfall[]; readonly missing: bigint } {
  const reached = before.findLastIndex(({ owedAtMs, block }) => owedAtMs <= look.coveredAtMs && block < look.block);
  const needed = reached < 0 ? before : before.slice(reached);
  const looks = [...needed, look].slice(-MOST_LOOKS);
  if (reached < 0) return { looks, missing: 0n };
  const least = [...needed, look].reduce((owed, one) => (one.owed < owed ? one.owed : owed), look.owed);
  return { looks, missing: least > look.covered ? least - look.covered : 0n };
}

/** Of each thing that was seen, by its id, the number of the block at the first look. */
export type FirstLooks = ReadonlyMap<string, number>;

/** What is seen at `block` now, beside what was seen before; the rest is forgotten. */
export const keepLooks = (before: FirstLooks, seen: Iterable<readonly [id: string, block: number]>): FirstLooks =>
  new Map([...seen].map(([id, block]) => [id, before.get(id) ?? block]));

/** True when `id` was seen first at a block below `block`. */
export const isConfirmed = (looks: FirstLooks, id: string, block: number): boolean =>
  (looks.get(id) ?? Number.POSITIVE_INFINITY) < block;
