import type { Holding } from '../core/holding.ts';
import { type Lock, lockOf, sharedLockOf } from '../core/locks.ts';

/** What orders and transfers take from the wallet of a holding, of whatever asset: fees are paid in the coin. */
export const fundsLock = ({ domain, sender }: Pick<Holding, 'domain' | 'sender'>): Lock =>
  lockOf('wallet', `${domain} ${sender}`);

/** The limits of an avatar, wallet, API key or agent, and what an avatar has open and has spent. */
export const limitLock = (subjectId: string): Lock => lockOf('limit', subjectId);
export const sharedLimitLock = (subjectId: string): Lock => sharedLockOf('limit', subjectId);

/** One transfer. */
export const transferLock = (id: string): Lock => lockOf('transfer', id);
