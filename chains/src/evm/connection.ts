import type { ChainConfig } from '../config.ts';
import { HttpEndpoint } from './endpoint.ts';
import { gweiToWei } from './fees.ts';
import { HeadFeed } from './head-feed.ts';
import { NonceTracker } from './nonces.ts';
import { QuorumRpc } from './quorum.ts';

/** Injected for tests. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Resolves after `ms`. */
  sleep(ms: number): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** What all providers of one EVM chain share: its endpoints, heads, payers' nonces and settings. */
export interface EvmConnection {
  readonly chainId: number;
  readonly config: ChainConfig;
  readonly rpc: QuorumRpc;
  readonly heads: HeadFeed;
  readonly nonces: NonceTracker;
  readonly feeCap: bigint;
  readonly clock: Clock;
}

/** More than half of `endpoints`. */
export const majorityOf = (endpoints: number): number => Math.floor(endpoints / 2) + 1;

/** Connects lazily: nothing is sent before the first read. Throws RangeError when the quorum exceeds the endpoints. */
export function connectEvm(chainId: number, config: ChainConfig, clock: Clock = systemClock): EvmConnection {
  const endpoints = config.rpc.map((url) => new HttpEndpoint(url, chainId, config.rpcTimeoutMs));
  const rpc = new QuorumRpc(endpoints, config.quorum ?? majorityOf(endpoints.length));
  return {
    chainId,
    config,
    rpc,
    heads: new HeadFeed(rpc, config),
    nonces: new NonceTracker(clock.now, config.escalateAfterMs),
    feeCap: gweiToWei(config.maxFeePerGasGwei),
    clock,
  };
}
