import type { IdempotencyRepository } from '@causeway/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { success, successSchema } from '../../../http/envelope.ts';
import { unwrap } from '../../../http/errors.ts';
import { etagOf } from '../../../http/etag.ts';
import type { Router } from '../../../http/route.ts';
import { takeIdempotencyKey } from '../../../plugins/app/idempotency.ts';
import { avatarParams, createdWallet, createWalletRequest, type WalletView } from '../schemas.ts';
import { walletView } from '../view.ts';
import type { Wallets } from '../wallets.ts';

/** Keeps the answer for the request's Idempotency-Key, if it has one, without the recovery phrase. */
async function keepWithoutPhrase(
  store: IdempotencyRepository,
  request: FastifyRequest,
  reply: FastifyReply,
  view: WalletView,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const key = takeIdempotencyKey(request);
  if (key === null) return;
  const body = String(reply.serializeInput({ ...success(view) }, '201'));
  const kept = { 'content-type': 'application/json; charset=utf-8', ...headers };
  await store.finish(key.caller, key.route, key.key, { status: 201, body, headers: kept });
}

/** POST /avatar/{avatarId}/create-wallet. */
export function createWalletRoute(router: Router, wallets: Wallets): void {
  router.route(
    {
      method: 'POST',
      path: '/avatar/:avatarId/create-wallet',
      operationId: 'createWallet',
      summary: 'Create a wallet',
      description:
        'The service makes a key below the avatar’s seed and holds it, or, with `generateKeyPair: false`, records an ' +
        'address whose key you hold. The wallet is on disk before the answer. A repetition with the same Idempotency-Key ' +
        'answers the wallet without the recovery phrase.',
      params: avatarParams,
      body: createWalletRequest,
      success: { status: 201, description: 'The wallet.', schema: successSchema(createdWallet), location: true },
      errors: [
        'PROVIDER_TYPE_UNSUPPORTED',
        'INVALID_ADDRESS',
        'INVALID_PUBLIC_KEY',
        'WALLET_EXISTS',
        'WALLET_NOT_VERIFIED',
        'RECOVERY_PHRASE_GONE',
        'KEYS_UNAVAILABLE',
      ],
    },
    async (request, reply) => {
      const { avatarId } = request.params;
      const { row, phrase } = unwrap(await wallets.service.create(avatarId, request.body));
      const view = walletView(row);
      const headers = { etag: etagOf(row.version), location: `/api/Wallet/avatar/${avatarId}/wallets/${row.id}` };
      reply.code(201).headers(headers);
      if (phrase === null) return success(view);
      await keepWithoutPhrase(wallets.storage.idempotency, request, reply, view, headers);
      return success({ ...view, recoveryPhrase: phrase });
    },
  );
}
