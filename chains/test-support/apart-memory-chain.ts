import {
  type BlockRef,
  type BridgeEvent,
  type ExecutionFailure,
  ok,
  type Result,
  type SignedTransaction,
} from '@causeway/protocol';
import type { CallFailure, ScanFailure } from '../src/failures.ts';
import type { IsComplete, OracleCall, Scan } from '../src/provider/provider.ts';
import { ExpiringMemoryChain, MAX_CALLS } from './expiring-memory-chain.ts';
import { CALL_UNITS, costOf, hashText, type Included, type Prepared } from './memory-blocks.ts';
import type { BridgeState } from './memory-bridge.ts';

/** Most messages of one commitment on this chain. */
export const MAX_COMMIT = 16;

/** The landed parts of a submission. */
interface Landed {
  readonly calls: Set<number>;
  readonly events: BridgeEvent[];
  failure: ExecutionFailure | undefined;
  block: BlockRef;
}

/** A chain like Solana: every call is a separate transaction, which lands, fails or gets lost on its own. */
export class ApartMemoryChain extends ExpiringMemoryChain {
  override readonly oracleRules = { maxCalls: MAX_CALLS, maxCommitMessages: MAX_COMMIT, commitsApart: true };
  /** Calls that pay an account that its recipient gave away. */
  givenAway: (call: OracleCall) => boolean = () => false;
  private readonly landed = new Map<string, Landed>();
  /** Transactions of others that name the bridge, by block. */
  private readonly foreign = new Map<number, number>();

  /** Puts `count` transactions that only name the bridge into the next block. */
  nameBridge(count: number): void {
    this.foreign.set(this.tip.number + 1, count);
  }

  /** Downloads the transactions of one block after the other, as long as something is missing. */
  override async scan(
    from: number,
    to: number | BlockRef,
    isComplete: IsComplete = async () => false,
  ): Promise<Result<Scan, ScanFailure>> {
    const found = await super.scan(from, to);
    if (!found.ok) return found;
    const { events, to: last } = found.value;
    const blocks = new Set([...events.map(({ at }) => at.block.number), ...this.foreign.keys()]);
    const listed = [...blocks].filter((number) => number >= from && number <= last.number).sort((a, b) => a - b);
    const seen: BridgeEvent[] = [];
    for (const number of listed) {
      if (await isComplete(last, seen)) break;
      seen.push(...events.filter(({ at }) => at.block.number === number));
      for (let left = this.foreign.get(number) ?? 0; left > 0; left--) this.count('transaction');
    }
    const unrelated = listed.reduce((total, number) => total + (this.foreign.get(number) ?? 0), 0);
    return ok({ events: seen, to: last, unrelated });
  }

  /** The last part of a bound anchor lists the calls to accounts that were given away. */
  override async bind(anchor: string, calls: readonly OracleCall[]) {
    return this.read('bind', () => {
      const marked = [...calls.keys()].filter((index) => this.givenAway(calls[index] as OracleCall));
      return `${anchor.slice(0, anchor.lastIndexOf(':'))}:${marked.join('+')}`;
    });
  }

  assumed(anchor: string): readonly number[] {
    const [, , , marked = ''] = this.isAnchor(anchor) ? anchor.split(':') : [];
    return marked.split('+').filter(Boolean).map(Number);
  }

  override async build(anchor: string, calls: readonly OracleCall[]) {
    const callIndex = this.assumed(anchor).find((index) => !this.givenAway(calls[index] as OracleCall));
    if (callIndex === undefined) return super.build(anchor, calls);
    const error = {
      code: 'ACCOUNT_CREATION_NEEDED' as const,
      message: 'it was not given away',
      retryable: true,
      callIndex,
    };
    return { ok: false, error } as const;
  }

  override async simulate(calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
    const read = this.read('simulate', () => undefined);
    if (!read.ok) return read;
    for (const [callIndex, call] of calls.entries()) {
      const run = this.run(structuredClone(this.state), [call], this.tip, 'simulation', 0);
      if (!run.ok) return { ok: false, error: { ...run.error, callIndex } };
    }
    return ok(undefined);
  }

  /** A dropped submission costs what its landed calls cost. */
  override async outcome(submission: SignedTransaction) {
    const outcome = await super.outcome(submission);
    const landed = this.landed.get(submission.reference)?.calls;
    if (!outcome.ok || outcome.value.state !== 'dropped' || landed === undefined) return outcome;
    const { length } = this.prepared.get(submission.reference)?.oracle?.transaction.calls ?? [];
    const costs = Array.from({ length: length ?? 0 }, (_, index) => costOf(landed.has(index) ? CALL_UNITS : 0n));
    return ok({ ...outcome.value, costs });
  }

  /** Lands the calls that can land. If the block hash expires before all of them have, the submission is dropped. */
  protected override include(
    state: BridgeState,
    prepared: Prepared,
    block: BlockRef,
    index: number,
  ): readonly BridgeEvent[] | undefined {
    const { oracle, submission } = prepared;
    if (!oracle) return super.include(state, prepared, block, index);
    const { transaction, signatures } = oracle;
    const { reference } = submission;
    const expired = this.expired(submission, block.number);
    const landed = this.landed.get(reference) ?? { calls: new Set(), events: [], failure: undefined, block };
    const emitted: BridgeEvent[] = [];
    const isAlone = transaction.calls.length === 1;
    for (const [callIndex, call] of transaction.calls.entries()) {
      if (expired || landed.calls.has(callIndex) || this.loses(call) || !this.signedByMembers(signatures)) continue;
      landed.calls.add(callIndex);
      landed.block = block;
      this.charge(state, submission.payer, costOf(CALL_UNITS));
      const run = this.run(
        state,
        [call],
        block,
        isAlone ? reference : hashText(`${reference}/${callIndex}`),
        index + emitted.length,
      );
      if (run.ok) emitted.push(...run.value);
      else landed.failure ??= run.error;
    }
    landed.events.push(...emitted);
    if (landed.calls.size > 0) this.landed.set(reference, landed);
    if (!expired && landed.calls.size < transaction.calls.length) return emitted.length > 0 ? emitted : undefined;
    this.mempool.delete(reference);
    if (landed.calls.size === transaction.calls.length) this.outcomes.set(reference, outcomeOf(landed));
    return emitted;
  }
}

function outcomeOf({ calls, events, failure, block }: Landed): Included {
  const executionUnits = CALL_UNITS * BigInt(calls.size);
  const costs = Array.from(calls, () => costOf(CALL_UNITS));
  return { state: 'included', block, success: !failure, events, executionUnits, costs, ...(failure && { failure }) };
}
