import { ok } from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import { HeadFeed } from '../rpc/head-feed.ts';
import { JsonRpcEndpoint } from '../rpc/json-rpc.ts';
import { majorityOf } from '../rpc/quorum.ts';
import type { SolanaSettings } from './config.ts';
import { SolanaRpc } from './rpc.ts';
import { toHead } from './scanner.ts';
import { SendCounter } from './send-counter.ts';

/** State that all providers of one Solana cluster share: its endpoints and settings. */
export interface SolanaConnection {
  readonly config: SolanaSettings;
  readonly rpc: SolanaRpc;
  readonly clock: Clock;
  /** The highest price of a compute unit, millionths of a lamport. */
  readonly priceCap: bigint;
  readonly sends: SendCounter;
}

/**
 * Opens the connection without sending anything before the first read. Throws RangeError when the quorum exceeds the
 * endpoints.
 */
export function connectSolana(config: SolanaSettings, clock: Clock = systemClock): SolanaConnection {
  const endpoints = config.rpc.map((url) => new JsonRpcEndpoint(url, config));
  return {
    config,
    rpc: new SolanaRpc(endpoints, config.quorum ?? majorityOf(endpoints.length), clock),
    clock,
    priceCap: BigInt(config.maxComputeUnitPriceMicroLamports),
    sends: new SendCounter(clock.now()),
  };
}

/**
 * Heads of the cluster, for all bridges on it. A transaction that names one of `programs`, or the next poll, prompts a
 * read.
 */
export function solanaHeads({ rpc, config }: SolanaConnection, programs: readonly string[]): HeadFeed {
  const calls = programs.map((program) => ({
    method: 'logsSubscribe',
    params: [{ mentions: [program] }, { commitment: 'confirmed' }],
  }));
  const read = async () => {
    const head = await rpc.head();
    return head.ok ? ok(toHead(head.value)) : head;
  };
  return new HeadFeed(read, { ...config, subscription: { calls, everyHead: false } });
}
