import type { Domain } from '@causeway/protocol';
import type { ComparisonRepository, LaneKey } from '@causeway/storage';
import { unexplained } from './paid.ts';

/** Executions at one bridge that are looked at. Beyond, a lane has far more to explain than it can hold. */
const MOST = 1_000;

/** What may be executed between two bridges, in wire units of one of their assets. */
export interface Coverage {
  /** In final locks and burns without an outcome. */
  readonly waiting: bigint;
  /** In executions for which no message accounts, or not yet. */
  readonly unexplained: bigint;
}

/**
 * How the account of `assetHome`'s asset stands between the two chains of `lane`. Σ executed + Σ cancelled ≤ Σ locked +
 * Σ burned holds with further executions as long as they are at most `waiting` − `unexplained`: what waits is exactly
 * what was locked and burned and neither executed nor cancelled, as every known message has at most one outcome. So
 * nothing needs the whole history.
 */
export async function coverageOf(
  comparisons: ComparisonRepository,
  lane: LaneKey,
  assetHome: Domain,
): Promise<Coverage> {
  const { family, source, destination } = lane;
  const back = { family, source: destination, destination: source };
  let amount = 0n;
  for (const towards of [lane, back]) amount += await unexplainedOn(comparisons, towards, assetHome);
  if (amount === 0n) return { waiting: 0n, unexplained: 0n };
  const waiting = await Promise.all([lane, back].map((each) => comparisons.waitingAmount(each, assetHome)));
  return { waiting: waiting.reduce((total, each) => total + each), unexplained: amount };
}

/** Wire units that the destination of `lane` executed and that may belong to no message of it. */
async function unexplainedOn(comparisons: ComparisonRepository, lane: LaneKey, assetHome: Domain): Promise<bigint> {
  // While every root of the lane is the root of known messages, an unknown execution is none of this lane.
  const roots = await comparisons.uncomparedRoots(lane, 0n, MOST);
  if (!roots.some(({ inForce }) => inForce) && !(await comparisons.differs(lane))) return 0n;
  const operation = lane.destination === assetHome ? 'releaseTokens' : 'mintTokens';
  const executions = await comparisons.uncomparedExecutions(lane.family, lane.destination, MOST);
  return executions
    .filter(({ paid }) => paid?.operation === operation)
    .reduce((total, { paid, message }) => total + unexplained(paid, message?.message), 0n);
}
