// Messages of a test, and batches of them.
import {
  assetHomeOf,
  type Batch,
  buildBatch,
  type Domain,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  ZERO_32,
} from '@causeway/protocol';
import type { Interval } from './bridge-under-test.ts';
import { REFERENCE, REMOTE, type Remote, THERE } from './setting.ts';

/** Messages committed as one interval. */
export interface Committed {
  readonly messages: readonly Message[];
  readonly batch: Batch;
}

/** A bridge of a test and its user. */
export interface Party {
  readonly here: Domain;
  readonly word: Hex;
  readonly user: Hex;
}
/** The parameters of a function of a party without the party. */
export type ParametersAfterParty<F> = F extends (party: Party, ...rest: infer Rest) => unknown ? Rest : never;

/** The next message of this bridge from the user, with default values for all other fields. */
export const outboundMessage = (
  { here, word, user }: Party,
  kind: typeof KIND.lock | typeof KIND.burn,
  nonce: bigint,
  wireAmount: bigint,
  remote = REMOTE,
): Message => ({
  kind,
  source: here,
  destination: remote.domain,
  nonce,
  sourceBridge: word,
  destinationBridge: remote.bridge,
  assetHome: assetHomeOf(kind, here, remote.domain),
  sender: user,
  recipient: THERE,
  wireAmount,
  reference: ZERO_32,
});

/**
 * A message from the remote to the user: a Lock of its asset, a Burn of the local one, or a Cancel with `assetHome`
 * given.
 */
export const inboundMessage = (
  { here, word, user }: Party,
  kind: Message['kind'],
  fields: Partial<Message> = {},
  remote = REMOTE,
): Message => ({
  kind,
  source: remote.domain,
  destination: here,
  nonce: 0n,
  sourceBridge: remote.bridge,
  destinationBridge: word,
  assetHome: kind === KIND.burn ? here : remote.domain,
  sender: THERE,
  recipient: user,
  wireAmount: 1_000n,
  reference: REFERENCE,
  ...fields,
});

export const messageAt = ({ messages }: Committed, index: number): Message => messages[index] as Message;

/** Messages as one interval from `firstNonce` on. */
export const batchOf = (messages: readonly Message[], firstNonce = 0n): Committed => ({
  messages,
  batch: buildBatch(firstNonce, messages.map(messageIdOf)),
});

/** The interval of a batch, as commitRoot takes it. */
export const intervalOf = ({ batch }: Committed, remote = REMOTE): Interval => ({
  source: remote.domain,
  firstNonce: batch.firstNonce,
  count: batch.count,
  root: batch.root,
});

/** A test's bridge of a kind whose calls return at once, with its messages. */
export abstract class Committing implements Party {
  abstract readonly here: Domain;
  abstract readonly word: Hex;
  abstract readonly user: Hex;

  /** The nonce of the next message from `remote`. */
  protected abstract nextInbound(remote: Remote): bigint;
  /** Sends a commitRoot, which must succeed. */
  protected abstract commitInterval(interval: Interval): void;

  outbound(...args: ParametersAfterParty<typeof outboundMessage>): Message {
    return outboundMessage(this, ...args);
  }

  inbound(...args: ParametersAfterParty<typeof inboundMessage>): Message {
    return inboundMessage(this, ...args);
  }

  /** Commits messages of a remote under its next nonces. */
  commit(messages: readonly Message[], remote = REMOTE): Committed {
    const first = this.nextInbound(remote);
    const numbered = messages.map((message, index) => ({ ...message, nonce: first + BigInt(index) }));
    return this.commitAs(numbered, first, remote);
  }

  /** Commits messages unchanged. */
  commitAs(messages: readonly Message[], firstNonce: bigint, remote = REMOTE): Committed {
    const committed = batchOf(messages, firstNonce);
    this.commitInterval(intervalOf(committed, remote));
    return committed;
  }

  /** Commits five messages with the given one in the middle, so that its proof has siblings on several levels. */
  commitAround(message: Message, remote = REMOTE): Committed {
    const filler = this.inbound(KIND.lock, {}, remote);
    return this.commit([filler, filler, message, filler, filler], remote);
  }
}

/** The event fields of a message. */
export const messageFields = (message: Message) => ({ messageId: messageIdOf(message), message });
