import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Curve } from './port.ts';

/** Bytes of the digest that a secp256k1 key signs. */
const DIGEST_BYTES = 32;
/** The digest is signed as it is. */
const AS_IT_IS = { prehash: false } as const;

/** Signing with a private key of 32 bytes. */
interface Scheme {
  /** Throws for bytes that are no private key. */
  readonly publicKey: (secret: Uint8Array) => Hex;
  /** Throws RangeError for a payload that the curve cannot sign. */
  readonly sign: (secret: Uint8Array, payload: Hex) => Hex;
}

/** r ‖ s ‖ v of a signature with its recovery bit first. */
function toRsv(recovered: Uint8Array): Hex {
  const [bit = 0, ...rs] = recovered;
  return bytesToHex(Uint8Array.from([...rs, 27 + bit]));
}

/** The bytes of a digest. Throws RangeError for another length. */
export function digestBytes(payload: Hex): Uint8Array {
  const digest = hexToBytes(payload);
  if (digest.length !== DIGEST_BYTES) throw new RangeError('a secp256k1 key signs a digest of 32 bytes');
  return digest;
}

/** Both curves. */
export const SCHEMES: Readonly<Record<Curve, Scheme>> = {
  secp256k1: {
    publicKey: (secret) => bytesToHex(secp256k1.getPublicKey(secret, true)),
    sign: (secret, payload) =>
      toRsv(secp256k1.sign(digestBytes(payload), secret, { ...AS_IT_IS, lowS: true, format: 'recovered' })),
  },
  ed25519: {
    publicKey: (secret) => bytesToHex(ed25519.getPublicKey(secret)),
    sign: (secret, payload) => bytesToHex(ed25519.sign(hexToBytes(payload), secret)),
  },
};

/**
 * r ‖ s ‖ v, 65 bytes, of a signature in DER by the key `publicKey`: with the low s that chains demand, and the
 * recovery bit that names the key. Null when the signature is not of this key.
 */
export function recoverable(der: Uint8Array, digest: Uint8Array, publicKey: Hex): Hex | null {
  const { r, s } = secp256k1.Signature.fromBytes(der, 'der');
  const order = secp256k1.Point.Fn.ORDER;
  const low = s > order / 2n ? order - s : s;
  for (const bit of [0, 1]) {
    const signature = new secp256k1.Signature(r, low, bit);
    const bytes = signature.toBytes('recovered');
    try {
      const key = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(bytes, digest, AS_IT_IS)).toBytes(true);
      if (bytesToHex(key) === publicKey) return toRsv(bytes);
    } catch {
      // No key belongs to this recovery bit.
    }
  }
  return null;
}

/** The compressed form of a secp256k1 public key in any form. Throws when it is none. */
export const compressed = (publicKey: Uint8Array): Hex =>
  bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(true));
