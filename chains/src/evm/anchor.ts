import { fail, ok, type Result } from '@causeway/protocol';
import type { CallFailure } from '../failures.ts';
import { PACKED, unpackedAnchor } from '../provider/group-calls.ts';

/** An anchor of an EVM oracle: the Safe's nonce, and whether consecutive orders are packed. */
export interface SafeAnchor {
  readonly nonce: bigint;
  readonly packed: boolean;
}

/** The anchor in its text form: the nonce in decimal, followed by "+packed" when orders are packed. */
export const formatAnchor = ({ nonce, packed }: SafeAnchor): string => `${nonce}${packed ? PACKED : ''}`;

/** The anchor in `text`. Fails with INVALID_ANCHOR. */
export function parseAnchor(text: string): Result<SafeAnchor, CallFailure> {
  const unpacked = unpackedAnchor(text);
  const nonce = unpacked ?? text;
  if (!/^(0|[1-9]\d{0,14})$/.test(nonce)) {
    return fail('INVALID_ANCHOR', `an anchor is the Safe's nonce in decimal, and "${PACKED}" when orders are packed`);
  }
  return ok({ nonce: BigInt(nonce), packed: unpacked !== undefined });
}
