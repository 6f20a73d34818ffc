import { nodeOf } from './batch.ts';
import type { Domain } from './domain.ts';
import { concatHex, exactHex, type Hex, isHex, readerOf, uintToHex } from './hex.ts';
import { KIND, type Kind, type Message } from './message.ts';
import { type Proof, type ProofFor, unpackProof } from './proof.ts';
import { type Failure, fail, ok, type Result } from './result.ts';

/** What is done with one message: the function that would do it alone, and its packed proof for that function. */
export interface ProvenUse {
  readonly function: ProofFor;
  readonly message: Message;
  /** The packed proof of protocol/proof. */
  readonly proof: Hex;
}

/** What executeMany takes: what is done with consecutive messages of one interval. */
export interface PackedOrders {
  readonly source: Domain;
  readonly firstNonce: bigint;
  readonly count: number;
  /** Nonce of the first order. */
  readonly startNonce: bigint;
  readonly orders: readonly PackedOrder[];
  /** The nodes beside the orders' leaves, see siblingsOf. */
  readonly siblings: readonly Hex[];
}

/** An order as its packed form has it. */
export interface PackedOrder extends Pick<Message, 'kind' | 'sender' | 'reference' | 'recipient' | 'wireAmount'> {
  readonly function: ProofFor;
}

/** Bytes of the head: source, firstNonce, count, startNonce, number of orders. */
const HEAD_LENGTH = 4 + 8 + 4 + 8 + 2;
/** Bytes of a packed order: operation, sender, reference, recipient, wireAmount. */
const ORDER_LENGTH = 1 + 32 + 32 + 32 + 16;

/** Bytes of the argument of executeMany. */
export const packedLength = (orders: number, siblings: number): number =>
  HEAD_LENGTH + ORDER_LENGTH * orders + 32 * siblings;

/** The first byte of an order, by its function and its message's kind. Other bytes are no operation. */
const OPERATIONS: Readonly<Record<ProofFor, Readonly<Partial<Record<Kind, number>>>>> = {
  mintTokens: { [KIND.lock]: 0x11, [KIND.cancel]: 0x13 },
  releaseTokens: { [KIND.burn]: 0x22, [KIND.cancel]: 0x23 },
  cancelOrder: { [KIND.lock]: 0x31, [KIND.burn]: 0x32 },
};

const BY_OPERATION: ReadonlyMap<number, Pick<PackedOrder, 'function' | 'kind'>> = new Map(
  (Object.keys(OPERATIONS) as ProofFor[]).flatMap((use) =>
    Object.entries(OPERATIONS[use]).map(([kind, operation]) => [
      operation,
      { function: use, kind: Number(kind) as Kind },
    ]),
  ),
);

/**
 * The packed argument of executeMany. Throws RangeError when a function does not take its message's kind, or a field
 * does not fit.
 */
export const encodePackedOrders = ({ source, firstNonce, count, startNonce, orders, siblings }: PackedOrders): Hex =>
  concatHex(
    uintToHex(source, 4),
    uintToHex(firstNonce, 8),
    uintToHex(count, 4),
    uintToHex(startNonce, 8),
    uintToHex(orders.length, 2),
    ...orders.map(encodeOrder),
    ...siblings.map((sibling) => exactHex(sibling, 32, 'a sibling')),
  );

function encodeOrder(order: PackedOrder): Hex {
  const operation = OPERATIONS[order.function][order.kind];
  if (operation === undefined) throw new RangeError(`${order.function} takes no message of kind ${order.kind}`);
  return concatHex(
    uintToHex(operation, 1),
    exactHex(order.sender, 32, 'sender'),
    exactHex(order.reference, 32, 'reference'),
    exactHex(order.recipient, 32, 'recipient'),
    uintToHex(order.wireAmount, 16),
  );
}

/**
 * The fields of a packed argument of executeMany. Fails with the contract's error names: MalformedProof (no order,
 * missing or superfluous bytes), NonceOutOfRange (orders outside the interval), InvalidKind (a byte that is no
 * operation).
 */
export function decodePackedOrders(
  packed: Hex,
): Result<PackedOrders, Failure<'InvalidKind' | 'MalformedProof' | 'NonceOutOfRange'>> {
  const bytes = isHex(packed) ? (packed.length - 2) / 2 : 0;
  if (bytes < packedLength(1, 0)) return fail('MalformedProof', 'packed orders have a head and at least one order');
  const take = readerOf(packed);
  const source = Number(take(4));
  const firstNonce = BigInt(take(8));
  const count = Number(take(4));
  const startNonce = BigInt(take(8));
  const length = Number(take(2));
  const siblingBytes = bytes - packedLength(length, 0);
  if (length === 0 || siblingBytes < 0 || siblingBytes % 32 !== 0) {
    return fail('MalformedProof', 'packed orders are a head, its number of orders and whole siblings');
  }
  if (startNonce < firstNonce || startNonce - firstNonce + BigInt(length) > BigInt(count)) {
    return fail('NonceOutOfRange', 'the orders are outside their interval');
  }
  const orders: PackedOrder[] = [];
  for (let index = 0; index < length; index++) {
    const operation = BY_OPERATION.get(Number(take(1)));
    if (operation === undefined) return fail('InvalidKind', `order ${index} has an unknown operation`);
    const [sender, reference, recipient] = [take(32), take(32), take(32)];
    orders.push({ ...operation, sender, reference, recipient, wireAmount: BigInt(take(16)) });
  }
  const siblings = Array.from({ length: siblingBytes / 32 }, () => take(32));
  return ok({ source, firstNonce, count, startNonce, orders, siblings });
}

/**
 * `uses` as what executeMany takes: messages of one source and one interval, in order of nonce and without gaps, each
 * with its packed proof. Throws RangeError otherwise.
 */
export function packOrders(uses: readonly [ProvenUse, ...ProvenUse[]]): PackedOrders {
  const proofs = uses.map(({ function: use, proof }) => {
    const unpacked = unpackProof(use, proof);
    if (!unpacked.ok) throw new RangeError(unpacked.error.message);
    return unpacked.value;
  });
  const [first, last] = [proofs[0] as Proof, proofs.at(-1) as Proof];
  const { source, firstNonce, count, nonce: startNonce } = first;
  proofs.forEach((proof, index) => {
    const sameInterval = proof.source === source && proof.firstNonce === firstNonce && proof.count === count;
    if (!sameInterval || proof.nonce !== startNonce + BigInt(index)) {
      throw new RangeError('packed orders have consecutive nonces of one interval');
    }
  });
  const offsetOf = (proof: Proof): number => Number(proof.nonce - firstNonce);
  const siblings = siblingsOf(
    { offset: offsetOf(first), siblings: first.siblings },
    { offset: offsetOf(last), siblings: last.siblings },
    count,
  );
  const orders = uses.map(({ function: use, message: { kind, sender, reference, recipient, wireAmount } }) => ({
    function: use,
    kind,
    sender,
    reference,
    recipient,
    wireAmount,
  }));
  return { source, firstNonce, count, startNonce, orders, siblings };
}

/** A leaf's position in its tree, and its siblings from leaf to root. */
export interface LeafPath {
  readonly offset: number;
  readonly siblings: readonly Hex[];
}

/**
 * The nodes beside the leaves from `first` to `last` in a tree of `width` leaves, from the leaves up: at each level the
 * left one, when the first node is a right one, then the right one, when the last node is a left one that has one. They
 * are siblings of the first leaf or of the last one.
 */
export function siblingsOf(first: LeafPath, last: LeafPath, width: number): readonly Hex[] {
  const [left, right] = [levelsOf(first, width), levelsOf(last, width)];
  return left.flatMap((sibling, level) => {
    const beside: Hex[] = [];
    if (sibling !== undefined && isRight(first.offset, level)) beside.push(sibling);
    const after = right[level];
    if (after !== undefined && !isRight(last.offset, level)) beside.push(after);
    return beside;
  });
}

/**
 * The root of a tree of `width` leaves that `leaves` lead to, the first of which is at `offset`. Undefined when
 * `siblings` are too few or too many, or the leaves are outside the tree.
 */
export function rootOfLeaves(
  leaves: readonly Hex[],
  offset: number,
  width: number,
  siblings: readonly Hex[],
): Hex | undefined {
  if (leaves.length === 0 || offset < 0 || offset + leaves.length > width) return undefined;
  const left = [...siblings];
  let nodes = leaves;
  for (let [first, level] = [offset, width]; level > 1; first >>= 1, level = Math.ceil(level / 2)) {
    const before = first % 2 === 1 ? [left.shift()] : [];
    const end = first + nodes.length;
    const after = end % 2 === 1 && end < level ? [left.shift()] : [];
    const row = [...before, ...nodes, ...after];
    if (row.includes(undefined)) return undefined;
    nodes = pairsOf(row as Hex[]);
  }
  return left.length === 0 ? nodes[0] : undefined;
}

/** The parents of a level's nodes, of which the first is a left one; a lone last one is promoted. */
const pairsOf = (row: readonly Hex[]): readonly Hex[] =>
  Array.from({ length: Math.ceil(row.length / 2) }, (_, index) => {
    const [left, right] = [row[2 * index] as Hex, row[2 * index + 1]];
    return right === undefined ? left : nodeOf(left, right);
  });

/** Whether the leaf's ancestor at `level` is the right one of its pair. */
const isRight = (offset: number, level: number): boolean => (offset >> level) % 2 === 1;

/** The leaf's sibling at each level; undefined where its ancestor is promoted. Throws RangeError for another length. */
function levelsOf({ offset, siblings }: LeafPath, width: number): readonly (Hex | undefined)[] {
  const left = [...siblings];
  const levels: (Hex | undefined)[] = [];
  for (let [at, level] = [offset, width]; level > 1; at >>= 1, level = Math.ceil(level / 2)) {
    levels.push(at % 2 === 0 && at + 1 === level ? undefined : left.shift());
  }
  if (left.length > 0 || levels.filter((sibling) => sibling !== undefined).length !== siblings.length) {
    throw new RangeError('the proof has another number of siblings than its place in the tree');
  }
  return levels;
}
