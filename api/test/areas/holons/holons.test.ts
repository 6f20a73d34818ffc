import { strict as assert } from 'node:assert';
import { createHash, randomUUID } from 'node:crypto';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll } from '../../support/api.ts';
import { ask, makeAdmin, register, signedUpForEach, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('holons', (database) => {
  const api = apiForAll({ database });
  const [alice, bob] = signedUpForEach(api, 'alice', 'bob');

  const call = (route: string, payload?: object, headers: Record<string, string> = {}, token = alice.jwtToken) =>
    ask(api, route, payload, { token, headers });
  const save = async (body: object, headers?: Record<string, string>, token?: string) => {
    const reply = await call('/api/data/save-holon', body, headers, token);
    assert.equal(reply.status, 200, reply.body);
    return reply;
  };
  const holon = (n: number, more: object = {}) => ({ name: `h${n}`, holonType: 'Note', metadata: { n }, ...more });

  it('are saved in both shapes, in camelCase and PascalCase, and say where they lie', async () => {
    const flat = (await save(holon(1))).result;
    const nested = (await save({ holon: holon(1) })).result;
    const pascal = (await save({ Holon: { Name: 'h1', HolonType: 'Note', Metadata: { n: 1 } } })).result;
    for (const one of [flat, nested, pascal]) {
      const { id, savedAt, createdAt, ...rest } = one;
      assert.match(id, /^[\da-f-]{36}$/);
      const stored = JSON.stringify({ name: 'h1', holonType: 'Note', metadata: { n: 1 } });
      assert.deepEqual(rest, {
        ...{ avatarId: alice.id, savedBy: alice.id, name: 'h1', holonType: 'Note', metadata: { n: 1 }, version: 1 },
        ...{ provider: 'database', providers: ['database'], bytes: stored.length },
        checksum: createHash('sha256').update(stored).digest('hex'),
      });
    }
    assert.equal(new Set([flat.id, nested.id, pascal.id]).size, 3);
    const missing = await call('/api/data/save-holon', { name: 'x' });
    assert.deepEqual([missing.status, missing.code], [400, 'MALFORMED_REQUEST']);
  });

  it('keep free-form metadata as it was given', async () => {
    const metadata = {
      ...{ 'ünï.code': ['漢', { deep: [null, true, -0.5, 1e21] }], empty: {}, nul: 'a\0b', half: '\ud800' },
      long: 'x'.repeat(100_000),
    };
    const { id } = (await save({ name: 'x', holonType: 'y', metadata })).result;
    assert.deepEqual((await call(`/api/data/load-holon/${id}`)).result.metadata, metadata);
    const infinite = '{"name":"x","holonType":"y","metadata":{"n":[1e999]}}';
    const headers = { 'content-type': 'application/json' };
    const refused = await call('/api/data/save-holon', infinite as unknown as object, headers);
    assert.equal(refused.status, 400, 'a number that would become null');
    const large = await call('/api/data/save-holon', { ...holon(1), metadata: { x: 'x'.repeat(262_144) } });
    assert.deepEqual([large.status, large.code], [413, 'BODY_TOO_LARGE']);
  });

  it('have versions, each of which stays readable, and a history', async () => {
    const { id } = (await save(holon(1))).result;
    await save(holon(2, { id }));
    assert.equal((await save(holon(2, { id }))).result.version, 2, 'without a change there is no new version');
    const third = await save(holon(3, { id: id.toUpperCase() }));
    assert.deepEqual([third.result.version, third.headers.etag], [3, '"3"']);
    const load = async (query = '') => (await call(`/api/data/load-holon/${id}${query}`)).result.metadata.n;
    assert.deepEqual([await load(), await load('?version=1'), await load('?version=2')], [3, 1, 2]);
    assert.equal((await call(`/api/data/load-holon/${id}?version=4`)).code, 'HOLON_NOT_FOUND');
    const first = await call(`/api/data/holon/${id}/versions?limit=2`);
    const { nextCursor } = JSON.parse(first.body);
    const rest = await call(`/api/data/holon/${id}/versions?cursor=${nextCursor}`);
    assert.deepEqual(columns([...first.result, ...rest.result], 'version'), [3, 2, 1]);
    await call(`DELETE /api/data/delete-holon/${id}`);
    await call(`POST /api/data/restore-holon/${id}`, {});
    const history = (await call(`/api/data/holon/${id}/history`)).result;
    assert.deepEqual(columns(history, 'event', 'version'), [
      ['holon.saved', 1],
      ['holon.saved', 2],
      ['holon.saved', 3],
      ['holon.deleted', 3],
      ['holon.restored', 3],
    ]);
  });

  it('are changed in one step with the comparison of their version', async () => {
    const { id } = (await save(holon(1))).result;
    const answers = await Promise.all(
      [2, 3, 4].map((n) => call('/api/data/save-holon', holon(n, { id }), { 'if-match': '"1"' })),
    );
    assert.deepEqual(columns(answers, 'status').sort(), [200, 412, 412]);
    const stale = await call('/api/data/save-holon', holon(5, { id, version: 1 }));
    assert.deepEqual([stale.status, stale.code], [412, 'VERSION_MISMATCH']);
    assert.equal((await save(holon(5, { id, version: 2 }))).result.version, 3);
    const both = await call('/api/data/save-holon', holon(6, { id, version: 3 }), { 'if-match': '"2"' });
    assert.equal(both.code, 'VERSION_MISMATCH');
    const fresh = randomUUID();
    assert.equal((await call('/api/data/save-holon', holon(1, { id: fresh, version: 1 }))).code, 'VERSION_MISMATCH');
    assert.equal((await save(holon(1, { id: fresh, version: 0 }))).result.id, fresh);
    assert.equal((await call('/api/data/save-holon', holon(2, { id: fresh, version: 0 }))).code, 'VERSION_MISMATCH');
    const gone = await call(`DELETE /api/data/delete-holon/${id}`, undefined, { 'if-match': '"1"' });
    assert.equal(gone.code, 'VERSION_MISMATCH');
  });

  it('answer an unchanged one with 304', async () => {
    const { id } = (await save(holon(1))).result;
    const { headers } = await call(`/api/data/load-holon/${id}`);
    const again = await call(`/api/data/load-holon/${id}`, undefined, { 'if-none-match': String(headers.etag) });
    assert.equal(again.status, 304);
  });

  it('make one version for one Idempotency-Key, also when the process ends after the commit', async () => {
    const key = { 'idempotency-key': `key-of-${alice.username}` };
    const { finish } = api.storage.idempotency;
    Object.assign(api.storage.idempotency, { finish: () => Promise.reject(new Error('the process has ended')) });
    const first = await save(holon(1), key);
    Object.assign(api.storage.idempotency, { finish });
    const second = await save(holon(1), key);
    assert.equal(second.body, first.body);
    assert.deepEqual([second.headers['idempotency-replayed'], second.headers.etag], ['true', '"1"']);
    assert.equal((await call('/api/data/load-all-holons')).result.length, 1);
  });

  it('are found by type and by a field of the metadata, the newest first, page after page', async () => {
    for (const [n, holonType] of ['A', 'B', 'A', 'A'].entries()) {
      await save({ name: `h${n}`, holonType, metadata: { where: { city: n < 2 ? 'Ulm' : 'Bern' }, n, on: true } });
    }
    await save(holon(9), {}, bob.jwtToken);
    const names = async (query: string) => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await call(`/api/data/load-all-holons?limit=2${query}${cursor && `&cursor=${cursor}`}`);
        assert.equal(page.status, 200, page.body);
        found.push(...page.result.map(({ name }: { name: string }) => name));
        cursor = JSON.parse(page.body).nextCursor;
      }
      return found;
    };
    assert.deepEqual(await names(''), ['h3', 'h2', 'h1', 'h0']);
    assert.deepEqual(await names('&holonType=A'), ['h3', 'h2', 'h0']);
    assert.deepEqual(await names('&metadata=where.city:Ulm'), ['h1', 'h0']);
    assert.deepEqual(await names('&metadata=where.city:Ulm&holonType=A'), ['h0']);
    assert.deepEqual(await names('&metadata=n:2'), ['h2']);
    assert.deepEqual(await names('&metadata=on:true'), ['h3', 'h2', 'h1', 'h0']);
    const [{ id }] = (await call('/api/data/load-all-holons?metadata=n:2')).result;
    await save({ id, name: 'h2', holonType: 'B', metadata: { n: 22 } });
    assert.deepEqual([await names('&metadata=n:2'), await names('&metadata=n:22')], [[], ['h2']]);
    assert.deepEqual(await names('&holonType=A'), ['h3', 'h0']);
  });

  it('are found by their words, also misspelt, and only by their owner', async () => {
    await save({ name: 'Bridge notes', holonType: 'Note', metadata: { text: 'finality of thirty-two blocks' } });
    await save({ name: 'Shopping', holonType: 'Note', metadata: { text: 'bread' } });
    const names = async (query: string, token = alice.jwtToken) =>
      (await call(`/api/data/search-holons?query=${encodeURIComponent(query)}`, undefined, {}, token)).result.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await names('bridge finality'), ['Bridge notes']);
    assert.deepEqual(await names('finalty'), ['Bridge notes']);
    assert.deepEqual(await names('bread', bob.jwtToken), []);
  });

  it('are gone when they are deleted, and come back as they were', async () => {
    const { id } = (await save(holon(7))).result;
    const deleted = await call(`DELETE /api/data/delete-holon/${id}`);
    assert.deepEqual([deleted.status, deleted.result.id, deleted.result.version], [200, id, 1]);
    const found = async () => {
      const [read, listed, field, words] = await Promise.all([
        call(`/api/data/load-holon/${id}`),
        call('/api/data/load-all-holons'),
        call('/api/data/load-all-holons?metadata=n:7'),
        call('/api/data/search-holons?query=h7'),
      ]);
      return [read.status, listed.result.length, field.result.length, words.result.length];
    };
    assert.deepEqual(await found(), [404, 0, 0, 0]);
    assert.equal((await call(`DELETE /api/data/delete-holon/${id}`)).code, 'HOLON_NOT_FOUND');
    assert.equal((await call('/api/data/save-holon', holon(8, { id }))).code, 'HOLON_DELETED');
    const restored = await call(`POST /api/data/restore-holon/${id}`, {});
    assert.deepEqual([restored.status, restored.result.metadata.n], [200, 7]);
    assert.deepEqual(await found(), [200, 1, 1, 1]);
    assert.equal((await call(`POST /api/data/restore-holon/${id}`, {})).status, 200, 'a second time changes nothing');
  });

  it('of others do not exist, except for admins', async () => {
    const { id } = (await save(holon(1))).result;
    const root = await register(api, `root-of-${alice.username}`);
    await makeAdmin(api, root.id);
    const admin = (await signIn(api, `root-of-${alice.username}`)).jwtToken;
    for (const [route, payload] of [
      [`/api/data/load-holon/${id}`, undefined],
      ['/api/data/save-holon', holon(2, { id })],
      [`/api/data/holon/${id}/versions`, undefined],
      [`/api/data/holon/${id}/history`, undefined],
      [`POST /api/data/restore-holon/${id}`, {}],
      [`DELETE /api/data/delete-holon/${id}`, undefined],
    ] as const) {
      const foreign = await call(route, payload, {}, bob.jwtToken);
      assert.deepEqual([foreign.status, foreign.code], [404, 'HOLON_NOT_FOUND'], route);
      assert.equal((await call(route, payload, {}, admin)).status, 200, route);
    }
  });

  it('of the type AgentMemory have an agent, knowledge and a time, and no other agent saves them', async () => {
    const agent = await register(api, `agent-of-${alice.username}`, { avatarType: 'AI_Agent', password: undefined });
    const memory = (metadata: object) => ({ name: 'memory', holonType: 'AgentMemory', metadata });
    const whole = { agentId: agent.id, knowledge: { bridges: 3 }, timestamp: '2026-01-05T12:00:00Z' };
    const made = await save(memory(whole), {}, agent.apiKey);
    assert.deepEqual(made.result.metadata, whole);
    const found = await call(`/api/data/load-all-holons?metadata=agentId:${agent.id}`, undefined, {}, agent.apiKey);
    assert.equal(found.result[0].id, made.result.id);
    for (const wrong of [
      {},
      { ...whole, agentId: 7 },
      { ...whole, knowledge: 'much' },
      { ...whole, timestamp: 'yesterday' },
      { ...whole, timestamp: '2026-13-45T12:00:00Z' },
      { ...whole, agentId: alice.id },
    ]) {
      const refused = await call('/api/data/save-holon', memory(wrong), {}, agent.apiKey);
      assert.deepEqual([refused.status, refused.code], [422, 'AGENT_MEMORY_INVALID'], JSON.stringify(wrong));
    }
  });

  it('tell their owner of every change', async () => {
    const { id } = (await save(holon(1))).result;
    await call(`DELETE /api/data/delete-holon/${id}`);
    const rows = await api.storage.events.afterFor({ avatarId: alice.id, topics: ['holons'] }, 0, 10);
    assert.deepEqual(
      rows.map(({ type, data }) => [type, data.holonId]),
      [
        ['holon.saved', id],
        ['holon.deleted', id],
      ],
    );
  });
});
