import { createHash } from 'node:crypto';
import { addressUnit } from '../../http/callers/address-unit.ts';

/** A username in the form in which names are compared: compatible characters are one, and case does not matter. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** An e-mail address in the form in which addresses are compared. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase();

/** The key of wrong passwords for a name from an address. Neither can be read from it. */
export const attemptKey = (name: string, address: string): string =>
  createHash('sha256')
    .update(JSON.stringify([nameKey(name), addressUnit(address)]))
    .digest('hex');

/** Wrong passwords without a wait. */
const FREE_ATTEMPTS = 5;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 900_000;

/** The wait after a number of wrong passwords: none at first, then doubled with each, up to 15 minutes. */
export function delayAfter(failures: number): number {
  if (failures < FREE_ATTEMPTS) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - FREE_ATTEMPTS, 20), LONGEST_DELAY_MS);
}

/** The key of wrong passwords for a name, over all addresses that its owner never used. */
export const nameAttemptKey = (name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([nameKey(name)]))
    .digest('hex');

/** Wrong passwords for one name without a wait, from all addresses together. */
const FREE_GUESSES = 20;
const LONGEST_GUESS_DELAY_MS = 60_000;

/**
 * The wait after a number of wrong passwords for a name from anywhere: none at first, then a second, doubled up to a
 * minute.
 */
export function guessDelayAfter(failures: number): number {
  if (failures < FREE_GUESSES) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - FREE_GUESSES, 20), LONGEST_GUESS_DELAY_MS);
}
