import { randomInt } from 'node:crypto';
import { type Clock, systemClock } from '@causeway/runtime';
import { HeadFeed } from '../rpc/head-feed.ts';
import { majorityOf } from '../rpc/quorum.ts';
import type { RadixSettings } from './config.ts';
import { CoreEndpoint } from './endpoint.ts';
import type { RadixNetwork } from './network.ts';
import { RadixRpc } from './rpc.ts';

/** State that all providers of one Radix network share: nodes, heads and settings. */
export interface RadixConnection {
  readonly network: RadixNetwork;
  readonly config: RadixSettings;
  readonly rpc: RadixRpc;
  readonly heads: HeadFeed;
  readonly clock: Clock;
  /** Returns a number below 2^32 that makes the next intent differ from all earlier ones. */
  readonly nextNonce: () => number;
}

const randomNonce = (): number => randomInt(2 ** 32);

/**
 * Opens the connection without sending anything before the first read. Throws RangeError when the quorum exceeds the
 * endpoints.
 */
export function connectRadix(
  network: RadixNetwork,
  config: RadixSettings,
  clock: Clock = systemClock,
  nextNonce: () => number = randomNonce,
): RadixConnection {
  const endpoints = config.rpc.map((url) => new CoreEndpoint(url, network, config));
  const rpc = new RadixRpc(endpoints, config.quorum ?? majorityOf(endpoints.length), network, clock);
  // Nodes offer no subscription, so heads are polled.
  return { network, config, rpc, heads: new HeadFeed(() => rpc.head(), { pollMs: config.pollMs }), clock, nextNonce };
}
