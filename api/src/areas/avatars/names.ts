import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** A username in the form in which names are compared: compatible characters are one, and case does not matter. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** An e-mail address in the form in which addresses are compared. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase();

/** The first 64 bits of an IPv6 address, in groups without leading zeros. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%', 1).join('').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * The unit in which addresses are limited: an IPv4 address, or the network of 64 bits of an IPv6 address, because one
 * user has all addresses of such a network.
 */
export function addressUnit(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? `${networkOf(address)}::/64` : address;
}

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
