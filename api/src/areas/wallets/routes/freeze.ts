import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { freezeRequest, originOf } from '../../avatars/index.ts';
import { wallet, walletParams } from '../schemas.ts';
import type { Wallets } from '../wallets.ts';

/** Freezing and thawing of custodial wallets. */
export function freezeWalletRoutes(router: Router, wallets: Wallets): void {
  router.route('freezeWallet', 'POST /avatar/:avatarId/wallets/:walletId/freeze', {
    summary: 'Freeze a wallet whose key is held here',
    description:
      'Nothing leaves it from the answer on; its orders without a lock and its waiting transfers end. The freeze is of the key: ' +
      'your wallets of the same address on other chains are frozen with it. The owner of an agent freezes its wallets, too, and an ' +
      'admin those of everybody, with a `reason`.',
    params: walletParams,
    body: freezeRequest,
    success: { description: 'The wallet, frozen.', schema: successSchema(wallet) },
    errors: ['AVATAR_NOT_FOUND', 'WALLET_NOT_FOUND', 'WALLET_NOT_CUSTODIAL', 'REASON_REQUIRED'],
    handle: async (request) => {
      const { params, body } = request;
      const { avatar, ...wish } = unwrap(await wallets.actedOn(callerOf(request), params.avatarId, body.reason));
      const audit = await wallets.audit(originOf(request), { action: 'wallet.frozen', facts: { ...wish } }, true);
      const row = unwrap(await wallets.service.freeze(avatar.id, params.walletId, wish, audit));
      await wallets.frozen(row);
      return success(wallets.service.view(row), 'frozen');
    },
  });

  router.route('thawWallet', 'POST /avatar/:avatarId/wallets/:walletId/thaw', {
    summary: 'End the freeze of a wallet',
    description:
      'By the avatar or the owner of the agent, within five minutes of the password; agents thaw nothing. An admin’s freeze is ended ' +
      'by an admin alone, with a `reason`.',
    params: walletParams,
    body: freezeRequest,
    success: { description: 'The wallet.', schema: successSchema(wallet) },
    errors: ['AVATAR_NOT_FOUND', 'WALLET_NOT_FOUND', 'WALLET_NOT_CUSTODIAL', 'REASON_REQUIRED', 'WALLET_FROZEN'],
    handle: async (request) => {
      const { params, body } = request;
      const { avatar, ...wish } = unwrap(await wallets.actedOn(callerOf(request), params.avatarId, body.reason));
      const audit = await wallets.audit(originOf(request), { action: 'wallet.thawed', facts: { ...wish } }, true);
      return success(
        wallets.service.view(unwrap(await wallets.service.thaw(avatar.id, params.walletId, wish.by, audit))),
        'thawed',
      );
    },
  });
}
