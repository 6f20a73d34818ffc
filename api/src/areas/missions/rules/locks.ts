import { type Lock, lockOf } from '@causeway/storage/jobs';

/**
 * All missions, their runs and their ledgers: one job at a time changes them. Missions share definitions and copies,
 * runs share rewards, and nothing of it is frequent.
 */
export const MISSIONS: Lock = lockOf('mission', 'all');

/** The same, with the words by which missions are found. */
export const MISSIONS_AND_WORDS: readonly Lock[] = [MISSIONS, lockOf('search', 'missions')];
