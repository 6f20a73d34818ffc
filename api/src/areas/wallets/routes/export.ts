import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { originOf } from '../../avatars/index.ts';
import { exportedSecret, exportRequest, walletParams } from '../schemas.ts';
import type { Wallets } from '../wallets.ts';

/** POST /avatar/{avatarId}/wallets/{walletId}/export. */
export function exportWalletRoute(router: Router, wallets: Wallets): void {
  router.route('exportWallet', 'POST /avatar/:avatarId/wallets/:walletId/export', {
    summary: 'Export the private key of your wallet, or your recovery phrase',
    description: 'Takes your password, at most five times an hour, and is recorded in the audit log.',
    secret: true,
    params: walletParams,
    body: exportRequest,
    success: { description: 'The secret: who has it has the coins.', schema: successSchema(exportedSecret) },
    errors: [
      'WALLET_NOT_FOUND',
      'WALLET_NOT_CUSTODIAL',
      'WALLET_FROZEN',
      'CREDENTIALS_REFUSED',
      'ATTEMPTS_EXCEEDED',
      'PASSWORDS_BUSY',
      'KEYS_UNAVAILABLE',
    ],
    handle: async (request) => {
      const { what = 'privateKey', password } = request.body;
      const asked = { walletId: request.params.walletId, what, password };
      const { wallet, secret } = unwrap(await wallets.exports.export(callerOf(request), asked, originOf(request)));
      return success({ walletId: wallet.id, walletAddress: wallet.address, what, secret });
    },
  });
}
