// Real transactions, for tests that depend on signatures: badges and fees.
import { bytesToHex, hexToBytes } from '@causeway/protocol';
import { NetworkId, rawRadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import type { Address } from './addresses.ts';
import { keyOf, publicKeyOf, signatureOf } from './keys.ts';

const toolkit = await rawRadixEngineToolkit;

/** Notarizes transactions without a notary of their own, and signs nothing else. */
export const NOTARY = keyOf('notary');

export interface TransactionOptions {
  readonly signers: readonly Address[];
  /** The notary also signs, as in every transaction here whose notary pays. */
  readonly notary?: Address;
  readonly blobs?: readonly Uint8Array[];
}

let nonce = 0;
const bare = (bytes: Uint8Array): string => bytesToHex(bytes).slice(2);
const ed25519 = (value: string) => ({ kind: 'Ed25519', value }) as const;

/** A notarized transaction, version 1, valid from the first epoch on. */
export function notarize(instructions: readonly string[], options: TransactionOptions): Uint8Array {
  const { signers, notary = NOTARY, blobs = [] } = options;
  const intent = {
    header: {
      network_id: String(NetworkId.Simulator),
      start_epoch_inclusive: '1',
      end_epoch_exclusive: '100',
      nonce: String(nonce++),
      notary_public_key: ed25519(bare(publicKeyOf(notary))),
      notary_is_signatory: true,
      tip_percentage: '0',
    },
    manifest: { instructions: { kind: 'String', value: instructions.join('\n') }, blobs: blobs.map(bare) },
    message: { kind: 'None' },
  } as const;
  const intentHash = hexToBytes(`0x${toolkit.intentHash(intent).hash}`);
  const signatures = signers.map((signer) => {
    const value = { public_key: bare(publicKeyOf(signer)), signature: bare(signatureOf(signer, intentHash)) };
    return { kind: 'Ed25519', value } as const;
  });
  const signed = { intent, intent_signatures: signatures };
  const signedHash = hexToBytes(`0x${toolkit.signedIntentHash(signed).hash}`);
  const notarized = { signed_intent: signed, notary_signature: ed25519(bare(signatureOf(notary, signedHash))) };
  return hexToBytes(`0x${toolkit.notarizedTransactionCompile(notarized)}`);
}
