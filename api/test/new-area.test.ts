import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { masterKeyOf, openKeys, Sealer } from '@causeway/keys';
import { openSlices, PLATFORM_SCHEMA, AREAS as STORAGE_AREAS } from '@causeway/storage/slices';
import { columns } from '@causeway/storage/test-support/columns';
import { Command } from 'commander';
import { openSealer } from '../src/keys.ts';
import { rewrapSecrets } from '../src/rewrap-command.ts';
import { notesArea } from './fixture/areas/notes/index.ts';
import { NOTES_SCHEMA, type NoteRepository, notes } from './fixture/storage/notes/index.ts';
import { ALICE, apiForAll, as, BOB, testConfig } from './support/api.ts';
import { onEngines } from './support/engines.ts';

onEngines('a new area', (database) => {
  const scopes = ['holons:read', 'holons:write'] as const;
  const api = apiForAll({
    database,
    people: ['alice', 'bob'].map((name) => ({ name, scopes })),
    // The line in each list, and the two folders under test/fixture, are all that there is of it.
    open: (database, options) =>
      openSlices(database, { areas: { ...STORAGE_AREAS, notes }, schemas: [PLATFORM_SCHEMA, NOTES_SCHEMA] }, options),
    areas: [notesArea],
  });

  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: object = {}, token = ALICE) => {
    const { headers, ...rest } = more as { readonly headers?: Record<string, string> };
    return api.app.inject({ method, url: `/api/notebook${path}`, headers: { ...as(token), ...headers }, ...rest });
  };
  const add = async (body: string, token = ALICE) => {
    const answer = await ask('POST', '/notes', { payload: { body } }, token);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer;
  };

  it('makes, reads and lists what it stores, with location, ETag and cursor', async () => {
    const first = await add('one');
    const { noteId } = first.json().result;
    assert.deepEqual([first.headers.location, first.headers.etag], [`/api/notebook/notes/${noteId}`, '"1"']);
    const read = await ask('GET', `/notes/${noteId}`);
    assert.deepEqual(read.json().result, { noteId, body: 'one', version: 1 });
    const again = await ask('GET', `/notes/${noteId}`, { headers: { 'if-none-match': '"1"' } });
    assert.equal(again.statusCode, 304);
    await add('two');
    const page = (await ask('GET', '/notes?limit=1')).json();
    assert.equal(page.result[0].body, 'one');
    const next = (await ask('GET', `/notes?limit=1&cursor=${page.nextCursor}`)).json();
    assert.deepEqual([next.result[0].body, next.nextCursor], ['two', null]);
    const taken = await ask('GET', `/notes?cursor=${page.nextCursor}`, {}, BOB);
    assert.deepEqual([taken.statusCode, taken.json().errorCode], [400, 'INVALID_CURSOR'], 'another caller’s cursor');
    const foreign = await api.app.inject({ url: `/api/v1/orders?cursor=${page.nextCursor}`, headers: as(ALICE) });
    assert.equal(foreign.statusCode, 403, 'the scopes of one area are not those of another');
  });

  it('does not exist for others, by an error of its own', async () => {
    const { noteId } = (await add('mine')).json().result;
    for (const answer of [
      await ask('GET', `/notes/${noteId}`, {}, BOB),
      await ask('PUT', `/notes/${noteId}`, { payload: { body: 'x' } }, BOB),
    ]) {
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [404, 'NOTE_NOT_FOUND']);
    }
    assert.match((await api.app.inject('/docs/errors/NOTE_NOT_FOUND')).body, /^NOTE_NOT_FOUND \(404\)/);
  });

  it('changes in one step with the comparison of its version', async () => {
    const { noteId } = (await add('one')).json().result;
    const put = (body: string, etag: string) =>
      ask('PUT', `/notes/${noteId}`, { payload: { body }, headers: { 'if-match': etag } });
    const answers = await Promise.all(['two', 'three', 'four'].map((body) => put(body, '"1"')));
    assert.deepEqual(columns(answers, 'statusCode').sort(), [200, 412, 412]);
    assert.equal((await put('five', '"2"')).headers.etag, '"3"');
  });

  it('takes idempotency keys, without a line about them', async () => {
    const once = () => ask('POST', '/notes', { payload: { body: 'k' }, headers: { 'idempotency-key': 'key' } });
    const [first, second] = [await once(), await once()];
    assert.equal(second.body, first.body);
    assert.equal(second.headers['idempotency-replayed'], 'true');
  });

  it('has limits of its own where it says so, and the strictness of its area', async () => {
    const refused = async (payload: object | string): Promise<string> => {
      const headers = { 'content-type': 'application/json' };
      return (await ask('POST', '/notes', { payload, headers })).json().errorCode;
    };
    assert.equal(await refused({ body: 'x'.repeat(1_000) }), 'BODY_TOO_LARGE');
    assert.equal(await refused('{"body":"x","metadata":{"a":{"b":{}}}}'), 'MALFORMED_REQUEST');
    assert.equal(await refused({ bdy: 'x' }), 'MALFORMED_REQUEST');
    assert.equal((await ask('POST', '/notes', { payload: { Body: 'x', metadata: { any: 1 } } })).statusCode, 201);
  });

  it('announces what is deprecated, until when it is answered', async () => {
    const { noteId } = (await add('old')).json().result;
    const { headers } = await ask('GET', `/notes/${noteId}`);
    assert.equal(headers.deprecation, `@${Date.UTC(2026, 0, 1) / 1000}`);
    assert.equal(headers.sunset, 'Wed, 01 Jul 2026 00:00:00 GMT');
    assert.equal((await ask('GET', '/notes')).headers.deprecation, undefined);
  });

  it('answers 405 for the methods it has not', async () => {
    const answer = await ask('DELETE', '/notes');
    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD, POST']);
  });

  it('adds a command, which works with the area', async () => {
    const { noteId } = (await add('for the operator')).json().result;
    const printed: string[] = [];
    const withService = <T>(work: (service: NoteRepository) => Promise<T>) => work(api.areas.use(notesArea));
    const opened = { location: { database: '', baseDir: '' }, withService, withApi: withService };
    const admin = new Command('admin');
    notesArea.commands?.(admin, { print: (line) => printed.push(line), load: async () => opened });
    await admin.parseAsync(['note', noteId, '--config', 'causeway.yaml'], { from: 'user' });
    assert.deepEqual(printed, ['for the operator']);
  });

  it('has its sealed secrets checked at a start, and wrapped anew under another master key', async () => {
    const key = () => `wrap ${keys.length + 1} ${randomBytes(32).toString('base64')}`;
    const keys: string[] = [];
    const sealerOf = async () => {
      const opened = await openKeys({ env: 'KEYS', previous: [] }, '/', { environment: { KEYS: keys.join('\n') } });
      return new Sealer(opened.ok ? opened.value : assert.fail(opened.error.message));
    };
    keys.push(key());
    const sealed = await (await sealerOf()).seal(Buffer.from('a secret'), ['note']);
    assert.ok(sealed.ok);
    const { noteId } = (await add(sealed.value)).json().result;
    const config = { ...testConfig(), database: api.databasePath, baseDir: '/nowhere' };
    process.env.NEW = `wrap 9 ${randomBytes(32).toString('base64')}`;
    const lost = openSealer({ ...config, api: { ...config.api, keys: { env: 'NEW', previous: [] } } }, api.storage, [
      notesArea,
    ]);
    await assert.rejects(lost, new RegExp(`note ${noteId} cannot be opened`));
    keys.push(key());
    const { done } = await rewrapSecrets(api.storage, await sealerOf(), [notesArea]);
    assert.equal(done, 1);
    const after = (await ask('GET', `/notes/${noteId}`)).json().result.body;
    assert.notEqual(masterKeyOf(after), masterKeyOf(sealed.value));
  });

  it('is in the document with schemas, errors and headers', () => {
    const document = api.app.swagger() as unknown as {
      readonly paths: Record<string, Record<string, Record<string, unknown> & { responses: Record<string, object> }>>;
      readonly components: { readonly schemas: Record<string, unknown> };
      readonly tags: readonly { readonly name: string }[];
    };
    const read = document.paths['/api/notebook/notes/{id}']?.get;
    assert.equal(read?.deprecated, true);
    const statuses = Object.keys(read?.responses ?? {});
    assert.deepEqual(statuses, ['200', '304', '400', '401', '403', '404', '429', '500', '503']);
    assert.match(JSON.stringify(read?.responses[200]), /headers\/Sunset/);
    assert.match(JSON.stringify(read?.responses[404]), /responses\/NOTE_NOT_FOUND/);
    for (const name of ['Note', 'NoteRequest', 'NotePage', 'NoteAnswer']) assert.ok(document.components.schemas[name]);
    assert.ok(document.tags.some(({ name }) => name === 'Notes'));
  });
});
