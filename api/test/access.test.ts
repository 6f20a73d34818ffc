import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { columns } from '@causeway/storage/test-support/columns';
import { AREAS, accessTableOf } from '../src/app.ts';
import type { AccessRow, AccessTable } from '../src/http/access.ts';
import { SCOPES, type Scope } from '../src/http/callers.ts';
import { RECIPIENT, type TestApi, testApi } from './support/api.ts';
import { ask, expect, makeAdmin, type Reply, register, signedUp, signIn } from './support/avatars.ts';
import { onEngines } from './support/engines.ts';

/** One operation of the OpenAPI document. */
interface Described {
  readonly operationId: string;
  readonly path: string;
  readonly method: string;
  readonly tag: string;
  readonly example: object | undefined;
}

interface JsonSchema {
  readonly $ref?: string;
  readonly examples?: readonly object[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } };
}

function operationsOf({ paths, components }: Document): readonly Described[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, tags, requestBody }]) => {
      const schema = requestBody?.content['application/json'].schema;
      const named = schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
      return { operationId, path, method: method.toUpperCase(), tag: tags[0], example: named?.examples?.[0] };
    }),
  );
}

/** The outcomes of a request that the access table decides. */
type Outcome = 'unauthenticated' | 'forbidden' | 'hidden' | 'allowed';

const STATUS: Readonly<Record<Exclude<Outcome, 'allowed'>, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  hidden: 404,
};

/**
 * The outcome of a reply. Everything else, such as a refused body, comes after the access rules. A path with the owner's
 * avatar hides it by one code, since other parts of the path can be unknown, too.
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
  /** A wallet of the owner that nothing has deleted. */
  let wallet: string | undefined;
  let previous = '';
  /** Keys of the owner by scope: one with every other scope, and one with no other. */
  const keys = new Map<Scope, { readonly lacking: string; readonly alone: string }>();

  const makeKey = async (token: string, id: string, scopes: readonly Scope[], expiresAt?: string) => {
    const body = { name: 'test', scopes, ...(expiresAt && { expiresAt }) };
    return (await expect(ask(api, `/api/avatar/${id}/api-keys`, body, { token }), 201)) as {
      readonly keyId: string;
      readonly apiKey: string;
    };
  };

  /** The library in the path. */
  let library = '';
  const makeLibrary = async (): Promise<string> =>
    (await ask(api, '/api/libraries', { name: 'test' }, { token: tokens.owner })).result.libraryId;

  /** An id for each parameter of a path, whose resource belongs to the owner. */
  const PARAMETERS: Readonly<Record<string, Readonly<Record<string, (operationId: string) => Promise<string>>>>> = {
    Orders: {
      id: async () => {
        const body = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT };
        return (await ask(api, '/api/v1/orders', body, { token: tokens.owner })).result.orderId;
      },
    },
    Agents: {
      agentId: async (operationId) => {
        // The path of these has the caller's own avatar, which is no agent.
        if (['claimTasks', 'claimAgentMessages', 'agentHeartbeat'].includes(operationId)) return owner.id;
        const made = await ask(api, '/api/agents/register', { name: 'test' }, { token: tokens.owner });
        return made.result.agentId;
      },
      taskId: async () =>
        (await ask(api, '/api/agents/tasks/submit', { type: 'test' }, { token: tokens.owner })).result.taskId,
      workflowId: () => newWorkflow(),
      runId: async () => {
        const path = `POST /api/agents/workflows/${await newWorkflow()}/execute`;
        return (await ask(api, path, {}, { token: tokens.owner })).result.runId;
      },
      collaborationId: async () => {
        const made = await ask(api, '/api/agents/register', { name: 'test' }, { token: tokens.owner });
        const body = { agents: [made.result.agentId], protocol: 'voting', waitMs: 0 };
        return (await ask(api, '/api/agents/collaborate', body, { token: tokens.owner })).result.collaborationId;
      },
      messageId: async () => {
        const facts = { name: 'test', capabilities: [{ type: 'test' }] };
        await ask(api, '/api/agents/register', facts, { token: tokens.owner });
        const body = { capability: 'test', message: { type: 'test' }, waitMs: 0 };
        const sent = await ask(api, '/api/agents/messages/send-by-capability', body, { token: tokens.owner });
        return sent.result.messageId;
      },
      webhookId: async () => {
        const url = `https://receiver.example/${randomUUID()}`;
        return (await ask(api, '/api/agents/webhooks', { url }, { token: tokens.owner })).result.webhookId;
      },
      deliveryId: async () => {
        const token = tokens.owner;
        const task = { type: 'test', callback: `https://receiver.example/${randomUUID()}` };
        const { taskId } = (await ask(api, '/api/agents/tasks/submit', task, { token })).result;
        await ask(api, `/api/agents/tasks/${taskId}/cancel`, {}, { token });
        const [newest] = (await ask(api, '/api/agents/webhooks/deliveries', undefined, { token })).result;
        return newest.deliveryId;
      },
    },
    A2A: {
      agentId: async () =>
        (await ask(api, '/api/agents/register', { name: 'test' }, { token: tokens.owner })).result.agentId,
    },
    Avatars: {
      id: async () => owner.id,
      keyId: async () => (await makeKey(tokens.owner, owner.id, ['orders:read'])).keyId,
    },
    Statistics: { id: async () => owner.id },
    Holons: {
      id: async () => {
        const body = { name: randomUUID(), holonType: 'Test' };
        return (await ask(api, '/api/data/save-holon', body, { token: tokens.owner })).result.id;
      },
    },
    Wallets: {
      avatarId: async () => owner.id,
      walletId: async (operationId) => {
        const fresh = wallet === undefined || [previous, operationId].includes('deleteWallet');
        previous = operationId;
        if (!fresh && wallet !== undefined) return wallet;
        const body = { name: 'test', walletProviderType: 3, generateKeyPair: true };
        const made = await ask(api, `/api/Wallet/avatar/${owner.id}/create-wallet`, body, { token: tokens.owner });
        wallet = String(made.result.walletId);
        return wallet;
      },
      // Without chains there is no transfer; the access rules come before the search for it.
      transferId: async () => randomUUID(),
      providerType: async () => '3',
    },
    Messages: {
      messageId: async () => {
        const body = { toAvatarId: owner.id, message: 'test' };
        return (await ask(api, '/api/messaging/send-message', body, { token: tokens.admin })).result.messageId;
      },
      avatarId: async () => owner.id,
    },
    Missions: {
      id: () => publishedMission(),
      questId: async () => 'first-crossing',
      version: async () => '1',
      type: async () => 'Easy',
      status: async () => 'Pending',
    },
    Libraries: {
      libraryId: async () => {
        library = await makeLibrary();
        return library;
      },
      dependencyId: async () => {
        const libraryId = await makeLibrary();
        await ask(api, `/api/libraries/${library}/dependencies`, { libraryId }, { token: tokens.owner });
        return libraryId;
      },
    },
  };

  const newWorkflow = async (): Promise<string> => {
    const steps = [{ stepId: 'one', type: 'test' }];
    return (await ask(api, '/api/agents/workflows/create', { steps }, { token: tokens.owner })).result.workflowId;
  };

  const publishedMission = async (): Promise<string> => {
    const quests = [{ id: 'first-crossing', name: 'Cross' }];
    const made = await expect(ask(api, '/api/missions', { name: 'Cross', quests }, { token: tokens.owner }), 201);
    await ask(api, `POST /api/missions/${made.id}/publish`, {}, { token: tokens.owner });
    return made.id;
  };

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
    const [ended, withdrawn] = [
      await makeKey(owner.jwtToken, owner.id, withoutAdmin, soon),
      await makeKey(owner.jwtToken, owner.id, withoutAdmin),
    ];
    await ask(api, `DELETE /api/avatar/${owner.id}/api-keys/${withdrawn.keyId}`, undefined, { token: owner.jwtToken });
    for (const scope of withoutAdmin) {
      const keyWith = async (scopes: readonly Scope[]) => (await makeKey(owner.jwtToken, owner.id, scopes)).apiKey;
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
    const described = operationsOf(api.app.swagger() as unknown as Document);
    assert.deepEqual(columns(described, 'operationId').sort(), Object.keys(table).sort());
    // An admin changes the owner's role in it, so it is the last.
    // The second engine answers for what reads the database: every kind of credential.
    const walked = database() === undefined ? described : oneOfEachRow(described, table);
    const last = walked.filter(({ operationId }) => operationId === 'assignRole');
    for (const operation of [...walked.filter((one) => !last.includes(one)), ...last]) {
      const { operationId, method, path, tag, example } = operation;
      const row = table[operationId] as AccessRow;
      const isPublic = row.callers === 'public';
      let url: string | undefined;
      const newUrl = async (): Promise<string> => {
        let made = path;
        for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
          const make = PARAMETERS[tag]?.[name];
          assert.ok(make, `${operationId}: add a resource of the owner for {${name}} to PARAMETERS`);
          made = made.replace(`{${name}}`, await make(operationId));
        }
        return made;
      };
      const expect = async (who: string, token: string | undefined, expected: Outcome): Promise<void> => {
        url ??= await newUrl();
        // An id that no event has ends a stream with 400, after the access rules.
        const headers = path.endsWith('/events') ? { 'last-event-id': '999999999' } : {};
        const reply = await ask(api, `${method} ${url}`, example, { token, headers });
        assert.equal(outcomeOf(reply, row), expected, `${who}: ${method} ${url} ${reply.body}`);
        // A refused request leaves the resource as it was.
        if (expected === 'allowed') url = undefined;
      };
      const other = expectedForOther(row, method, false);
      const needsAdmin = row.callers === 'admin' ? 'forbidden' : 'allowed';
      await expect('nobody', undefined, isPublic ? 'allowed' : 'unauthenticated');
      for (const who of ['expired', 'revoked', 'endedKey', 'revokedKey'] as const) {
        await expect(who, tokens[who], 'unauthenticated');
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
