import { strict as assert } from 'node:assert';
import { columnsOf } from '@causeway/storage/test-support/dump';
import Type from 'typebox';
import { defineArea } from '../../src/area.ts';
import { PUBLIC } from '../../src/http/callers/access.ts';
import { ORIGIN_MEMBERS, without } from '../../src/http/requests/origin-members.ts';
import { apiForAll } from '../support/api.ts';
import { ask, expect, PASSWORD, signedUp } from '../support/avatars.ts';
import { onEngines } from '../support/engines.ts';

/** Words of members that move money, grant access or are content. */
const FORBIDDEN =
  /amount|(?<!load)balance|fee|address|wallet|token|key|scope|role|admin|owner|avatarid|agent|limit|expire|state|status|karma|reward|^(name|id|version|metadata|password|email|username|title|description|input|data|message)$/i;

/** The tables of an operation's area. */
const SLICES: Readonly<Record<string, string>> = { Avatars: 'avatars', Holons: 'holons' };

/** A foreign protocol whose one operation answers what its handler sees. */
const echo = defineArea<undefined>({
  name: 'echo',
  tag: { name: 'Echo', description: 'What a handler sees.' },
  errors: {},
  access: { echo: PUBLIC },
  prefixes: [''],
  open: () => undefined,
  register: (router) =>
    router.route('echo', 'POST /echo', {
      summary: 'Answer what the handler sees',
      jsonRpc: true,
      query: Type.Object({ version: Type.Optional(Type.String()) }),
      body: Type.Object({
        method: Type.String(),
        parts: Type.Optional(Type.Array(Type.Object({ text: Type.String() }))),
        params: Type.Optional(Type.Object({}, { additionalProperties: true })),
      }),
      success: { description: 'It.', schema: Type.Unsafe<unknown>({}) },
      handle: async ({ body, query }) => ({ body, query }),
    }),
});

onEngines('members that are dropped', (database) => {
  const api = apiForAll({ database, areas: [echo] });

  it('of the origin neither move money, grant access nor are content', () => {
    for (const [operationId, { body = [], query = [] }] of Object.entries(ORIGIN_MEMBERS)) {
      const operation = api.app.operations.find(({ declaration }) => declaration.operationId === operationId);
      assert.ok(operation, `${operationId} is no operation`);
      const columns = columnsOf(SLICES[operation.tag] ?? assert.fail(operation.tag));
      const declared = operation.declaration.body as { readonly properties?: object } | undefined;
      for (const name of [...body, ...query]) {
        assert.ok(!columns.has(name), `${operationId}: ${name} is a column`);
        assert.doesNotMatch(name, FORBIDDEN, operationId);
        assert.ok(!Object.hasOwn(declared?.properties ?? {}, name), `${operationId} declares ${name}`);
      }
    }
  });

  it('of the origin are accepted, in both spellings, and every other one is refused', async () => {
    const { body = [] } = ORIGIN_MEMBERS.registerAvatar ?? {};
    const sent = Object.fromEntries(body.map((name) => [name, 'x']));
    const person = (username: string) => ({ username, password: PASSWORD, ...sent });
    await expect(ask(api, '/api/avatar/register', person('camel')), 201);
    const { confirmPassword, ...rest } = person('pascal') as Record<string, unknown>;
    await expect(ask(api, '/api/avatar/register', { ...rest, ConfirmPassword: confirmPassword }), 201);
    await expect(ask(api, '/api/avatar/register', { ...person('other'), Karma: 9 }), 400, 'MALFORMED_REQUEST');
    const { jwtToken: token } = await signedUp(api, 'ann');
    const holon = { name: 'n', holonType: 'T', saveChildren: true, offChainProvider: 'x', ProviderType: 'Default' };
    const { id } = await expect(ask(api, '/api/data/save-holon', holon, { token }), 200);
    const path = `/api/data/load-holon/${id}`;
    await expect(ask(api, `${path}?loadChildren=true&ProviderType=Default`, undefined, { token }), 200);
    await expect(ask(api, `${path}?softDelete=true`, undefined, { token }), 400, 'MALFORMED_REQUEST');
    await expect(ask(api, '/api/libraries', { name: 'l', confirmPassword: 'x' }, { token }), 400, 'MALFORMED_REQUEST');
  });

  it('of a foreign protocol reach no handler, and its free-form members stay whole', async () => {
    const body = {
      ...{ Method: 'm', isAdmin: true, toString: 1 },
      parts: [{ Text: 'a', isAdmin: true }],
      params: { anything: { isAdmin: true } },
    };
    const { body: answer } = await ask(api, 'POST /echo?version=1&isAdmin=true&toString=1', body);
    assert.deepEqual(JSON.parse(answer), {
      body: { method: 'm', parts: [{ text: 'a' }], params: { anything: { isAdmin: true } } },
      query: { version: '1' },
    });
  });

  it('are taken out of objects alone', () => {
    assert.deepEqual(without(['a'], { a: 1, A: 2, b: 3 }), { b: 3 });
    for (const value of [null, [1], 'a', 7]) assert.deepEqual(without(['a'], value), value);
  });
});
