import { print, refuseCommand } from '@causeway/process/commands';
import type { BridgeStorage } from '@causeway/storage';
import { Bridges, type NamedBridge } from '../bridges.ts';
import type { SigningBridge } from './signing-chain.ts';
import { plainAllowances } from './void-allowances.ts';

const HOUR_MS = 3_600_000;

export interface AllowVoidOptions {
  /** The Safe's nonce, decimal. */
  readonly anchor: string;
  readonly hours: number;
  readonly withdraw?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

type Stored = Pick<BridgeStorage, 'voidAllowances' | 'clock'>;

/** Lists what this signer's operator allows. */
export async function listAllowed(
  { voidAllowances }: Stored,
  bridges: readonly NamedBridge[],
  { json }: { readonly json?: boolean },
): Promise<void> {
  const allowed = plainAllowances(await voidAllowances.list(), new Bridges(bridges));
  const lines = allowed.map(
    ({ chain, family, anchor, until }) => `${chain} ${family}: the nonce ${anchor} may be used up until ${until}`,
  );
  print(json, { allowed }, lines.length > 0 ? lines : ['nothing is allowed']);
}

/**
 * Allows that the anchor is used up, or takes that back. Without `yes` it only prints the allowance, and the anchor
 * that is in force by this signer's own endpoints.
 */
export async function allowVoid(
  { voidAllowances, clock }: Stored,
  { provider }: Pick<SigningBridge, 'provider'>,
  { anchor, hours, withdraw = false, yes = false, json }: AllowVoidOptions,
): Promise<void> {
  const { name, family, domain } = provider;
  const key = { family, domain, anchor };
  const subject = `the nonce ${anchor} of ${family} at ${name}`;
  if (withdraw) {
    if (!(await voidAllowances.withdraw(key))) return refuseCommand(`${subject} is not allowed; --list shows what is`);
    return print(json, { ...key, chain: name, done: true, allowed: false }, [`${subject} is allowed no more`]);
  }
  if (!provider.buildVoid) {
    return refuseCommand(`${name}: its transactions expire by themselves, and nothing has to be allowed`);
  }
  const accepted = await provider.acceptsAnchor(anchor);
  const now = accepted.ok
    ? `the oracle's next anchor is ${anchor}`
    : accepted.error.code === 'ANCHOR_MISMATCH'
      ? `${accepted.error.message}, so nothing is signed for ${anchor} now`
      : `the endpoints do not say which nonce the Safe has (${accepted.error.code})`;
  const expiresAtMs = clock.now() + hours * HOUR_MS;
  const until = new Date(expiresAtMs).toISOString();
  if (yes) await voidAllowances.allow(key, expiresAtMs);
  print(json, { ...key, chain: name, done: yes, allowed: yes, until, inForce: accepted.ok, now }, [
    `${name} ${family}: ${now}`,
    yes
      ? `allowed until ${until}: one transaction that does nothing but use up ${subject}`
      : `nothing was changed; --yes allows until ${until} one transaction that does nothing but use up ${subject}`,
  ]);
}
