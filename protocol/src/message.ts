import type { Domain } from './domain.ts';
import { concatHex, exactHex, type Hex, readerOf, uintToHex } from './hex.ts';
import { keccak256 } from './keccak.ts';

/** The only message version. */
export const MESSAGE_VERSION = 1;

/** Bytes of an encoded message. */
export const MESSAGE_LENGTH = 198;

/** Kinds of message, as encoded. */
export const KIND = { lock: 1, burn: 2, cancel: 3 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** A bridge message. 32-byte fields are left-padded; `wireAmount` is in wire units of the asset. */
export interface Message {
  readonly kind: Kind;
  readonly source: Domain;
  readonly destination: Domain;
  /** Position in the lane, from 0. */
  readonly nonce: bigint;
  readonly sourceBridge: Hex;
  readonly destinationBridge: Hex;
  /** Domain of the moved asset's home; see assetHomeOf. */
  readonly assetHome: Domain;
  /** Receives a refund. For a Cancel: the cancelled message's sender. */
  readonly sender: Hex;
  /** Receives the tokens. For a Cancel: the cancelled message's sender. */
  readonly recipient: Hex;
  readonly wireAmount: bigint;
  /** The caller's reference or zero. For a Cancel: the cancelled messageId. */
  readonly reference: Hex;
}

/** Status of a message on its destination. The values are the contracts'. */
export const STATUS = { none: 0, executed: 1, cancelled: 2, replaced: 3 } as const;
export type Status = keyof typeof STATUS;

/** Encodes a message in 198 bytes: version 1, big-endian, packed. Throws RangeError when a field does not fit. */
export function encodeMessage(message: Message): Hex {
  return concatHex(
    uintToHex(MESSAGE_VERSION, 1),
    uintToHex(parseKind(message.kind), 1),
    uintToHex(message.source, 4),
    uintToHex(message.destination, 4),
    uintToHex(message.nonce, 8),
    exactHex(message.sourceBridge, 32, 'sourceBridge'),
    exactHex(message.destinationBridge, 32, 'destinationBridge'),
    uintToHex(message.assetHome, 4),
    exactHex(message.sender, 32, 'sender'),
    exactHex(message.recipient, 32, 'recipient'),
    uintToHex(message.wireAmount, 16),
    exactHex(message.reference, 32, 'reference'),
  );
}

/** Decodes a message of 198 bytes. Throws RangeError on another length, version or kind. */
export function decodeMessage(encoded: Hex): Message {
  const take = readerOf(exactHex(encoded, MESSAGE_LENGTH, 'a message'));
  if (Number(take(1)) !== MESSAGE_VERSION) throw new RangeError('unknown message version');
  return {
    kind: parseKind(Number(take(1))),
    source: Number(take(4)),
    destination: Number(take(4)),
    nonce: BigInt(take(8)),
    sourceBridge: take(32),
    destinationBridge: take(32),
    assetHome: Number(take(4)),
    sender: take(32),
    recipient: take(32),
    wireAmount: BigInt(take(16)),
    reference: take(32),
  };
}

/** True when `value` is a known kind of message. */
export const isKind = (value: number): value is Kind => Object.values<number>(KIND).includes(value);

/** `value` as a Kind. Throws RangeError on any other number. */
export function parseKind(value: number): Kind {
  if (!isKind(value)) throw new RangeError(`unknown message kind ${value}`);
  return value;
}

/** keccak256 of the encoded message: the on-chain orderId. */
export const messageIdOf = (message: Message): Hex => keccak256(encodeMessage(message));

/** The assetHome of a Lock or Burn from `source` to `destination`. */
export function assetHomeOf(kind: typeof KIND.lock | typeof KIND.burn, source: Domain, destination: Domain): Domain {
  return kind === KIND.lock ? source : destination;
}

/**
 * The Cancel message that undoes a Lock or Burn. It travels the reverse lane with that lane's `nonce`, refunds the
 * cancelled message's sender, and carries the cancelled messageId as its reference. Throws RangeError on a Cancel.
 */
export function cancelOf(message: Message, nonce: bigint): Message {
  if (message.kind === KIND.cancel) throw new RangeError('a Cancel cannot be cancelled');
  return {
    kind: KIND.cancel,
    source: message.destination,
    destination: message.source,
    nonce,
    sourceBridge: message.destinationBridge,
    destinationBridge: message.sourceBridge,
    assetHome: message.assetHome,
    sender: message.sender,
    recipient: message.sender,
    wireAmount: message.wireAmount,
    reference: messageIdOf(message),
  };
}

/**
 * The function that executes a message on its destination: releaseTokens where the asset is canonical, otherwise
 * mintTokens. Both refuse a message whose assetHome breaks the rules above.
 */
export const executionOf = (message: Message): 'mintTokens' | 'releaseTokens' =>
  message.assetHome === message.destination ? 'releaseTokens' : 'mintTokens';
