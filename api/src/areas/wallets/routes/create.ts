import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf } from '../../../http/requests/etag.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { originOf } from '../../avatars/index.ts';
import { avatarParams, createdWallet, createWalletRequest } from '../schemas.ts';
import type { Wallets } from '../wallets.ts';

/** The note for a wallet whose chain is not connected. */
const UNCONNECTED =
  'no network of this service is of this type: it neither shows nor sends what arrives at the address, whose key can be exported';

/** POST /avatar/{avatarId}/create-wallet. */
export function createWalletRoute(router: Router, wallets: Wallets): void {
  router.route('createWallet', 'POST /avatar/:avatarId/create-wallet', {
    summary: 'Create a wallet',
    description:
      'The service makes a key below the avatar’s seed and holds it, or, with `generateKeyPair: false`, records an ' +
      'address whose key you hold. The wallet is on disk before the answer. `showRecoveryPhrase` needs your password within ' +
      'the last five minutes.',
    secret: true,
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
      'REAUTHENTICATION_REQUIRED',
    ],
    handle: async (request, reply) => {
      const { avatarId } = request.params;
      // The phrase is every key of the avatar.
      if (request.body.showRecoveryPhrase === true) request.requireRecent();
      const audit = await wallets.audit(originOf(request), { action: 'wallet.created', subjectId: avatarId });
      const { row, phrase } = unwrap(await wallets.service.create(avatarId, request.body, audit));
      const view = wallets.service.view(row);
      const headers = { etag: etagOf(row.version), location: `/api/Wallet/avatar/${avatarId}/wallets/${row.id}` };
      reply.code(201).headers(headers);
      const created = { ...view, ...(phrase !== null && { recoveryPhrase: phrase }) };
      return view.network === null ? success(created, UNCONNECTED) : success(created);
    },
  });
}
