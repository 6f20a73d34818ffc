import { type Frozen, frozenIn } from '@causeway/storage';
import { freezeSteps } from '@causeway/storage/avatars';
import { nothing, type TxScript, together } from '@causeway/storage/jobs';
import { heldAt } from '@causeway/storage/wallets';
import type { PayingStores } from './stores.ts';

/**
 * Who would pay, and from which wallet; `address` is in the chain's own form, null when the service holds no key of it.
 */
export interface Payer {
  readonly avatarId: string;
  readonly address: string | null;
}

/**
 * The freeze that keeps `payer` from spending: of the account, its own or its owner's, or of the wallet's key. Nobody
 * freezes them before the job's commit.
 */
export function* frozenOf(
  { avatars, wallets }: Pick<PayingStores, 'avatars' | 'wallets'>,
  { avatarId, address }: Payer,
): TxScript<Frozen | undefined> {
  const [account, keys] = yield* together(
    freezeSteps(avatars.context.tables).kept(avatarId),
    address === null ? nothing() : heldAt(wallets.context, avatarId, address),
  );
  return account ?? keys?.map((row) => frozenIn('wallet', row)).find((one) => one !== undefined);
}

/** The failure of an order or transfer that a freeze ends. It is public, so it has no reason. */
export const failureOf = ({ what }: Pick<Frozen, 'what'>) => ({
  failureCode: what === 'account' ? 'ACCOUNT_FROZEN' : 'WALLET_FROZEN',
  failureMessage: `the ${what} was frozen before anything left it`,
});
