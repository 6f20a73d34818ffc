import assert from 'node:assert/strict';
import { systemClock } from '@causeway/runtime';
import { migrate } from '../../src/core/migrate.ts';
import { runText } from '../../src/core/steps.ts';
import { openPlatformStorage } from '../../src/index.ts';
import { runsOf } from '../../src/missions/index.ts';
import { BRIDGE_SCHEMA } from '../../src/open.ts';
import { columns } from '../support/columns.ts';
import { onEngines } from '../support/engines.ts';
import { definition, quest } from '../support/missions.ts';
import { assertRecounted, schemaBefore } from '../support/recount.ts';

const id = (n: number) => `0198c5b2-6a1e-7c3d-9f10-${String(n).padStart(12, '0')}`;
const bytesOf = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

// The text has what JSON escapes: the character that PostgreSQL's JSON refuses, and a backslash before its escape.
const OWN = definition({ name: 'nul \0 and \\u0000 "quoted"', description: 'é', quests: [quest('a'), quest('b')] });
const PUBLISHED = definition({
  name: 'published',
  quests: [quest('a', { rewardKarma: 7, rewardXP: 70 })],
  deadline: null,
});
const [own, published] = [JSON.stringify(OWN), JSON.stringify(PUBLISHED)];
const DEPENDENCIES = JSON.stringify([{ libraryId: id(50), versionRange: '^1.0.0 || ~2.3.0' }]);

/** Rows in the form of the release before. */
const ROWS: readonly (readonly [text: string, ...values: unknown[]])[] = [
  [
    "insert into avatars (id, username, username_key, avatar_type, is_admin, owner_id, metadata, version, created_at_ms, updated_at_ms) values ($1, 'bot', 'bot', 'AI_Agent', false, $2, '{}', 1, 0, 0)",
    'bot',
    'ann',
  ],
  ...[
    [1, 'ann', own, 'own', null, null],
    // Of an agent, published, and rewritten since.
    [2, 'bot', own, 'own', 'pub', null],
    // Deleted: one that somebody plays, and one that nobody does.
    [3, 'ann', published, 'pub', 'pub', 5],
    [4, 'ann', published, 'pub', null, 5],
  ].map(
    ([n, avatar, text, checksum, shown, hidden]) =>
      [
        `insert into missions (id, avatar_id, origin_id, installed, definition, checksum, mission_type, published_version,
           published_checksum, published_type, created_at_ms, updated_at_ms, hidden_at_ms, version)
         values ($1, $2, $3, false, $4, $5, 'Easy', ${shown === null ? 'null' : 1}, $6, ${shown === null ? 'null' : "'Easy'"}, 0, 0, $7, 1)`,
        ...[id(n as number), avatar, id(n as number), text, checksum, shown, hidden],
      ] as const,
  ),
  ['insert into mission_definitions (checksum, definition) values ($1, $2)', 'pub', published],
  [
    "insert into mission_versions (mission_id, version, checksum, envelope, created_at_ms) values ($1, 1, 'pub', '{}', 0)",
    id(2),
  ],
  [
    `insert into mission_runs (id, mission_id, avatar_id, checksum, published_version, status, attempt, started_at_ms, version)
     values ('run', $1, 'eve', 'pub', 1, 'InProgress', 1, 0, 1)`,
    id(3),
  ],
  ...[
    [50, '[]'],
    [51, DEPENDENCIES],
  ].flatMap(
    ([n, dependencies]) =>
      [
        [
          "insert into libraries (id, created_by, current, created_at_ms, updated_at_ms) values ($1, 'ann', '1.0.0', 0, 0)",
          id(n as number),
        ],
        [
          `insert into library_versions (library_id, version, ordinal, name, description, category, dependencies, created_at_ms)
           values ($1, '1.0.0', 1, 'lib', 'd', 'c', $2, 7)`,
          id(n as number),
          dependencies,
        ],
      ] as const,
  ),
  ['insert into library_edges (library_id, version, dependency_id) values ($1, $2, $3)', id(51), '1.0.0', id(50)],
  [
    "insert into direct_messages (id, from_avatar_id, to_avatar_id, text, metadata, sent_at_ms) values ('m', 'bot', 'eve', 'héllo', '{}', 0)",
  ],
];

onEngines('a database of the release before', (engine) => {
  it('has its lists and counts after the migration', async () => {
    const database = await engine.newDatabase();
    const before = await schemaBefore();
    const bare = await engine.open(database);
    try {
      await migrate(bare, [BRIDGE_SCHEMA, before.schema], { mustExist: false, clock: systemClock });
      await bare.write('full', function* () {
        for (const [text, ...values] of ROWS) {
          yield* runText(bare.dialect.name === 'sqlite' ? text.replaceAll(/\$\d/g, '?') : text, values);
        }
      });
    } finally {
      await bare.close();
      before.remove();
    }
    const storage = await openPlatformStorage(database);
    const [mine] = (await storage.missions.missions.listWhole({ avatarId: 'ann' }, null, 9)).items.filter(
      ({ own }) => own,
    );
    assert.deepEqual(mine?.mission.definition, OWN);
    const listed = (await storage.missions.missions.list({ avatarId: 'ann' }, null, 9)).items;
    assert.deepEqual(columns(columns(listed, 'mission'), 'id'), [id(2), id(1)]);
    const [theirs, summary] = columns(listed, 'summary');
    assert.deepEqual(
      [theirs?.name, theirs?.totalKarma, theirs?.totalXP, theirs?.totalQuests, theirs?.deadline],
      ['published', 12, 120, 1, null],
    );
    assert.match(summary?.name ?? '', /^nul . and .*quoted"$/su);
    assert.deepEqual([summary?.description, summary?.totalQuests, summary?.difficulty], ['é', 2, 'Easy']);
    assert.equal(
      (await storage.missions.context.read(() => runsOf(storage.missions.context, 'eve', [id(3)])))[0]?.definition.name,
      'published',
    );
    const libraries = (await storage.libraries.libraries.list(null, 9)).items;
    assert.deepEqual(columns(libraries, 'dependencyCount'), [0, 1]);
    const [whole] = await storage.libraries.libraries.wholeVersionsIn(id(51), ['1.0.0']);
    assert.deepEqual([whole?.dependencies, whole?.createdAtMs], [JSON.parse(DEPENDENCIES), 7]);
    assert.equal(
      (await storage.libraries.libraries.dependants(id(50), null, 9)).items[0]?.versionRange,
      '^1.0.0 || ~2.3.0',
    );
    const of = async (kind: 'missions' | 'libraries' | 'messages') =>
      Object.values(await storage.usage.of('bot', kind));
    // One mission and the agent's; the deleted one that is played counts with its definition.
    assert.deepEqual(await of('missions'), [2, bytesOf(own, own, published, published)]);
    assert.deepEqual(await of('libraries'), [2, bytesOf('libdc[]', `libdc${DEPENDENCIES}`)]);
    assert.deepEqual(await of('messages'), [1, bytesOf('héllo{}')]);
    await storage.close();
    await assertRecounted(engine, database);
  });
});
