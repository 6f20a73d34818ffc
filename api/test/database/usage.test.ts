import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { agentStorage } from '@causeway/agents';
import { completed, holdOf, newTask } from '@causeway/agents/test-support/tasks';
import type { Result } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import { clockAt } from '@causeway/runtime/test-support';
import {
  type LibraryContent,
  openPlatformStorage,
  type PlatformStorage,
  QUOTA_KINDS,
  type QuotaExceeded,
  type QuotaKind,
  type Quotas,
  UNLIMITED,
} from '@causeway/storage';
import { newAgent } from '@causeway/storage/test-support/agents';
import { register } from '@causeway/storage/test-support/avatars';
import { onStorages, type TestEngine } from '@causeway/storage/test-support/engines';
import { definition, newMission } from '@causeway/storage/test-support/missions';
import { assertRecounted } from '@causeway/storage/test-support/recount';
import fc from 'fast-check';
import { holonStorage } from '../../src/areas/holons/rules/holon-repository.ts';
import { libraryStorage } from '../../src/areas/libraries/rules/library-repository.ts';
import { messageStorage } from '../../src/areas/messages/rules/message-repository.ts';
import { missionStorage } from '../../src/areas/missions/rules/mission-storage.ts';

type Refused = QuotaExceeded | { readonly code: string };
/** What was stored, which takes `bytes`, or why it was not. */
type Made = Result<{ readonly id: string }, Refused>;

/** How one kind is stored and removed. */
interface Kind {
  make(storage: PlatformStorage, avatarId: string, size: number): Promise<Made>;
  /** Absent for what is never removed. */
  remove?(storage: PlatformStorage, id: string, avatarId: string): Promise<unknown>;
}

const ID = '00000000-0000-7000-8000-000000000000';
const DAY_MS = 86_400_000;
const library = (size: number): LibraryContent => ({
  ...{ version: '1.0.0', name: 'l', description: 'x'.repeat(size), category: '', sourcePath: null, language: null },
  dependencies: [],
});

/** The avatar in whose quota it counts what `avatarId` stores. */
const accountOf = async ({ avatars }: PlatformStorage, avatarId: string): Promise<string> =>
  (await avatars.profiles.get(avatarId))?.ownerId ?? avatarId;

const KINDS: Readonly<Record<QuotaKind, Kind>> = {
  missions: {
    async make({ missions }, avatarId, size) {
      const text = randomUUID();
      const made = await missionStorage(missions).create(
        newMission(avatarId, definition({ description: text.repeat(size / 36) })),
      );
      return made.ok ? { ok: true, value: made.value } : made;
    },
    remove: ({ missions }, id) => missionStorage(missions).hide(id),
  },
  libraries: {
    make: ({ libraries }, avatarId, size) => libraryStorage(libraries).create(avatarId, library(size)),
  },
  holons: {
    async make({ holons: store }, owner, bytes) {
      const holons = holonStorage(store);
      const id = randomUUID();
      const upload = await holons.beginUpload(id);
      const saved = await holons.commit({
        ...{ bodyId: upload.id, holonId: id, avatarId: owner, owner, name: 'n', holonType: 'T', checksum: id, bytes },
        ...{ places: ['database'], fields: [], text: '', keep: 100 },
      });
      return saved.ok ? { ok: true, value: { id } } : saved;
    },
    async remove({ holons }, id) {
      await holonStorage(holons).remove(id);
      return holonStorage(holons).purge(
        { keep: 100, surplusBeforeMs: 0, deletedBeforeMs: Number.MAX_SAFE_INTEGER },
        100,
      );
    },
  },
  tasks: {
    async make(storage, submitterId, size) {
      const { agents } = storage;
      const task = newTask(randomUUID(), 1_700_000_000_000 + DAY_MS, {
        submitterId,
        principalId: await accountOf(storage, submitterId),
        input: JSON.stringify('x'.repeat(size)),
      });
      const made = await agentStorage(agents).tasks.submit(task);
      return made.ok ? { ok: true, value: made.value.task } : made;
    },
    remove: ({ agents }, id) => agentStorage(agents).tasks.cancel(id),
  },
  history: {
    make: (...args) => KINDS.tasks.make(...args),
    async remove({ agents }, id) {
      await agentStorage(agents).tasks.cancel(id);
      return agents.history.purge(Number.MAX_SAFE_INTEGER, 100);
    },
  },
  workflows: {
    make: ({ agents }, ownerId, size) =>
      agents.workflows.create({
        ...{ id: randomUUID(), ownerId },
        definition: { steps: [{ stepId: 'a', type: 'work', input: 'x'.repeat(size) }] },
      }),
  },
  webhooks: {
    make: ({ agents }, avatarId, size) =>
      agents.endpoints.addCallback(avatarId, `https://example.org/${randomUUID()}/${'x'.repeat(size)}`),
    remove: ({ agents }, id) => agents.endpoints.remove(id),
  },
  messages: {
    async make(storage, fromAvatarId, size) {
      const accountId = await accountOf(storage, fromAvatarId);
      const message = { accountId, fromAvatarId, toAvatarId: 'somebody', text: 'x'.repeat(size), metadata: {} };
      return messageStorage(storage.messages).send(message);
    },
    remove: ({ messages }, id) => messageStorage(messages).removeForBoth(id),
  },
};

const MOST = 5;
/** The quota of one kind. */
const limitOf = (kind: QuotaKind, items: number, bytes: number): Quotas => ({ ...UNLIMITED, [kind]: { items, bytes } });

onStorages('what an owner stores', (temporary, engine) => {
  const opened: PlatformStorage[] = [];
  /** The storage of another process, with quotas. */
  const limited = async (quotas: Quotas): Promise<PlatformStorage> => {
    const storage = await openPlatformStorage(temporary.database, { clock: clockAt(() => temporary.nowMs), quotas });
    opened.push(storage);
    return storage;
  };
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
  });
  /** The ids of the things that were made. */
  const idsOf = (made: readonly Made[]) => made.flatMap((one) => (one.ok ? [one.value.id] : []));

  for (const kind of QUOTA_KINDS) {
    const { make, remove } = KINDS[kind];

    it(`is bounded for ${kind}, exactly, whatever two processes store at once, and removal gives back`, async () => {
      const quotas = limitOf(kind, MOST, 1e9);
      const both = [await limited(quotas), await limited(quotas)] as const;
      const [first] = both;
      const made = await Promise.all(
        Array.from({ length: 16 }, (_, at) => make(both[at % 2] as PlatformStorage, 'ann', 72)),
      );
      const ids = idsOf(made);
      assert.equal(ids.length, MOST);
      const refused = made.flatMap((one) => (one.ok ? [] : [one.error]));
      for (const error of refused)
        assert.deepEqual(error, { code: 'QUOTA_EXCEEDED', kind, unit: 'items', limit: MOST, used: MOST });
      assert.equal((await first.usage.of('ann', kind)).items, MOST);
      assert.equal((await first.usage.check('ann', kind, { items: 1, bytes: 0 })).ok, false);
      assert.ok((await make(first, 'bob', 72)).ok, 'another owner has a quota of its own');
      if (remove === undefined) return void (await assertRecounted(engine, temporary.database));
      for (const id of ids.slice(0, 2)) await remove(first, id, 'ann');
      const again = await Promise.all([1, 2, 3, 4].map(() => make(first, 'ann', 72)));
      assert.equal(idsOf(again).length, 2);
      await assertRecounted(engine, temporary.database);
    });
  }

  it('is bounded in bytes', async () => {
    for (const kind of QUOTA_KINDS) {
      const storage = await limited(limitOf(kind, 1_000, 1e9));
      const { make } = KINDS[kind];
      const before = (await storage.usage.of('ann', kind)).bytes;
      assert.ok((await make(storage, 'ann', 7_200)).ok, kind);
      const { bytes } = await storage.usage.of('ann', kind);
      assert.ok(bytes - before >= 7_200 && bytes - before < 9_000, `${kind}: ${bytes}`);
      const narrow = await limited(limitOf(kind, 1_000, bytes + 7_000));
      const over = await make(narrow, 'ann', 7_200);
      const expected = { code: 'QUOTA_EXCEEDED', kind, unit: 'bytes', limit: bytes + 7_000, used: bytes };
      assert.deepEqual(over, { ok: false, error: expected });
    }
    await assertRecounted(engine, temporary.database);
  });

  it('counts for its owner what an agent stores', async () => {
    const person = await register(temporary.storage, 'ann');
    const agents = await Promise.all(
      ['one', 'two'].map((name) => register(temporary.storage, name, { avatarType: 'AI_Agent', ownerId: person.id })),
    );
    for (const kind of QUOTA_KINDS) {
      const { make, remove } = KINDS[kind];
      const already = (await temporary.storage.usage.of(person.id, kind)).items;
      const storage = await limited(limitOf(kind, already + 2, 1e9));
      const made: Made[] = [];
      for (const avatar of [...agents, person]) made.push(await make(storage, avatar.id, 36));
      assert.deepEqual(
        made.map(({ ok }) => ok),
        [true, true, false],
        kind,
      );
      if (remove === undefined) continue;
      await remove(storage, idsOf(made)[0] ?? '', '');
      assert.ok((await make(storage, person.id, 36)).ok, `${kind}: an agent’s removal gives back to its owner`);
    }
    await assertRecounted(engine, temporary.database);
  });

  it('is what the tables have, after random changes', () =>
    randomChanges(temporary.storage, engine, temporary.database));

  it('gives a task back at its end, whatever the end is', async () => {
    const { agents } = temporary.storage;
    await agents.registry.register(newAgent('worker'));
    const { make } = KINDS.tasks;
    const [done, failed, late] = idsOf([
      await make(temporary.storage, 'ann', 10),
      await make(temporary.storage, 'ann', 10),
      await make(temporary.storage, 'ann', 10),
    ]);
    const claimed = await agentStorage(agents).tasks.claim({ agentId: 'worker', limit: 3, leaseMs: 1_000 });
    assert.ok(claimed.ok);
    const holds = new Map(claimed.value.map((task) => [task.id, holdOf(task)]));
    const failure = { code: 'X', message: 'broke' };
    await agentStorage(agents).tasks.end(holds.get(done ?? '') ?? assert.fail(), completed);
    await agentStorage(agents).tasks.end(holds.get(failed ?? '') ?? assert.fail(), { kind: 'rejected', failure });
    assert.equal((await temporary.storage.usage.of('ann', 'tasks')).items, 1);
    temporary.nowMs += 2 * DAY_MS;
    await agentStorage(agents).tasks.sweep(10, 0);
    assert.equal((await agentStorage(agents).tasks.get(late ?? ''))?.state, 'expired');
    assert.deepEqual(await temporary.storage.usage.of('ann', 'tasks'), { items: 0, bytes: 0 });
  });
});

const AVATARS = ['ann', 'bob'] as const;

/** Versions of missions, libraries and holons, published, started, changed and deleted by two avatars at random. */
async function randomChanges(storage: PlatformStorage, engine: TestEngine, database: string): Promise<void> {
  const libraries = libraryStorage(storage.libraries);
  const missions = missionStorage(storage.missions);
  const known: string[] = [];
  const kept: string[] = [];
  const newest = async (id: string) => ((await missions.newestVersion(id))?.version ?? 0) + 1;
  /** Few texts, so that definitions are shared, and come back. */
  const textOf = (n: number) => newMission('', definition({ description: 'text'.repeat(n % 3) }));
  const operations: Readonly<Record<string, (avatar: string, id: string, n: number) => Promise<unknown>>> = {
    create: async (avatar, _id, n) => {
      const made = await missions.create({ ...textOf(n), avatarId: avatar });
      if (made.ok) known.push(made.value.id);
    },
    rewrite: (_avatar, id, n) => missions.update(id, textOf(n)),
    publish: async (_avatar, id) => {
      const row = await missions.get(id);
      if (row) await missions.publish(id, row.version, { version: await newest(id), envelope: {} });
    },
    start: (avatar, id) => missions.runs.start(id, avatar),
    abandon: (avatar, id) => missions.runs.abandon(id, avatar),
    hide: (_avatar, id, n) => (n % 2 === 0 ? missions.hide(id) : Promise.resolve()),
    library: async (avatar, _id, n) => {
      const made = await libraries.create(avatar, library(n * 10));
      if (made.ok) kept.push(made.value.id);
    },
    version: (_avatar, _id, n) =>
      libraries.publish(kept[n % Math.max(1, kept.length)] ?? ID, {
        kind: 'update',
        update: { version: `1.${n}.0`, description: 'v' },
      }),
    message: async (avatar, _id, n) => {
      const message = {
        accountId: avatar,
        fromAvatarId: avatar,
        toAvatarId: 'eve',
        text: 'é'.repeat(n + 1),
        metadata: { n },
      };
      const sent = await messageStorage(storage.messages).send(message);
      if (!sent.ok) return;
      if (n % 2 === 0) await messageStorage(storage.messages).remove('eve', sent.value.id);
      if (n % 3 === 0) await messageStorage(storage.messages).remove(avatar, sent.value.id);
    },
  };
  const operation = fc.record({
    kind: fc.constantFrom(...Object.keys(operations)),
    avatar: fc.constantFrom(...AVATARS),
    pick: fc.nat(3),
    n: fc.nat(6),
  });
  const sample = fc.sample(operation, cases(120, 4_000));
  for (let at = 0; at < sample.length; at += 8) {
    const turn = sample
      .slice(at, at + 8)
      .map(({ kind, avatar, pick, n }) =>
        operations[kind]?.(avatar, known[Math.max(0, known.length - 1 - pick)] ?? ID, n),
      );
    await Promise.all(turn);
  }
  assert.ok((await assertRecounted(engine, database)).length > 0);
}
