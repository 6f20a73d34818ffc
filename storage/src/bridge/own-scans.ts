import type { Domain } from '@causeway/protocol';
import { and, eq } from 'drizzle-orm';
import { first, run, type Steps } from '../core/steps.ts';
import type { OwnScans } from './chain-view.ts';
import type { BridgeTables } from './schema.ts';

type Tables = Pick<BridgeTables, 'ownScans'>;

const ofBridge = ({ ownScans }: Tables, family: string, domain: Domain) =>
  and(eq(ownScans.family, family), eq(ownScans.domain, domain));

/** ChainViewRepository.ownScans, within the caller's job. */
export function* ownScansOf(tables: Tables, family: string, domain: Domain): Steps<OwnScans | undefined> {
  const { ownScans } = tables;
  return yield* first((db) =>
    db
      .select({ fromBlock: ownScans.fromBlock, afterTimeMs: ownScans.afterTimeMs })
      .from(ownScans)
      .where(ofBridge(tables, family, domain)),
  );
}

/** ChainViewRepository.scansFrom, within the caller's job. */
export function* noteScansFrom(
  tables: Tables,
  family: string,
  domain: Domain,
  { fromBlock, afterTimeMs }: OwnScans,
): Steps<void> {
  const known = yield* ownScansOf(tables, family, domain);
  if (known !== undefined && known.fromBlock <= fromBlock) return;
  yield* forgetOwnScans(tables, family, domain);
  yield* run((db) => db.insert(tables.ownScans).values({ family, domain, fromBlock, afterTimeMs }));
}

/** ChainViewRepository.forgetOwnScans, within the caller's job. */
export function* forgetOwnScans(tables: Tables, family: string, domain: Domain): Steps<void> {
  yield* run((db) => db.delete(tables.ownScans).where(ofBridge(tables, family, domain)));
}
