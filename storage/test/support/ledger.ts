import { eq } from 'drizzle-orm';
import { all } from '../../src/core/steps.ts';
import type { RewardRow } from '../../src/index.ts';
import { missions } from '../../src/missions/index.ts';
import type { TestEngine } from './test-engine.ts';

/** The rows of an avatar's ledger, by a connection of its own. No shipped code reads them: the balance is their sum. */
export async function ledgerOf(engine: TestEngine, database: string, avatarId: string): Promise<readonly RewardRow[]> {
  const opened = await engine.open(database);
  const { missionRewards } = missions.tables(opened.dialect);
  try {
    return await opened.read(() =>
      all((db) => db.select().from(missionRewards).where(eq(missionRewards.avatarId, avatarId))),
    );
  } finally {
    await opened.close();
  }
}
