import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { originOf } from '../../avatars/index.ts';
import { allowanceRequest, avatarLimitRequest, spendingLimits, walletLimitRequest } from '../limit-schemas.ts';
import { avatarParams, walletParams } from '../schemas.ts';
import type { Wallets } from '../wallets.ts';

const answered = { description: 'The avatar’s limits now.', schema: successSchema(spendingLimits) };

/** Limits of what leaves custodial wallets, and allowances. */
export function limitRoutes(router: Router, wallets: Wallets): void {
  router.route('getSpendingLimits', 'GET /avatar/:avatarId/limits', {
    summary: 'Read what may leave an avatar’s wallets within a day, and what is used',
    params: avatarParams,
    success: { description: 'Limits and allowances.', schema: successSchema(spendingLimits) },
    handle: async (request) => success(await wallets.limits.view(request.params.avatarId.toLowerCase())),
  });

  router.route('setAvatarLimit', 'PUT /avatar/:avatarId/limits', {
    summary: 'Change an avatar’s limit of an asset, as an admin',
    description: 'In place of the service’s limit, lower or higher. It is recorded with its reason in the audit log.',
    params: avatarParams,
    body: avatarLimitRequest,
    success: answered,
    errors: ['ASSET_UNKNOWN'],
    handle: async (request) => {
      const { avatarId } = request.params;
      return success(
        unwrap(await wallets.limits.setAvatar(callerOf(request), avatarId, request.body, originOf(request))),
      );
    },
  });

  router.route('setWalletLimit', 'PUT /avatar/:avatarId/wallets/:walletId/limits', {
    summary: 'Set your own limit of an asset for one wallet',
    description: 'It holds besides the limit of all your wallets together, so only a lower one changes anything.',
    params: walletParams,
    body: walletLimitRequest,
    success: answered,
    errors: ['WALLET_NOT_FOUND', 'ASSET_UNKNOWN'],
    handle: async (request) => {
      const { walletId } = request.params;
      return success(
        unwrap(await wallets.limits.setWallet(callerOf(request), walletId, request.body, originOf(request))),
      );
    },
  });

  router.route('setAllowance', 'PUT /avatar/:avatarId/allowances', {
    summary: 'Allow an API key or an agent of yours to spend within a day, or withdraw that',
    description:
      'Whoever has no password spends up to its allowance of an asset, and nothing without one. An agent’s allowance ' +
      'is for all its keys together, so it outlasts a renewal. It never widens the limits.',
    params: avatarParams,
    body: allowanceRequest,
    success: answered,
    errors: ['SPENDER_NOT_FOUND', 'ASSET_UNKNOWN'],
    handle: async (request) =>
      success(unwrap(await wallets.limits.setAllowance(callerOf(request), request.body, originOf(request)))),
  });
}
