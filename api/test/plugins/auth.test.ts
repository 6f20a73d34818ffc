import { strict as assert } from 'node:assert';
import { clockAt } from '@causeway/runtime/test-support';
import fastify from 'fastify';
import Type from 'typebox';
import { buildApp } from '../../src/app.ts';
import { defineArea } from '../../src/area.ts';
import { type AccessTable, PUBLIC } from '../../src/http/callers/access.ts';
import { type Caller, type Role, SCOPES, type Scope } from '../../src/http/callers/callers.ts';
import type { Router } from '../../src/http/route.ts';
import { success, successSchema } from '../../src/http/schema/envelope.ts';
import type { App } from '../../src/http/schema/types.ts';
import { auth } from '../../src/plugins/app/auth.ts';

const ROWS = {
  everyone: PUBLIC,
  anyCaller: { callers: 'authenticated', resource: 'caller', agents: true },
  withScope: { callers: 'wallets:read', resource: 'caller', agents: true },
  peopleOnly: { callers: 'wallets:write', resource: 'caller', agents: false },
  adminsOnly: { callers: 'admin', resource: 'none', agents: false },
  ofAvatar: { callers: 'wallets:read', resource: { avatar: 'avatarId' }, agents: true },
  ofAvatarAlone: { callers: 'wallets:read', resource: { avatar: 'avatarId' }, agents: true, admins: 'asOthers' },
  withPassword: { callers: 'authenticated', resource: 'caller', agents: true, recent: true },
} as const satisfies AccessTable;
type Operation = keyof typeof ROWS;

const areaWith = (access: AccessTable, operations: readonly string[]) =>
  defineArea({
    name: 'rows',
    tag: { name: 'Rows', description: 'One operation for each form of a row.' },
    errors: {},
    access,
    prefixes: ['/rows'],
    open: () => undefined,
    register: (router: Router) => {
      for (const operationId of operations) {
        const path = operationId.startsWith('ofAvatar') ? `/${operationId}/:avatarId` : `/${operationId}`;
        router.route(operationId, `GET ${path}`, {
          summary: operationId,
          success: { description: 'Allowed.', schema: successSchema(Type.String({ examples: ['yes'] })) },
          handle: async () => success('yes'),
        });
      }
    },
  });

/** The clock of the application. */
const NOW_MS = 10_000_000;

const caller = (role: Role, scopes: readonly Scope[], avatarId = 'alice', more: Partial<Caller> = {}): Caller => ({
  avatarId,
  accountId: avatarId,
  agentId: role === 'agent' ? avatarId : null,
  role,
  scopes: new Set(scopes),
  credential: { kind: 'token', id: 'session' },
  authenticatedAtMs: NOW_MS,
  ...more,
});
const withoutAdmin = SCOPES.filter((scope) => scope !== 'admin');
const CALLERS: Readonly<Record<string, Caller>> = {
  alice: caller('user', withoutAdmin),
  bob: caller('user', withoutAdmin, 'bob'),
  reader: caller('user', ['wallets:read']),
  nothing: caller('user', []),
  agent: caller('agent', withoutAdmin),
  root: caller('admin', ['admin'], 'root'),
  early: caller('user', [], 'alice', { authenticatedAtMs: NOW_MS - 300_000 }),
  late: caller('user', [], 'alice', { authenticatedAtMs: NOW_MS - 300_001 }),
  key: caller('user', withoutAdmin, 'alice', { credential: { kind: 'apiKey', id: 'key' } }),
};

/** The access rules need no storage. */
const build = (access: AccessTable, operations: readonly string[]): Promise<App> =>
  buildApp(
    {
      storage: { rateLimits: { hit: async () => ({ count: 1, resetMs: 1 }) } } as never,
      sealer: {} as never,
      authenticator: { authenticate: async (token) => CALLERS[token] ?? null },
      areas: [{ area: areaWith(access, operations) as never, service: undefined }],
      state: {} as never,
    },
    {
      clock: clockAt(() => NOW_MS),
      perMinute: 1_000,
      maxKeysPerCaller: 1,
      heartbeatMs: 1_000,
      maxStreams: 1,
      maxStreamsPerCaller: 1,
      maxPublicStreams: 1,
      maxPublicStreamsPerCaller: 1,
      trustProxy: false,
      requestTimeoutMs: 1_000,
      cors: { origins: [], maxAgeSeconds: 0 },
      overload: { maxEventLoopDelayMs: 0, maxHeapBytes: 0 },
      logger: false,
    },
  );

describe('the access table', () => {
  let app: App;
  before(async () => {
    app = await build(ROWS, Object.keys(ROWS));
  });
  after(() => app.close());

  const EXPECTED: Readonly<Record<Operation, Readonly<Record<string, number>>>> = {
    everyone: { nobody: 200, alice: 200, nothing: 200, agent: 200, root: 200, guess: 401 },
    anyCaller: { nobody: 401, alice: 200, nothing: 200, agent: 200, root: 200, guess: 401 },
    withScope: { nobody: 401, alice: 200, reader: 200, nothing: 403, agent: 200, root: 200, guess: 401 },
    peopleOnly: { nobody: 401, alice: 200, reader: 403, nothing: 403, agent: 403, root: 200, guess: 401 },
    adminsOnly: { nobody: 401, alice: 403, reader: 403, agent: 403, root: 200, guess: 401 },
    ofAvatar: { nobody: 401, alice: 200, reader: 200, nothing: 403, bob: 404, agent: 200, root: 200, guess: 401 },
    ofAvatarAlone: { nobody: 401, alice: 200, reader: 200, nothing: 403, bob: 404, agent: 200, root: 404, guess: 401 },
    withPassword: { nobody: 401, alice: 200, root: 200, early: 200, late: 403, key: 403, guess: 401 },
  };
  for (const [operation, byCaller] of Object.entries(EXPECTED)) {
    it(`is enforced for ${operation}`, async () => {
      const path = operation.startsWith('ofAvatar') ? `${operation}/Alice` : operation;
      for (const [who, status] of Object.entries(byCaller)) {
        const headers = who === 'nobody' ? {} : { authorization: `Bearer ${who}` };
        const answer = await app.inject({ url: `/rows/${path}`, headers });
        assert.equal(answer.statusCode, status, `${who}: ${answer.body}`);
        const isRefused = operation === 'withPassword' && status === 403;
        if (isRefused) assert.equal(answer.json().errorCode, 'REAUTHENTICATION_REQUIRED');
        if (status === 404) assert.equal(answer.json().errorCode, 'AVATAR_NOT_FOUND');
      }
    });
  }

  it('must have exactly one row for every route, or the application does not start', async () => {
    const { everyone, ...others } = ROWS;
    await assert.rejects(build(others, Object.keys(ROWS)), /everyone has no row in the access table/);
    await assert.rejects(
      build({ ...ROWS, more: everyone }, Object.keys(ROWS)),
      /a row for more, which is no operation/,
    );
    const undeclared = await build(ROWS, Object.keys(ROWS));
    assert.throws(() => undeclared.get('/secret', async () => 'shown'), /\/secret has no row in the access table/);
    await undeclared.close();
  });

  it('takes the routes of a library below any of the public paths for public', async () => {
    const library = fastify();
    await library.register(auth, {
      authenticator: { authenticate: async () => null },
      publicPrefixes: ['/docs', '/assets'],
      clock: clockAt(() => NOW_MS),
    });
    const urls = ['/docs/page', '/assets/logo'];
    for (const url of urls) library.get(url, async () => 'shown');
    for (const url of urls) assert.equal((await library.inject(url)).statusCode, 200);
    await library.close();
  });
});
