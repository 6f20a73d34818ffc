import { type Hex, hexToBytes } from '@causeway/protocol';
import { CoreApiClient, ResponseError, type TransactionPreviewRequest } from '@radixdlt/babylon-core-api-sdk';
import type { EndpointLimits } from '../rpc/post.ts';
import type { Labelled } from '../rpc/quorum.ts';
import { SharedReads } from '../rpc/shared-reads.ts';
import type { ManifestText } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import { postingFetch } from './posting-fetch.ts';
import {
  type Blueprint,
  type CoreTransaction,
  type Creations,
  committedAnswer,
  componentAnswer,
  creationsAnswer,
  type NetworkStatus,
  networkIdAnswer,
  networkStatusAnswer,
  outOfBounds,
  type Preview,
  type Publication,
  previewAnswer,
  publicationAnswer,
  receiptAnswer,
  streamAnswer,
} from './wire.ts';

/** An error in the body of a node's answer. A node that answers with an error is alive. */
export class CoreError extends Error {
  override readonly name = 'CoreError';
  readonly details: unknown;
  /** Of the HTTP answer. */
  readonly status: number;

  constructor(message: string, details: unknown, status: number) {
    super(message);
    this.details = details;
    this.status = status;
  }
}

const NOT_FOUND = 404;

/** Options that leave the unused parts out of committed transactions. */
const LEAN = {
  sbor_format_options: { raw: true, programmatic_json: false },
  transaction_format_options: {
    manifest: false,
    blobs: false,
    message: false,
    balance_changes: false,
    raw_system_transaction: false,
    raw_notarized_transaction: false,
    raw_ledger_transaction: false,
  },
  substate_format_options: { raw: false, hash: false, typed: false },
} as const;

/** LEAN, with the payload of each transaction. */
const WITH_PAYLOAD = {
  ...LEAN,
  transaction_format_options: { ...LEAN.transaction_format_options, raw_notarized_transaction: true },
} as const;

/** The payer of a trial run: nobody, or the account whose fee the manifest locks. */
export type FeePayer = 'nobody' | 'manifest';

/** Who acts in a trial run: whoever signs, as if everybody had, or somebody with every badge. */
export type Actor = 'signers' | 'badges';

/** The Core API of one node, through its SDK. Every call has a time-out. */
export class CoreEndpoint implements Labelled {
  readonly label: string;
  readonly #network: string;
  readonly #api: CoreApiClient['lowLevel'];
  readonly #previews = new SharedReads<Preview>();

  /** `url` is the API's base, such as https://node.example/core. The node refuses calls for another network. */
  constructor(url: string, network: RadixNetwork, limits: EndpointLimits) {
    this.label = new URL(url).origin;
    this.#network = network.logicalName;
    this.#api = CoreApiClient.initializeUnchecked({
      basePath: url.replace(/\/+$/, ''),
      logicalNetworkName: network.logicalName,
      fetch: postingFetch(limits),
    }).lowLevel;
  }

  /** The id of the network that the node serves. */
  async networkId(): Promise<number> {
    return networkIdAnswer.parse(await spoken(this.#api.status.statusNetworkConfigurationPost()));
  }

  async networkStatus(): Promise<NetworkStatus> {
    const networkStatusRequest = { network: this.#network };
    return networkStatusAnswer.parse(await spoken(this.#api.status.statusNetworkStatusPost({ networkStatusRequest })));
  }

  /** At most `limit` transactions from state version `from` ≥ 1 on; fewer when the answer would be too large. */
  async transactions(from: number, limit: number): Promise<readonly CoreTransaction[]> {
    return streamAnswer.parse(await this.#stream(from, limit, LEAN));
  }

  /** The packages that at most `limit` transactions from state version `from` ≥ 1 on created. */
  async creations(from: number, limit: number): Promise<Creations> {
    return creationsAnswer.parse(await this.#stream(from, limit, LEAN));
  }

  /** The packages that the transaction of state version `version` created, and its payload; null when there is none. */
  async publication(version: number): Promise<Publication | null> {
    const publication = publicationAnswer.parse(await this.#stream(version, 1, WITH_PAYLOAD));
    if (publication !== null && publication.stateVersion !== version) throw new Error('answered another state version');
    return publication;
  }

  /** The answer for at most `limit` transactions from state version `from` on; none that the node has not reached. */
  async #stream(from: number, limit: number, formats: typeof LEAN | typeof WITH_PAYLOAD): Promise<unknown> {
    const streamTransactionsRequest = { network: this.#network, from_state_version: from, limit, ...formats };
    try {
      return await spoken(this.#api.stream.streamTransactionsPost({ streamTransactionsRequest }));
    } catch (error) {
      if (error instanceof CoreError && outOfBounds.safeParse(error.details).success) return { transactions: [] };
      throw error;
    }
  }

  /**
   * Runs `manifest` on the newest state as if everyone had signed it, or as if every access rule was met. Equal
   * requests in the same turn of the event loop share one read.
   */
  preview(
    manifest: ManifestText,
    payer: FeePayer = 'nobody',
    tipPercentage = 0,
    actor: Actor = 'signers',
  ): Promise<Preview> {
    const key = [payer, tipPercentage, actor, manifest].join(' ');
    return this.#previews.read(key, () => this.#preview(manifest, payer, tipPercentage, actor));
  }

  async #preview(manifest: ManifestText, payer: FeePayer, tipPercentage: number, actor: Actor): Promise<Preview> {
    const transactionPreviewRequest: TransactionPreviewRequest = {
      network: this.#network,
      manifest,
      tip_percentage: tipPercentage,
      flags: {
        use_free_credit: payer === 'nobody',
        assume_all_signature_proofs: true,
        skip_epoch_check: true,
        ...(actor === 'badges' && { disable_auth_checks: true }),
      },
    };
    return previewAnswer.parse(
      await spoken(this.#api.transaction.transactionPreviewPost({ transactionPreviewRequest })),
    );
  }

  /** The blueprint of the component at `address`. */
  async blueprintOf(address: string): Promise<Blueprint> {
    const stateComponentRequest = { network: this.#network, component_address: address };
    return componentAnswer.parse(await spoken(this.#api.state.stateComponentPost({ stateComponentRequest })));
  }

  /** True when the ledger has the account at `address`. A key's account comes with its first use, such as a payment. */
  async hasAccount(address: string): Promise<boolean> {
    const stateAccountRequest = { network: this.#network, account_address: address };
    try {
      await spoken(this.#api.state.stateAccountPost({ stateAccountRequest }));
      return true;
    } catch (error) {
      if (error instanceof CoreError && error.status === NOT_FOUND) return false;
      throw error;
    }
  }

  /** True when the intent of `reference` is committed. */
  async isCommitted(reference: string): Promise<boolean> {
    const transactionStatusRequest = { network: this.#network, intent_hash: reference };
    return committedAnswer.parse(
      await spoken(this.#api.transaction.transactionStatusPost({ transactionStatusRequest })),
    );
  }

  /** The committed transaction of the intent `reference`. */
  async receipt(reference: string): Promise<CoreTransaction> {
    const { transaction_format_options } = LEAN;
    const transactionReceiptRequest = { network: this.#network, intent_hash: reference, transaction_format_options };
    const committed = receiptAnswer.parse(
      await spoken(this.#api.transaction.transactionReceiptPost({ transactionReceiptRequest })),
    );
    if (committed.reference !== reference) throw new Error('answered another transaction');
    return committed;
  }

  /** Sends a notarized transaction to the node. Rejects with CoreError, whose details give the reason, when refused. */
  async submit(raw: Hex): Promise<void> {
    const notarized_transaction_hex = Buffer.from(hexToBytes(raw)).toString('hex');
    const transactionSubmitRequest = { network: this.#network, notarized_transaction_hex };
    await spoken(this.#api.transaction.transactionSubmitPost({ transactionSubmitRequest }));
  }
}

/** The answer; an error that the node reports becomes a CoreError. */
async function spoken<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const { status, errorResponse } = error;
    if (typeof errorResponse?.message !== 'string') throw new Error(`answered HTTP ${status}`);
    throw new CoreError(errorResponse.message, 'details' in errorResponse ? errorResponse.details : undefined, status);
  }
}
