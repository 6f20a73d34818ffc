import { Rounds } from '@causeway/agents/rounds';
import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { avatars } from '../avatars/index.ts';
import { WALLET_ACCESS } from './access.ts';
import { walletDirectory } from './directory.ts';
import { WALLET_ERRORS } from './errors.ts';
import { WalletExports } from './exports.ts';
import { WalletPlaces } from './places.ts';
import { walletRoutes } from './routes/index.ts';
import { WalletService } from './service.ts';
import { TransferWorker } from './transfer-worker.ts';
import { DAILY_AMOUNTS, WalletTransfers } from './transfers.ts';
import { Vault } from './vault.ts';
import type { Wallets } from './wallets.ts';

export type { TransferStorage, TransferWorker } from './transfer-worker.ts';
export { seedContext } from './vault.ts';
export type { Wallets } from './wallets.ts';

/** How often wallets are removed whose time to be restored is over, milliseconds. */
const PURGE_MS = 3_600_000;

const decimal = z.string().regex(/^\d+(?:\.\d+)?$/, 'must be a decimal in whole units');

/** What an avatar may send from its custodial wallets within a day. Amounts are whole units; null is any amount. */
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
  open({ storage, bridge, settings: { wallets: own }, sealer, clock, random, log, use }) {
    const places = new WalletPlaces(bridge.catalogue.networks, own.networks);
    const vault = new Vault({ storage: storage.wallets, sealer, random, log });
    const service = new WalletService({ storage, places, vault, clock, random });
    use(avatars).addKeySource((avatarId) => service.keys(avatarId));
    const failed = (err: unknown) => log.error({ err }, 'removing wallets for good failed');
    const purge = async (): Promise<void> => {
      await service.purge();
    };
    return {
      service,
      purges: new Rounds(purge, failed),
      transfers: new WalletTransfers({
        ...{ storage, catalogue: bridge.catalogue, service, places, clock },
        limits: own.sendLimits,
      }),
      exports: new WalletExports({
        avatars: use(avatars),
        rateLimits: storage.rateLimits,
        service,
        places,
        vault,
        clock,
      }),
      directory: walletDirectory(storage.wallets, places, vault),
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
