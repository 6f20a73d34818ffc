import { strict as assert } from 'node:assert';
import { holonStorage } from '../../../src/areas/holons/rules/holon-repository.ts';
import { onEngines } from '../../support/engines.ts';
import { type HolonStack, holonStack, KEPT_MS, KEPT_VERSIONS } from '../../support/holon-stack.ts';
import { person } from '../../support/person.ts';

const ALICE = person('alice');
const NAMES = ['database', 'folder', 's3'] as const;
/** Longer than an upload may take. */
const UPLOAD_MS = 600_001;

onEngines('the retention of holons', (database) => {
  let stack: HolonStack;
  before(async () => {
    stack = await holonStack(database());
  });
  after(() => stack.close());

  const { signal } = new AbortController();
  const bodyOf = (value: number) => ({ name: 'memory', holonType: 'T', metadata: { value } });
  const save = async (value: number, id?: string): Promise<string> => {
    const saved = await stack.service.save(ALICE, { ...(id && { id }), body: bodyOf(value) });
    assert.ok(saved.ok);
    return saved.value.holon.id;
  };
  const rowsOf = (id: string) => holonStorage(stack.storage.holons).versions(id, null, 1_000);
  const numbersOf = async (id: string) => (await rowsOf(id)).map(({ version }) => version);
  /** The number of bodies that providers have of these. */
  const bodiesOf = async (rows: Awaited<ReturnType<typeof rowsOf>>): Promise<number> => {
    let found = 0;
    for (const { holonId, bodyId } of rows) {
      for (const name of NAMES) {
        if ((await stack.providers[name].real.get({ holonId, bodyId }, signal)) !== undefined) found += 1;
      }
    }
    return found;
  };
  const pass = async (milliseconds: number): Promise<void> => {
    stack.pass(milliseconds);
    for (let round = 0; round < 5; round += 1) await stack.keeper.round();
  };

  it('keeps the newest versions, and older ones for their days, everywhere', async () => {
    const id = await save(1);
    for (let value = 2; value <= KEPT_VERSIONS; value += 1) await save(value, id);
    await pass(2 * KEPT_MS);
    assert.equal((await numbersOf(id)).length, KEPT_VERSIONS, 'age alone ends no version');
    for (let more = 1; more <= 3; more += 1) await save(KEPT_VERSIONS + more, id);
    const all = await rowsOf(id);
    await pass(KEPT_MS - 1);
    assert.equal((await numbersOf(id)).length, KEPT_VERSIONS + 3);
    const oldest = await stack.service.load(ALICE, id, 1);
    assert.deepEqual(oldest.ok && oldest.value.body, bodyOf(1));
    assert.equal(await bodiesOf(all.slice(-3)), 6);

    stack.providers.s3.mode = 'down';
    await pass(2);
    assert.deepEqual(await numbersOf(id), [8, 7, 6, 5, 4]);
    const gone = await stack.service.load(ALICE, id, 3);
    assert.equal(!gone.ok && gone.error.code, 'HOLON_NOT_FOUND');
    await pass(UPLOAD_MS);
    stack.providers.s3.mode = 'well';
    await pass(60_000);
    await pass(60_000);
    assert.equal(await bodiesOf(all.slice(-3)), 0, 'no provider has a body of them, not the one that was away either');
    assert.ok((await bodiesOf(all.slice(0, 5))) >= 10);
    assert.deepEqual(await holonStorage(stack.storage.holons).expireUploads(stack.clock.nowMs + 1, 10), []);
  });

  it('keeps deleted holons for their days, and then nothing of them', async () => {
    const [first, second] = [await save(1), await save(2)];
    for (const value of [3, 4]) await save(value, first);
    const rows = await rowsOf(first);
    for (const id of [first, second]) assert.ok((await stack.service.remove(ALICE, id)).ok);
    await pass(KEPT_MS - 1);
    assert.ok((await stack.service.restore(ALICE, second)).ok);
    assert.equal((await numbersOf(first)).length, 3);
    await pass(2);
    await pass(UPLOAD_MS);
    assert.equal(await holonStorage(stack.storage.holons).get(first), undefined);
    assert.deepEqual([await numbersOf(first), await bodiesOf(rows)], [[], 0]);
    const restored = await stack.service.restore(ALICE, first);
    assert.equal(!restored.ok && restored.error.code, 'HOLON_NOT_FOUND');
    const kept = await stack.service.load(ALICE, second);
    assert.deepEqual(kept.ok && kept.value.body, bodyOf(2));
    assert.equal(await save(9, first), first, 'its id is free');
    assert.deepEqual(await numbersOf(first), [1]);
  });

  it('removes a bounded number at once, oldest first, so that what is left of a holon can still be restored', async () => {
    const id = await save(1);
    for (const value of [2, 3, 4]) await save(value, id);
    assert.ok((await stack.service.remove(ALICE, id)).ok);
    const nowMs = stack.clock.nowMs + 1;
    const retention = { keep: KEPT_VERSIONS, surplusBeforeMs: nowMs, deletedBeforeMs: nowMs };
    assert.equal(await holonStorage(stack.storage.holons).purge(retention, 3), 3);
    const restored = await stack.service.restore(ALICE, id);
    assert.deepEqual(restored.ok && restored.value.body, bodyOf(4));
    assert.equal(await holonStorage(stack.storage.holons).purge(retention, 3), 0);
    assert.deepEqual(await numbersOf(id), [4]);
  });

  it('takes a version back when more of them are to stay', async () => {
    const id = await save(1);
    for (let value = 2; value <= KEPT_VERSIONS + 1; value += 1) await save(value, id);
    const more = { keep: KEPT_VERSIONS + 1, surplusBeforeMs: stack.clock.nowMs + 1, deletedBeforeMs: 0 };
    assert.equal(await holonStorage(stack.storage.holons).purge(more, 10), 0);
    await pass(2 * KEPT_MS);
    assert.equal((await numbersOf(id)).length, KEPT_VERSIONS + 1);
    await save(100, id);
    await pass(KEPT_MS + 1);
    assert.equal((await numbersOf(id)).length, KEPT_VERSIONS);
  });
});
