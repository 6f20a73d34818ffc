import type { Domain } from '@causeway/protocol';
import { and, eq } from 'drizzle-orm';
import { run, type TxScript } from '../core/steps.ts';
import type { BrokenView } from './chain-view.ts';
import type { BridgeContext } from './context.ts';

/** ChainViewRepository.markBroken, within the caller's job. */
export function* markBroken(
  { tables: { brokenViews }, clock }: BridgeContext,
  { family, domain, code, reason }: Omit<BrokenView, 'sinceMs'>,
): TxScript<void> {
  const row = { family, domain, code, reason, sinceMs: clock.now() };
  const target = [brokenViews.family, brokenViews.domain];
  yield* run((db) => db.insert(brokenViews).values(row).onConflictDoUpdate({ target, set: { code, reason } }));
}

/** A turn has succeeded: the view is not broken any more. */
export function* mend({ tables: { brokenViews } }: BridgeContext, family: string, domain: Domain): TxScript<void> {
  const own = and(eq(brokenViews.family, family), eq(brokenViews.domain, domain));
  yield* run((db) => db.delete(brokenViews).where(own));
}
