import { createHmac } from 'node:crypto';
import { fail, ok, type Result } from '@causeway/protocol';
import type { ConfigFailure } from '../failures.ts';
import { majorityOf } from '../rpc/quorum.ts';
import type { ChainConfig } from './config.ts';

/** The ports of URLs that name none. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Fewest distinct origins of a network of value. */
const LEAST_ORIGINS = 3;

/** The host and port of each of `urls`, once each, in their order. Whatever else differs, an origin has one answer. */
export const originsOf = (urls: readonly string[]): readonly string[] => [...new Set(urls.map(originOf))];

function originOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname.replace(/\.$/, '')}:${port || DEFAULT_PORTS[protocol]}`;
}

/**
 * Refuses, on a network of value, RPC endpoints of fewer than three distinct origins, and a quorum that half of the
 * origins or fewer can form: one endpoint must not decide alone, and two quorums must not contradict each other. `name`
 * is the chain's.
 */
export function requireOrigins(name: string, { value, rpc, quorum }: ChainConfig): Result<void, ConfigFailure> {
  if (!value) return ok(undefined);
  const distinct = originsOf(rpc).length;
  const refuse = (setting: string, what: string) => {
    const advice = 'a network without value needs "value: false"';
    return fail('CONFIG_INVALID', `chains.${name}.${setting}: ${what}; ${advice}`);
  };
  if (distinct < LEAST_ORIGINS) {
    return refuse('rpc', `has ${distinct} distinct hosts, and a signer needs at least ${LEAST_ORIGINS}`);
  }
  // In the worst case all repetitions of a host are in the quorum.
  const least = (quorum ?? majorityOf(rpc.length)) - (rpc.length - distinct);
  if (2 * least > distinct) return ok(undefined);
  return refuse(
    'quorum',
    `${Math.max(0, least)} of ${distinct} distinct hosts could form a quorum, and half is too few`,
  );
}

/** How much of a keyed hash is shown, characters. */
const SHOWN = 16;

/**
 * `origin` as text that shows only to holders of `word` whether two origins are the same: its hash, and that of its
 * provider, the last two labels of its host.
 */
export function disguised(origin: string, word: string): string {
  const hash = (text: string) => createHmac('sha256', word).update(text).digest('hex').slice(0, SHOWN);
  const host = origin.slice(0, origin.lastIndexOf(':'));
  const provider = /^[\d.]+$|^\[/.test(host) ? host : host.split('.').slice(-2).join('.');
  return `${hash(origin)} of ${hash(provider)}`;
}
