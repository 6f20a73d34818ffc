import { randomInt } from 'node:crypto';
import { Convert, type PrivateKey, RadixEngineToolkit, TransactionBuilder } from '@radixdlt/radix-engine-toolkit';
import { SIMULATOR } from '../core-api/network.ts';

/** A private key of the Radix Engine Toolkit, Ed25519 or Secp256k1. */
export type SigningKey = PrivateKey;

export interface TransactionOptions {
  /** The first epoch in which the transaction is valid; 1 when absent. */
  readonly startEpoch?: number;
  /** The first epoch in which the transaction is no longer valid; 50 when absent. */
  readonly endEpoch?: number;
  /** A random number when absent. */
  readonly nonce?: number;
  readonly tipPercentage?: number;
  readonly blobs?: readonly Uint8Array[];
  readonly message?: string;
  /** Keys that sign in addition to the notary. */
  readonly signers?: readonly SigningKey[];
}

/** A notarized transaction. Its hashes have both forms. */
export interface Notarized {
  /** The payload, as `/transaction/submit` takes it. */
  readonly hex: string;
  readonly intentHash: string;
  readonly intentHashBech32m: string;
  readonly payloadHash: string;
  readonly payloadHashBech32m: string;
}

/** A transaction of this manifest, notarized and signed by `key`. Throws when the manifest does not compile. */
export async function notarize(
  key: SigningKey,
  manifest: string,
  {
    startEpoch = 1,
    endEpoch = 50,
    nonce = randomInt(2 ** 32),
    tipPercentage = 0,
    blobs = [],
    signers = [],
    message,
  }: TransactionOptions = {},
): Promise<Notarized> {
  const header = (await TransactionBuilder.new()).header({
    networkId: SIMULATOR.id,
    startEpochInclusive: startEpoch,
    endEpochExclusive: endEpoch,
    nonce,
    notaryPublicKey: key.publicKey(),
    notaryIsSignatory: true,
    tipPercentage,
  });
  const builder = (message === undefined ? header : header.plainTextMessage(message)).manifest({
    instructions: { kind: 'String', value: manifest },
    blobs: [...blobs],
  });
  const signed = signers.reduce((intent, signer) => intent.sign(signer), builder);
  const transaction = await signed.notarize(key);
  const compiled = await RadixEngineToolkit.NotarizedTransaction.compile(transaction);
  const intent = await RadixEngineToolkit.NotarizedTransaction.intentHash(transaction);
  const payload = await RadixEngineToolkit.NotarizedTransaction.notarizedTransactionHash(transaction);
  return {
    hex: Convert.Uint8Array.toHexString(compiled),
    intentHash: Convert.Uint8Array.toHexString(intent.hash),
    intentHashBech32m: intent.id,
    payloadHash: Convert.Uint8Array.toHexString(payload.hash),
    payloadHashBech32m: payload.id,
  };
}
