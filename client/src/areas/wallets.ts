import type { Transport } from '../client.ts';
import { sleep } from '../retry.ts';
import type { components, operations } from '../schema.ts';

type Schemas = components['schemas'];
export type Wallet = Schemas['Wallet'];
export type WalletBalance = Schemas['WalletBalance'];
export type WalletOrder = Schemas['WalletOrder'];
export type SpendingLimits = Schemas['SpendingLimits'];
export type WalletTransfer = Schemas['WalletTransfer'];
export type CreateWalletRequest = Schemas['CreateWalletRequest'];
export type SendRequest = Schemas['SendRequest'];
export type WalletFilter = Omit<NonNullable<operations['listWallets']['parameters']['query']>, 'cursor'>;

/** How a transfer is followed. */
export interface FollowOptions {
  /** Milliseconds between two polls of the transfer; 1,000 when absent. */
  readonly pollMs?: number;
  readonly signal?: AbortSignal;
}

/** The wallets of an avatar: the caller's own, or with `of` another's. */
export class Wallets {
  readonly #transport: Transport;
  readonly #avatarId: string | undefined;

  constructor(transport: Transport, avatarId?: string) {
    this.#transport = transport;
    this.#avatarId = avatarId;
  }

  /** The wallets of another avatar, such as an agent that the caller owns. */
  of(avatarId: string): Wallets {
    return new Wallets(this.#transport, avatarId);
  }

  /**
   * Creates a wallet whose key the service holds, or, with `generateKeyPair: false`, records an address. With
   * `showRecoveryPhrase`, the answer to the first one alone has the recovery phrase.
   */
  async create(body: CreateWalletRequest): Promise<Schemas['CreatedWallet']> {
    const params = { path: await this.#avatar() };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/create-wallet', { params, body }),
    );
  }

  /** The wallets, oldest first. */
  async *list(filter: WalletFilter = {}): AsyncGenerator<Wallet, void, undefined> {
    const path = await this.#avatar();
    yield* this.#transport.items((cursor) => {
      const query = { ...filter, ...(cursor !== undefined && { cursor }) };
      return this.#transport.http.GET('/api/Wallet/avatar/{avatarId}/wallets', { params: { path, query } });
    });
  }

  async get(walletId: string): Promise<Wallet> {
    const params = { path: await this.#wallet(walletId) };
    return this.#transport.result(
      this.#transport.http.GET('/api/Wallet/avatar/{avatarId}/wallets/{walletId}', { params }),
    );
  }

  /** The default wallet of a provider type. */
  async default(providerType: number): Promise<Wallet> {
    const params = { path: await this.#avatar(), query: { providerType } };
    return this.#transport.result(this.#transport.http.GET('/api/Wallet/avatar/{avatarId}/default-wallet', { params }));
  }

  /**
   * Makes a wallet the default of its type, to which orders without an address are paid. One whose key the service does
   * not hold needs `avatars.reauthenticate` within five minutes.
   */
  async setDefault(walletId: string): Promise<Wallet> {
    const params = { path: await this.#wallet(walletId) };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/default-wallet/{walletId}', { params }),
    );
  }

  /** A text to sign with the wallet's key, which proves that the caller holds it. */
  async challenge(walletId: string): Promise<Schemas['WalletChallenge']> {
    const params = { path: await this.#wallet(walletId) };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/challenge', { params }),
    );
  }

  /** Proves by a signature of the challenge that the caller holds the wallet's key. */
  async verify(walletId: string, signature: string): Promise<Wallet> {
    const params = { path: await this.#wallet(walletId) };
    const body = { signature };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/verify', { params, body }),
    );
  }

  /** The coins and tokens of a wallet, read from its chain. */
  async balance(walletId: string): Promise<WalletBalance> {
    const params = { path: await this.#wallet(walletId) };
    return this.#transport.result(
      this.#transport.http.GET('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/balance', { params }),
    );
  }

  /** The bridge orders from and to a wallet, newest first. */
  async *orders(walletId: string): AsyncGenerator<WalletOrder, void, undefined> {
    const path = await this.#wallet(walletId);
    yield* this.#transport.items((cursor) => {
      const query = cursor === undefined ? {} : { cursor };
      return this.#transport.http.GET('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/orders', {
        params: { path, query },
      });
    });
  }

  /** Sends from a wallet whose key the service holds. The same `idempotencyKey` never sends a second time. */
  async send(walletId: string, body: SendRequest, idempotencyKey?: string): Promise<WalletTransfer> {
    const path = await this.#wallet(walletId);
    const header = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/send', {
        params: { path, header },
        body,
      }),
    );
  }

  /** The transfers from a wallet, newest first. */
  async *transfers(walletId: string): AsyncGenerator<WalletTransfer, void, undefined> {
    const path = await this.#wallet(walletId);
    yield* this.#transport.items((cursor) => {
      const query = cursor === undefined ? {} : { cursor };
      return this.#transport.http.GET('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/transfers', {
        params: { path, query },
      });
    });
  }

  async transfer(walletId: string, transferId: string): Promise<WalletTransfer> {
    const params = { path: { ...(await this.#wallet(walletId)), transferId } };
    return this.#transport.result(
      this.#transport.http.GET('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/transfers/{transferId}', { params }),
    );
  }

  /** The transfer as it is, then whenever it has changed, until it is completed or failed. */
  async *follow(
    walletId: string,
    transferId: string,
    { pollMs = 1_000, signal }: FollowOptions = {},
  ): AsyncGenerator<WalletTransfer, void, undefined> {
    let seen = 0;
    for (;;) {
      signal?.throwIfAborted();
      const transfer = await this.transfer(walletId, transferId);
      if (transfer.version !== seen) yield transfer;
      if (transfer.isFinished) return;
      seen = transfer.version;
      await sleep(pollMs, signal);
    }
  }

  /** Takes a wallet out of all lists; it can be restored for 90 days. With `force` also one that holds something. */
  async delete(walletId: string, { force = false }: { readonly force?: boolean } = {}): Promise<Wallet> {
    const params = { path: await this.#wallet(walletId), query: { force } };
    return this.#transport.result(
      this.#transport.http.DELETE('/api/Wallet/avatar/{avatarId}/wallets/{walletId}', { params }),
    );
  }

  async restore(walletId: string): Promise<Wallet> {
    const params = { path: await this.#wallet(walletId) };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/restore', { params }),
    );
  }

  /** Freezes a wallet whose key the service holds, and every wallet of the same address. An admin gives a reason. */
  async freeze(walletId: string, reason?: string): Promise<Wallet> {
    const params = { path: await this.#wallet(walletId) };
    const body = { ...(reason !== undefined && { reason }) };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/freeze', { params, body }),
    );
  }

  /** Ends the freeze of a wallet, within five minutes of the password. */
  async thaw(walletId: string, reason?: string): Promise<Wallet> {
    const params = { path: await this.#wallet(walletId) };
    const body = { ...(reason !== undefined && { reason }) };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/thaw', { params, body }),
    );
  }

  /** The private key of a wallet, or the avatar's recovery phrase. Takes the password of the avatar again. */
  async export(walletId: string, body: Schemas['ExportWalletRequest']): Promise<Schemas['ExportedSecret']> {
    const params = { path: await this.#wallet(walletId) };
    return this.#transport.result(
      this.#transport.http.POST('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/export', { params, body }),
    );
  }

  /** What may leave the wallets within a day, what is used of it, and the allowances of API keys and agents. */
  async limits(): Promise<SpendingLimits> {
    const params = { path: await this.#avatar() };
    return this.#transport.result(this.#transport.http.GET('/api/Wallet/avatar/{avatarId}/limits', { params }));
  }

  /**
   * Sets the most that one wallet may spend of an asset within a day, whole units; null removes it. Needs
   * `avatars.reauthenticate` within five minutes.
   */
  async setLimit(walletId: string, asset: string, amount: string | null): Promise<SpendingLimits> {
    const params = { path: await this.#wallet(walletId) };
    const body = { asset, amount };
    return this.#transport.result(
      this.#transport.http.PUT('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/limits', { params, body }),
    );
  }

  /** As an admin, sets the limit of an avatar in place of the service's, whole units; null removes it. */
  async setAvatarLimit(body: Schemas['AvatarLimitRequest']): Promise<SpendingLimits> {
    const params = { path: await this.#avatar() };
    return this.#transport.result(this.#transport.http.PUT('/api/Wallet/avatar/{avatarId}/limits', { params, body }));
  }

  /**
   * Allows an API key or an agent of the caller to spend so much of an asset within a day, whole units; null withdraws
   * it. Without an allowance it spends nothing (`APPROVAL_NEEDED`). Needs `avatars.reauthenticate` within five minutes.
   */
  async allow(body: Schemas['AllowanceRequest']): Promise<SpendingLimits> {
    const params = { path: await this.#avatar() };
    return this.#transport.result(
      this.#transport.http.PUT('/api/Wallet/avatar/{avatarId}/allowances', { params, body }),
    );
  }

  async #avatar(): Promise<{ readonly avatarId: string }> {
    return { avatarId: this.#avatarId ?? (await this.#transport.avatarId()) };
  }

  async #wallet(walletId: string) {
    return { ...(await this.#avatar()), walletId };
  }
}
