import { isIP, isIPv6 } from 'node:net';
import type { Caller } from './callers.ts';

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

/** An address without the port that some proxies write beside it. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;

/**
 * The unit in which addresses are limited: an IPv4 address, or the network of 64 bits of an IPv6 address, because one
 * user has all addresses of such a network. Texts of a proxy that are no address are one unit together.
 */
export function addressUnit(text: string): string {
  const address = withoutPort(text);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) === 0) return 'unknown';
  return isIPv6(address) ? `${networkOf(address)}::/64` : address;
}

/** Who is limited: the account of a caller, which an owner and its agents have together, or the unit of an address. */
export const limitUnit = ({ caller, ip }: { readonly caller: Caller | null; readonly ip: string }): string =>
  caller ? `avatar:${caller.accountId}` : `address:${addressUnit(ip)}`;
