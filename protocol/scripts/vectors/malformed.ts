import {
  concatHex,
  encodeProof,
  type Hex,
  KIND,
  type Kind,
  messageIdOf,
  type Proof,
  type ProofFor,
  toLocalAmount,
  uintToHex,
  ZERO_32,
} from '../../src/index.ts';
import type { Delivery, InboundLane } from './lanes.ts';
import { addressOn, type Site, WIRE_DECIMALS, word } from './sites.ts';

type Fields = Required<Proof>;
/** A defect: a change of the proof's fields, of its bytes or of the arguments, and the error that refuses it. */
interface Defect {
  readonly name: string;
  readonly error: string;
  readonly fields?: (fields: Fields) => Partial<Fields>;
  /** The kind byte; the codec would refuse to write it. */
  readonly kind?: number;
  readonly bytes?: (proof: Hex) => Hex;
  readonly orderId?: (orderId: Hex) => Hex;
  readonly recipient?: (recipient: Hex) => Hex;
  readonly localAmount?: (localAmount: bigint) => bigint;
}

const UNKNOWN_DOMAIN = 900_099;

/** Most messages of an interval, by kind of chain. */
const LARGEST_BATCH = { evm: 4_096, solana: 64, radix: 4_096 } as const;

/** Intervals that commitRoot refuses after the lane's own intervals. */
export function malformedIntervals({ kind }: Site, { remote, deliveries }: InboundLane) {
  const next = BigInt(deliveries.length);
  const interval = { source: remote.domain, firstNonce: next, count: 2, root: word('another root') };
  return [
    { name: 'zero root', ...interval, root: ZERO_32, error: 'ZeroRoot' },
    { name: 'empty interval', ...interval, count: 0, error: 'EmptyBatch' },
    { name: 'too many messages', ...interval, count: LARGEST_BATCH[kind] + 1, error: 'BatchTooLarge' },
    { name: 'gap before the interval', ...interval, firstNonce: next + 1n, error: 'NonceGap' },
    { name: 'overlapping interval', ...interval, firstNonce: next - 1n, error: 'NonceGap' },
    { name: 'unknown source', ...interval, source: UNKNOWN_DOMAIN, error: 'UnknownRemote' },
  ];
}

/** One valid call of each function, broken in every way. */
export function malformedProofs(site: Site, { deliveries }: InboundLane) {
  const named = (prefix: string) => deliveries.find(({ name }) => name.startsWith(prefix)) as Delivery;
  const calls: [ProofFor, Delivery][] = [
    ['mintTokens', named('lock without reference')],
    ['releaseTokens', named('burn,')],
    ['cancelOrder', named('burn,')],
  ];
  return calls.flatMap(([use, delivery]) =>
    [...bytesDefects(use), ...fieldDefects(use, deliveries), ...argumentDefects(use, site)].map((defect) => ({
      name: `${use}: ${defect.name}`,
      function: use,
      ...broken(use, delivery, site, defect),
      error: defect.error,
    })),
  );
}

function broken(use: ProofFor, { message, batch }: Delivery, site: Site, defect: Defect) {
  const fields: Fields = {
    ...message,
    firstNonce: batch.firstNonce,
    count: batch.count,
    siblings: batch.proofOf(message.nonce),
  };
  let proof = encodeProof(use, { ...fields, ...defect.fields?.(fields) });
  if (defect.kind !== undefined) proof = concatHex(uintToHex(defect.kind, 1), `0x${proof.slice(4)}`);
  const localAmount = toLocalAmount(message.wireAmount, site.localDecimals, WIRE_DECIMALS);
  return {
    orderId: defect.orderId?.(messageIdOf(message)) ?? messageIdOf(message),
    recipient: defect.recipient?.(message.recipient) ?? message.recipient,
    localAmount: defect.localAmount?.(localAmount) ?? localAmount,
    proof: defect.bytes?.(proof) ?? proof,
  };
}

/** Lengths that are not head, tail and whole siblings, and unknown kinds. */
function bytesDefects(use: ProofFor): Defect[] {
  const malformed = (name: string, bytes: (proof: Hex) => Hex): Defect => ({ name, error: 'MalformedProof', bytes });
  const head = { mintTokens: 89, releaseTokens: 105, cancelOrder: 137 }[use];
  return [
    malformed('empty', () => '0x'),
    malformed('one byte of the head', (proof) => `0x${proof.slice(2, 4)}`),
    malformed('last byte of the head missing', (proof) => firstBytes(proof, head - 1)),
    malformed('last byte missing', (proof) => `0x${proof.slice(2, -2)}`),
    malformed('one byte left over', (proof) => concatHex(proof, '0x00')),
    malformed('31 bytes left over', (proof) => concatHex(proof, `0x${'00'.repeat(31)}`)),
    malformed('33 siblings', (proof) => concatHex(firstBytes(proof, head), ...words(33))),
    ...[0, 4, 255].map((kind) => ({ name: `kind ${kind}`, error: 'InvalidKind', kind })),
  ];
}

/** Well-formed proofs with a false statement. */
function fieldDefects(use: ProofFor, deliveries: readonly Delivery[]): Defect[] {
  const siblings = (name: string, change: (siblings: readonly Hex[]) => readonly Hex[]): Defect => ({
    name,
    error: 'InvalidProof',
    fields: (fields) => ({ siblings: change(fields.siblings) }),
  });
  const field = (error: string, name: string, fields: Defect['fields'] & object): Defect => ({ name, error, fields });
  const otherProof = (deliveries.at(-1) as Delivery).batch.proofOf((deliveries.at(-1) as Delivery).message.nonce);
  return [
    field('NonceOutOfRange', 'nonce before the interval', ({ firstNonce }) => ({ nonce: firstNonce - 1n })),
    field('NonceOutOfRange', 'nonce behind the interval', (f) => ({ nonce: f.firstNonce + BigInt(f.count) })),
    field('NonceOutOfRange', 'count zero', () => ({ count: 0 })),
    field('NonceOutOfRange', 'nonce u64 max', () => ({ nonce: (1n << 64n) - 1n })),
    field('UnknownRoot', 'count too large', ({ count }) => ({ count: count + 1 })),
    field('UnknownRoot', 'count u32 max', () => ({ count: 2 ** 32 - 1 })),
    field('UnknownRoot', 'count too small', ({ count }) => ({ count: count - 1 })),
    field('UnknownRoot', 'first nonce too small', (f) => ({ firstNonce: f.firstNonce - 1n, count: f.count + 1 })),
    field('UnknownRoot', 'unknown source', () => ({ source: UNKNOWN_DOMAIN })),
    field('MessageIdMismatch', 'another nonce of the interval', ({ nonce }) => ({ nonce: nonce + 1n })),
    field('MessageIdMismatch', 'another sender', ({ sender }) => ({ sender: flipLastBit(sender) })),
    field('MessageIdMismatch', 'another reference', ({ reference }) => ({ reference: flipLastBit(reference) })),
    siblings('no siblings', () => []),
    siblings('first sibling missing', (all) => all.slice(1)),
    siblings('last sibling missing', (all) => all.slice(0, -1)),
    siblings('a sibling too many', (all) => [...all, word('a sibling too many')]),
    siblings('zero sibling too many', (all) => [...all, ZERO_32]),
    siblings('last sibling twice', (all) => [...all, ...all.slice(-1)]),
    siblings('siblings in reverse', (all) => all.toReversed()),
    siblings('another message’s siblings', () => otherProof),
    siblings('32 siblings of no tree', () => words(32)),
    ...[0, 1, 2].map((level) =>
      siblings(`wrong sibling on level ${level}`, (all) => all.map((s, at) => (at === level ? flipLastBit(s) : s))),
    ),
    ...kindDefects(use),
  ];
}

/** Kinds that the function does not execute, or that change the message. */
function kindDefects(use: ProofFor): Defect[] {
  const kind = (value: Kind, name: string, error: string): Defect => ({ name, error, fields: () => ({ kind: value }) });
  return {
    mintTokens: [kind(KIND.burn, 'a burn', 'WrongAssetHome'), kind(KIND.cancel, 'lock as cancel', 'MessageIdMismatch')],
    releaseTokens: [
      kind(KIND.lock, 'a lock', 'WrongAssetHome'),
      kind(KIND.cancel, 'burn as cancel', 'MessageIdMismatch'),
    ],
    cancelOrder: [kind(KIND.cancel, 'a cancel', 'InvalidKind'), kind(KIND.lock, 'burn as lock', 'MessageIdMismatch')],
  }[use];
}

/** Valid proofs with other arguments, and proofs for another function. */
function argumentDefects(use: ProofFor, site: Site): Defect[] {
  const mismatch = 'MessageIdMismatch';
  const unit = toLocalAmount(1n, site.localDecimals, WIRE_DECIMALS);
  const other = addressOn(site.kind, 'another recipient');
  const common: Defect[] = [
    { name: 'another order id', error: mismatch, orderId: flipLastBit },
    { name: 'order id zero', error: mismatch, orderId: () => ZERO_32 },
  ];
  const recipient: Defect[] = [
    { name: 'another recipient', error: mismatch, recipient: () => other },
    { name: 'recipient zero', error: 'InvalidRecipient', recipient: () => ZERO_32 },
  ];
  const wireAmount: Defect = {
    name: 'another amount',
    error: mismatch,
    fields: (fields) => ({ wireAmount: fields.wireAmount + 1n }),
  };
  if (use === 'cancelOrder') {
    return [
      ...common,
      wireAmount,
      { name: 'another recipient', error: mismatch, fields: () => ({ recipient: other }) },
    ];
  }
  if (use === 'releaseTokens') return [...common, ...recipient, wireAmount];
  return [
    ...common,
    ...recipient,
    { name: 'another amount', error: mismatch, localAmount: (amount) => amount + unit },
    { name: 'amount zero', error: 'ZeroAmount', localAmount: () => 0n },
    ...(unit > 1n ? dustDefects(unit) : []),
  ];
}

const dustDefects = (unit: bigint): Defect[] => [
  { name: 'dust', error: 'DustAmount', localAmount: (amount) => amount + 1n },
  { name: 'amount above u128', error: 'AmountTooLarge', localAmount: () => unit << 128n },
];

const words = (count: number): Hex[] => Array.from({ length: count }, (_, index) => word(`sibling ${index}`));

const firstBytes = (bytes: Hex, count: number): Hex => `0x${bytes.slice(2, 2 + 2 * count)}`;

const flipLastBit = (bytes: Hex): Hex => uintToHex(BigInt(bytes) ^ 1n, 32);
