import { openPlatformStorage } from '@causeway/storage';
import { definition, newMission, quest } from '@causeway/storage/test-support/missions';
import { missionStorage } from '../../../../src/areas/missions/rules/mission-storage.ts';

/** Completes missions as fast as it can until it is killed. Prints the avatar of every acknowledged completion. */
const [database = '', seed = ''] = process.argv.slice(2);
const { missions: store } = await openPlatformStorage(database);
const missions = missionStorage(store);

async function work(worker: number): Promise<never> {
  for (let at = 0; ; at += 1) {
    const made = await missions.create(newMission('author', definition({ quests: [quest('a')] })));
    if (!made.ok) throw new Error(made.error.code);
    const { id, version } = made.value;
    await missions.publish(id, version, { version: 1, envelope: {} });
    const avatarId = `${seed} ${worker} ${at % 3}`;
    await missions.runs.start(id, avatarId);
    await missions.runs.completeQuest(id, avatarId, 'a');
    const done = await missions.runs.complete(id, avatarId);
    if (!done.ok) throw new Error(done.error.code);
    console.log(avatarId);
  }
}

await Promise.all([0, 1, 2, 3].map(work));
