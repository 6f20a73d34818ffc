import type {
  ActiveValidator,
  PublicKey as ApiPublicKey,
  Signature as ApiSignature,
  SignatureWithPublicKey as ApiSignatureWithPublicKey,
} from '@radixdlt/babylon-core-api-sdk';
import type { ParsedTransaction, PublicKey, Validator } from '../types.ts';
import { invalidField } from './errors.ts';

const KEY_TYPES = { secp256k1: 'EcdsaSecp256k1', ed25519: 'EddsaEd25519' } as const;
const CURVES = { EcdsaSecp256k1: 'secp256k1', EddsaEd25519: 'ed25519' } as const;
/** Lengths of public keys, bytes. */
const KEY_LENGTHS = { secp256k1: 33, ed25519: 32 } as const;

export const apiPublicKey = ({ curve, hex }: PublicKey): ApiPublicKey => ({
  key_type: KEY_TYPES[curve],
  key_hex: hex,
});

/** Parses a public key of a request's `field`. Throws the API's error when it is malformed. */
export function parsePublicKey(field: string, { key_type, key_hex }: ApiPublicKey): PublicKey {
  const curve = CURVES[key_type];
  const fits = /^[\da-f]*$/i.test(key_hex) && key_hex.length === 2 * KEY_LENGTHS[curve];
  if (!fits) throw invalidField(field, 'InvalidPublicKey');
  return { curve, hex: key_hex.toLowerCase() };
}

export const apiSignature = ({ curve, hex }: ParsedTransaction['notarySignature']): ApiSignature => ({
  key_type: KEY_TYPES[curve],
  signature_hex: hex,
});

/** A signature with its key. A secp256k1 signature reveals its key, so the answer omits the key. */
export function apiSignatureWithPublicKey({
  hex,
  publicKey,
}: ParsedTransaction['signatures'][number]): ApiSignatureWithPublicKey {
  if (publicKey === null)
    return { key_type: 'EcdsaSecp256k1', recoverable_signature: { key_type: 'EcdsaSecp256k1', signature_hex: hex } };
  return {
    key_type: 'EddsaEd25519',
    public_key: { key_type: 'EddsaEd25519', key_hex: publicKey },
    signature: { key_type: 'EddsaEd25519', signature_hex: hex },
  };
}

/** A validator. Its key is always a secp256k1 key. */
export const activeValidator = ({ address, publicKey, stake }: Validator): ActiveValidator => ({
  address,
  key: { key_type: 'EcdsaSecp256k1', key_hex: publicKey.hex },
  stake,
});
