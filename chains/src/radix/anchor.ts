import { fail, type Hex, ok, type Result } from '@causeway/protocol';

/** What an OracleTransaction is bound to, besides its calls. */
export interface Anchor {
  /** First epoch in which it can be committed, and the one from which on it can't. */
  readonly startEpoch: number;
  readonly endEpoch: number;
  /** Makes equal calls different intents, below 2^32. */
  readonly nonce: number;
  /** ed25519 public key of the payer, which notarizes, 32 bytes. */
  readonly notary: Hex;
  /** Percent of the fee that go to the validators besides it. */
  readonly tipPercentage: number;
  /** Whole XRD that the payer sets aside for the fee; what is not used comes back. */
  readonly feeXrd: number;
}

/** Most epochs in which a transaction made here can be committed: the one it is made in, and the next. */
export const MAX_EPOCHS = 2;

const MAX_NONCE = 2 ** 32 - 1;

/** "startEpoch:endEpoch:nonce:notary:tip:fee", the notary in hexadecimal without 0x; ≤ 108 characters. */
export const formatAnchor = ({ startEpoch, endEpoch, nonce, notary, tipPercentage, feeXrd }: Anchor): string =>
  [startEpoch, endEpoch, nonce, notary.slice(2), tipPercentage, feeXrd].join(':');

/**
 * The parts of an anchor; fails with INVALID_ANCHOR unless it is written exactly as formatAnchor writes it, and for a
 * validity of none or of more than MAX_EPOCHS epochs.
 */
export function parseAnchor(text: string): Result<Anchor> {
  const [, start, end, nonce, notary, tip, fee] =
    /^(0|[1-9]\d{0,9}):([1-9]\d{0,9}):(0|[1-9]\d{0,9}):([0-9a-f]{64}):(0|[1-9]\d{0,3}):([1-9]\d{0,3})$/.exec(text) ??
    [];
  const anchor: Anchor = {
    startEpoch: Number(start),
    endEpoch: Number(end),
    nonce: Number(nonce),
    notary: `0x${notary}`,
    tipPercentage: Number(tip),
    feeXrd: Number(fee),
  };
  const epochs = anchor.endEpoch - anchor.startEpoch;
  if (epochs >= 1 && epochs <= MAX_EPOCHS && anchor.nonce <= MAX_NONCE) return ok(anchor);
  return fail(
    'INVALID_ANCHOR',
    `an anchor is startEpoch:endEpoch:nonce:notary:tip:fee, of at most ${MAX_EPOCHS} epochs`,
  );
}
