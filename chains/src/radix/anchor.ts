import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { CallFailure } from '../failures.ts';
import { PACKED, unpackedAnchor } from '../provider/group-calls.ts';

/** The terms of an OracleTransaction, apart from its calls. */
export interface Anchor {
  /** The first epoch in which it can be committed, and the first in which it no longer can. */
  readonly startEpoch: number;
  readonly endEpoch: number;
  /** Below 2^32; makes intents of equal calls differ. */
  readonly nonce: number;
  /** ed25519 public key of the payer, who notarizes; 32 bytes. */
  readonly notary: Hex;
  /** Tip to the validators on top of the fee, percent of it. */
  readonly tipPercentage: number;
  /** Whole XRD that the payer reserves for the fee; the unused rest comes back. */
  readonly feeXrd: number;
  /** Whether consecutive orders are packed. */
  readonly packed: boolean;
}

/** Most epochs in which a transaction can be committed: the epoch of its creation and the next. */
export const MAX_EPOCHS = 2;

const MAX_NONCE = 2 ** 32 - 1;

/**
 * "startEpoch:endEpoch:nonce:notary:tip:fee", the notary in hexadecimal without 0x, followed by "+packed" when orders
 * are packed; ≤ 115 characters.
 */
export const formatAnchor = (anchor: Anchor): string => {
  const { startEpoch, endEpoch, nonce, notary, tipPercentage, feeXrd, packed } = anchor;
  return [startEpoch, endEpoch, nonce, notary.slice(2), tipPercentage, feeXrd].join(':') + (packed ? PACKED : '');
};

/**
 * The parts of an anchor. Fails with INVALID_ANCHOR unless the text is exactly what formatAnchor writes and the
 * validity is 1 to MAX_EPOCHS epochs.
 */
export function parseAnchor(text: string): Result<Anchor, CallFailure> {
  const unpacked = unpackedAnchor(text);
  const [, start, end, nonce, notary, tip, fee] =
    /^(0|[1-9]\d{0,9}):([1-9]\d{0,9}):(0|[1-9]\d{0,9}):([0-9a-f]{64}):(0|[1-9]\d{0,3}):([1-9]\d{0,3})$/.exec(
      unpacked ?? text,
    ) ?? [];
  const anchor: Anchor = {
    startEpoch: Number(start),
    endEpoch: Number(end),
    nonce: Number(nonce),
    notary: `0x${notary}`,
    tipPercentage: Number(tip),
    feeXrd: Number(fee),
    packed: unpacked !== undefined,
  };
  const epochs = anchor.endEpoch - anchor.startEpoch;
  if (epochs >= 1 && epochs <= MAX_EPOCHS && anchor.nonce <= MAX_NONCE) return ok(anchor);
  return fail(
    'INVALID_ANCHOR',
    `an anchor is startEpoch:endEpoch:nonce:notary:tip:fee, of at most ${MAX_EPOCHS} epochs, and "${PACKED}" when orders are packed`,
  );
}
