import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { StoredHolon } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { holonStorage } from '../../../src/areas/holons/rules/holon-repository.ts';
import type { LoadedHolon } from '../../../src/areas/holons/service.ts';
import { onEngines } from '../../support/engines.ts';
import type { Mode } from '../../support/fickle-provider.ts';
import { type HolonStack, holonStack } from '../../support/holon-stack.ts';
import { person } from '../../support/person.ts';

const alice = person('alice');
const NAMES = ['database', 'folder', 's3'] as const;
type Name = (typeof NAMES)[number];
const { signal } = new AbortController();

onEngines('holons over failing providers', (database) => {
  let stack: HolonStack;
  before(async () => {
    stack = await holonStack(database());
  });
  afterEach(async () => {
    for (const provider of Object.values(stack.providers)) provider.mode = 'well';
    // Longer than any pause of a circuit, so that each test begins with all providers.
    for (let round = 0; round < 3; round += 1) {
      stack.pass(60_000);
      await stack.store.probe();
    }
  });
  after(() => stack.close());

  const body = (n: number) => ({ name: 'counter', holonType: 'Test', metadata: { n } });
  const save = async (n: number, id?: string, expected?: readonly number[]): Promise<LoadedHolon> => {
    const saved = await stack.service.save(alice, { id, body: body(n), expected });
    assert.ok(saved.ok, JSON.stringify(saved));
    return saved.value;
  };
  const load = async (id: string, version?: number): Promise<LoadedHolon> => {
    const loaded = await stack.service.load(alice, id, version);
    assert.ok(loaded.ok, JSON.stringify(loaded));
    return loaded.value;
  };
  const set = (mode: Mode, ...names: readonly Name[]): void => {
    for (const name of NAMES) stack.providers[name].mode = names.includes(name) ? mode : 'well';
  };
  const placesOf = async (id: string, version?: number) =>
    (await holonStorage(stack.storage.holons).get(id, version))?.saved.places ?? [];
  const rawAt = (name: Name, { saved: { holonId, bodyId } }: StoredHolon) =>
    stack.providers[name].real.get({ holonId, bodyId }, signal);
  /** Time, probes and rounds until the keeper has looked after everything. */
  const settle = () => stack.settle();

  it('lie with two providers, which the answer names', async () => {
    const { holon } = await save(1);
    assert.equal(holon.saved.places.length, 2);
    const has = await Promise.all(NAMES.map(async (name) => [name, (await rawAt(name, holon)) !== undefined] as const));
    assert.deepEqual(has.flatMap(([name, there]) => (there ? [name] : [])).sort(), [...holon.saved.places].sort());
  });

  for (const name of NAMES) {
    for (const mode of ['down', 'deaf', 'hanging'] as const) {
      it(`are saved and loaded while ${name} is ${mode}, each once`, async () => {
        const { holon } = await save(1);
        set(mode, name);
        const second = await save(2, holon.id, [1]);
        assert.deepEqual([second.holon.version, second.holon.saved.places.includes(name)], [2, false]);
        for (const version of [1, 2]) assert.deepEqual((await load(holon.id, version)).body, body(version));
        const created = await save(7);
        assert.equal((await load(created.holon.id)).provider === name, false);
        const versions = await holonStorage(stack.storage.holons).versions(holon.id, null, 10);
        assert.deepEqual(columns(versions, 'version'), [2, 1]);
      });
    }
  }

  it('are not saved when no provider takes them, and nothing has changed', async () => {
    const { holon } = await save(1);
    set('down', ...NAMES);
    const refused = await stack.service.save(alice, { id: holon.id, body: body(2) });
    assert.equal(!refused.ok && refused.error.code, 'HOLON_STORAGE_UNAVAILABLE');
    const unread = await stack.service.load(alice, holon.id);
    assert.equal(!unread.ok && unread.error.code, 'HOLON_STORAGE_UNAVAILABLE');
    set('well');
    assert.deepEqual((await load(holon.id)).holon.version, 1);
  });

  it('get their second copy when a second provider is well again', async () => {
    set('down', 'folder', 's3');
    const { holon } = await save(1);
    assert.deepEqual(holon.saved.places, ['database']);
    set('well');
    await settle();
    assert.equal((await placesOf(holon.id)).length, 2);
    set('down', 'database');
    assert.deepEqual((await load(holon.id)).body, body(1));
  });

  it('are repaired at once where a read finds a damaged copy', async () => {
    const { holon } = await save(1);
    const [first = 'database'] = holon.saved.places as Name[];
    const { holonId, bodyId } = holon.saved;
    for (const name of holon.saved.places as Name[]) {
      if (name === first) await stack.providers[name].real.put({ holonId, bodyId }, JSON.stringify(body(666)), signal);
    }
    set('down', ...(holon.saved.places.filter((name) => name !== first) as Name[]));
    const refused = await stack.service.load(alice, holon.id);
    assert.equal(!refused.ok && refused.error.code, 'HOLON_STORAGE_UNAVAILABLE', 'never the damaged one');
    set('well');
    // The other copy answers, whichever is asked first.
    assert.deepEqual((await load(holon.id)).body, body(1));
    stack.keeper.suspect(first);
    await settle();
    const places = await placesOf(holon.id);
    assert.equal(places.length, 2);
    for (const name of places as Name[]) assert.deepEqual(JSON.parse((await rawAt(name, holon)) ?? ''), body(1));
  });

  for (const name of NAMES) {
    it(`never come back in an old version when ${name} comes back from a backup`, async () => {
      const provider = stack.providers[name];
      const ids = await Promise.all([1, 2, 3, 4].map(async () => (await save(1)).holon.id));
      await settle();
      provider.remember();
      for (const id of ids) await save(2, id, [1]);
      for (const id of ids) await save(3, id, [2]);
      await settle();
      provider.mode = 'down';
      for (let probe = 0; probe < 3; probe += 1) await stack.store.probe();
      await provider.goBack();
      provider.mode = 'well';
      // Nobody has noticed yet that it is an old one: reads and writes go on meanwhile.
      for (const id of ids) {
        assert.deepEqual((await load(id)).body, body(3));
        assert.deepEqual((await load(id, 2)).body, body(2));
        const conflict = await stack.service.save(alice, { id, body: body(9), expected: [2] });
        assert.equal(!conflict.ok && conflict.error.code, 'VERSION_MISMATCH');
      }
      await save(4, ids[0], [3]);
      await settle();
      for (const id of ids) {
        for (const version of [1, 2, 3]) {
          const stored = await holonStorage(stack.storage.holons).get(id, version);
          assert.equal(stored?.saved.places.length, 2);
          for (const place of stored.saved.places as Name[]) {
            assert.deepEqual(JSON.parse((await rawAt(place, stored)) ?? 'null'), body(version), place);
          }
        }
      }
    });
  }

  it('have one winner of concurrent saves of one version, while a provider is away', async () => {
    const { holon } = await save(1);
    set('down', 'folder');
    const saves = [2, 3, 4, 5].map((n) => stack.service.save(alice, { id: holon.id, body: body(n), expected: [1] }));
    const answers = await Promise.all(saves);
    const won = answers.filter((answer) => answer.ok);
    assert.equal(won.length, 1);
    assert.deepEqual((await load(holon.id)).body, won[0]?.ok && won[0].value.body);
    const anyhow = [6, 7, 8].map((n) => stack.service.save(alice, { id: holon.id, body: body(n) }));
    assert.ok((await Promise.all(anyhow)).every((answer) => answer.ok));
    assert.equal((await load(holon.id)).holon.version, 5, 'without a version, each save is the next one');
  });

  it('leave no body behind when the process ends between upload and commit', async () => {
    const { commit } = holonStorage(stack.storage.holons);
    const id = randomUUID();
    const uploads: string[] = [];
    Object.assign(holonStorage(stack.storage.holons), {
      commit: async (save: Parameters<typeof commit>[0]) => {
        uploads.push(save.bodyId);
        throw new Error('the process has ended');
      },
    });
    await assert.rejects(save(1, id), /has ended/);
    Object.assign(holonStorage(stack.storage.holons), { commit });
    const key = { holonId: id, bodyId: uploads[0] ?? '' };
    const left = () => Promise.all(NAMES.map((name) => stack.providers[name].real.get(key, signal)));
    assert.equal((await left()).filter((one) => one !== undefined).length, 2);
    await stack.keeper.round();
    assert.equal((await left()).filter((one) => one !== undefined).length, 2, 'it may still be committed');
    set('down', 's3');
    stack.pass(600_001);
    await stack.keeper.round();
    set('well');
    stack.pass(60_000);
    await stack.keeper.round();
    assert.deepEqual(await left(), [undefined, undefined, undefined]);
    const late = { bodyId: uploads[0] ?? '', holonId: id, avatarId: 'alice', owner: 'alice', checksum: 'x', bytes: 1 };
    const facts = { name: 'x', holonType: 'x', places: ['s3'], fields: [], text: '', keep: 5 };
    const refused = await commit({ ...late, ...facts });
    assert.deepEqual(refused, { ok: false, error: { code: 'UPLOAD_EXPIRED' } });
  });

  it('move away from a provider that is no longer configured, unless only it has them', async () => {
    const { holon } = await save(1);
    const { places } = holonStorage(stack.storage.holons);
    await places.add(holon.saved, 'former');
    set('down', 'folder', 's3');
    const { holon: single } = await save(2);
    set('well');
    await places.add(single.saved, 'former');
    stack.pass(25 * 3_600_000);
    await settle();
    for (const { id } of [holon, single]) {
      const left = await placesOf(id);
      assert.deepEqual([left.length, left.includes('former')], [2, false]);
    }
  });

  it('go first to the provider with the best measurements', async () => {
    const report = () => stack.store.report().find(({ name }) => name === 'folder');
    set('down', 'folder');
    for (let call = 0; call < 3; call += 1) await stack.store.probe();
    assert.deepEqual([report()?.state, Number(report()?.errorRate) > 0.4], ['open', true]);
    const before = stack.providers.folder.calls;
    for (let n = 0; n < 5; n += 1) await save(n);
    assert.equal(stack.providers.folder.calls, before, 'a provider that keeps failing is left alone');
    set('well');
    stack.pass(60_000);
    await stack.store.probe();
    assert.equal(report()?.state, 'closed');
  });
});
