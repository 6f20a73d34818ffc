import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Order, OrderProof } from './areas/orders.ts';
import { bytesOf, wordOf } from './words.ts';

/** A message of the bridge, as `orders.proof` answers it. */
export type OrderMessage = NonNullable<OrderProof['message']>;

/** The members of an order that `verifyOrder` compares with its message. */
export type OrderClaim = Pick<Order, 'messageId' | 'operation' | 'reference'>;

/** The subject of a difference: a member of the order, a field of its message, or its inclusion. */
export type OrderSubject = keyof OrderClaim | `message.${keyof OrderMessage & string}` | 'message' | 'nonce' | 'root';

/** Something in an answer that is wrong. */
export interface OrderDifference {
  readonly subject: OrderSubject;
  readonly expected: string;
  readonly found: string;
}

/** Bytes of the fields in the order of their encoding, after a byte of version 1; 32 of them are a word. */
const FIELDS: Readonly<Record<keyof OrderMessage, number>> = {
  kind: 1,
  source: 4,
  destination: 4,
  nonce: 8,
  sourceBridge: 32,
  destinationBridge: 32,
  assetHome: 4,
  sender: 32,
  recipient: 32,
  wireAmount: 16,
  reference: 32,
};
const NAMES = Object.keys(FIELDS) as (keyof OrderMessage)[];
const KINDS: Readonly<Record<Order['operation'], number>> = { lockTokens: 1, burnTokens: 2 };
/** Most siblings of a proof. */
const MAX_DEPTH = 32;

/**
 * Computes again what an order's delivery rests on, and compares it with the service's answer: the message's id, its
 * reference and kind, and the way from it to the root that the destination holds. `known` are fields of the message
 * that the caller has from where they trust, such as the bridges of a deployment file. Returns the differences, none
 * when all is right. It asks nobody: that the destination holds this root, and that it executed this message, is on
 * its chain, in `proof.interval.transaction` and the order's `mintTransaction`.
 */
export function verifyOrder(
  order: OrderClaim,
  proof: OrderProof,
  known: Partial<OrderMessage> = {},
): readonly OrderDifference[] {
  const { message, interval } = proof;
  if (!message) return [differs('message', 'the message of a lock or burn', 'none')];
  const encoded = encode(message);
  if (!encoded) return [differs('message', '198 bytes', JSON.stringify(message))];
  const id = keccak_256(encoded);
  const given = (Object.keys(known) as (keyof OrderMessage)[]).map((name) =>
    same(`message.${name}`, known[name], message[name]),
  );
  return [
    ...same('messageId', wordOf(id), order.messageId),
    ...same('reference', message.reference, order.reference),
    ...same('operation', message.kind, KINDS[order.operation]),
    ...given.flat(),
    ...(interval ? inclusion(id, BigInt(message.nonce), interval) : [differs('root', 'a committed root', 'none')]),
  ];
}

/** The differences between the interval and one that contains the message. */
function inclusion(
  id: Uint8Array,
  nonce: bigint,
  { firstNonce, count, root, siblings }: NonNullable<OrderProof['interval']>,
): readonly OrderDifference[] {
  const first = numberOf(firstNonce);
  const isInside = first !== undefined && nonce >= first && nonce < first + BigInt(count);
  const outside = isInside ? [] : [differs('nonce', `${count} from ${firstNonce} on`, String(nonce))];
  const path = (siblings ?? []).map((sibling) => bytesOf(sibling, 32));
  if (!siblings || path.length > MAX_DEPTH || path.includes(undefined))
    return [...outside, differs('root', `at most ${MAX_DEPTH} siblings`, JSON.stringify(siblings))];
  const top = (path as Uint8Array[]).reduce(parentOf, keccak_256(id));
  return [...outside, ...same('root', wordOf(top), root)];
}

/** keccak256(smaller ‖ larger). */
function parentOf(one: Uint8Array, other: Uint8Array): Uint8Array {
  const isSmaller = bytesToHex(one) < bytesToHex(other);
  return keccak_256(isSmaller ? concatBytes(one, other) : concatBytes(other, one));
}

/** The 198 bytes of the message; undefined when a field does not fit. */
function encode(message: OrderMessage): Uint8Array | undefined {
  const parts = NAMES.map((name) => {
    const value = message[name];
    if (FIELDS[name] === 32) return bytesOf(String(value), 32);
    const digits = numberOf(String(value))
      ?.toString(16)
      .padStart(2 * FIELDS[name], '0');
    return digits?.length === 2 * FIELDS[name] ? hexToBytes(digits) : undefined;
  });
  return parts.includes(undefined) ? undefined : concatBytes(Uint8Array.of(1), ...(parts as Uint8Array[]));
}

const numberOf = (digits: string): bigint | undefined => (/^\d+$/.test(digits) ? BigInt(digits) : undefined);

const differs = (subject: OrderSubject, expected: string, found: string): OrderDifference => ({
  subject,
  expected,
  found,
});

function same(subject: OrderSubject, expected: unknown, found: unknown): readonly OrderDifference[] {
  const [wanted, there] = [String(expected).toLowerCase(), String(found).toLowerCase()];
  return wanted === there ? [] : [differs(subject, wanted, there)];
}
