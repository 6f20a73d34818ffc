import { type Domain, type Message, ok } from '@causeway/protocol';
import type { ComparisonRepository, LaneKey, MessageRow } from '@causeway/storage';
import { coverageOf } from '../account/coverage.ts';
import { type Checked, refuse } from './refusal.ts';

// Safety-critical: what a lane did before decides whether more is executed on it.

/** The execution of a lock or burn in a proposal. */
export interface Delivery {
  readonly row: MessageRow;
  readonly index: number;
}

/** Executions on one lane that move one asset. */
interface Moved {
  readonly lane: LaneKey;
  readonly assetHome: Domain;
  /** The first of them. */
  readonly index: number;
  wireAmount: bigint;
}

/** An execution that was signed and may not be included yet. */
export type Delivered = Pick<Message, 'source' | 'assetHome' | 'wireAmount'>;

/**
 * Checks that the lanes of `deliveries` do what their sources sent, and that with these, and what is `ahead` of them,
 * no more is executed than was locked and burned. Refunds are none of them.
 */
export async function requireAccounted(
  comparisons: ComparisonRepository,
  deliveries: readonly Delivery[],
  ahead: readonly Delivered[] = [],
): Promise<Checked<void>> {
  for (const move of movesOf(deliveries)) {
    const { lane, assetHome, index } = move;
    const before = ahead.filter((each) => each.source === lane.source && each.assetHome === assetHome);
    const wireAmount = before.reduce((sum, each) => sum + each.wireAmount, move.wireAmount);
    if (await comparisons.differs(lane)) {
      const what = `between ${lane.source} and ${lane.destination} something was executed or committed that nobody sent`;
      return refuse('LANE_DIFFERS', `${what}; the signer's /health says what`, index);
    }
    const { waiting, unexplained } = await coverageOf(comparisons, lane, assetHome);
    if (unexplained > 0n && wireAmount + unexplained > waiting) {
      const what = `${wireAmount} wire units, with ${unexplained} executed for no known message`;
      return refuse('ABOVE_LOCKED', `${what}, are more than the ${waiting} that wait to be executed`, index);
    }
  }
  return ok(undefined);
}

function movesOf(deliveries: readonly Delivery[]): readonly Moved[] {
  const moves = new Map<string, Moved>();
  for (const { row, index } of deliveries) {
    const { source, destination, assetHome, wireAmount } = row.message;
    const known = moves.get(`${source}/${assetHome}`);
    if (known) known.wireAmount += wireAmount;
    else
      moves.set(`${source}/${assetHome}`, {
        lane: { family: row.family, source, destination },
        assetHome,
        index,
        wireAmount,
      });
  }
  return [...moves.values()];
}
