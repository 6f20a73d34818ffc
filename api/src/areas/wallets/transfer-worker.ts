import type { KeyHandle, SendFailure } from '@causeway/chains';
import { type ChainAccess, Outbox, type OutboxFailure, type TransactionOutcome, type Waiting } from '@causeway/outbox';
import { type Failure, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import { LeaseLost, type PlatformStorage, type StoredSubmission, type TransferRow } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { TransferRepository } from './rules/transfers.ts';
import type { WalletRepository } from './rules/wallets.ts';
import type { Vault } from './vault.ts';
import { type ConnectedPlace, connected, type WalletNetworks } from './wallet-networks.ts';

/** Requested transfers that are taken up in one round. */
const PAGE = 200;

/** The repositories that the custodian writes; under a lease, with its fence. */
export interface TransferStorage {
  readonly submissions: PlatformStorage['submissions'];
  readonly transfers: TransferRepository;
}

export interface TransferWorkerDeps {
  readonly storage: TransferStorage;
  readonly wallets: Pick<WalletRepository, 'get'>;
  readonly places: WalletNetworks;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: BaseLogger;
  /** Called when a write was refused because another process holds the lease. */
  readonly onLost?: () => void;
}

/** The chain and the key of one transfer. */
interface Site extends ConnectedPlace {
  readonly key: KeyHandle;
}

/** The chain cannot be asked now, but an account without funds will not pay either. */
/** Why a transfer fails. */
type TransferFailure = Pick<
  OutboxFailure | Failure<'TRANSFER_DROPPED' | 'TRANSFER_FAILED' | 'WALLET_MISSING'>,
  'code' | 'message'
>;

const isFinal = ({ code, retryable }: SendFailure): boolean => !retryable || code === 'INSUFFICIENT_FUNDS';

/** The transfer that a submission carries. */

/**
 * Sends the transfers of custodial wallets. Storage and the chain decide alone: a transfer without a submission is
 * signed and reserved once, and the same bytes are sent until the chain shows their fate. So a crash neither loses a
 * transfer nor sends two.
 */
export class TransferWorker {
  readonly #deps: TransferWorkerDeps;
  readonly #outbox: Outbox;
  /** Each checks every open transfer once; the first continues an earlier process’s transfers. */
  readonly rounds = new PeriodicTask(() => this.#runRound(), { onFailure: (error) => this.#failed(error, {}) });

  constructor(deps: TransferWorkerDeps) {
    this.#deps = deps;
    const { storage, clock, log } = deps;
    this.#outbox = new Outbox({ submissions: storage.submissions, clock, log });
  }

  /** The transfers that no block is known to include yet. */
  get waiting(): readonly Waiting[] {
    return this.#outbox.waiting;
  }

  async #runRound(): Promise<void> {
    const { submissions, transfers } = this.#deps.storage;
    const requested = await transfers.requested(PAGE);
    const open = await submissions.open(['transfer']);
    const carried = new Set(open.map(({ details }) => details.transferId));
    const waiting = requested.filter(({ id }) => !carried.has(id));
    await Promise.all(open.map((row) => this.#guard(row.details.transferId, () => this.#advance(row))));
    // Transfers of one wallet are signed one after another, in the order of their requests.
    const byWallet = Map.groupBy(waiting, ({ walletId }) => walletId);
    await Promise.all(
      [...byWallet.values()].map(async (own) => {
        for (const transfer of own) await this.#guard(transfer.id, () => this.#begin(transfer));
      }),
    );
  }

  /** An error with one transfer must not stop the others. */
  async #guard(transferId: string, work: () => Promise<void>): Promise<void> {
    if (this.rounds.stopped) return;
    try {
      await work();
    } catch (error) {
      this.#failed(error, { transferId });
    }
  }

  #failed(error: unknown, facts: Readonly<Record<string, unknown>>): void {
    if (error instanceof LeaseLost) this.#deps.onLost?.();
    else this.#deps.log.error({ err: error, ...facts }, 'a transfer failed unexpectedly');
  }

  async #site({ walletId }: TransferRow): Promise<Site | undefined> {
    const wallet = await this.#deps.wallets.get(walletId);
    const place = wallet && (await this.#deps.places.of(wallet.providerType));
    const chain = place?.ok ? connected(place.value) : undefined;
    const key = wallet && place?.ok ? this.#deps.vault.signer(wallet, place.value.scheme) : undefined;
    return chain?.ok && key ? { ...chain.value, key } : undefined;
  }

  /** Signs, reserves and sends a transfer without a submission. */
  async #begin(transfer: TransferRow): Promise<void> {
    const site = await this.#site(transfer);
    if (!site) return this.#fail(transfer, { code: 'WALLET_MISSING', message: 'the wallet’s chain is not configured' });
    const signed = await this.#sign(transfer, site);
    if (!signed) return;
    const outgoing = {
      purpose: 'transfer' as const,
      domain: transfer.domain,
      family: transfer.family,
      payer: signed.payer,
      sequence: signed.sequence,
      versions: [signed],
      orderIds: [],
      details: { transferId: transfer.id },
    };
    const row = await this.#outbox.reserve(outgoing, site.provider);
    await this.#send(row, transfer, site);
  }

  /** The signed transfer. A refusal ends the transfer; while the chain cannot be asked, the next round tries again. */
  async #sign(transfer: TransferRow, { provider, key }: Site): Promise<SignedTransaction | undefined> {
    const { token: address, decimals, to, amount: localAmount } = transfer;
    const signed = await provider.wallet.prepareTransfer(key, { asset: { address, decimals }, to, localAmount });
    if (signed.ok) {
      const [only, ...more] = signed.value;
      if (!only || more.length > 0) throw new Error('a plain transfer is one transaction');
      return only;
    }
    if (isFinal(signed.error)) await this.#fail(transfer, signed.error);
    else this.#deps.log.warn({ transferId: transfer.id, failure: signed.error }, 'the transfer cannot be signed yet');
    return undefined;
  }

  #route({ provider, key, network }: Site, { id }: TransferRow): ChainAccess {
    const { transfers } = this.#deps.storage;
    // A transfer whose account or wallet is frozen meanwhile is not sent again while no node has taken it.
    const wanted = async () => ok(!(await transfers.endFrozen(id)));
    return { provider, payer: key, escalateAfterMs: network.config.escalateAfterMs, wanted };
  }

  async #send(row: StoredSubmission<'transfer'>, transfer: TransferRow, site: Site): Promise<void> {
    const transaction = row.versions.at(-1)?.reference ?? null;
    const sent = await this.#deps.storage.transfers.update(transfer.id, { state: 'sent', transaction });
    // Its wallet was frozen between the signature and now: the bytes never leave this process.
    if (sent?.state === 'failed') return this.#outbox.conclude(row, 'dropped', site);
    await this.#goOn(row, transfer, site, await this.#outbox.send(row, this.#route(site, transfer)));
  }

  /** Follows a reserved or broadcast transfer on its chain. */
  async #advance(row: StoredSubmission<'transfer'>): Promise<void> {
    const transfer = await this.#deps.storage.transfers.get(row.details.transferId);
    if (!transfer) throw new Error(`submission ${row.id} carries no known transfer`);
    if (transfer.state === 'completed') return this.#outbox.conclude(row, 'included');
    const site = await this.#site(transfer);
    if (transfer.state === 'failed') return this.#outbox.conclude(row, 'failed', site);
    if (!site) {
      this.#deps.log.error({ transferId: transfer.id }, 'the wallet or network of an open transfer is not configured');
      return;
    }
    if (transfer.state === 'requested') return this.#send(row, transfer, site);
    await this.#goOn(row, transfer, site, await this.#outbox.follow(row, this.#route(site, transfer)));
  }

  /** Changes the transfer according to the fate of its submission; the submission is settled last. */
  async #goOn(
    row: StoredSubmission<'transfer'>,
    transfer: TransferRow,
    site: Site,
    fate: Result<TransactionOutcome, OutboxFailure>,
  ): Promise<void> {
    if (!fate.ok) {
      if (fate.error.code === 'INSUFFICIENT_FUNDS' && row.state === 'reserved') {
        await this.#fail(transfer, fate.error);
        return this.#outbox.conclude(row, 'failed', site);
      }
      this.#deps.log.warn({ transferId: transfer.id, failure: fate.error }, 'the fate of a transfer is unknown');
      return;
    }
    if (fate.value.state === 'included') return this.#included(row, transfer, site, fate.value.outcome);
    if (fate.value.state === 'dropped') return this.#dropped(row, transfer, site, fate.value.expired);
  }

  async #included(
    row: StoredSubmission<'transfer'>,
    transfer: TransferRow,
    site: Site,
    { success, failure, block }: Extract<TransactionOutcome, { readonly state: 'included' }>['outcome'],
  ): Promise<void> {
    const finalized = await site.provider.finalized();
    const final = finalized.ok && finalized.value.number >= block.number;
    if (!success && final) {
      await this.#fail(transfer, failure ?? { code: 'TRANSFER_FAILED', message: 'the transfer failed' });
      return this.#outbox.conclude(row, 'failed', site);
    }
    if (final) {
      await this.#deps.storage.transfers.update(transfer.id, { state: 'completed' });
      return this.#outbox.conclude(row, 'included');
    }
    if (success && transfer.state !== 'included') {
      await this.#deps.storage.transfers.update(transfer.id, { state: 'included' });
    }
  }

  /** An expired transfer is signed again; any other dropped one has failed. */
  async #dropped(
    row: StoredSubmission<'transfer'>,
    transfer: TransferRow,
    site: Site,
    expired: boolean,
  ): Promise<void> {
    if (expired) {
      const signed = await this.#sign(transfer, site);
      return signed ? this.#send(await this.#outbox.renew(row, signed), transfer, site) : undefined;
    }
    const message = 'another transaction of the wallet took the place of the transfer';
    const { state } = (await this.#deps.storage.transfers.get(transfer.id)) ?? transfer;
    if (state !== 'failed') await this.#fail(transfer, { code: 'TRANSFER_DROPPED', message });
    await this.#outbox.conclude(row, 'dropped', site);
  }

  async #fail({ id }: TransferRow, { code, message }: TransferFailure): Promise<void> {
    const failure = { failureCode: code, failureMessage: message };
    await this.#deps.storage.transfers.update(id, { state: 'failed', ...failure });
  }
}
