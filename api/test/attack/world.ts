import { strict as assert } from 'node:assert';
import { copyFileSync, rmSync } from 'node:fs';
import { isPostgresUrl } from '@causeway/storage/location';
import { copyDatabase, dropDatabase } from '@causeway/storage/test-support/postgres-server';
import { pino } from 'pino';
import { SCOPES, type Scope } from '../../src/http/callers/callers.ts';
import { hold, type Person, RECIPIENT, type TestApi, testApi, units } from '../support/api.ts';
import { ask, expect, makeAdmin, PASSWORD, register, signIn } from '../support/avatars.ts';
import {
  type ApiDescription,
  type Described,
  makeKey,
  OF_THE_CALLER,
  operationsOf,
  resourcesOf,
} from '../support/resources.ts';

/** The roles of callers. */
export const ROLES = ['stranger', 'avatar', 'key', 'agent', 'frozen', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Somebody who attacks, with one credential. */
export interface Attacker {
  readonly role: Role;
  /** For reports. */
  readonly name: string;
  readonly token: string | undefined;
  readonly avatarId: string | undefined;
  /** The avatar with which it is limited together. */
  readonly accountId: string | undefined;
  readonly scopes: readonly Scope[];
  /** Its session got the password within five minutes. */
  readonly isRecent: boolean;
  readonly isKey: boolean;
  /** Whose resources are its own. */
  readonly self: string | undefined;
}

/** The ids of one avatar's resources, by area and parameter of a path, and its names and addresses. */
export interface Possessions {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly addresses: readonly string[];
  readonly ids: ReadonlyMap<string, readonly string[]>;
}

/** A database with victims and attackers, of which every round has a copy. */
export interface World {
  readonly database: string;
  readonly nowMs: number;
  readonly attackers: readonly Attacker[];
  readonly people: ReadonlyMap<string, Possessions>;
  /** What no answer shows again, with its name. */
  readonly secrets: ReadonlyMap<string, string>;
  /** A session of somebody who only lives here while others attack. */
  readonly bystander: { readonly id: string; readonly token: string };
  /** The addresses that have coins at the start. */
  readonly funded: readonly string[];
}

/** The most that one account may have of each, low enough that fifty requests at once reach it. */
export const LIMITS = {
  apiKeys: 45,
  agents: 40,
  openOrders: 45,
  sendsPerDay: 30,
  items: 45,
  history: 2_000,
} as const;

const quota = { items: LIMITS.items };

/** The settings of the attacked service: everything is reachable, and every limit with few requests. */
const SETTINGS = {
  avatars: { maxApiKeys: LIMITS.apiKeys, maxAgents: LIMITS.agents },
  orders: { maxOpen: LIMITS.openOrders },
  wallets: { sendLimits: { perDay: LIMITS.sendsPerDay, amounts: { ETH: '5', POL: '5' }, otherAmount: '5' } },
  messages: { perMinute: 100_000 },
  streams: { maxPerCaller: 500 },
  quotas: {
    ...{ missions: quota, libraries: quota, tasks: quota, workflows: quota, webhooks: quota, messages: quota },
    history: { items: LIMITS.history },
    holons: { items: LIMITS.items * 2 },
  },
};

/** An API over a database of the attack. Its log goes nowhere, because a long run has a very long one. */
const openApi = (databasePath: string, people: readonly Person[]): Promise<TestApi> =>
  testApi({ api: SETTINGS, databasePath, people, logger: pino({ level: 'silent' }) });

/** The form of a text of `owner` that nobody else may read. */
export const CANARY = /canary-([a-z]+)-([a-z]+)-[a-z]+-end/g;
export const canary = (owner: string, area: string, what: string): string =>
  `canary-${owner}-${area}-${what.toLowerCase()}-end`;

const ETHEREUM = 7;
const SCOPED = SCOPES.filter((scope) => scope !== 'admin');

/** Time after which a password is not recent. */
const STALE_MS = 301_000;

/** Those who have things; `ann` is also the owner of the attacking keys and of an attacking agent. */
const OWNERS = ['ann', 'bob', 'eve', 'fred'] as const;

/** Settles everybody in the new database at `database`. */
export async function buildWorld(database: string): Promise<World> {
  // A new file needs somebody in it.
  const api = await openApi(database, [{ name: 'nobody' }]);
  await api.app.ready();
  const secrets = new Map<string, string>();
  const people = new Map<string, Possessions>();
  const funded: string[] = [];
  const attackers: Attacker[] = [];
  const document = api.app.swagger() as unknown as ApiDescription;
  const operations = operationsOf(document);
  const secret = (name: string, text: string): string => {
    assert.ok(text, name);
    secrets.set(text, name);
    return text;
  };

  const root = await register(api, 'root');
  await makeAdmin(api, root.id);
  const rootToken = (await signIn(api, 'root')).jwtToken;

  /** Gives an avatar a wallet of 100 ETH. */
  const enrich = async (
    name: string,
    id: string,
    token: string,
  ): Promise<{ readonly id: string; readonly address: string }> => {
    const words = { name: canary(name, 'wallets', 'name'), description: canary(name, 'wallets', 'description') };
    const showRecoveryPhrase = !name.startsWith('agentof');
    const body = { ...words, walletProviderType: ETHEREUM, generateKeyPair: true, showRecoveryPhrase };
    const wallet = await expect(ask(api, `/api/Wallet/avatar/${id}/create-wallet`, body, { token }), 201);
    if (showRecoveryPhrase) secret(`recovery phrase of ${name}`, wallet.recoveryPhrase);
    funded.push(wallet.walletAddress);
    hold(api.ethereum, wallet.walletAddress, units(100));
    return { id: wallet.walletId, address: wallet.walletAddress };
  };

  for (const name of OWNERS) {
    const email = `${canary(name, 'profile', 'mail')}@example.org`;
    const profile = { firstName: canary(name, 'profile', 'first'), lastName: canary(name, 'profile', 'last') };
    const metadata = { text: canary(name, 'profile', 'metadata') };
    const { id } = await register(api, name, { email, ...profile, metadata });
    const signing = { username: name, password: PASSWORD };
    const headers = { 'user-agent': canary(name, 'profile', 'program') };
    const { jwtToken: token, refreshToken } = await expect(
      ask(api, '/api/avatar/authenticate', signing, { headers }),
      200,
    );
    secret(`refresh token of ${name}`, refreshToken);
    secret(`access token of ${name}`, token);
    const owner = { id, token, adminToken: rootToken };
    const marked = (area: string, what: string): string => canary(name, area, what);
    const make = resourcesOf(api, () => owner, marked);
    const ids = new Map<string, string[]>();
    const add = (kind: string, value: string) => ids.set(kind, [...(ids.get(kind) ?? []), value]);
    const wallet = await enrich(name, id, token);
    add('Wallets walletId', wallet.id);
    const seen = new Set<string>();
    for (const operation of operations) {
      for (const [, parameter = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
        const kind = `${operation.tag} ${parameter}`;
        const variant = `${kind} ${OF_THE_CALLER.includes(operation.operationId)}`;
        if (seen.has(variant)) continue;
        seen.add(variant);
        add(kind, await make(operation, parameter));
      }
    }
    const draft = {
      name: canary(name, 'missions', 'name'),
      description: canary(name, 'missions', 'description'),
      quests: [{ id: 'first-crossing', name: canary(name, 'missions', 'quest') }],
    };
    add('Missions id', (await expect(ask(api, '/api/missions', draft, { token }), 201)).id);
    const hook = `https://receiver.example/${canary(name, 'agents', 'webhook')}`;
    const worker = { name: 'worker', capabilities: [{ type: `work-${name}` }], endpoints: { webhook: hook } };
    const { agentId, apiKey } = await expect(ask(api, '/api/agents/register', worker, { token }), 201);
    secret(`API key of an agent of ${name}`, apiKey);
    add('Agents agentId', agentId);
    add('Agents webhookId', agentId);
    await workOn(api, { name, token, agentId, apiKey }, (taskId) => add('Agents taskId', taskId));
    const key = await makeKey(api, owner, SCOPED, { name: canary(name, 'keys', 'name') });
    secret(`API key of ${name}`, key.apiKey);
    people.set(name, { id, username: name, email, addresses: [wallet.address], ids });
  }

  /** Adds an attacker who calls with `token`. */
  const attacks = (role: Role, name: string, more: Partial<Attacker>): void => {
    const nothing = { token: undefined, avatarId: undefined, accountId: undefined, self: undefined };
    attackers.push({ role, name, ...nothing, scopes: [], isRecent: false, isKey: false, ...more });
  };
  const person = (name: string): Possessions => people.get(name) ?? assert.fail(name);
  const of = (name: string) => ({ avatarId: person(name).id, accountId: person(name).id, self: name });
  attacks('stranger', 'a stranger', {});
  attacks('avatar', 'eve without a recent password', {
    ...of('eve'),
    token: (await signIn(api, 'eve')).jwtToken,
    scopes: SCOPED,
  });
  api.clock.nowMs += STALE_MS;
  const fresh = async (name: string) => (await signIn(api, name)).jwtToken as string;
  attacks('avatar', 'eve', { ...of('eve'), token: await fresh('eve'), scopes: SCOPED, isRecent: true });
  const ann = { id: person('ann').id, token: await fresh('ann') };
  for (const scope of SCOPED) {
    const { apiKey, keyId } = await makeKey(api, ann, [scope], { name: canary('ann', 'keys', 'scoped') });
    if (['orders:write', 'wallets:write'].includes(scope)) await allowTwo(api, ann, { apiKeyId: keyId });
    attacks('key', `ann's key for ${scope}`, { ...of('ann'), token: apiKey, scopes: [scope], isKey: true });
  }
  for (const name of ['ann', 'eve']) {
    const owner = { id: person(name).id, token: await fresh(name) };
    const agent = await expect(
      ask(api, '/api/agents/register', { name: 'Attacker', capabilities: [{ type: 'test' }] }, owner),
      201,
    );
    const body = { name: 'attack', scopes: SCOPED.filter((scope) => !scope.startsWith('keys')) };
    const { apiKey } = await expect(ask(api, `/api/avatar/${agent.agentId}/api-keys`, body, owner), 201);
    await enrich(`agentof${name}`, agent.agentId, apiKey);
    await allowTwo(api, owner, { agentId: agent.agentId });
    const ids = { avatarId: agent.agentId, accountId: owner.id };
    attacks('agent', `an agent of ${name}`, {
      ...ids,
      token: apiKey,
      scopes: body.scopes as Scope[],
      isKey: true,
      self: `agentof${name}`,
    });
    const own = new Map([
      ['Agents agentId', [agent.agentId]],
      ['Avatars id', [agent.agentId]],
      ['Wallets avatarId', [agent.agentId]],
      ['Statistics id', [agent.agentId]],
    ]);
    people.set(`agentof${name}`, { id: agent.agentId, username: '', email: '', addresses: [], ids: own });
  }
  for (const [name, by] of [
    ['fred', 'owner'],
    ['fay', 'admin'],
  ] as const) {
    if (name === 'fay') await register(api, 'fay');
    const session = await signIn(api, name);
    const key = await makeKey(api, { id: session.id, token: session.jwtToken }, SCOPED);
    const freeze = by === 'owner' ? { token: session.jwtToken } : { token: rootToken };
    await expect(ask(api, `/api/avatar/${session.id}/freeze`, { reason: 'a test' }, freeze), 200);
    const own = { avatarId: session.id, accountId: session.id, self: 'fred', scopes: SCOPED };
    attacks('frozen', `${name}, frozen by an ${by}`, { ...own, token: session.jwtToken, isRecent: true });
    attacks('frozen', `a key of ${name}, frozen by an ${by}`, { ...own, token: key.apiKey, isKey: true });
  }
  const admin = { avatarId: root.id as string, accountId: root.id as string, scopes: SCOPES };
  attacks('admin', 'an admin', { ...admin, token: await fresh('root'), isRecent: true });
  // The service makes its key of idempotency at the first such request.
  await ask(
    api,
    '/api/avatar/forgot-password',
    { email: 'nobody@example.org' },
    { headers: { 'idempotency-key': 'first' } },
  );
  const nowMs = api.clock.nowMs;
  const bystander = { id: person('bob').id, token: await fresh('bob') };
  await api.close();
  return { database, nowMs, attackers, people, secrets, bystander, funded };
}

interface Worker {
  readonly name: string;
  readonly token: string;
  readonly agentId: string;
  readonly apiKey: string;
}

/** Lets an agent end one task of its owner, and hold another. */
async function workOn(
  api: TestApi,
  { name, token, agentId, apiKey }: Worker,
  made: (taskId: string) => void,
): Promise<void> {
  for (const isEnded of [true, false]) {
    const input = { text: canary(name, 'tasks', 'given') };
    const task = { type: `work-${name}`, requirements: { agents: 'own' }, input };
    const { taskId } = await expect(ask(api, '/api/agents/tasks/submit', task, { token }), 201);
    made(taskId);
    const [claimed] = await expect(ask(api, `/api/agents/${agentId}/tasks/claim`, {}, { token: apiKey }), 200);
    const report = (what: string, body: object) =>
      ask(api, `/api/agents/tasks/${taskId}/${what}`, { token: claimed.token, ...body }, { token: apiKey });
    const content = { text: canary(name, 'tasks', 'artifact') };
    await report('artifacts', { name: 'draft', mediaType: 'application/json', content });
    if (isEnded) await expect(report('complete', { result: { text: canary(name, 'tasks', 'result') } }), 200);
  }
}

/** Lets a key or an agent spend 2 ETH. */
const allowTwo = (api: TestApi, owner: { readonly id: string; readonly token: string }, who: object) =>
  expect(ask(api, `PUT /api/Wallet/avatar/${owner.id}/allowances`, { ...who, asset: 'ETH', amount: '2' }, owner), 200);

/** An API over a copy of the world, with the same balances. */
export async function openCopy(
  world: World,
  path: string,
): Promise<{ readonly api: TestApi; remove(): Promise<void> }> {
  const isShared = isPostgresUrl(world.database);
  const database = isShared ? await copyDatabase(world.database) : path;
  if (!isShared) copyFileSync(world.database, path);
  const api = await openApi(database, []);
  api.clock.nowMs = world.nowMs;
  for (const address of world.funded) hold(api.ethereum, address, units(100));
  return {
    api,
    async remove() {
      await api.close();
      if (isShared) await dropDatabase(database);
      else for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    },
  };
}

/** An address of nobody here. */
export const FOREIGN_ADDRESS = RECIPIENT;

export type { Described };
