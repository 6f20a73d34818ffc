import type { FrozenBy } from '@causeway/storage';
import type { FastifyRequest } from 'fastify';
import { success, successSchema } from '../../../http/envelope.ts';
import { refuse, unwrap } from '../../../http/errors.ts';
import type { Router } from '../../../http/route.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { freezeRequest, originOf } from '../../avatars/index.ts';
import { wallet, walletParams } from '../schemas.ts';
import { walletView } from '../view.ts';
import type { Wallets } from '../wallets.ts';

/** Who acts on the wallets of `avatarId`: their owner, or an admin, who must say why. */
function actorOf(request: FastifyRequest, avatarId: string, reason: string | undefined): FrozenBy {
  if (callerOf(request).avatarId === avatarId.toLowerCase()) return 'owner';
  if (reason === undefined) unwrap(refuse('REASON_REQUIRED', 'say why: the owner of the wallet can read it'));
  return 'admin';
}

/** Freezing and thawing of custodial wallets. */
export function freezeWalletRoutes(router: Router, wallets: Wallets): void {
  router.route('freezeWallet', 'POST /avatar/:avatarId/wallets/:walletId/freeze', {
    summary: 'Freeze a wallet whose key is held here',
    description:
      'Nothing leaves it from the answer on; its orders without a lock and its waiting transfers end. The freeze is of the key: ' +
      'your wallets of the same address on other chains are frozen with it. An admin gives a `reason`.',
    params: walletParams,
    body: freezeRequest,
    success: { description: 'The wallet, frozen.', schema: successSchema(wallet) },
    errors: ['WALLET_NOT_FOUND', 'WALLET_NOT_CUSTODIAL', 'REASON_REQUIRED'],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      const { reason } = request.body;
      const wish = { by: actorOf(request, avatarId, reason), reason: reason ?? null };
      const audit = await wallets.audit(originOf(request), { action: 'wallet.frozen', facts: { ...wish } }, true);
      const row = unwrap(await wallets.service.freeze(avatarId, walletId, wish, audit));
      await wallets.frozen(row);
      return success(walletView(row), 'frozen');
    },
  });

  router.route('thawWallet', 'POST /avatar/:avatarId/wallets/:walletId/thaw', {
    summary: 'End the freeze of a wallet',
    description: 'An admin’s freeze is ended by an admin alone, with a `reason`.',
    params: walletParams,
    body: freezeRequest,
    success: { description: 'The wallet.', schema: successSchema(wallet) },
    errors: ['WALLET_NOT_FOUND', 'WALLET_NOT_CUSTODIAL', 'REASON_REQUIRED', 'WALLET_FROZEN'],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      const { reason } = request.body;
      const wish = { by: actorOf(request, avatarId, reason), reason: reason ?? null };
      const audit = await wallets.audit(originOf(request), { action: 'wallet.thawed', facts: { ...wish } }, true);
      return success(walletView(unwrap(await wallets.service.thaw(avatarId, walletId, wish.by, audit))), 'thawed');
    },
  });
}
