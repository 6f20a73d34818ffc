import { PeriodicTask } from '@causeway/runtime';
import type { OrderRow, WalletRow } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import { failureOf } from '../wallets/index.ts';
import type { WithOrders } from './rules/order-storage.ts';

/** Orders and transfers that are read at a time. */
const PAGE = 200;

export interface FrozenWorkDeps {
  readonly storage: Pick<WithOrders, 'orders' | 'avatars' | 'wallets'>;
  /** Where orders of the wallet begin. */
  readonly sendersOf: (wallet: WalletRow) => readonly string[];
  readonly log: BaseLogger;
}

type What = Parameters<typeof failureOf>[0]['what'];

/**
 * Ends what frozen accounts and wallets have not paid yet: orders without a lock, and requested transfers. It runs
 * right after a freeze, and in rounds, which find what an ended process left. Signing does not depend on it: the
 * transaction that hands a lock or a transfer to the network checks the freeze itself.
 */
export class FrozenWork {
  readonly #deps: FrozenWorkDeps;
  /** Each ends the open work of every frozen account and wallet. */
  readonly rounds: PeriodicTask;

  constructor(deps: FrozenWorkDeps) {
    this.#deps = deps;
    const failed = (err: unknown) => deps.log.error({ err }, 'the work of frozen accounts could not be ended');
    this.rounds = new PeriodicTask(() => this.round(), { onFailure: failed });
  }

  /** Ends the open work of every frozen account and wallet. */
  async round(): Promise<void> {
    const { avatars, wallets } = this.#deps.storage;
    for (const { id } of await avatars.freezes.list()) await this.ofAccount(id);
    for (const wallet of await wallets.frozen()) await this.ofWallet(wallet);
  }

  /** Ends the open work of an avatar and of its agents. */
  async ofAccount(avatarId: string): Promise<void> {
    for (const id of [avatarId, ...(await this.#deps.storage.avatars.freezes.below(avatarId))]) {
      await this.#end(
        'account',
        id,
        () => true,
        () => true,
      );
    }
  }

  /** Ends the open work of a wallet's key. */
  async ofWallet(wallet: WalletRow): Promise<void> {
    const senders = this.#deps.sendersOf(wallet);
    const isOrder = ({ custody, sender }: OrderRow) =>
      custody === 'service' && sender !== null && senders.includes(sender);
    await this.#end('wallet', wallet.avatarId, isOrder, (from) => from === wallet.address);
  }

  async #end(
    what: What,
    avatarId: string,
    isOrder: (order: OrderRow) => boolean,
    isPayer: (address: string) => boolean,
  ): Promise<void> {
    const { orders, wallets } = this.#deps.storage;
    const failure = failureOf({ what });
    for (let after: string | null = null; ; ) {
      const { items, nextCursor } = await orders.list({ avatarId, state: 'created' }, after, PAGE);
      const mine = items.filter(isOrder);
      await Promise.all(mine.map(({ id }) => orders.transition(id, 'expired', failure, { states: ['created'] })));
      if (nextCursor === null) break;
      after = nextCursor;
    }
    const requested = await wallets.transfers.requestedOf(avatarId);
    const mine = requested.filter(({ from }) => isPayer(from));
    await Promise.all(mine.map(({ id }) => wallets.transfers.endRequested(id, failure)));
  }
}
