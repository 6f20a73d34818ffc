import { type BlockRef, type BridgeEvent, messageIdOf, ok, type Result, type SkippedOrder } from '@causeway/protocol';
import type { CallFailure } from '../src/failures.ts';
import type { OracleCall } from '../src/provider/provider.ts';
import { CALL_UNITS, costOf, type Included, type Prepared } from './memory-blocks.ts';
import type { BridgeState } from './memory-bridge.ts';
import { MemoryChain } from './memory-chain.ts';

const PACKED = '+packed';

/** The anchor without the mark of packed orders. */
const plain = (anchor: string): string => (anchor.endsWith(PACKED) ? anchor.slice(0, -PACKED.length) : anchor);

/** A chain like EVM ones: several orders are packed, and one that cannot be executed is skipped. */
export class PackingMemoryChain extends MemoryChain {
  readonly earlierAnchor = (anchor: string): string | undefined =>
    anchor.endsWith(PACKED) ? plain(anchor) : undefined;

  override async bind(anchor: string, calls: readonly OracleCall[]): Promise<Result<string, CallFailure>> {
    const orders = calls.filter((call) => call.function !== 'commitRoot');
    return ok(orders.length > 1 ? `${anchor}${PACKED}` : anchor);
  }

  override acceptsAnchor(anchor: string): Promise<Result<void, CallFailure>> {
    return super.acceptsAnchor(plain(anchor));
  }

  protected override isAnchor(anchor: string): boolean {
    return super.isAnchor(plain(anchor));
  }

  protected override execute(state: BridgeState, prepared: Prepared, block: BlockRef, index: number): Included {
    const { oracle, submission } = prepared;
    const { transaction, signatures } = oracle ?? {};
    const isPacked = transaction?.anchor.endsWith(PACKED) ?? false;
    if (!transaction || !isPacked || !this.signedByMembers(signatures ?? [])) {
      return super.execute(state, prepared, block, index);
    }
    const events: BridgeEvent[] = [];
    const skipped: SkippedOrder[] = [];
    for (const call of transaction.calls) {
      const run = this.run(state, [call], block, submission.reference, index + events.length);
      if (run.ok) events.push(...run.value);
      else if (call.function === 'commitRoot') return super.execute(state, prepared, block, index);
      else skipped.push({ messageId: messageIdOf(call.message), code: run.error.code });
    }
    const executionUnits = CALL_UNITS * BigInt(events.length);
    return {
      state: 'included',
      block,
      success: true,
      events,
      skipped,
      executionUnits,
      costs: [costOf(executionUnits)],
    };
  }
}
