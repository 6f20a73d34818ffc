import { BRIDGE_ERRORS } from '../../bridge/errors.ts';
import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the wallet routes only. */
export const WALLET_ERRORS = {
  WALLET_NOT_FOUND: define(404, 'Wallet not found', 'The avatar has no wallet with this id, or it is deleted.'),
  SPENDER_NOT_FOUND: define(404, 'API key or agent not found', 'No API key or agent of yours has this id.'),
  TRANSFER_NOT_FOUND: define(404, 'Transfer not found', 'The wallet has no transfer with this id.'),
  WALLET_EXISTS: define(
    409,
    'Wallet exists',
    'The avatar has this address for this provider type already; the answer names the wallet, which may be deleted: restore it.',
  ),
  ORDER_CAN_END_HERE: define(
    409,
    'An order can end at the wallet',
    'A bridge order can still pay this wallet, late locks included; the answer names it. Delete the wallet afterwards.',
  ),
  TRANSFER_UNDER_WAY: define(409, 'Transfer under way', 'A transfer from the wallet is not final yet.'),
  WALLET_HAS_BALANCE: define(
    409,
    'Wallet has a balance',
    'The wallet holds coins or tokens, or its chain cannot be read: repeat with `force=true` after POST /api/avatar/reauthenticate.',
  ),
  RECOVERY_PHRASE_GONE: define(
    409,
    'Recovery phrase was shown',
    'The recovery phrase is shown only with the avatar’s first generated wallet; export it instead.',
  ),
  WALLET_NOT_VERIFIED: define(409, 'Wallet not verified', 'Only a wallet whose key is proven can be a default.'),
  PROVIDER_TYPE_UNSUPPORTED: define(
    422,
    'Provider type not supported',
    'No wallets of this type; the answer lists the supported numbers.',
  ),
  CHAIN_NOT_CONFIGURED: define(422, 'Chain not configured', 'The wallet’s chain is not connected to this service.'),
  WALLET_NOT_CUSTODIAL: define(422, 'Key not held here', 'The owner holds the key of this wallet.'),
  INVALID_PUBLIC_KEY: define(422, 'Invalid public key', 'Not a key of this type, or not the key of the address.'),
  INVALID_SIGNATURE: define(
    422,
    'Invalid signature',
    'Not a signature of the current challenge by the wallet’s key, or the challenge expired: ask for another one.',
  ),
  TRANSFER_REFUSED: define(422, 'Transfer refused', 'The chain refuses this transfer; the answer carries its reason.'),
  APPROVAL_NEEDED: define(
    403,
    'Approval needed',
    'An API key or an agent would spend more within a day than its owner allowed; the answer names asset, allowance and what is used. The owner gives an allowance with PUT /api/Wallet/avatar/{avatarId}/allowances.',
  ),
  SEND_LIMIT_EXCEEDED: define(
    429,
    'Daily limit exceeded',
    'No more of this asset may leave the avatar’s wallets, or this wallet, by sends, orders and fees within a day, or no more transfers; the answer names the limit and when there is room again.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a wallet route may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...BRIDGE_ERRORS, ...WALLET_ERRORS });
