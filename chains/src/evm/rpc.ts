import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import { isError } from 'ethers';
import type { RpcFailure, ScanFailure } from '../failures.ts';
import { type Endpoint, HEADS_APART, Quorum, ShownBlocks } from '../rpc/quorum.ts';
import { SharedReads } from '../rpc/shared-reads.ts';
import { endpointMessage } from './endpoint.ts';
import { blockAnswer, bytesAnswer, type RpcBlock, type RpcLog } from './wire.ts';

/** What a query of logs shows. */
export interface QueriedLogs {
  /** Logs of events that count, on which a quorum agrees. */
  readonly events: readonly RpcLog[];
  /** Logs of administration that any endpoint showed. One that lies raises a look at the bridge, and nothing else. */
  readonly changes: readonly RpcLog[];
}

/** The return data or the revert data of a call. A quorum can agree on either. */
export type CallOutcome =
  | { readonly reverted: false; readonly data: Hex }
  | { readonly reverted: true; readonly data: Hex };

/** A read-only call with the `from` and `value` of the later transaction. */
export interface CallRequest {
  /** Null creates a contract. */
  readonly to: string | null;
  readonly data: string;
  readonly from?: string;
  readonly value?: bigint;
  /** The most gas that it may use; the endpoint's own limit when absent. */
  readonly gas?: bigint;
}

/** A JSON-RPC quantity. */
export const toQuantity = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** The endpoints of one EVM chain, read as one. Its bridges share what they read in the same turn of the event loop. */
export class EvmRpc extends Quorum {
  readonly shown: ShownBlocks;
  /** The contracts whose events this process follows together. */
  readonly contracts = new Set<Hex>();
  readonly logs = new SharedReads<Result<QueriedLogs, ScanFailure>>();
  readonly #heads = new SharedReads<Result<RpcBlock, RpcFailure>>();
  readonly #blocks = new SharedReads<Result<RpcBlock | null, RpcFailure>>();

  constructor(endpoints: readonly Endpoint[], quorum: number, graceMs?: number, clock: Clock = systemClock) {
    super(endpoints, quorum, endpointMessage, graceMs);
    this.shown = new ShownBlocks(clock);
  }

  /**
   * The newest block that a quorum has reached, with a hash that a quorum confirms. Endpoints whose newest block is the
   * same confirm it at once; otherwise all are asked for the block of that number. When the highest candidate is not
   * confirmed (an endpoint lied, or the others follow different forks), the next one is tried.
   */
  head(tag: 'latest' | 'finalized' = 'latest'): Promise<Result<RpcBlock, RpcFailure>> {
    return this.#heads.read(tag, () => this.#readHead(tag));
  }

  async #readHead(tag: 'latest' | 'finalized'): Promise<Result<RpcBlock, RpcFailure>> {
    const agree = (blocks: readonly RpcBlock[]) =>
      this.areNear(
        blocks.map(({ number }) => number),
        HEADS_APART,
      );
    const newest = await this.gather(async (endpoint) => {
      const block = blockAnswer.parse(await endpoint.send('eth_getBlockByNumber', [tag, false]));
      if (block === null) throw new Error(`has no ${tag} block`);
      return tag === 'latest' ? this.shown.note(endpoint, block) : block;
    }, agree);
    if (!newest.ok) return newest;
    let failure: Result<never, RpcFailure> = fail('NO_QUORUM', 'no block is known to enough endpoints', true);
    for (const number of new Set(this.reachedBy(newest.value.map((block) => block.number)))) {
      const agreed = this.agreedIn(newest.value.filter((block) => block.number === number));
      if (agreed !== undefined) return ok(agreed);
      const block = await this.block(number);
      if (block.ok && block.value !== null) return ok(block.value);
      if (!block.ok) failure = block;
    }
    return failure;
  }

  /** The canonical block at `number`; null when a quorum has none there yet. */
  block(number: number): Promise<Result<RpcBlock | null, RpcFailure>> {
    return this.#blocks.read(String(number), () => this.agree((endpoint) => readBlock(endpoint, number)));
  }

  /**
   * The outcome of a call on the newest state. Honest endpoints that are one block apart may answer differently; then
   * all are asked again at the block that a quorum has reached.
   */
  async call(request: CallRequest, at?: number): Promise<Result<CallOutcome, RpcFailure>> {
    return this.onState(at, (endpoint, block) => readCall(endpoint, request, block));
  }

  /** A read of the state at block `at`, or of the newest state as in `call`. */
  async onState<T>(
    at: number | undefined,
    ask: (endpoint: Endpoint, block: string) => Promise<T>,
  ): Promise<Result<T, RpcFailure>> {
    if (at !== undefined) return this.agree((endpoint) => ask(endpoint, toQuantity(at)));
    const latest = await this.agree((endpoint) => ask(endpoint, 'latest'));
    if (latest.ok || latest.error.code !== 'NO_QUORUM') return latest;
    const head = await this.head();
    if (!head.ok) return head;
    return this.agree((endpoint) => ask(endpoint, toQuantity(head.value.number)));
  }
}

/** One endpoint's block at `number`. */
export async function readBlock(endpoint: Endpoint, number: number): Promise<RpcBlock | null> {
  const block = blockAnswer.parse(await endpoint.send('eth_getBlockByNumber', [toQuantity(number), false]));
  if (block !== null && block.number !== number) throw new Error(`answered block ${block.number} for ${number}`);
  return block;
}

/** One endpoint's outcome of a call at `block`. A revert is an outcome; any other error is the endpoint's failure. */
export async function readCall(endpoint: Endpoint, request: CallRequest, block: string): Promise<CallOutcome> {
  try {
    const data = bytesAnswer.parse(await endpoint.send('eth_call', [toRpcCall(request), block]));
    return { reverted: false, data };
  } catch (error) {
    return { reverted: true, data: revertData(error) };
  }
}

/** JSON-RPC form of a call. */
export function toRpcCall(request: CallRequest): Record<string, string> {
  return {
    ...(request.to === null ? {} : { to: request.to }),
    data: request.data,
    ...(request.from === undefined ? {} : { from: request.from }),
    ...(request.value ? { value: toQuantity(request.value) } : {}),
    ...(request.gas === undefined ? {} : { gas: toQuantity(request.gas) }),
  };
}

/** The revert data of an execution. Throws `error` again when it does not come from an execution. */
export function revertData(error: unknown): Hex {
  if (!isError(error, 'CALL_EXCEPTION')) throw error;
  if (error.data !== null) return error.data.toLowerCase() as Hex;
  // Nodes report an execution that ended without data (out of gas, invalid opcode) only in the message.
  if (/revert|out of gas|invalid opcode|stack/i.test(endpointMessage(error))) return '0x';
  throw error;
}
