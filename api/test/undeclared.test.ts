import { strict as assert } from 'node:assert';
import { LONG, timeLimit } from '@causeway/protocol/test-support/cases';
import { dump, SENTINELS } from '@causeway/storage/test-support/dump';
import { ORIGIN_MEMBERS } from '../src/http/requests/origin-members.ts';
import { type TestApi, testApi } from './support/api.ts';
import { ask, makeAdmin, type Reply, register, signedUp, signIn } from './support/avatars.ts';
import { onEngines } from './support/engines.ts';
import {
  type ApiDescription,
  type Described,
  type DocumentSchema,
  OF_THE_CALLER,
  type Owner,
  operationsOf,
  resolved,
  resourcesOf,
  urlOf,
} from './support/resources.ts';

const WALK_MS = timeLimit(120_000);

/** Members of every object's prototype, and the ways to it. */
const INHERITED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** Bodies of foreign protocols: unknown members are dropped. Each is a call that changes nothing. */
const FOREIGN: Readonly<Record<string, object>> = {
  callMcp: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { ...SENTINELS } },
  callA2a: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { ...SENTINELS, id: 'none' } },
  callA2aOfAgent: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { ...SENTINELS, id: 'none' } },
};

/** Free-form bodies, which the operation itself refuses by what is wrong with them. */
const FREE_FORM = ['importLibraries', 'importLibrary'];

/** What refused requests write, with the reason. */
const WRITTEN: Readonly<Record<string, string>> = {
  rateLimits: 'every request counts, also a refused one',
};

/** An object with own members, whatever their names. */
const members = (entries: readonly (readonly [string, unknown])[]): object => Object.fromEntries(entries);

onEngines('no operation sees a member that it does not declare', (database) => {
  let api: TestApi;
  let owner: Owner;
  let document: ApiDescription;
  let operations: readonly (Described & { readonly url: string; readonly token: string })[];

  before(async function prepare() {
    this.timeout(WALK_MS);
    api = await testApi({ database, api: { messages: { perMinute: 10_000 } } });
    const [root, ann] = [await register(api, 'root'), await signedUp(api, 'owner')];
    await makeAdmin(api, root.id);
    const adminToken = (await signIn(api, 'root')).jwtToken;
    owner = { id: ann.id, token: ann.jwtToken, adminToken };
    const make = resourcesOf(api, () => owner);
    const made = new Map<string, Promise<string>>();
    /** One resource for all operations, because no request of the walk changes it. */
    const shared: typeof make = (operation, name) => {
      const key = `${operation.tag} ${name} ${OF_THE_CALLER.includes(operation.operationId)}`;
      const known = made.get(key) ?? make(operation, name);
      made.set(key, known);
      return known;
    };
    document = api.app.swagger() as unknown as ApiDescription;
    const found = [];
    for (const operation of operationsOf(document)) {
      const row = api.app.operations.find(({ declaration }) => declaration.operationId === operation.operationId);
      const token = row?.access.callers === 'admin' ? adminToken : owner.token;
      found.push({ ...operation, url: await urlOf(operation, shared), token });
    }
    operations = found;
  });
  after(() => api.close());

  /** Runs `walk`, and compares the whole database before and after. */
  async function unchanged(walk: () => Promise<void>): Promise<void> {
    const before = await dump(api.databasePath);
    await walk();
    const after = await dump(api.databasePath);
    for (const [table, rows] of Object.entries(before)) {
      if (WRITTEN[table] === undefined) assert.deepEqual(after[table], rows, `${table} has changed`);
    }
  }

  /** The operation refuses `body` or `query` by the name of one of `names`. */
  async function refuses(
    { method, url, token, operationId }: (typeof operations)[number],
    { body, query = '' }: { readonly body?: object | undefined; readonly query?: string },
    names: readonly string[],
  ): Promise<void> {
    const reply: Reply = await ask(api, `${method} ${url}${query && `?${query}`}`, body, { token });
    const what = `${operationId} ${query.slice(0, 100)} ${JSON.stringify(body)?.slice(0, 300)} ${reply.body}`;
    if (FREE_FORM.includes(operationId) && query === '') {
      assert.ok(reply.status === 422 || reply.status === 400, what);
      return;
    }
    assert.deepEqual([reply.status, reply.code], [400, 'MALFORMED_REQUEST'], what);
    const { message } = JSON.parse(reply.body) as { readonly message: string };
    assert.ok(
      names.some((name) => message.includes(`${name} is unknown`) || message.includes(`can be named ${name},`)),
      what,
    );
  }

  /** Names of columns that the operation has in no form. */
  const undeclaredBy = ({ body, operationId }: Described): readonly string[] =>
    Object.keys(SENTINELS).filter(
      (name) => !Object.hasOwn(body?.properties ?? {}, name) && !ORIGIN_MEMBERS[operationId]?.body?.includes(name),
    );

  it('in a body: columns of every table, and what objects inherit', function bodies() {
    this.timeout(WALK_MS);
    return unchanged(async () => {
      for (const operation of operations) {
        const { method, operationId, example = {} } = operation;
        if (method === 'GET' || FOREIGN[operationId]) continue;
        const names = undeclaredBy(operation);
        await refuses(operation, { body: { ...SENTINELS, ...example } }, names);
        for (const name of INHERITED) {
          await refuses(operation, { body: members([...Object.entries(example), [name, { isAdmin: true }]]) }, [name]);
        }
        const single = LONG || operationId === 'updateOwnAvatar' ? names : names.filter((name) => name === 'isAdmin');
        for (const name of single) {
          const pascal = name.charAt(0).toUpperCase() + name.slice(1);
          await refuses(operation, { body: { ...example, [name]: SENTINELS[name] } }, [name]);
          await refuses(operation, { body: { ...example, [pascal]: SENTINELS[name] } }, [pascal]);
        }
      }
    });
  });

  it('in a query', function queries() {
    this.timeout(WALK_MS);
    return unchanged(async () => {
      for (const operation of operations.filter(({ operationId }) => !FOREIGN[operationId])) {
        const { query, example: body } = operation;
        const declared = new Set(query.map(({ name }) => name));
        const needed = query.filter(({ required }) => required).map(({ name, schema }) => `${name}=${sample(schema)}`);
        const names = Object.keys(SENTINELS).filter((name) => !declared.has(name));
        const asking = (some: readonly string[]) => [...needed, ...some.map((name) => `${name}=1`)].join('&');
        await refuses(operation, { body, query: asking(names) }, names);
        for (const name of ['isAdmin', '__proto__', 'constructor']) {
          await refuses(operation, { body, query: asking([name]) }, [name]);
        }
      }
    });
  });

  it('in an object within a body', function nested() {
    this.timeout(WALK_MS);
    let places = 0;
    return unchanged(async () => {
      for (const operation of operations) {
        const { body, operationId } = operation;
        if (!body || FOREIGN[operationId] || FREE_FORM.includes(operationId)) continue;
        for (const soiled of soiledWithin(body)) {
          places += 1;
          await refuses(operation, { body: soiled as object }, ['isAdmin']);
        }
      }
      assert.ok(places >= 25, `${places} places`);
    });
  });

  it('in a call of a foreign protocol, where it is dropped', function foreign() {
    this.timeout(WALK_MS);
    return unchanged(async () => {
      for (const operation of operations) {
        const call = FOREIGN[operation.operationId];
        if (call === undefined) continue;
        const asking = { token: operation.token, headers: { 'a2a-version': '1.0' } };
        const query = Object.keys(SENTINELS).map((name) => `${name}=1`);
        const reply = await ask(api, `POST ${operation.url}?${query.join('&')}`, { ...SENTINELS, ...call }, asking);
        assert.equal(reply.status, 200, reply.body);
        const clean = await ask(api, `POST ${operation.url}`, call, asking);
        assert.equal(reply.body, clean.body);
        for (const name of ['__proto__', 'constructor', 'prototype']) {
          await refuses(operation, { body: members([...Object.entries(call), [name, {}]]) }, [name]);
        }
      }
    });
  });

  /** A value of a schema with all of its members. */
  function sample(given: DocumentSchema): unknown {
    const schema = resolved(document, given);
    const { anyOf, examples, properties, items } = schema;
    if (properties) return members(Object.entries(properties).map(([name, member]) => [name, sample(member)]));
    if (items) return [sample(items)];
    if (examples?.[0] !== undefined) return examples[0];
    if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum?.[0];
    if (anyOf) return sample(anyOf[0] as DocumentSchema);
    if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
    if (schema.type === 'boolean') return true;
    if (schema.type === 'object') return {};
    if (schema.format === 'uuid') return owner.id;
    if (schema.format === 'uri') return 'https://receiver.example/';
    return 'abc';
  }

  /** Values of a schema, each with one undeclared member in one of the objects within it. */
  function soiledWithin(given: DocumentSchema, isRoot = true): readonly unknown[] {
    const schema = resolved(document, given);
    const { properties, items, anyOf, additionalProperties } = schema;
    if (items) return soiledWithin(items, false).map((item) => [item]);
    if (anyOf && !properties) return anyOf.flatMap((choice) => soiledWithin(choice, false));
    if (!properties || (additionalProperties !== undefined && additionalProperties !== false)) return [];
    const whole = sample(schema) as object;
    const within = Object.entries(properties).flatMap(([name, member]) =>
      soiledWithin(member, false).map((soiled) => ({ ...whole, [name]: soiled })),
    );
    return isRoot ? within : [{ ...whole, isAdmin: true }, ...within];
  }
});
