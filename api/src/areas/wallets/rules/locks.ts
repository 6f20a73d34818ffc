import { sharedAvatarLock } from '@causeway/storage/avatars';
import type { Lock } from '@causeway/storage/jobs';
import { fundsLock, limitLock, sharedLimitLock } from '@causeway/storage/wallets';
import type { Funds } from './funds.ts';
import type { Spend } from './spends.ts';

/**
 * What a job that spends decides by: the avatar with its wallets and credentials, the limits of all that the spend
 * counts against, what the avatar has spent, and what the wallet has promised.
 */
export function spendLocks(spend: Spend | undefined, funds: Funds | undefined): readonly Lock[] {
  const locks = funds ? [fundsLock(funds.holding)] : [];
  if (spend === undefined) return locks;
  const { avatarId, walletId, spender } = spend;
  const allowed = spender.kind === 'apiKey' || spender.kind === 'agent' ? [sharedLimitLock(spender.id)] : [];
  // An agent's credential ends with a lock of the agent or of its owner.
  const agent = spender.kind === 'agent' ? [sharedAvatarLock(spender.id)] : [];
  return [...locks, sharedAvatarLock(avatarId), ...agent, limitLock(avatarId), sharedLimitLock(walletId), ...allowed];
}
