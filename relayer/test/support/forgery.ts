import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import {
  buildBatch,
  type Domain,
  executionOf,
  type Hex,
  type Message,
  messageIdOf,
  packProof,
} from '@causeway/protocol';

// What a thief with the keys of the oracle can do at a destination, and what its admin does about it.

/** The root of one message at its nonce. */
const rootOver = (message: Message) => buildBatch(message.nonce, [messageIdOf(message)]);

/** Commits `message` at its nonce, whether or not it was sent. */
export function commitForged(chain: MemoryChain, message: Message): void {
  const { firstNonce, count, root } = rootOver(message);
  chain.executeAsOther([{ function: 'commitRoot', source: message.source, firstNonce, count, root }]);
}

/** Commits `message` and executes it. Returns its id. */
export function executeForged(chain: MemoryChain, message: Message): Hex {
  commitForged(chain, message);
  const name = executionOf(message);
  chain.executeAsOther([{ function: name, message, proof: packProof(name, message, rootOver(message)) }]);
  return messageIdOf(message);
}

/**
 * Puts the root of the `count` messages that `source` did send into force, and marks the nonces that were used
 * otherwise.
 */
export function repair(
  chain: MemoryChain,
  source: MemoryChain,
  firstNonce: bigint,
  count: number,
  changed: readonly bigint[],
): void {
  const ids = Array.from({ length: count }, (_, index) => idOf(source, Number(firstNonce) + index));
  const { root } = buildBatch(firstNonce, ids as [Hex, ...Hex[]]);
  chain.replaceRoot(source.domain, firstNonce, count, root, changed);
}

/** The lane from `source` to `destination`. */
export const laneBetween = (source: { readonly domain: Domain }, destination: { readonly domain: Domain }) => ({
  family: 'main',
  source: source.domain,
  destination: destination.domain,
});
