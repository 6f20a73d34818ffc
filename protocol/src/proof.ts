import { type Batch, MAX_PROOF_DEPTH } from './batch.ts';
import type { Domain } from './domain.ts';
import { concatHex, exactHex, type Hex, isHex, readerOf, uintToHex } from './hex.ts';
import { isKind, type Kind, type Message, messageIdOf } from './message.ts';
import { type Failure, fail, ok, type Result } from './result.ts';

/** The function that a packed proof is for. Release and cancel proofs carry fields that mint takes as arguments. */
export type ProofFor = 'mintTokens' | 'releaseTokens' | 'cancelOrder';

/** The fields of a packed proof. */
export interface Proof {
  readonly kind: Kind;
  readonly source: Domain;
  readonly nonce: bigint;
  readonly sender: Hex;
  readonly reference: Hex;
  readonly firstNonce: bigint;
  readonly count: number;
  /** Present in proofs for releaseTokens and cancelOrder. */
  readonly wireAmount?: bigint;
  /** Present in proofs for cancelOrder. */
  readonly recipient?: Hex;
  readonly siblings: readonly Hex[];
}

/** Head: kind, source, nonce, sender, reference, firstNonce, count. */
const HEAD_LENGTH = 1 + 4 + 8 + 32 + 32 + 8 + 4;
/** Tail. releaseTokens: wireAmount; cancelOrder: recipient, wireAmount. */
const TAIL_LENGTH: Readonly<Record<ProofFor, number>> = { mintTokens: 0, releaseTokens: 16, cancelOrder: 32 + 16 };

/**
 * The packed `proof` argument for `message` in `batch`, the same bytes on every chain. The caller checks whether the
 * function executes such a message (executionOf). Throws RangeError when the message is not in the batch.
 */
export function packProof(use: ProofFor, message: Message, batch: Batch): Hex {
  if (batch.messageIds[Number(message.nonce - batch.firstNonce)] !== messageIdOf(message)) {
    throw new RangeError(`message ${message.nonce} is not in the batch`);
  }
  return encodeProof(use, {
    ...message,
    firstNonce: batch.firstNonce,
    count: batch.count,
    siblings: batch.proofOf(message.nonce),
  });
}

/** Packs `proof` with the fields for `use`. Throws RangeError when a field does not fit. */
export function encodeProof(use: ProofFor, proof: Required<Proof>): Hex {
  return concatHex(
    uintToHex(proof.kind, 1),
    uintToHex(proof.source, 4),
    uintToHex(proof.nonce, 8),
    exactHex(proof.sender, 32, 'sender'),
    exactHex(proof.reference, 32, 'reference'),
    uintToHex(proof.firstNonce, 8),
    uintToHex(proof.count, 4),
    ...(use === 'cancelOrder' ? [exactHex(proof.recipient, 32, 'recipient')] : []),
    ...(use === 'mintTokens' ? [] : [uintToHex(proof.wireAmount, 16)]),
    ...proof.siblings.map((sibling) => exactHex(sibling, 32, 'a sibling')),
  );
}

/**
 * The fields of a packed proof. Fails with the contracts' error names: MalformedProof (missing or superfluous bytes, or
 * more than 32 siblings), InvalidKind, NonceOutOfRange (nonce outside [firstNonce, firstNonce + count)).
 */
export function unpackProof(
  use: ProofFor,
  packed: Hex,
): Result<Proof, Failure<'InvalidKind' | 'MalformedProof' | 'NonceOutOfRange'>> {
  const siblingBytes = isHex(packed) ? (packed.length - 2) / 2 - HEAD_LENGTH - TAIL_LENGTH[use] : -1;
  if (siblingBytes < 0 || siblingBytes % 32 !== 0 || siblingBytes > 32 * MAX_PROOF_DEPTH) {
    return fail('MalformedProof', 'the proof is not its head and at most 32 whole siblings');
  }
  const take = readerOf(packed);
  const kind = Number(take(1));
  if (!isKind(kind)) return fail('InvalidKind', `unknown message kind ${kind}`);
  const proof: Proof = {
    kind,
    source: Number(take(4)),
    nonce: BigInt(take(8)),
    sender: take(32),
    reference: take(32),
    firstNonce: BigInt(take(8)),
    count: Number(take(4)),
    ...(use === 'cancelOrder' ? { recipient: take(32) } : {}),
    ...(use === 'mintTokens' ? {} : { wireAmount: BigInt(take(16)) }),
    siblings: Array.from({ length: siblingBytes / 32 }, () => take(32)),
  };
  const offset = proof.nonce - proof.firstNonce;
  if (offset < 0n || offset >= BigInt(proof.count)) {
    return fail('NonceOutOfRange', 'the nonce is outside the proof’s interval');
  }
  return ok(proof);
}
