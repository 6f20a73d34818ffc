import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, expectedVersions } from '../../../http/requests/etag.ts';
import { iso } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { originOf } from '../../avatars/index.ts';
import { challenge, verifyRequest, wallet, walletParams } from '../schemas.ts';
import type { Wallets } from '../wallets.ts';

/** Changes of wallets: default, proof of the key, deletion, restoration. */
export function changeWalletRoutes(router: Router, wallets: Wallets): void {
  router.route('setDefaultWallet', 'POST /avatar/:avatarId/default-wallet/:walletId', {
    summary: 'Make a wallet the default of its type',
    description:
      'Orders without an address are paid to the default. One whose key the service does not hold needs your password within the ' +
      'last five minutes; an API key never makes it the default.',
    etag: true,
    params: walletParams,
    success: { description: 'The wallet.', schema: successSchema(wallet) },
    errors: ['WALLET_NOT_FOUND', 'WALLET_NOT_VERIFIED', 'REAUTHENTICATION_REQUIRED'],
    handle: async (request, reply) => {
      const { avatarId, walletId } = request.params;
      const versions = expectedVersions(request);
      const row = unwrap(await wallets.service.setDefault(callerOf(request), avatarId, walletId, versions));
      reply.header('etag', etagOf(row.version));
      return success(wallets.service.view(row));
    },
  });

  router.route('challengeWallet', 'POST /avatar/:avatarId/wallets/:walletId/challenge', {
    summary: 'Get a text to sign, which proves that you hold the wallet’s key',
    params: walletParams,
    success: { description: 'The text; an earlier one is not accepted any more.', schema: successSchema(challenge) },
    errors: ['WALLET_NOT_FOUND'],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      const row = unwrap(await wallets.service.challenge(avatarId, walletId));
      const expiresAt = iso(row.challengeExpiresAtMs ?? 0);
      return success({ walletId: row.id, challenge: row.challenge ?? '', expiresAt });
    },
  });

  router.route('verifyWallet', 'POST /avatar/:avatarId/wallets/:walletId/verify', {
    summary: 'Prove by a signature of the challenge that you hold the wallet’s key',
    description: 'The wallet does not become the default by itself.',
    params: walletParams,
    body: verifyRequest,
    success: { description: 'The wallet, verified.', schema: successSchema(wallet) },
    errors: ['WALLET_NOT_FOUND', 'INVALID_SIGNATURE'],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      return success(
        wallets.service.view(unwrap(await wallets.service.verify(avatarId, walletId, request.body.signature))),
      );
    },
  });

  router.route('deleteWallet', 'DELETE /avatar/:avatarId/wallets/:walletId', {
    summary: 'Delete a wallet',
    description:
      'Always refused while an order can still end there. The wallet can be restored for 90 days; until then its sealed ' +
      'key is kept.',
    etag: true,
    params: walletParams,
    query: Type.Object({
      force: Type.Optional(
        Type.Boolean({ description: 'Deletes it with its balance, within five minutes of your password.' }),
      ),
    }),
    success: { description: 'The deleted wallet.', schema: successSchema(wallet) },
    errors: [
      'WALLET_NOT_FOUND',
      'ORDER_CAN_END_HERE',
      'TRANSFER_UNDER_WAY',
      'WALLET_HAS_BALANCE',
      'REAUTHENTICATION_REQUIRED',
    ],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      const withBalance = request.query.force === true;
      if (withBalance) request.requireRecent();
      const audit = await wallets.audit(originOf(request), { action: 'wallet.deleted', facts: { withBalance } });
      const deletion = { versions: expectedVersions(request), withBalance, audit };
      return success(wallets.service.view(unwrap(await wallets.service.delete(avatarId, walletId, deletion))));
    },
  });

  router.route('restoreWallet', 'POST /avatar/:avatarId/wallets/:walletId/restore', {
    summary: 'Restore a deleted wallet',
    params: walletParams,
    success: { description: 'The wallet, which is no default.', schema: successSchema(wallet) },
    errors: ['WALLET_NOT_FOUND'],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      const audit = await wallets.audit(originOf(request), { action: 'wallet.restored' });
      return success(wallets.service.view(unwrap(await wallets.service.restore(avatarId, walletId, audit))));
    },
  });
}
