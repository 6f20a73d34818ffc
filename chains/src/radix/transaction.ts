import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import {
  type Intent,
  PublicKey,
  RadixEngineToolkit,
  Signature,
  SignatureWithPublicKey,
  type SignedIntent,
} from '@radixdlt/radix-engine-toolkit';
import type { KeyHandle } from '../provider/provider.ts';
import type { ManifestText } from './manifest.ts';
import type { RadixNetwork } from './network.ts';

/** The content of an intent. Its notary is also a signatory. */
export interface IntentTerms {
  readonly network: RadixNetwork;
  /** The first epoch in which it may be committed, and the first in which it no longer may. */
  readonly startEpoch: number;
  readonly endEpoch: number;
  /** Below 2^32; makes otherwise equal intents differ. */
  readonly nonce: number;
  /** ed25519 public key, 32 bytes. */
  readonly notary: Hex;
  readonly tipPercentage: number;
  readonly manifest: ManifestText;
  readonly blobs?: readonly Uint8Array[];
}

/** A signature of an intent's hash, with the key that made it. */
export interface IntentSignature {
  /** 32 bytes. */
  readonly publicKey: Hex;
  /** 64 bytes. */
  readonly signature: Hex;
}

/** A transaction that can be submitted. */
export interface NotarizedTransaction {
  /** The intent's hash in bech32m, which identifies the transaction. */
  readonly reference: string;
  /** The notarized transaction's payload. */
  readonly raw: Hex;
}

// The toolkit accepts only plain Uint8Arrays, no Buffers.
const plain = (hex: Hex): Uint8Array => Uint8Array.from(hexToBytes(hex));

const intentOf = (terms: IntentTerms): Intent => ({
  header: {
    networkId: terms.network.id,
    startEpochInclusive: terms.startEpoch,
    endEpochExclusive: terms.endEpoch,
    nonce: terms.nonce,
    notaryPublicKey: new PublicKey.Ed25519(plain(terms.notary)),
    notaryIsSignatory: true,
    tipPercentage: terms.tipPercentage,
  },
  manifest: { instructions: { kind: 'String', value: terms.manifest }, blobs: [...(terms.blobs ?? [])] },
  message: { kind: 'None' },
});

/** The hash of the intent, which its signatories sign: 32 bytes. Throws when the text is no manifest. */
export async function intentHash(terms: IntentTerms): Promise<Hex> {
  return bytesToHex((await RadixEngineToolkit.Intent.hash(intentOf(terms))).hash);
}

/**
 * The transaction of the intent, with `signatures` of its hash and the signature of `notary`, whose key the terms name.
 */
export async function notarize(
  terms: IntentTerms,
  signatures: readonly IntentSignature[],
  notary: KeyHandle,
): Promise<NotarizedTransaction> {
  if (notary.publicKey !== terms.notary) throw new RangeError('the terms name another notary');
  const signedIntent: SignedIntent = {
    intent: intentOf(terms),
    intentSignatures: signatures.map(
      ({ publicKey, signature }) => new SignatureWithPublicKey.Ed25519(plain(signature), plain(publicKey)),
    ),
  };
  const { hash } = await RadixEngineToolkit.SignedIntent.hash(signedIntent);
  const notarySignature = new Signature.Ed25519(plain(await notary.sign(bytesToHex(hash))));
  const raw = await RadixEngineToolkit.NotarizedTransaction.compile({ signedIntent, notarySignature });
  const { id } = await RadixEngineToolkit.Intent.hash(signedIntent.intent);
  return { reference: id, raw: bytesToHex(raw) };
}
