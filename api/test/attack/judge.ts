import { holdingKey } from '@causeway/chains/test-support';
import type { AccessRow } from '../../src/http/callers/access.ts';
import type { TestApi } from '../support/api.ts';
import type { Reply } from '../support/avatars.ts';
import type { AttackRequest } from './requests.ts';
import {
  type Change,
  type Circumstances,
  fixedIn,
  LARGE_ANSWERS,
  MAKES_AVATARS,
  mayChangeOthers,
  NEW_ROWS,
  ownersOf,
  ownTables,
  type Row,
  SHOWS_OWN,
} from './rules.ts';
import { changesBetween, type Snapshot } from './snapshot.ts';
import type { Target } from './values.ts';
import { type Attacker, CANARY, LIMITS, type World } from './world.ts';

/** One case with everything that it did. */
export interface Played {
  readonly api: TestApi;
  readonly world: World;
  readonly target: Target;
  /** The operation that decides: that of the tool, for a call of one. */
  readonly effective: Target;
  readonly attacker: Attacker;
  readonly request: AttackRequest;
  readonly replies: readonly Reply[];
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Largest answer of a list with its envelope, bytes. */
const MOST_BYTES = 1_064_960;

/** Most items of an owner, for kinds with another quota than the rest. */
const MOST_ITEMS: Readonly<Record<string, number>> = { holons: LIMITS.items * 2, history: LIMITS.history };

/** Failures of something outside that an answer may report. */
const OUTSIDE = ['PRICE_UNAVAILABLE', 'CHAIN_UNAVAILABLE', 'PASSWORDS_BUSY'];

/** Methods of A2A that change nothing, or that need no scope to write. */
const A2A_READS = ['GetTask', 'ListTasks', 'GetTaskPushNotificationConfig', 'ListTaskPushNotificationConfigs'];

const isFrozen = (id: string | undefined, { find }: Lookup): boolean => {
  const row = find('avatars', 'id', id);
  if (row === undefined) return false;
  return row.frozenAtMs !== null || isFrozen((row.ownerId as string | null) ?? undefined, { find });
};
type Lookup = { readonly find: (table: string, column: string, value: unknown) => Row | undefined };

/** The attacker as an admin, where the operation lets admins act on others. */
const isAdminIn = ({ role }: Attacker, { admins }: AccessRow): boolean => role === 'admin' && admins !== 'asOthers';

/** True when the access table lets the attacker call the operation at all. */
function mayCall({ effective, attacker, request, before }: Played): boolean {
  const { access, declaration } = effective.operation;
  const { callers, agents, resource, recent, whileFrozen } = access;
  const find = before.find.bind(before);
  if (attacker.token === undefined) return callers === 'public';
  const isRead = declaration.method === 'GET';
  if (
    isFrozen(attacker.avatarId, { find }) &&
    !isRead &&
    whileFrozen !== 'always' &&
    !(whileFrozen === 'sessions' && !attacker.isKey)
  ) {
    return false;
  }
  if (callers === 'public') return true;
  const scopes: readonly string[] = attacker.scopes;
  if (callers !== 'authenticated' && !scopes.includes(callers)) return false;
  if (!agents && attacker.role === 'agent') return false;
  if (recent && !attacker.isRecent) return false;
  if (typeof resource === 'object' && !isAdminIn(attacker, access)) {
    return (
      request.path[resource.avatar] === undefined || request.path[resource.avatar]?.toLowerCase() === attacker.avatarId
    );
  }
  return true;
}

/** The avatars in whose name the attacker acts: itself, and its agents. */
function circleOf({ avatarId }: Attacker, ...snapshots: readonly Snapshot[]): ReadonlySet<string> {
  const circle = new Set<string>(avatarId === undefined ? [] : [avatarId]);
  for (let size = -1; size !== circle.size; ) {
    size = circle.size;
    for (const { id, ownerId } of snapshots.flatMap((snapshot) => snapshot.rows('avatars'))) {
      if (circle.has(String(ownerId))) circle.add(String(id));
    }
  }
  return circle;
}

const say = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner))?.slice(0, 600) ?? '';
const describe = ({ table, before, after, columns }: Change): string => {
  if (before === null) return `${table} has a new row ${say(after)}`;
  if (after === null) return `${table} has lost the row ${say(before)}`;
  const pick = (row: Row) => say(Object.fromEntries(columns.map((name) => [name, row[name]])));
  return `${table} ${say(Object.values(before)[0])}: ${pick(before)} became ${pick(after)}`;
};

/** What the case changed that nothing lets it change. */
function* wrongChanges(played: Played, circle: ReadonlySet<string>): Generator<string> {
  const { before, after, effective, attacker, request, target } = played;
  const { operation, operationId } = effective;
  const find = (table: string, column: string, value: unknown) =>
    after.find(table, column, value) ?? before.find(table, column, value);
  const earlier = {
    find: (table: string, column: string, value: unknown) =>
      before.find(table, column, value) ?? after.find(table, column, value),
  };
  const { accountId } = attacker;
  const circumstances: Circumstances = { find: earlier.find, circle, accountId, path: request.path };
  const may = mayCall(played);
  const isA2aRead =
    target.operationId.startsWith('callA2a') &&
    A2A_READS.includes(String((request.body as { method?: unknown })?.method));
  const own = may && !isA2aRead ? ownTables(operation) : [];
  const made = new Set<string>();
  const changes = changesBetween(before, after);
  if (MAKES_AVATARS.includes(operationId)) {
    for (const { table, before: old, after: row } of changes)
      if (table === 'avatars' && old === null && row) made.add(String(row.id));
  }
  for (const change of changes) {
    const row = (change.after ?? change.before) as Row;
    const owners = ownersOf(change.table, row, { find });
    const fixed = fixedIn(change, operationId);
    if (fixed.length > 0) yield `${describe(change)}, although ${fixed.join(', ')} never change by ${operationId}`;
    if (change.before === null && NEW_ROWS[change.table]?.(row, circumstances) === false) {
      yield `${describe(change)}, which no caller adds`;
      continue;
    }
    if (change.before && change.after) {
      const old = ownersOf(change.table, change.before, earlier);
      if (old.length > 0 && !old.some((id) => owners.includes(id)))
        yield `${describe(change)}, which gives the row to somebody else`;
    }
    // Who asks is in the log, whoever it is about, and a kept answer is its caller's.
    if (change.table === 'avatarAudit' && change.before === null) continue;
    if (change.table === 'idempotencyKeys') continue;
    // A message that was sent is no request any more.
    if (change.table === 'avatarMailRequests' && change.after === null) continue;
    const isUsage = ['ownerUsage', 'ownerUsageChanges'].includes(change.table);
    const mine = owners.some((id) => circle.has(id)) || (isUsage && owners.includes(accountId ?? ''));
    if (mine && own.includes(change.table)) continue;
    // A new avatar is its own, and an agent's new agent is its owner's.
    const isNew = owners.some((id) => made.has(id)) && owners.every((id) => made.has(id) || id === accountId);
    if (may && isNew) continue;
    if (may && mayChangeOthers(operationId, isAdminIn(attacker, operation.access), change, circumstances)) continue;
    const whose = owners.map((id) => [...played.world.people.entries()].find(([, one]) => one.id === id)?.[0] ?? id);
    yield `${describe(change)}, which is of ${whose.join(' and ') || 'nobody'}${may ? '' : `; ${attacker.name} may not call ${operationId}`}`;
  }
}

/** What answers show or do that they must not. */
function* wrongAnswers(played: Played, circle: ReadonlySet<string>): Generator<string> {
  const { target, effective, attacker, request, replies, world } = played;
  const { operation, operationId } = target;
  const may = mayCall({ ...played, effective: target });
  const texts = new Set<string>();
  for (const { status, code, body } of replies) {
    if (texts.has(`${status} ${body}`)) continue;
    texts.add(`${status} ${body}`);
    const shown = `${status} ${body.slice(0, 300)}`;
    if (status >= 500 && !OUTSIDE.includes(code ?? '')) yield `the answer is ${shown}`;
    if (code && !operation.codes.includes(code) && !['METHOD_NOT_ALLOWED', 'ROUTE_NOT_FOUND'].includes(code)) {
      yield `${operationId} answers ${code}, which it does not document`;
    }
    if (Buffer.byteLength(body) > MOST_BYTES && LARGE_ANSWERS[operationId] === undefined) {
      yield `the answer has ${Buffer.byteLength(body)} bytes`;
    }
    if (status < 300 && request.mustFail) yield `${request.mustFail}, and the answer is ${shown}`;
    if (status < 300 && !may) yield `${attacker.name} may not call ${operationId}, and the answer is ${shown}`;
    yield* wrongText({ ...played, effective }, circle, body);
    const foreign = status < 300 && foreignInPath(played, circle);
    if (foreign) yield `${foreign} is of somebody else, and the answer is ${shown}`;
    const own = may && SHOWS_OWN[operationId] && `${SHOWS_OWN[operationId]} of ${nameIn(world, attacker)}`;
    for (const [text, name] of world.secrets) {
      if (body.includes(text) && name !== own) yield `the answer shows the ${name}`;
    }
  }
}

/** The name of the attacker's avatar among those that have secrets. */
const nameIn = ({ people }: World, { avatarId }: Attacker): string | undefined =>
  [...people.entries()].find(([, { id }]) => id === avatarId)?.[0];

/** The id in the path of something that nobody but its owner may reach by the operation. */
function foreignInPath(
  { target, attacker, request, world, after, before }: Played,
  circle: ReadonlySet<string>,
): string | undefined {
  const { access, declaration, tag } = target.operation;
  const { resource } = access;
  const isPrivate = resource === 'private' || (resource === 'visible' && declaration.method !== 'GET');
  if (!isPrivate || isAdminIn(attacker, access)) return undefined;
  for (const [name, value] of Object.entries(request.path)) {
    for (const { id, ids } of world.people.values()) {
      if (!ids.get(`${tag} ${name}`)?.includes(value) || circle.has(id)) continue;
      const isShared = [...world.people.values()].some(
        (one) => circle.has(one.id) && one.ids.get(`${tag} ${name}`)?.includes(value),
      );
      const task =
        name === 'taskId'
          ? (after.find('agentTasks', 'id', value) ?? before.find('agentTasks', 'id', value))
          : undefined;
      if (!isShared && !circle.has(String(task?.agentId))) return value;
    }
  }
  return undefined;
}

/** Operations whose own data every credential of an avatar reads. */
const OF_EVERY_CREDENTIAL = [
  'getOwnAvatar',
  'getOwnApiKey',
  'renewApiKey',
  'authenticateAvatar',
  'updateOwnAvatar',
  'assignRole',
];

/** The areas whose scopes read the texts of another one, because these are part of theirs. */
const READS_BESIDES: Readonly<Record<string, readonly string[]>> = {
  agents: ['profile'],
  profile: ['keys', 'agents'],
  keys: ['wallets', 'profile'],
};

/** Private texts of others in an answer or a stream. */
export function* wrongText(
  { effective, attacker, request, world, after }: Played,
  circle: ReadonlySet<string>,
  text: string,
): Generator<string> {
  if (attacker.role === 'admin') return;
  const seen = new Set<string>();
  const sent = `${request.url} ${JSON.stringify(request.body)}`;
  for (const [canary, owner = '', area = ''] of text.matchAll(CANARY)) {
    // What the request itself says is no news to its caller.
    if (seen.has(canary) || sent.includes(canary)) continue;
    seen.add(canary);
    const { id = '', ids } = world.people.get(owner) ?? {};
    if (area === 'missions' && isPublished(ids?.get('Missions id')?.at(-1), after)) continue;
    const isOwn = circle.has(id) || isWorkOf(attacker, owner, area);
    if (!isOwn) yield `the answer shows ${canary}`;
    else if (attacker.isKey && !OF_EVERY_CREDENTIAL.includes(effective.operationId)) {
      const areas = [area, ...(READS_BESIDES[area] ?? [])];
      const may = attacker.scopes.some((scope) => areas.includes(scope.split(':')[0] ?? ''));
      if (!may) yield `the answer shows ${canary} to ${attacker.name}`;
    }
  }
}

/**
 * The draft of an owner is everybody's once its owner, a key of its owner or an admin has published it in an earlier
 * case.
 */
const isPublished = (draft: string | undefined, now: Snapshot): boolean =>
  typeof now.find('missions', 'id', draft)?.publishedVersion === 'number';

/** Tasks of an owner are given to its agents, whose work they are. */
const isWorkOf = ({ name }: Attacker, owner: string, area: string): boolean =>
  name === `an agent of ${owner}` && area === 'tasks';

const sumBy = (rows: readonly Row[], key: (row: Row) => string, units: (row: Row) => bigint): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0n) + units(row));
  return sums;
};

const DECIMALS = 18;
const scaled = ({ amount, decimals }: Row): bigint =>
  BigInt(amount as bigint) * 10n ** BigInt(DECIMALS - Number(decimals));

/** The spends that draw on limits: what left nothing in the end is given back. */
function counted(snapshot: Snapshot): readonly Row[] {
  return snapshot.rows('walletSpends').filter(({ kind, reference }) => {
    const transfer = snapshot.find('walletTransfers', 'id', reference);
    const order = snapshot.find('orders', 'id', reference);
    return (
      transfer?.state !== 'failed' && order?.state !== 'expired' && (kind === 'fee' || order?.state !== 'refunded')
    );
  });
}

/** Limits of the world that are exceeded, and coins that left without a spend that allows it. */
function* wrongSums({ api, after, before, attacker, world }: Played): Generator<string> {
  const live = (row: Row) => row.revokedAtMs === null;
  const count = (rows: readonly Row[], key: string) =>
    sumBy(
      rows,
      (row) => String(row[key]),
      () => 1n,
    );
  const over = function* (what: string, counts: Map<string, bigint>, most: number): Generator<string> {
    for (const [owner, items] of counts)
      if (items > BigInt(most)) yield `${owner} has ${items} ${what}, more than ${most}`;
  };
  yield* over('API keys', count(after.rows('avatarApiKeys').filter(live), 'avatarId'), LIMITS.apiKeys);
  const agents = after
    .rows('avatars')
    .filter(({ ownerId, deregisteredAtMs }) => ownerId !== null && deregisteredAtMs === null);
  yield* over('agents', count(agents, 'ownerId'), LIMITS.agents);
  yield* over('transfers', count(after.rows('walletTransfers'), 'avatarId'), LIMITS.sendsPerDay);
  const stored = sumBy(
    [...after.rows('ownerUsage'), ...after.rows('ownerUsageChanges')],
    ({ ownerId, kind }) => `${kind} ${ownerId}`,
    ({ items }) => BigInt(String(items)),
  );
  for (const [key, items] of stored) {
    const [kind = '', ownerId = ''] = key.split(' ');
    const most = MOST_ITEMS[kind] ?? LIMITS.items;
    if (items > BigInt(most)) yield `${ownerId} stores ${items} ${kind}, more than ${most}`;
  }
  const spends = after.rows('walletSpends');
  const fiveEach = 5n * 10n ** BigInt(DECIMALS);
  const limitOf = (subject: string, id: string | undefined, asset: string | undefined): bigint | undefined => {
    const matches = (row: Row) => row.subject === subject && row.subjectId === id && row.asset === asset;
    const found = before.rows('spendingLimits').find(matches);
    return found && scaled(found);
  };
  /** Sums that this case has made larger. */
  const grown = (chosen: (row: Row) => boolean, key: (row: Row) => string) => {
    const earlier = sumBy(counted(before).filter(chosen), key, scaled);
    return [...sumBy(counted(after).filter(chosen), key, scaled)].filter(
      ([name, units]) => units > (earlier.get(name) ?? 0n),
    );
  };
  for (const [key, units] of grown(
    () => true,
    ({ avatarId, asset }) => `${avatarId} ${asset}`,
  )) {
    const [id, asset] = key.split(' ');
    const most = limitOf('avatar', id, asset) ?? fiveEach;
    if (units > most) yield `${key} spent ${units} of ${most}`;
  }
  const isDelegated = ({ spender }: Row): boolean => spender === 'apiKey' || spender === 'agent';
  for (const [key, units] of grown(
    isDelegated,
    ({ spender, spenderId, asset }) => `${spender} ${spenderId} ${asset}`,
  )) {
    const [subject = '', id, asset] = key.split(' ');
    const most = limitOf(subject, id, asset) ?? 0n;
    if (units > most) yield `${key} spent ${units}, and its allowance is ${most}`;
  }
  // What a custodial wallet of the start has lost stands in its spends.
  const start = 100n * 10n ** BigInt(DECIMALS);
  for (const address of world.funded) {
    const owner = api.ethereum.parseAddress(address);
    if (!owner.ok) continue;
    const has = after.balances.get(`ethereum ${holdingKey(owner.value, api.ethereum.domain)}`) ?? 0n;
    const wallet = after.rows('wallets').find((row) => String(row.address).toLowerCase() === address.toLowerCase());
    const spent = spends
      .filter(({ walletId, asset }) => walletId === wallet?.id && asset === 'ETH')
      .reduce((sum, row) => sum + scaled(row), 0n);
    if (has + spent < start) yield `${address} has ${has} of ${start}, and spent ${spent} (${attacker.name})`;
  }
}

/** Everything that is wrong with a case; nothing if it is as the rules say. */
export function judge(played: Played): readonly string[] {
  const { attacker, before, after } = played;
  const circle = circleOf(attacker, before, after);
  return [...wrongAnswers(played, circle), ...wrongChanges(played, circle), ...wrongSums(played)];
}

export { circleOf };
