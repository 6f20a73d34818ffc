import assert from 'node:assert/strict';
import { findCycle } from '@causeway/protocol';
import { cases, IS_TELLING, timeLimit } from '@causeway/protocol/test-support/cases';
import { type LibraryContent, type LibraryRow, openPlatformStorage } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { onEngines } from '@causeway/storage/test-support/engines';
import { temporaryStorage } from '@causeway/storage/test-support/temporary';
import fc from 'fast-check';
import { libraryStorage } from '../../../../src/areas/libraries/rules/library-repository.ts';

/** Operations on each engine, and at once. */
const OPERATIONS = cases(300, 10_000);
const BATCH = 12;

const AVATARS = ['ann', 'bob', 'carl'] as const;
const KINDS = [
  ...['create', 'publish', 'publish', 'publish', 'again', 'rewrite', 'remove'],
  ...['import', 'import foreign', 'import back', 'late'],
] as const;
const operation = fc.record({
  kind: fc.constantFrom(...KINDS),
  avatar: fc.constantFrom(...AVATARS),
  pick: fc.nat(1_000),
  needs: fc.array(fc.nat(1_000), { maxLength: 3 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Everything that a kept version says. */
const textOf = ({ version, name, description, dependencies }: LibraryContent): string =>
  JSON.stringify([version, name, description, dependencies.map(({ libraryId }) => libraryId)]);

onEngines('random operations on libraries', (engine) => {
  it('of three avatars through two processes at once leave no cycle, no gap, and no changed version', async function many() {
    this.timeout(timeLimit(60_000));
    const { database, storage } = await temporaryStorage(engine);
    const other = await openPlatformStorage(database);
    const both = [libraryStorage(storage.libraries), libraryStorage(other.libraries)] as const;
    /** Every library that there ever was, with its author and the accepted changes of its head. */
    const made = new Map<string, { readonly avatar: string; changes: number }>();
    /** What each version said when it was written, by library and version. */
    const written = new Map<string, string>();
    const refused = new Map<string, number>();
    let names = 0;

    const keep = (id: string, content: LibraryContent): void => {
      const key = `${id}@${content.version}`;
      assert.equal(written.get(key) ?? textOf(content), textOf(content), `${key} has changed`);
      written.set(key, textOf(content));
    };
    const accepted = (id: string, row: LibraryRow): void => {
      const one = made.get(id) ?? assert.fail();
      one.changes += 1;
      keep(id, row);
    };
    const count = (code: string): void => void refused.set(code, (refused.get(code) ?? 0) + 1);

    async function perform({ kind, avatar, pick, needs }: Operation, at: number): Promise<void> {
      const libraries = both[at % 2] ?? assert.fail();
      const known = [...made.keys()].slice(-20);
      const choose = (ids: readonly string[], number: number) => ids[number % Math.max(ids.length, 1)];
      const dependencies = [...new Set(needs.map((number) => choose(known, number) ?? 'none'))]
        .sort()
        .map((libraryId) => ({ libraryId, versionRange: '*' }));
      const own = choose(
        known.filter((id) => made.get(id)?.avatar === avatar),
        pick,
      );
      if (kind === 'create' || own === undefined) {
        names += 1;
        const content = { version: '1.0.0', name: `name${names}`, description: '', category: '' };
        const result = await libraries.create(avatar, { ...content, sourcePath: null, language: null, dependencies });
        if (!result.ok) return count(result.error.code);
        made.set(result.value.id, { avatar, changes: 0 });
        return accepted(result.value.id, result.value);
      }
      switch (kind) {
        case 'publish':
        case 'late': {
          const revisions = kind === 'late' ? [(made.get(own)?.changes ?? 0) - 1] : undefined;
          const update = { version: `2.${at}.0`, description: `at ${at}`, dependencies };
          const result = await libraries.publish(own, { kind: 'update', update }, revisions);
          return result.ok
            ? accepted(own, result.value)
            : count('code' in result.error ? result.error.code : result.error.problem.code);
        }
        case 'again':
        case 'rewrite': {
          const kept =
            choose(
              (await libraries.versionHeads(own)).map(({ version }) => version),
              pick,
            ) ?? assert.fail();
          const old = (await libraries.version(own, kept)) ?? assert.fail();
          const description = kind === 'rewrite' ? `${old.description}!` : old.description;
          const now = await libraries.get(own);
          const { version, name, category, dependencies: needed } = old;
          const update = { version, name, description, category, dependencies: [...needed] };
          const result = await libraries.publish(own, { kind: 'update', update }, [now?.revision ?? 0]);
          if (!result.ok) return count('code' in result.error ? result.error.code : result.error.problem.code);
          assert.equal(kind, 'again', 'a kept version was rewritten');
          return now?.version === old.version ? keep(own, result.value) : accepted(own, result.value);
        }
        case 'remove': {
          const result = await libraries.remove(own);
          if (!result.ok) return count(result.error.code);
          const one = made.get(own) ?? assert.fail();
          one.changes += 1;
          return;
        }
        default: {
          const id = kind === 'import foreign' ? (choose(known, pick) ?? own) : own;
          const exported =
            (await libraries.exported(id, pick % 2 === 0, { libraries: 1e6, bytes: 1e9 })) ?? assert.fail();
          // An older package has fewer versions, and another one of them is the current one.
          const sent = exported.map((library) => {
            const versions = kind === 'import back' ? library.versions.slice(0, 1 + (pick % 3)) : library.versions;
            return { ...library, current: versions.at(-1)?.version ?? assert.fail(), versions };
          });
          const before = await revisionsOf(sent.map((library) => library.id));
          const result = await libraries.importAll({ avatarId: avatar, ownsAll: false }, sent);
          if (!result.ok) return count(result.error.code);
          count(before.size > 0 ? 'imported' : 'restored');
        }
      }
    }

    const revisionsOf = async (ids: readonly string[]) =>
      new Map((await allOf(ids)).map(({ id, revision }) => [id, revision]));

    /** The libraries with these ids, without deleted ones. */
    const allOf = async (ids: readonly string[]) =>
      (await Promise.all(ids.map((id) => storage.libraries.libraries.get(id)))).flatMap((row) => row ?? []);

    /** All kept versions of a library. */
    async function versionsOf(id: string) {
      const heads = await storage.libraries.libraries.versionHeads(id);
      const rows = await storage.libraries.libraries.wholeVersionsIn(id, columns(heads, 'version'));
      return rows.map((row) => row ?? assert.fail());
    }

    async function assertSound(): Promise<void> {
      const live = await allOf([...made.keys()]);
      const byId = new Map(live.map((row) => [row.id, row]));
      const edges = new Map(live.map(({ id, dependencies }) => [id, dependencies.map(({ libraryId }) => libraryId)]));
      assert.equal(findCycle(edges, edges.keys()), undefined);
      for (const { id, dependencies, createdBy, revision } of live) {
        const one = made.get(id);
        assert.equal(createdBy, one?.avatar);
        assert.ok(revision >= (one?.changes ?? 0), 'an accepted change is missing');
        for (const { libraryId } of dependencies)
          assert.ok(byId.has(libraryId), `${id} needs ${libraryId}, which is gone`);
      }
      for (const id of made.keys()) for (const row of await versionsOf(id)) keep(id, row);
      const kept = await Promise.all([...made.keys()].map((id) => versionsOf(id)));
      const there = kept.flatMap((rows) => rows.map(({ libraryId, version }) => `${libraryId}@${version}`));
      assert.deepEqual(there.sort(), [...written.keys()].sort());
      for (const [id, one] of [...made].slice(-20)) {
        const dependants = live.filter((row) => row.dependencies.some(({ libraryId }) => libraryId === id));
        const listed = (await storage.libraries.libraries.dependants(id, null, 1_000)).items.map(
          ({ libraryId }) => libraryId,
        );
        assert.deepEqual(listed.sort(), columns(dependants, 'id').sort(), `dependants of ${one.avatar}'s`);
      }
      const text = live.at(-1)?.name;
      if (text === undefined) return;
      const { ids } = await storage.search.find({ collection: 'libraries', text, avatarId: null, limit: 10 });
      assert.deepEqual(ids, [live.at(-1)?.id]);
    }

    try {
      const operations = fc.sample(operation, OPERATIONS);
      for (let at = 0; at < operations.length; at += BATCH) {
        await Promise.all(operations.slice(at, at + BATCH).map((one, index) => perform(one, at + index)));
        if ((at / BATCH) % 8 === 0) await assertSound();
      }
      await assertSound();
      if (!IS_TELLING) return;
      for (const code of ['CYCLE', 'HAS_DEPENDANTS', 'NOT_FOUND', 'VERSION_EXISTS', 'VERSION_MISMATCH', 'imported']) {
        assert.ok((refused.get(code) ?? 0) > 0, `no operation met ${code}: ${JSON.stringify([...refused])}`);
      }
    } finally {
      await other.close();
    }
  });
});
