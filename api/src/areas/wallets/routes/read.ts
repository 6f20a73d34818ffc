import type { WalletRow } from '@causeway/storage';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, notModified } from '../../../http/requests/etag.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { avatarParams, typeQuery, wallet, walletBalance, walletOrder, walletParams } from '../schemas.ts';
import { walletOrderView } from '../view.ts';
import type { Wallets } from '../wallets.ts';

const listQuery = Type.Object({
  ...pageQuery,
  providerType: Type.Optional(typeQuery.properties.providerType),
  deleted: Type.Optional(Type.Boolean({ description: 'Lists the deleted wallets instead.' })),
});

/** Reads of wallets and of their balances. */
export function readWalletRoutes(router: Router, wallets: Wallets): void {
  router.route('listWallets', 'GET /avatar/:avatarId/wallets', {
    summary: 'List an avatar’s wallets, oldest first',
    params: avatarParams,
    query: listQuery,
    success: { description: 'A page of wallets.', schema: successPageSchema(wallet) },
    handle: async (request) => {
      const { providerType, deleted: hidden } = request.query;
      const filter = {
        avatarId: request.params.avatarId,
        ...(providerType !== undefined && { providerType }),
        ...(hidden !== undefined && { hidden }),
      };
      return answerPage(
        request,
        { avatarId: filter.avatarId, providerType: providerType?.toString(), deleted: hidden?.toString() },
        (row: WalletRow) => wallets.service.view(row),
        (after, limit, skip) => wallets.service.list(filter, after, limit, skip),
      );
    },
  });

  router.route('getWallet', 'GET /avatar/:avatarId/wallets/:walletId', {
    summary: 'Read a wallet',
    etag: true,
    params: walletParams,
    success: { description: 'The wallet.', schema: successSchema(wallet) },
    errors: ['WALLET_NOT_FOUND'],
    handle: async (request, reply) => {
      const { avatarId, walletId } = request.params;
      const row = unwrap(await wallets.service.get(avatarId, walletId));
      if (notModified(request, reply, etagOf(row.version))) return reply.code(304).send(null);
      return success(wallets.service.view(row));
    },
  });

  router.route('getDefaultWallet', 'GET /avatar/:avatarId/default-wallet', {
    summary: 'Read an avatar’s default wallet of a type',
    params: avatarParams,
    query: typeQuery,
    success: { description: 'The wallet.', schema: successSchema(wallet) },
    errors: ['WALLET_NOT_FOUND', 'PROVIDER_TYPE_UNSUPPORTED'],
    handle: async (request) =>
      success(
        wallets.service.view(
          unwrap(await wallets.service.defaultOf(request.params.avatarId, request.query.providerType)),
        ),
      ),
  });

  router.route('getWalletBalance', 'GET /avatar/:avatarId/wallets/:walletId/balance', {
    summary: 'Read a wallet’s coins and tokens from its chain',
    params: walletParams,
    success: { description: 'The balances.', schema: successSchema(walletBalance) },
    errors: ['WALLET_NOT_FOUND', 'CHAIN_NOT_CONFIGURED'],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      return success(unwrap(await wallets.service.balance(avatarId, walletId)));
    },
  });

  router.route('listWalletOrders', 'GET /avatar/:avatarId/wallets/:walletId/orders', {
    summary: 'List the bridge orders from and to a wallet, newest first',
    params: walletParams,
    query: Type.Object(pageQuery),
    success: { description: 'A page of orders.', schema: successPageSchema(walletOrder) },
    errors: ['WALLET_NOT_FOUND'],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      const row = unwrap(await wallets.service.get(avatarId, walletId, true));
      return answerPage(request, { walletId: row.id }, walletOrderView, (after, limit, skip) =>
        wallets.service.orders(row, after, limit, skip),
      );
    },
  });
}
