import { strict as assert } from 'node:assert';
import type { MissionDefinition } from '@causeway/storage';
import { libraryStorage } from '../../src/areas/libraries/rules/library-repository.ts';
import { missionStorage } from '../../src/areas/missions/rules/mission-storage.ts';
import { apiForAll } from '../support/api.ts';
import { signedUp } from '../support/avatars.ts';

const MOST = 1_000;

describe('a list that is asked for without a page', function describeWholeLists() {
  this.timeout(60_000);
  // A mission more than an owner may have by default.
  const api = apiForAll({ api: { quotas: { missions: { items: MOST + 1 } } } });
  let token: string;
  before(async () => {
    const author = await signedUp(api, 'author');
    token = author.jwtToken;
    const { libraries, missions } = api.storage;
    const content = { version: '1.0.0', description: '', category: '', sourcePath: null, language: null };
    const definition: Omit<MissionDefinition, 'name'> = {
      ...{ description: '', missionType: 'Easy', difficulty: 'Easy', order: 0, rewardKarma: 0, rewardXP: 0 },
      ...{ deadline: null, chapters: [], quests: [] },
    };
    await Promise.all(
      Array.from({ length: MOST + 1 }, async (_, at) => {
        const name = `number ${at}`;
        const library = await libraryStorage(libraries).create(author.id, { ...content, name, dependencies: [] });
        const own = { avatarId: author.id, checksum: `checksum ${at}`, source: null, installed: null };
        const mission = await missionStorage(missions).create({ ...own, definition: { ...definition, name } });
        assert.ok(library.ok && mission.ok);
      }),
    );
  });

  const list = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.app.inject({ url: `/api${path}`, headers });
    assert.equal(answer.statusCode, 200, answer.body);
    const { result, nextCursor, resultsCount } = answer.json();
    assert.equal(resultsCount, result.length);
    return { ids: result.map(({ id }: { readonly id: string }) => id) as string[], nextCursor };
  };

  for (const name of ['libraries', 'missions']) {
    it(`of ${name} has up to 1,000, and the cursor of the rest`, async () => {
      const whole = await list(`/${name}`);
      assert.equal(whole.ids.length, MOST);
      const rest = await list(`/${name}?cursor=${encodeURIComponent(whole.nextCursor)}`);
      assert.deepEqual([rest.ids.length, rest.nextCursor], [1, null]);
      assert.equal(new Set([...whole.ids, ...rest.ids]).size, MOST + 1);
      const page = await list(`/${name}?limit=2`);
      assert.deepEqual(page.ids, whole.ids.slice(0, 2));
    });
  }
});
