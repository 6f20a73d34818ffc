import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { AREAS, accessTableOf } from '../src/app.ts';
import type { AccessRow, AccessTable } from '../src/http/callers/access.ts';
import { SCOPES, type Scope } from '../src/http/callers/callers.ts';
import { type TestApi, testApi } from './support/api.ts';
import { ask, makeAdmin, type Reply, register, signedUp, signIn } from './support/avatars.ts';
import { onEngines } from './support/engines.ts';
import { type ApiDescription, type Described, makeKey, operationsOf, resourcesOf, urlOf } from './support/resources.ts';

/** The outcomes of a request that the access table decides. */
type Outcome = 'unauthenticated' | 'forbidden' | 'hidden' | 'allowed';

const STATUS: Readonly<Record<Exclude<Outcome, 'allowed'>, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  hidden: 404,
};

/**
 * The outcome of a reply. Everything else, such as a refused body, comes after the access rules. A path with the
 * owner's avatar hides it by one code, since other parts of the path can be unknown, too.
 */
function outcomeOf({ status, code, body }: Reply, { resource }: AccessRow): Outcome {
  assert.ok(status < 500 || code === 'PRICE_UNAVAILABLE' || code === 'CHAIN_UNAVAILABLE', body);
  const hidden = typeof resource === 'object' ? code === 'AVATAR_NOT_FOUND' : status === 404;
  const refused: Readonly<Record<string, Outcome>> = { UNAUTHENTICATED: 'unauthenticated', FORBIDDEN: 'forbidden' };
  const outcome = hidden ? 'hidden' : (refused[code ?? ''] ?? 'allowed');
  if (outcome !== 'allowed') assert.equal(status, STATUS[outcome], body);
  return outcome;
}

const withoutAdmin = SCOPES.filter((scope) => scope !== 'admin');

/** What `row` says for an authenticated caller who does not own the resource. */
function expectedForOther({ callers, resource, agents }: AccessRow, method: string, isAgent: boolean): Outcome {
  if (callers === 'public') return 'allowed';
  if (callers === 'admin' || (isAgent && !agents)) return 'forbidden';
  if (typeof resource === 'object' || resource === 'private') return 'hidden';
  return resource === 'visible' && method !== 'GET' ? 'forbidden' : 'allowed';
}

const WALK_MS = 120_000;

/** The operations that differ in what decides about their callers: one for each method and row. */
function oneOfEachRow(described: readonly Described[], table: AccessTable): readonly Described[] {
  const seen = new Set<string>();
  return described.filter(({ operationId, method }) => {
    const { callers, resource, agents, admins } = table[operationId] as AccessRow;
    const kind = JSON.stringify([method, callers, typeof resource === 'object' ? 'path' : resource, agents, admins]);
    return !seen.has(kind) && seen.add(kind);
  });
}

onEngines('the access to every operation of the document', (database) => {
  let api: TestApi;
  let owner: { readonly id: string; readonly jwtToken: string };
  const tokens: Record<
    'owner' | 'other' | 'agent' | 'admin' | 'expired' | 'revoked' | 'endedKey' | 'revokedKey',
    string
  > = { owner: '', other: '', agent: '', admin: '', expired: '', revoked: '', endedKey: '', revokedKey: '' };
  /** Keys of the owner by scope: one with every other scope, and one with no other. */
  const keys = new Map<Scope, { readonly lacking: string; readonly alone: string }>();

  before(async function signEveryoneUp() {
    this.timeout(WALK_MS);
    const messages = { perMinute: 10_000 };
    const settings = { avatars: { maxApiKeys: 1_000 }, messages };
    api = await testApi({ api: settings, database });
    const old = await signedUp(api, 'expired');
    api.clock.nowMs += 3_600_000;
    owner = await signedUp(api, 'owner');
    const [other, root] = [await signedUp(api, 'other'), await register(api, 'root')];
    await makeAdmin(api, root.id);
    const agent = await register(api, 'agent', { avatarType: 'AI_Agent', password: undefined, scopes: withoutAdmin });
    const revoked = await signIn(api, 'owner');
    await ask(api, '/api/avatar/revoke-token', {}, { token: revoked.jwtToken });
    const soon = new Date(api.clock.nowMs + 1_000).toISOString();
    const own = { id: owner.id, token: owner.jwtToken };
    const [ended, withdrawn] = [
      await makeKey(api, own, withoutAdmin, { expiresAt: soon }),
      await makeKey(api, own, withoutAdmin),
    ];
    await ask(api, `DELETE /api/avatar/${owner.id}/api-keys/${withdrawn.keyId}`, undefined, { token: owner.jwtToken });
    for (const scope of withoutAdmin) {
      const keyWith = async (scopes: readonly Scope[]) => (await makeKey(api, own, scopes)).apiKey;
      const lacking = await keyWith(withoutAdmin.filter((one) => one !== scope));
      keys.set(scope, { lacking, alone: await keyWith([scope]) });
    }
    api.clock.nowMs += 1_000;
    Object.assign(tokens, {
      ...{ owner: owner.jwtToken, other: other.jwtToken, agent: agent.apiKey, expired: old.jwtToken },
      ...{ admin: (await signIn(api, 'root')).jwtToken, revoked: revoked.jwtToken },
      ...{ endedKey: ended.apiKey, revokedKey: withdrawn.apiKey },
    });
  });
  after(() => api.close());

  it('is what its row of the access table says, for every kind of caller', async function walk() {
    this.timeout(WALK_MS);
    const table = accessTableOf(AREAS);
    const make = resourcesOf(api, () => ({ id: owner.id, token: tokens.owner, adminToken: tokens.admin }));
    const described = operationsOf(api.app.swagger() as unknown as ApiDescription);
    assert.deepEqual(columns(described, 'operationId').sort(), Object.keys(table).sort());
    const looksAtNoToken = new Set(
      api.app.operations.flatMap(({ declaration }) => (declaration.withoutStorage ? [declaration.operationId] : [])),
    );
    assert.deepEqual([...looksAtNoToken], ['getLiveness']);
    // An admin changes the owner's role in it, so it is the last.
    // The second engine answers for what reads the database: every kind of credential.
    const walked = database() === undefined ? described : oneOfEachRow(described, table);
    const last = walked.filter(({ operationId }) => operationId === 'assignRole');
    for (const operation of [...walked.filter((one) => !last.includes(one)), ...last]) {
      const { operationId, method, path, example } = operation;
      const row = table[operationId] as AccessRow;
      const isPublic = row.callers === 'public';
      let url: string | undefined;
      const expect = async (who: string, token: string | undefined, expected: Outcome): Promise<void> => {
        url ??= await urlOf(operation, make);
        // What is no id ends a stream with 400, after the access rules.
        const headers = path.endsWith('/events') ? { 'last-event-id': 'none' } : {};
        const reply = await ask(api, `${method} ${url}`, example, { token, headers });
        assert.equal(outcomeOf(reply, row), expected, `${who}: ${method} ${url} ${reply.body}`);
        // A refused request leaves the resource as it was.
        if (expected === 'allowed') url = undefined;
      };
      const other = expectedForOther(row, method, false);
      const needsAdmin = row.callers === 'admin' ? 'forbidden' : 'allowed';
      await expect('nobody', undefined, isPublic ? 'allowed' : 'unauthenticated');
      for (const who of ['expired', 'revoked', 'endedKey', 'revokedKey'] as const) {
        await expect(who, tokens[who], looksAtNoToken.has(operationId) ? 'allowed' : 'unauthenticated');
      }
      await expect('another avatar', tokens.other, other);
      await expect('an agent', tokens.agent, expectedForOther(row, method, true));
      const scoped = keys.get(row.callers as Scope);
      if (scoped) await expect(`without ${row.callers}`, scoped.lacking, 'forbidden');
      const [any] = keys.values();
      await expect('with no scope that it does not need', (scoped ?? any ?? assert.fail()).alone, needsAdmin);
      if (operationId !== 'revokeToken') await expect('the owner', tokens.owner, needsAdmin);
      await expect('an admin', tokens.admin, row.admins === 'asOthers' ? other : 'allowed');
      if (operationId === 'revokeToken') tokens.admin = (await signIn(api, 'root')).jwtToken;
    }
  });
});
