import {
  type Batch,
  buildBatch,
  cancelOf,
  executionOf,
  KIND,
  type Message,
  messageIdOf,
  ZERO_32,
} from '../../src/index.ts';
import { sampleMessage } from './messages.ts';
import { remotesOf, type Site } from './sites.ts';

/** A message to a site, with its committed interval. */
export interface Delivery {
  readonly name: string;
  readonly message: Message;
  readonly batch: Batch;
  readonly execution: 'mintTokens' | 'releaseTokens';
}

/** The messages that one remote sends to a site, and their intervals in the order of commitment. */
export interface InboundLane {
  readonly remote: Site;
  readonly batches: readonly Batch[];
  readonly deliveries: readonly Delivery[];
}

/** An interval of one message, then one of seven, whose tree has nodes without a sibling. */
export function inboundLane(site: Site, remote: Site): InboundLane {
  const messages = [
    lock('lock alone', { wireAmount: 25_000_000n }),
    lock('lock of one wire unit', { wireAmount: 1n }),
    burn('burn', {}),
    { name: 'cancel of a lock', message: (nonce: bigint) => cancelOf(outbound(KIND.lock), nonce) },
    { name: 'cancel of a burn', message: (nonce: bigint) => cancelOf(outbound(KIND.burn), nonce) },
    lock('lock without reference', { reference: ZERO_32 }),
    burn('burn of one wire unit', { wireAmount: 1n }),
    lock('large lock', { wireAmount: 10n ** 18n }),
  ].map(({ name, message }, nonce) => ({ name: `${name}, ${remote.name}`, message: message(BigInt(nonce)) }));

  const batches = [messages.slice(0, 1), messages.slice(1)].map((part) =>
    buildBatch(
      part[0]?.message.nonce ?? 0n,
      part.map(({ message }) => messageIdOf(message)),
    ),
  );
  return {
    remote,
    batches,
    deliveries: messages.map(({ name, message }) => ({
      name,
      message,
      batch: batches[message.nonce === 0n ? 0 : 1] as Batch,
      execution: executionOf(message),
    })),
  };

  function lock(name: string, fields: Partial<Message>) {
    return { name, message: (nonce: bigint) => sampleMessage(KIND.lock, remote, site, nonce, name, fields) };
  }
  function burn(name: string, fields: Partial<Message>) {
    return { name, message: (nonce: bigint) => sampleMessage(KIND.burn, remote, site, nonce, name, fields) };
  }
  function outbound(kind: typeof KIND.lock | typeof KIND.burn) {
    return sampleMessage(kind, site, remote, 0n, `cancelled message of kind ${kind}`);
  }
}

/** The lanes from all remotes of a site. */
export const inboundLanes = (site: Site): readonly InboundLane[] =>
  remotesOf(site).map((remote) => inboundLane(site, remote));
