import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll } from '../../support/api.ts';
import { ask, expect, makeAdmin, type Reply, register, signedUpForAll, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('the libraries of the API', (database) => {
  const api = apiForAll({ database });
  const [ann, bob] = signedUpForAll(api, 'ann', 'bob');

  const as = (route: string, payload?: object, more: { token?: string; headers?: Record<string, string> } = {}) =>
    ask(api, route, payload, { token: ann.jwtToken, ...more });
  const made = (body: object, token = ann.jwtToken): Promise<Reply['result']> =>
    expect(as('/api/libraries', body, { token }), 201);
  const refused = (reply: Reply, status: number, code: string): Record<string, unknown> => {
    assert.deepEqual([reply.status, reply.code], [status, code], reply.body);
    return JSON.parse(reply.body);
  };
  const needs = (...ids: readonly string[]) => ids.map((libraryId) => ({ libraryId, versionRange: '^1.0.0' }));

  it('need a token, always', async () => {
    const { libraryId } = await made({ name: 'secret' });
    for (const path of ['', `/${libraryId}`, `/${libraryId}/export`, '/search?query=secret']) {
      refused(await ask(api, `/api/libraries${path}`), 401, 'UNAUTHENTICATED');
    }
  });

  it('are created, read, changed and deleted, each version with its own ETag', async () => {
    const request = { name: 'proofs', description: 'Merkle proofs', version: '0.9.0', category: 'crypto' };
    const created = await as('/api/libraries', { ...request, sourcePath: 'libs/proofs', language: 'Rust' });
    const { libraryId, createdAt, updatedAt, createdBy, ...said } = created.result;
    assert.deepEqual([created.status, created.headers.etag], [201, '"1"']);
    assert.equal(created.headers.location, `/api/libraries/${libraryId}`);
    assert.deepEqual(said, {
      ...{ id: libraryId, ...request, sourcePath: 'libs/proofs', language: 'Rust' },
      ...{ dependencies: [], revision: 1 },
    });
    const path = `/api/libraries/${libraryId}`;
    assert.deepEqual((await as(path)).result, created.result);
    assert.equal((await as(path, undefined, { headers: { 'if-none-match': '"1"' } })).status, 304);

    const change = { version: '1.0.0', description: 'Merkle proofs, in batches', language: null };
    const changed = await as(`PUT ${path}`, change, { headers: { 'if-match': '"1"' } });
    assert.deepEqual([changed.status, changed.headers.etag], [200, '"2"'], changed.body);
    assert.deepEqual([changed.result.version, changed.result.name, changed.result.language], ['1.0.0', 'proofs', null]);
    refused(
      await as(`PUT ${path}`, { description: 'late' }, { headers: { 'if-match': '"1"' } }),
      412,
      'VERSION_MISMATCH',
    );

    const old = await as(`${path}?version=0.9.0`);
    assert.deepEqual([old.result.description, old.result.language], ['Merkle proofs', 'Rust']);
    assert.notEqual(old.headers.etag, changed.headers.etag);
    refused(await as(`${path}?version=3.0.0`), 404, 'LIBRARY_NOT_FOUND');
    const versions = await as(`${path}/versions`);
    assert.deepEqual(
      versions.result.map((one: { version: string; isCurrent: boolean }) => [one.version, one.isCurrent]),
      [
        ['1.0.0', true],
        ['0.9.0', false],
      ],
    );

    const deleted = await as(`DELETE ${path}`);
    assert.deepEqual([deleted.status, deleted.result], [200, { libraryId, deleted: true }]);
    assert.equal(refused(await as(path), 404, 'LIBRARY_NOT_FOUND').message, 'Library not found');
    refused(await as(`DELETE ${path}`), 404, 'LIBRARY_NOT_FOUND');
  });

  it('are not found by an id of any form', async () => {
    for (const id of ['unknown', randomUUID(), '%00', 'a'.repeat(100)]) {
      assert.equal(refused(await as(`/api/libraries/${id}`), 404, 'LIBRARY_NOT_FOUND').message, 'Library not found');
    }
  });

  it('make the next patch version when a change names none, and none when nothing changes', async () => {
    const { libraryId } = await made({ name: 'patched' });
    const path = `PUT /api/libraries/${libraryId}`;
    assert.equal((await as(path, { description: 'new' })).result.version, '1.0.1');
    const same = await as(path, { description: 'new' });
    assert.deepEqual([same.result.version, same.result.revision], ['1.0.1', 2]);
    assert.equal((await as(path, { version: '2.0.0-rc.1' })).result.version, '2.0.0-rc.1');
    assert.equal((await as(path, { category: 'c' })).result.version, '2.0.0-rc.2');
    refused(await as(path, { version: '1.0.0', name: 'other' }), 409, 'LIBRARY_VERSION_EXISTS');
    assert.equal((await as(path, { version: '1.5.0' })).result.version, '1.5.0', 'a lower version is one, too');
  });

  it('refuse versions, ranges and dependencies that are none', async () => {
    const { libraryId } = await made({ name: 'base' });
    for (const version of ['1.0', 'v1.0.0', '1.0.0+build', ' 1.0.0', 'latest']) {
      refused(await as('/api/libraries', { name: 'a', version }), 422, 'INVALID_VERSION');
    }
    const dependencies = [{ libraryId, versionRange: 'newest' }];
    refused(await as('/api/libraries', { name: 'a', dependencies }), 422, 'INVALID_VERSION_RANGE');
    const twice = needs(libraryId, libraryId);
    refused(await as('/api/libraries', { name: 'a', dependencies: twice }), 422, 'INVALID_DEPENDENCIES');
    const many = Array.from({ length: 501 }, () => ({ libraryId: randomUUID() }));
    refused(await as('/api/libraries', { name: 'a', dependencies: many }), 422, 'INVALID_DEPENDENCIES');
    const unknown = randomUUID();
    const problem = refused(
      await as('/api/libraries', { name: 'a', dependencies: needs(unknown) }),
      422,
      'DEPENDENCY_UNKNOWN',
    );
    assert.deepEqual(problem.libraryIds, [unknown]);
    refused(await as('/api/libraries', { name: '' }), 400, 'MALFORMED_REQUEST');
    refused(await as('/api/libraries', { name: 'a', sourcePath: 'a\0b' }), 400, 'MALFORMED_REQUEST');
  });

  it('are changed by their author and admins alone', async () => {
    const { libraryId } = await made({ name: 'hers' });
    const path = `/api/libraries/${libraryId}`;
    const exported = (await as(`${path}/export`)).result;
    for (const [route, body] of [
      [`PUT ${path}`, { description: 'his' }],
      [`DELETE ${path}`, undefined],
      [`${path}/dependencies`, { libraryId }],
      [`DELETE ${path}/dependencies/${libraryId}`, undefined],
      [`${path}/import`, exported],
    ] as const) {
      refused(await as(route, body, { token: bob.jwtToken }), 403, 'FORBIDDEN');
    }
    assert.equal((await as(path, undefined, { token: bob.jwtToken })).result.name, 'hers');
    const root = await register(api, 'root');
    await makeAdmin(api, root.id);
    const { jwtToken } = await signIn(api, 'root');
    assert.equal((await as(`PUT ${path}`, { description: 'ours' }, { token: jwtToken })).status, 200);
  });

  it('depend on each other, never in a circle', async () => {
    const [a, b] = [await made({ name: 'a' }), await made({ name: 'b' })];
    const added = await as(`/api/libraries/${b.libraryId}/dependencies`, {
      libraryId: a.libraryId,
      versionRange: '^1.0.0',
    });
    assert.deepEqual([added.result.version, added.result.dependencies], ['1.0.1', needs(a.libraryId)]);
    const circle = await as(`/api/libraries/${a.libraryId}/add-dependency`, { libraryId: b.libraryId });
    assert.deepEqual(refused(circle, 409, 'LIBRARY_CYCLE').path, [a.libraryId, b.libraryId, a.libraryId]);

    const held = refused(await as(`DELETE /api/libraries/${a.libraryId}`), 409, 'LIBRARY_HAS_DEPENDANTS');
    const dependant = { libraryId: b.libraryId, name: 'b', version: '1.0.1', versionRange: '^1.0.0' };
    assert.deepEqual(held.dependants, [dependant]);
    assert.deepEqual((await as(`/api/libraries/${a.libraryId}/dependants`)).result, [dependant]);

    const path = `DELETE /api/libraries/${b.libraryId}/dependencies`;
    const removed = await as(`${path}/${a.libraryId}`);
    assert.deepEqual([removed.result.version, removed.result.dependencies], ['1.0.2', []]);
    refused(await as(`${path}/${a.libraryId}`), 404, 'LIBRARY_NOT_FOUND');
    assert.equal((await as(`DELETE /api/libraries/${a.libraryId}`)).status, 200);
  });

  it('resolve to a lock list: the highest versions that meet all ranges, each after its own dependencies', async () => {
    const core = await made({ name: 'core' });
    for (const version of ['1.4.0', '2.0.0']) await as(`PUT /api/libraries/${core.libraryId}`, { version });
    const left = await made({ name: 'left', dependencies: [{ libraryId: core.libraryId, versionRange: '>=1.0.0' }] });
    const right = await made({ name: 'right', dependencies: [{ libraryId: core.libraryId, versionRange: '^1.1.0' }] });
    const app = await made({ name: 'app', dependencies: needs(left.libraryId, right.libraryId) });
    const path = `/api/libraries/${app.libraryId}/dependencies`;
    const direct = (await as(path)).result as { name: string; version: string; direct: boolean }[];
    assert.deepEqual(columns(direct, 'name').sort(), ['left', 'right']);
    const lock = (await as(`${path}?transitive=true`)).result as {
      libraryId: string;
      version: string;
      versionRange: string | null;
      requiredBy: object[];
    }[];
    assert.deepEqual([lock[0]?.libraryId, lock[0]?.version, lock[0]?.versionRange], [core.libraryId, '1.4.0', null]);
    assert.deepEqual(columns(lock.slice(1), 'version', 'versionRange'), [
      ['1.0.0', '^1.0.0'],
      ['1.0.0', '^1.0.0'],
    ]);
    assert.equal(lock[0]?.requiredBy.length, 2);

    const third = [{ libraryId: core.libraryId, versionRange: '^2.0.0' }];
    const other = await made({ name: 'other', dependencies: third });
    await as(path, { libraryId: other.libraryId, versionRange: '*', version: '2.0.0' });
    const { conflicts } = refused(await as(`${path}?transitive=true`), 409, 'DEPENDENCY_CONFLICT') as {
      conflicts: { libraryId: string; requirements: { versionRange: string }[]; versions: string[] }[];
    };
    assert.deepEqual([conflicts[0]?.libraryId, conflicts[0]?.versions], [core.libraryId, ['2.0.0', '1.4.0', '1.0.0']]);
    assert.ok(conflicts[0]?.requirements.some(({ versionRange }) => versionRange === '^2.0.0'));
    assert.equal(
      (await as(`${path}?transitive=true&version=1.0.0`)).result.length,
      3,
      'the version before still resolves',
    );
  });

  it('list page by page, a lock list only as long as it is the same', async () => {
    const leaves = [await made({ name: 'x' }), await made({ name: 'y' }), await made({ name: 'z' })];
    const { libraryId } = await made({ name: 'many', dependencies: needs(...leaves.map((one) => one.libraryId)) });
    const path = `/api/libraries/${libraryId}/dependencies`;
    const page = JSON.parse((await as(`${path}?transitive=true&limit=2`)).body);
    assert.deepEqual([page.resultsCount, typeof page.nextCursor], [2, 'string']);
    const rest = JSON.parse((await as(`${path}?transitive=true&limit=2&cursor=${page.nextCursor}`)).body);
    assert.deepEqual([rest.resultsCount, rest.nextCursor], [1, null]);
    await as(`PUT /api/libraries/${leaves[0]?.libraryId}`, { version: '1.9.0' });
    refused(await as(`${path}?transitive=true&limit=2&cursor=${page.nextCursor}`), 400, 'INVALID_CURSOR');
    const all = JSON.parse((await as('/api/libraries')).body);
    assert.ok(all.resultsCount > 10 && all.nextCursor === null);
    const first = JSON.parse((await as('/api/libraries?limit=1')).body);
    assert.equal(first.resultsCount, 1);
  });

  it('are found by words, also misspelt ones', async () => {
    const { libraryId } = await made({ name: 'telescope', description: 'Looks at distant galaxies' });
    for (const query of ['telescope', 'telescpoe', 'galaxy']) {
      const { result } = await as(`/api/libraries/search?query=${query}`);
      assert.deepEqual(columns(result, 'libraryId'), [libraryId], query);
    }
    await as(`DELETE /api/libraries/${libraryId}`);
    assert.deepEqual((await as('/api/libraries/search?query=telescope')).result, []);
  });

  it('take a repeated request once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await as('/api/libraries', { name: 'once' }, { headers }),
      await as('/api/libraries', { name: 'once' }, { headers }),
    ];
    assert.equal(second.body, first.body);
    assert.equal((await as('/api/libraries/search?query=once')).result.length, 1);
  });
});
