import { ok } from '@causeway/protocol';
import { HeadFeed, type HeadFeedOptions } from '../rpc/head-feed.ts';
import type { EvmRpc } from './rpc.ts';
import { toHead } from './scanner.ts';

const NEW_HEADS = { calls: [{ method: 'eth_subscribe', params: ['newHeads'] }], everyHead: true } as const;

/** New heads of an EVM chain; a WebSocket, if configured, announces them by eth_subscribe. */
export function evmHeads(rpc: EvmRpc, options: Omit<HeadFeedOptions, 'subscription'>): HeadFeed {
  const read = async () => {
    const head = await rpc.head();
    return head.ok ? ok(toHead(head.value)) : head;
  };
  return new HeadFeed(read, { ...options, subscription: NEW_HEADS });
}
