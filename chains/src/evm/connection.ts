import { type Clock, systemClock } from '@causeway/runtime';
import type { HeadFeed } from '../rpc/head-feed.ts';
import { majorityOf } from '../rpc/quorum.ts';
import type { EvmSettings } from './config.ts';
import { HttpEndpoint } from './endpoint.ts';
import { gweiToWei } from './fees.ts';
import { evmHeads } from './head-feed.ts';
import { NonceTracker } from './nonces.ts';
import { EvmRpc } from './rpc.ts';

/** State that all providers of one EVM chain share: endpoints, heads, the payers' nonces and settings. */
export interface EvmConnection {
  readonly chainId: number;
  readonly config: EvmSettings;
  readonly rpc: EvmRpc;
  readonly heads: HeadFeed;
  readonly nonces: NonceTracker;
  readonly feeCap: bigint;
  readonly clock: Clock;
}

/**
 * Opens the connection without sending anything before the first read. Throws RangeError when the quorum exceeds the
 * endpoints.
 */
export function connectEvm(chainId: number, config: EvmSettings, clock: Clock = systemClock): EvmConnection {
  const endpoints = config.rpc.map((url) => new HttpEndpoint(url, chainId, config));
  const rpc = new EvmRpc(endpoints, config.quorum ?? majorityOf(endpoints.length));
  return {
    chainId,
    config,
    rpc,
    heads: evmHeads(rpc, config),
    nonces: new NonceTracker(clock.now, config.escalateAfterMs),
    feeCap: gweiToWei(config.maxFeePerGasGwei),
    clock,
  };
}
