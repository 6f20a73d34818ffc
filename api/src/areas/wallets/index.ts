import { PeriodicTask } from '@causeway/runtime';
import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { avatars } from '../avatars/index.ts';
import { WALLET_ACCESS } from './access.ts';
import { walletCommands } from './commands.ts';
import { walletDirectory } from './directory.ts';
import { WALLET_ERRORS } from './errors.ts';
import { WalletExports } from './exports.ts';
import { WalletLimits } from './limits.ts';
import { WalletRemoval } from './removal.ts';
import { walletRoutes } from './routes/index.ts';
import { walletStorage } from './rules/wallet-storage.ts';
import { walletSecrets } from './sealed.ts';
import { WalletService } from './service.ts';
import { DAILY_AMOUNTS, Spending } from './spending.ts';
import { TransferWorker } from './transfer-worker.ts';
import { WalletTransfers } from './transfers.ts';
import { Vault } from './vault.ts';
import { WalletNetworks } from './wallet-networks.ts';
import type { Wallets } from './wallets.ts';

export { failureOf, frozenOf } from './rules/freezes.ts';
export { type Funds, reservedFunds } from './rules/funds.ts';
export { recordSpend, refusedSpend } from './rules/ledger.ts';
export { spendLocks } from './rules/locks.ts';
export type { Spend, SpendRefused } from './rules/spends.ts';
export type { PayingStores } from './rules/stores.ts';
export { type WalletStorage, type WithWallets, walletStorage } from './rules/wallet-storage.ts';
export type { Spending } from './spending.ts';
export type { TransferStorage, TransferWorker } from './transfer-worker.ts';
export type { Wallets } from './wallets.ts';

/** How often wallets are removed whose time to be restored is over, milliseconds: the balance of each is read. */
const PURGE_MS = 6 * 3_600_000;

const decimal = z.string().regex(/^\d+(?:\.\d+)?$/, 'must be a decimal in whole units');

/** What may leave an avatar's custodial wallets within a day. Amounts are whole units; null is any amount. */
const sendLimits = z
  .strictObject({
    perDay: z.int().min(0).default(100),
    /** By symbol, in addition to the defaults. A bridged token has the limit of its asset. */
    amounts: z
      .record(z.string(), decimal.nullable())
      .default({})
      .transform((own) => ({ ...DAILY_AMOUNTS, ...own })),
    /** Of each asset that `amounts` does not name. */
    otherAmount: decimal.nullable().default('10000'),
    /** The part of a limit that a session may spend within a day without authentication within five minutes. */
    withoutPassword: z.number().min(0).max(1).default(0.1),
  })
  .prefault({});

const settings = {
  wallets: z
    .strictObject({
      /** Network by the name of a provider type, where the configuration calls it otherwise. */
      networks: z.record(z.string(), z.string()).default({}),
      sendLimits,
    })
    .prefault({}),
};

/** The avatars' wallets. */
export const wallets = defineArea<Wallets, typeof settings>({
  name: 'wallets',
  tag: { name: 'Wallets', description: 'Wallets of avatars: keys, balances, transfers.' },
  errors: WALLET_ERRORS,
  access: WALLET_ACCESS,
  prefixes: ['/api/Wallet'],
  settings,
  sealed: walletSecrets,
  commands: walletCommands,
  open({ storage: open, bridge, settings: { wallets: own }, sealer, clock, random, log, use }) {
    const storage = { ...open, wallets: walletStorage(open) };
    const places = new WalletNetworks(bridge.catalogue.networks, own.networks);
    const vault = new Vault({ storage: storage.wallets, sealer, random, log });
    const service = new WalletService({ storage, places, vault, clock, random });
    const removal = new WalletRemoval({ storage: storage.wallets, service, places, clock });
    const spending = new Spending({ catalogue: bridge.catalogue, places, limits: own.sendLimits, clock });
    use(avatars).addKeySource((avatarId) => service.keys(avatarId));
    const failed = (err: unknown) => log.error({ err }, 'removing wallets for good failed');
    const purge = async (): Promise<void> => {
      await removal.purge();
    };
    const onFrozen: Wallets['onFrozen'] = [];
    return {
      service,
      removal,
      audit: (...event) => use(avatars).auditOf(...event),
      actedOn: (...asked) => use(avatars).actedOn(...asked),
      onFrozen,
      async frozen(wallet) {
        const ended = onFrozen.map((listener) => listener(wallet));
        for (const one of await Promise.allSettled(ended)) {
          if (one.status === 'rejected')
            log.error({ err: one.reason }, 'the work of a frozen wallet has not ended yet');
        }
      },
      purges: new PeriodicTask(purge, { onFailure: failed }),
      transfers: new WalletTransfers({ storage, service, places, spending }),
      spending,
      limits: new WalletLimits({ storage, avatars: use(avatars), service, spending, clock }),
      exports: new WalletExports({
        avatars: use(avatars),
        rateLimits: storage.rateLimits,
        wallets: storage.wallets,
        service,
        places,
        vault,
        clock,
      }),
      directory: walletDirectory({ storage: storage.wallets, avatars: use(avatars), places, vault }),
      worker: (guarded, onLost) =>
        new TransferWorker({
          storage: guarded,
          wallets: storage.wallets,
          places,
          vault,
          clock,
          log,
          ...(onLost && { onLost }),
        }),
    };
  },
  register: walletRoutes,
  start: ({ purges }) => purges.start(PURGE_MS),
  close: ({ purges }) => purges.stop(),
});
