import assert from 'node:assert/strict';
import { openPlatformStorage } from '@causeway/storage';
import { definition, newMission, quest } from '@causeway/storage/test-support/missions';
import { libraryStorage } from '../../src/areas/libraries/rules/library-repository.ts';
import { missionStorage } from '../../src/areas/missions/rules/mission-storage.ts';
import { walletStorage } from '../../src/areas/wallets/rules/wallet-storage.ts';
import { spenderOf } from '../support/spends.ts';
import type { World } from './operations.ts';

/** Makes what the processes share, in an empty database. */
export async function makeWorld(database: string): Promise<World> {
  const storage = await openPlatformStorage(database);
  try {
    const facts = { avatarId: 'a', providerType: 3, name: '', description: '', publicKey: null, seedIndex: 0 };
    const wallet = await walletStorage(storage).add({ ...facts, address: 'w', verified: true, isDefault: true });
    assert.ok(wallet.ok);
    const missions = missionStorage(storage.missions);
    const mission = await missions.create(newMission('author', definition({ quests: [quest('a')] })));
    assert.ok(mission.ok);
    await missions.publish(mission.value.id, mission.value.version, { version: 1, envelope: {} });
    const content = { description: '', category: '', sourcePath: null, language: null, dependencies: [] };
    const library = await libraryStorage(storage.libraries).create('ann', { version: '1.0.0', name: 'l', ...content });
    assert.ok(library.ok);
    const ids = { walletId: wallet.value.id, missionId: mission.value.id, libraryId: library.value.id };
    return { ...ids, spender: await spenderOf(storage) };
  } finally {
    await storage.close();
  }
}
