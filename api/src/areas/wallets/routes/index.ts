import type { Router } from '../../../http/route.ts';
import type { Wallets } from '../wallets.ts';
import { changeWalletRoutes } from './change.ts';
import { createWalletRoute } from './create.ts';
import { exportWalletRoute } from './export.ts';
import { freezeWalletRoutes } from './freeze.ts';
import { limitRoutes } from './limits.ts';
import { readWalletRoutes } from './read.ts';
import { transferRoutes } from './transfers.ts';

/** Everything under /api/Wallet. */
export function walletRoutes(router: Router, wallets: Wallets): void {
  createWalletRoute(router, wallets);
  readWalletRoutes(router, wallets);
  changeWalletRoutes(router, wallets);
  transferRoutes(router, wallets);
  limitRoutes(router, wallets);
  exportWalletRoute(router, wallets);
  freezeWalletRoutes(router, wallets);
}
