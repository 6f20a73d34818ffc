import type { Domain, Hex } from '@causeway/protocol';
import { type Lock, lockOf, sharedLockOf } from '../core/locks.ts';

/** What is recorded of one chain. */
export interface ViewKey {
  readonly family: string;
  readonly domain: Domain;
}

const nameOf = ({ family, domain }: ViewKey): string => `${family} ${domain}`;

/** The view of one chain, for a job that changes it. */
export const viewLock = (view: ViewKey): Lock => lockOf('view', nameOf(view));

/** The view of one chain, for a job that relies on it. */
export const sharedViewLock = (view: ViewKey): Lock => sharedLockOf('view', nameOf(view));

const UNKNOWN = 'of unknown messages';

/**
 * The outcomes of messages that no view has: one view keeps such an outcome, and another one judges it when it records
 * the message, so the two must not miss each other.
 */
export const keptOutcomesLock: Lock = lockOf('view', UNKNOWN);
/** The same for jobs that record messages, which do not wait for each other. */
export const sharedKeptOutcomesLock: Lock = sharedLockOf('view', UNKNOWN);

/** An order, with its swap if it has one, and what the settler's events make of it. */
export const orderLock = (id: string): Lock => lockOf('order', id);

/** Which order a message belongs to. */
export const bindingLock = (messageId: Hex): Lock => lockOf('order', messageId);

/** The nonces of one payer on one chain. */
export const payerLock = (domain: Domain, payer: string): Lock => lockOf('submissions', `${domain} ${payer}`);

/** One submission with its versions. */
export const submissionLock = (id: string): Lock => lockOf('submissions', id);
