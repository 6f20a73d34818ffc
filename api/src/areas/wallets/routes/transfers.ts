import type { TransferRow } from '@causeway/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf } from '../../../http/requests/etag.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { takeIdempotencyKey } from '../../../plugins/app/idempotency.ts';
import { originOf } from '../../avatars/index.ts';
import type { IdempotentTransfer } from '../rules/transfers.ts';
import { sendRequest, transfer, transferParams, walletParams } from '../schemas.ts';
import { transferView } from '../view.ts';
import type { Wallets } from '../wallets.ts';

const headersOf = (row: TransferRow) => ({
  etag: etagOf(row.version),
  location: `/api/Wallet/avatar/${row.avatarId}/wallets/${row.walletId}/transfers/${row.id}`,
});

/** The answer is stored in the transaction that stores the transfer: a crash leaves both or neither. */
function idempotentOf(request: FastifyRequest, reply: FastifyReply): IdempotentTransfer | undefined {
  const key = request.idempotency;
  if (key === null) return undefined;
  return {
    ...key,
    answer: (row) => {
      const headers = { 'content-type': 'application/json; charset=utf-8', ...headersOf(row) };
      return { status: 202, body: String(reply.serializeInput({ ...success(transferView(row)) }, '202')), headers };
    },
  };
}

/** Transfers from custodial wallets. */
export function transferRoutes(router: Router, wallets: Wallets): void {
  router.route('sendFromWallet', 'POST /avatar/:avatarId/wallets/:walletId/send', {
    summary: 'Send coins or tokens from a wallet whose key is held here',
    description:
      'The transfer is on disk before the answer, and is sent once, also when the service restarts. Follow it under ' +
      '`Location`: `completed` means that no reorganisation can undo it.',
    params: walletParams,
    body: sendRequest,
    success: { status: 202, description: 'The transfer.', schema: successSchema(transfer), location: true },
    errors: [
      'WALLET_NOT_FOUND',
      'WALLET_NOT_CUSTODIAL',
      'CHAIN_NOT_CONFIGURED',
      'ASSET_UNKNOWN',
      'INVALID_AMOUNT',
      'INVALID_ADDRESS',
      'INSUFFICIENT_BALANCE',
      'TRANSFER_REFUSED',
      'SEND_LIMIT_EXCEEDED',
      'APPROVAL_NEEDED',
      'REAUTHENTICATION_REQUIRED',
      'WALLET_FROZEN',
      'CHAIN_UNAVAILABLE',
    ],
    handle: async (request, reply) => {
      const { avatarId, walletId } = request.params;
      const { body } = request;
      const idempotent = idempotentOf(request, reply);
      const audit = await wallets.audit(originOf(request), { action: 'wallet.sent', subjectId: avatarId });
      const asked = { caller: callerOf(request), walletId, body, idempotent, audit };
      const row = unwrap(await wallets.transfers.request(asked));
      takeIdempotencyKey(request);
      return reply
        .code(202)
        .headers(headersOf(row))
        .send(success(transferView(row)));
    },
  });

  router.route('listWalletTransfers', 'GET /avatar/:avatarId/wallets/:walletId/transfers', {
    summary: 'List a wallet’s transfers, newest first',
    params: walletParams,
    query: Type.Object(pageQuery),
    success: { description: 'A page of transfers.', schema: successPageSchema(transfer) },
    errors: ['WALLET_NOT_FOUND'],
    handle: async (request) => {
      const { avatarId, walletId } = request.params;
      const wallet = unwrap(await wallets.service.get(avatarId, walletId, true));
      return answerPage(request, { walletId: wallet.id }, transferView, (after, limit, skip) =>
        wallets.transfers.rows.list(wallet.id, after, limit, skip),
      );
    },
  });

  router.route('getWalletTransfer', 'GET /avatar/:avatarId/wallets/:walletId/transfers/:transferId', {
    summary: 'Follow a transfer',
    params: transferParams,
    success: { description: 'The transfer.', schema: successSchema(transfer) },
    errors: ['WALLET_NOT_FOUND', 'TRANSFER_NOT_FOUND'],
    handle: async (request) => {
      const { avatarId, walletId, transferId } = request.params;
      return success(transferView(unwrap(await wallets.transfers.get(avatarId, walletId, transferId))));
    },
  });
}
