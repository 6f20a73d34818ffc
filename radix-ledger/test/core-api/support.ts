import { randomInt } from 'node:crypto';
import { CoreApiClient, type ErrorResponse, ResponseError } from '@radixdlt/babylon-core-api-sdk';
import { Convert, PrivateKey, RadixEngineToolkit, TransactionBuilder } from '@radixdlt/radix-engine-toolkit';
import { type RunningLedger, type StartOptions, startLedger } from '../../src/index.ts';

export const NETWORK_ID = 242;
export const network = 'simulator';

export const XRD = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3';
export const FAUCET = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh';

/** XRD that the faucet gives per call. */
export const FAUCET_XRD = '10000';

export type Ed25519Key = InstanceType<typeof PrivateKey.Ed25519>;

export interface TransactionOptions {
  readonly startEpoch?: number;
  readonly endEpoch?: number;
  readonly nonce?: number;
  readonly tipPercentage?: number;
  readonly blobs?: readonly Uint8Array[];
  /** XRD that the faucet locks for the fee; the rest returns to it. 100 when absent. */
  readonly lockFee?: string;
  readonly message?: string;
  /** Keys that sign in addition to the notary. */
  readonly signers?: readonly PrivateKey[];
}

/** A notarized transaction. Its hashes have both forms. */
export interface Notarized {
  readonly hex: string;
  readonly intentHash: string;
  readonly intentHashBech32m: string;
  readonly payloadHash: string;
  readonly payloadHashBech32m: string;
}

/** A ledger behind the Core API for one test file, whose rounds end only on request, and an account. */
export class TestLedger {
  readonly running: RunningLedger;
  readonly api: CoreApiClient['lowLevel'];
  readonly key: Ed25519Key;
  /** The address of the key's account. */
  readonly account: string;

  private constructor(running: RunningLedger, api: CoreApiClient, key: Ed25519Key, account: string) {
    this.running = running;
    this.api = api.lowLevel;
    this.key = key;
    this.account = account;
  }

  static async start(options: Partial<StartOptions> = {}): Promise<TestLedger> {
    const running = await startLedger({ pace: 'manual', ...options });
    const api = await connect(running.basePath);
    const key = new PrivateKey.Ed25519(new Uint8Array(32).fill(7));
    return new TestLedger(running, api, key, await accountOf(key));
  }

  stop(): Promise<void> {
    return this.running.close();
  }

  /** The endpoint's raw answer to this body. */
  async post(path: string, body: unknown): Promise<{ status: number; json: unknown }> {
    const response = await fetch(this.running.basePath + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  }

  /** A transaction of this manifest whose fee the faucet pays, notarized and signed by the key. */
  notarize(manifest: string, options: TransactionOptions = {}): Promise<Notarized> {
    const { lockFee = '100' } = options;
    return notarize(
      this.key,
      `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("${lockFee}"); ${manifest}`,
      options,
    );
  }

  submit({ hex }: Notarized): Promise<{ duplicate: boolean }> {
    return this.api.transaction.transactionSubmitPost({
      transactionSubmitRequest: { network, notarized_transaction_hex: hex },
    });
  }

  /** Submits such a transaction and ends the round. Returns its committed form. */
  async commit(manifest: string, options: TransactionOptions = {}) {
    const transaction = await this.notarize(manifest, options);
    await this.submit(transaction);
    this.running.ledger.advance();
    return this.receipt(transaction);
  }

  async receipt({ intentHash }: Notarized) {
    const { committed } = await this.api.transaction.transactionReceiptPost({
      transactionReceiptRequest: { network, intent_hash: intentHash },
    });
    return committed;
  }

  status(intent_hash: string) {
    return this.api.transaction.transactionStatusPost({ transactionStatusRequest: { network, intent_hash } });
  }

  stream(from_state_version: number, limit: number, options: object = {}) {
    return this.api.stream.streamTransactionsPost({
      streamTransactionsRequest: { network, from_state_version, limit, ...options },
    });
  }

  /** The manifest that moves XRD from the faucet to the account. */
  get free(): string {
    return `CALL_METHOD Address("${FAUCET}") "free"; ${deposit(this.account)}`;
  }
}

/** The unmodified SDK, connected to a ledger. */
export function connect(basePath: string): Promise<CoreApiClient> {
  return CoreApiClient.initialize({ basePath, logicalNetworkName: network });
}

export const accountOf = (key: Ed25519Key) =>
  RadixEngineToolkit.Derive.virtualAccountAddressFromPublicKey(key.publicKey(), NETWORK_ID);

/** Deposits the whole worktop into the account. */
export const deposit = (account: string) =>
  `CALL_METHOD Address("${account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`;

/** A transaction of this manifest, notarized and signed by `key`. */
export async function notarize(
  key: Ed25519Key,
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
    networkId: NETWORK_ID,
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

/** The SDK's form of an error answer. */
export async function errorOf(call: Promise<unknown>): Promise<ErrorResponse> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ResponseError && error.errorResponse) return error.errorResponse;
    throw error;
  }
  throw new Error('the call succeeded');
}
