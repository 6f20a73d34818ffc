import {
  type Batch,
  buildBatch,
  concatHex,
  encodePackedOrders,
  type Hex,
  KIND,
  keccak256,
  type Message,
  type PackedOrders,
  type ProofFor,
  type ProvenUse,
  packedLength,
  packOrders,
  packProof,
  siblingsOf,
  uintToHex,
  ZERO_32,
} from '../../src/index.ts';
import type { Delivery, InboundLane } from './lanes.ts';
import { word } from './sites.ts';

/** Widest tree of which every part is a vector. */
const WIDEST = 64;

/** The siblings of every part of small trees: one hash for each tree, over the hashes of each part's siblings. */
export function packedPartsVectors() {
  return Array.from({ length: WIDEST }, (_, index) => {
    const width = index + 1;
    const batch = buildBatch(
      0n,
      Array.from({ length: width }, (_, leaf) => keccak256(uintToHex(leaf, 4))),
    );
    return { name: `every part of ${width} messages`, width, root: batch.root, digest: digestOfParts(batch) };
  });
}

/** Over parts by first leaf, then by length: digest = keccak256(digest ‖ keccak256(siblings)), from zero. */
export function digestOfParts(batch: Batch): Hex {
  const paths = batch.messageIds.map((_, offset) => ({ offset, siblings: batch.proofOf(BigInt(offset)) }));
  let digest = ZERO_32;
  for (const [first, path] of paths.entries()) {
    for (const last of paths.slice(first)) {
      digest = keccak256(concatHex(digest, keccak256(concatHex(...siblingsOf(path, last, batch.count)))));
    }
  }
  return digest;
}

/** What each order of a part becomes. */
type Choice = (delivery: Delivery) => ProofFor;

const execute: Choice = ({ execution }) => execution;
const cancel: Choice = ({ message, execution }) => (message.kind === KIND.cancel ? execution : 'cancelOrder');
const alternate: Choice = (delivery) => (delivery.message.nonce % 2n === 0n ? cancel(delivery) : execute(delivery));

/** Calls of executeMany that a bridge must accept, each on the freshly set up bridge. */
export function packedVectors(lanes: readonly InboundLane[]) {
  return lanes.flatMap(({ deliveries, remote }) => {
    const interval = deliveries.slice(1);
    const parts: [name: string, part: readonly Delivery[], choice: Choice][] = [
      ['an interval of one message', deliveries.slice(0, 1), execute],
      ['a whole interval, executed', interval, execute],
      ['a whole interval, cancelled', interval, cancel],
      ['a whole interval, executed and cancelled', interval, alternate],
      ['the first message', interval.slice(0, 1), execute],
      ['the last message, which has no sibling', interval.slice(-1), execute],
      ['messages from a left leaf to a right one', interval.slice(2, 4), execute],
      ['messages from a right leaf to a left one', interval.slice(1, 5), alternate],
      ['messages to the end', interval.slice(3), cancel],
    ];
    return parts.map(([name, part, choice]) => ({
      name: `${name}, ${remote.name}`,
      source: remote.domain,
      startNonce: part[0]?.message.nonce,
      functions: part.map(choice),
      packed: encodePackedOrders(packed(part, choice)),
    }));
  });
}

function packed(part: readonly Delivery[], choice: Choice): PackedOrders {
  const uses = part.map((delivery): ProvenUse => {
    const use = choice(delivery);
    return { function: use, message: delivery.message, proof: packProof(use, delivery.message, delivery.batch) };
  });
  return packOrders(uses as [ProvenUse, ...ProvenUse[]]);
}

/** One valid call of executeMany, broken in every way. */
export function malformedPacked({ deliveries }: InboundLane) {
  const right = packed(deliveries.slice(3, 6), execute);
  const bytes = encodePackedOrders(right);
  const orders = (change: (orders: PackedOrders['orders']) => PackedOrders['orders']): Hex =>
    encodePackedOrders({ ...right, orders: change(right.orders) });
  const siblings = (change: (siblings: readonly Hex[]) => readonly Hex[]): Hex =>
    encodePackedOrders({ ...right, siblings: change(right.siblings) });
  const head = (fields: Partial<PackedOrders>): Hex => encodePackedOrders({ ...right, ...fields });
  const field = (fields: Partial<Message>): Hex =>
    orders(([first, ...rest]) => [{ ...first, ...fields } as never, ...rest]);
  const operation = (byte: number): Hex => {
    const offset = 2 + 2 * packedLength(0, 0);
    return `0x${bytes.slice(2, offset)}${uintToHex(byte, 1).slice(2)}${bytes.slice(offset + 2)}`;
  };
  const length = (count: number): Hex => {
    const offset = 2 + 2 * packedLength(0, 0);
    return `0x${bytes.slice(2, offset - 4)}${uintToHex(count, 2).slice(2)}${bytes.slice(offset)}`;
  };
  const last = right.firstNonce + BigInt(right.count);
  const malformed: [name: string, packed: Hex, error: string][] = [
    ['no byte', '0x', 'MalformedProof'],
    ['the head alone', `0x${bytes.slice(2, 2 + 2 * packedLength(0, 0))}`, 'MalformedProof'],
    ['one byte less', bytes.slice(0, -2) as Hex, 'MalformedProof'],
    ['one byte more', concatHex(bytes, '0x00'), 'MalformedProof'],
    ['no order', length(0), 'MalformedProof'],
    ['siblings of no order', encodePackedOrders({ ...right, orders: [] as never }), 'MalformedProof'],
    ['more orders than bytes', length(0xffff), 'MalformedProof'],
    ['a sibling less', siblings((list) => list.slice(1)), 'MalformedProof'],
    ['a sibling more', siblings((list) => [...list, word('a sibling')]), 'MalformedProof'],
    ['no sibling', siblings(() => []), 'MalformedProof'],
    ['siblings in another order', siblings((list) => [...list].reverse()), 'InvalidProof'],
    ['another sibling', siblings((list) => [word('a sibling'), ...list.slice(1)]), 'InvalidProof'],
    ['orders in another order', orders((list) => [...list].reverse()), 'InvalidProof'],
    ['an order twice', orders(([first, , third]) => [first, first, third] as never), 'InvalidProof'],
    ['another sender', field({ sender: word('another sender') }), 'InvalidProof'],
    ['another reference', field({ reference: word('another reference') }), 'InvalidProof'],
    ['another recipient', field({ recipient: word('another recipient') }), 'InvalidProof'],
    ['another amount', field({ wireAmount: 7n }), 'InvalidProof'],
    ['an unknown operation', operation(0), 'InvalidKind'],
    ['an operation of another message', operation(0x11), 'InvalidProof'],
    ['a mint for a burn', operation(0x12), 'InvalidKind'],
    ['a release for a lock', operation(0x21), 'InvalidKind'],
    ['the cancellation of a Cancel', operation(0x33), 'InvalidKind'],
    ['an order before the interval', head({ startNonce: right.firstNonce - 1n }), 'NonceOutOfRange'],
    ['an order behind the interval', head({ startNonce: last - 2n }), 'NonceOutOfRange'],
    ['another place in the interval', head({ startNonce: right.startNonce + 2n }), 'MalformedProof'],
    ['another first nonce', head({ firstNonce: right.firstNonce - 1n }), 'UnknownRoot'],
    ['another count', head({ count: right.count + 1 }), 'UnknownRoot'],
    ['another source', head({ source: right.source + 100 }), 'UnknownRoot'],
  ];
  return malformed.map(([name, packed, error]) => ({ name, packed, error }));
}
