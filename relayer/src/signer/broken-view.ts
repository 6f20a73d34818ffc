import { ok } from '@causeway/protocol';
import type { ChainViewRepository } from '@causeway/storage';
import { type Proposal, sourceOf } from '../plan/proposal.ts';
import { brokenAt, whyBroken } from '../view/soundness.ts';
import { type Checked, refuse } from './refusal.ts';
import type { SigningBridges } from './signing-chain.ts';

// Safety-critical: a view that contradicts its chain proves nothing, neither as source nor as destination.

/** Checks that this signer's stored views of the destination and of each source are whole. Fails with VIEW_BROKEN. */
export async function requireWhole(
  view: Pick<ChainViewRepository, 'broken'>,
  bridges: SigningBridges,
  { family, destination, actions }: Proposal,
): Promise<Checked<void>> {
  const broken = brokenAt(await view.broken(), family, [destination, ...actions.map(sourceOf)]);
  if (!broken) return ok(undefined);
  const name = bridges.get(family, broken.domain)?.provider.name ?? String(broken.domain);
  const index = actions.findIndex((action) => sourceOf(action) === broken.domain);
  return refuse('VIEW_BROKEN', whyBroken(name, broken), index < 0 ? undefined : index);
}
