import type { Domain } from '@causeway/protocol';
import { and } from 'drizzle-orm';
import { given, memoize, placeholders, prepared } from '../core/statements.ts';
import { first, run, type TxScript } from '../core/steps.ts';
import type { OwnScans } from './chain-view.ts';
import type { BridgeTables } from './schema.ts';

const scanStatements = memoize(({ ownScans }: BridgeTables) => {
  const ofBridge = and(given(ownScans.family, 'family'), given(ownScans.domain, 'domain'));
  return {
    find: prepared('ownScans', (db) =>
      db.select({ fromBlock: ownScans.fromBlock, afterTimeMs: ownScans.afterTimeMs }).from(ownScans).where(ofBridge),
    ),
    insert: prepared('insertOwnScans', (db) => db.insert(ownScans).values(placeholders(ownScans))),
    remove: prepared('removeOwnScans', (db) => db.delete(ownScans).where(ofBridge)),
  };
});

/** ChainViewRepository.ownScans, within the caller's job. */
export const ownScansOf = (tables: BridgeTables, family: string, domain: Domain): TxScript<OwnScans | undefined> =>
  first(scanStatements(tables).find, { family, domain });

/** ChainViewRepository.scansFrom, within the caller's job. */
export function* noteScansFrom(
  tables: BridgeTables,
  family: string,
  domain: Domain,
  { fromBlock, afterTimeMs }: OwnScans,
): TxScript<void> {
  const known = yield* ownScansOf(tables, family, domain);
  if (known !== undefined && known.fromBlock <= fromBlock) return;
  yield* forgetOwnScans(tables, family, domain);
  yield* run(scanStatements(tables).insert, { family, domain, fromBlock, afterTimeMs });
}

/** ChainViewRepository.forgetOwnScans, within the caller's job. */
export function* forgetOwnScans(tables: BridgeTables, family: string, domain: Domain): TxScript<void> {
  yield* run(scanStatements(tables).remove, { family, domain });
}
