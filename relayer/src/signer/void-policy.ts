import type { OracleTransaction } from '@causeway/chains';
import { type ChainKind, ok } from '@causeway/protocol';
import type { VoidAllowanceRepository } from '@causeway/storage';
import type { VoidRequest } from '../plan/proposal.ts';
import { notBuilt, type OwnDeployments, requireAnchor, requireOracle, requireVerifiedNow } from './chain-checks.ts';
import { type Checked, refuse } from './refusal.ts';
import type { SigningBridge, SigningBridges } from './signing-chain.ts';

// Safety-critical: a transaction that takes the oracle's anchor stops every other one for that anchor, so only the
// signer's own operator decides. It pays nobody and proves nothing, so that a view that contradicts its chain does not
// matter.

export interface VoidPolicyDeps {
  readonly bridges: SigningBridges;
  /** This signer's own member address, by kind of chain. */
  readonly members: Readonly<Partial<Record<ChainKind, string>>>;
  readonly allowances: Pick<VoidAllowanceRepository, 'allows'>;
  readonly deployments: OwnDeployments;
}

/**
 * Builds the transaction that only uses up the anchor of `request`, or returns the refusal. The allowance is read last.
 */
export async function verifyVoid(
  { bridges, members, allowances, deployments }: VoidPolicyDeps,
  { family, destination, anchor }: VoidRequest,
): Promise<Checked<OracleTransaction>> {
  const here = bridges.get(family, destination);
  if (!here) return refuse('UNKNOWN_BRIDGE', `no ${family} bridge at ${destination} here`);
  const { provider } = here;
  if (!provider.buildVoid) return refuse('NOT_VOIDABLE', `transactions for ${provider.name} expire by themselves`);
  const oracle = await requireOracle(here, members[provider.kind]);
  if (!oracle.ok) return oracle;
  // A void is rare and final, so that it relies on no comparison of before.
  const verified = await requireVerifiedNow(here, deployments);
  if (!verified.ok) return verified;
  const current = await requireAnchor(here, anchor);
  if (!current.ok) return current;
  const allowed = await requireAllowed(here, allowances, anchor);
  if (!allowed.ok) return allowed;
  const transaction = await provider.buildVoid(anchor);
  return transaction.ok ? transaction : notBuilt(transaction.error);
}

/** Checks that this signer's own operator allows exactly this anchor of this bridge now. */
async function requireAllowed(
  { provider }: SigningBridge,
  allowances: VoidPolicyDeps['allowances'],
  anchor: string,
): Promise<Checked<void>> {
  const { name, family, domain } = provider;
  if (await allowances.allows({ family, domain, anchor })) return ok(undefined);
  const what = `the operator of this signer does not allow that anchor ${anchor} of ${family} at ${name} is used up`;
  return refuse('VOID_NOT_ALLOWED', `${what}; see \`causeway signer allow-void\``);
}
