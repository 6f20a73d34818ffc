import { CoreApiClient, type ErrorResponse, ResponseError } from '@radixdlt/babylon-core-api-sdk';
import { PrivateKey } from '@radixdlt/radix-engine-toolkit';
import { type RunningLedger, type StartOptions, startLedger } from '../../src/index.ts';
import { accountOf, manifests, type Notarized, notarize, type TransactionOptions } from '../../src/testing/index.ts';

export { accountOf, FAUCET, type Notarized, notarize, XRD } from '../../src/testing/index.ts';
export const { deposit } = manifests;

export const NETWORK_ID = 242;
export const network = 'simulator';

/** XRD that the faucet gives per call. */
export const FAUCET_XRD = '10000';

export type Ed25519Key = InstanceType<typeof PrivateKey.Ed25519>;

/** `lockFee` is the XRD that the faucet locks for the fee; 100 when absent. */
type Options = TransactionOptions & { readonly lockFee?: string };

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
  notarize(manifest: string, { lockFee = '100', ...options }: Options = {}): Promise<Notarized> {
    return notarize(this.key, `${manifests.lockFee(lockFee)} ${manifest}`, options);
  }

  submit({ hex }: Notarized): Promise<{ duplicate: boolean }> {
    return this.api.transaction.transactionSubmitPost({
      transactionSubmitRequest: { network, notarized_transaction_hex: hex },
    });
  }

  /** Submits a test transaction and ends the round. Returns the committed transaction. */
  async commit(manifest: string, options: Options = {}) {
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
    return `${manifests.free()} ${deposit(this.account)}`;
  }
}

/** The unmodified SDK, connected to a ledger. */
export function connect(basePath: string): Promise<CoreApiClient> {
  return CoreApiClient.initialize({ basePath, logicalNetworkName: network });
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
