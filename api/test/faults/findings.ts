import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { runSql } from '@causeway/storage/test-support/postgres-server';
import { FAMILY } from '@causeway/storage/test-support/rows';
import { libraryStorage } from '../../src/areas/libraries/rules/library-repository.ts';
import { messageStorage } from '../../src/areas/messages/rules/message-repository.ts';
import { missionStorage } from '../../src/areas/missions/rules/mission-storage.ts';
import { type Answer, DAY_LIMIT, FREE, GUARDED, type OperationName, PAYER, PLACED, type World } from './operations.ts';

/** An answer that a process got. */
export interface Told extends Answer {
  readonly op: OperationName;
}

/** SQL text on the database. */
type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

/**
 * The findings in the database at `url`, whose log a follower has seen as `observed`. A server that has `crashed` may
 * have lost the newest of what need not be on disk at once: scans, and which webhooks are under way.
 */
export async function findingsAt(
  url: string,
  told: readonly Told[],
  world: World,
  observed: readonly number[],
  crashed = false,
): Promise<readonly string[]> {
  const storage = await openPlatformStorage(url);
  const ask = (text: string) => runSql(url, text);
  try {
    const logged = (await ask('select seq from events order by seq')).map(({ seq }) => Number(seq));
    const isSame = JSON.stringify(observed) === JSON.stringify(logged);
    const missed = `a follower has seen ${observed.length} events of ${logged.length}, or in another order`;
    return [...(await findingsIn(told, { storage, world, ask, crashed })), ...(isSame ? [] : [missed])];
  } finally {
    await storage.close();
  }
}

interface Found {
  readonly storage: PlatformStorage;
  readonly world: World;
  readonly ask: Ask;
  readonly crashed: boolean;
}

/** What the answers and the database say differently, and what the database has that must not be. */
async function findingsIn(told: readonly Told[], { storage, world, ask, crashed }: Found): Promise<readonly string[]> {
  const found: string[] = [];
  const of = (op: OperationName, ...is: readonly string[]) =>
    told.filter((one) => one.op === op && is.includes(one.is));
  const wrong = (isWrong: boolean, text: () => string): void => {
    if (isWrong) found.push(text());
  };
  /** Keys that more than one answer has. */
  const twice = (some: readonly Told[], what: string): void => {
    const seen = new Set<string>();
    for (const { key = '' } of some) {
      if (key !== '' && seen.has(key)) found.push(`${what} twice: ${key}`);
      seen.add(key);
    }
  };
  const ids = async (text: string) => new Set((await ask(text)).map((row) => String(Object.values(row)[0])));
  const lost = (
    some: readonly Told[],
    kept: ReadonlySet<string>,
    what: string,
    of: (one: Told) => string | undefined,
  ) => {
    for (const one of some) if (!kept.has(of(one) ?? '')) found.push(`${what} is lost: ${of(one)}`);
  };

  // Orders: one key is one order, and what a sender has is promised once.
  const orders = await ask(`select id, recipient, sender, state, version from orders where origin = 'api'`);
  const byKey = Map.groupBy(orders, ({ recipient }) => Number(BigInt(String(recipient))));
  for (const [key, some] of byKey) wrong(some.length > 1, () => `the key ${key} has ${some.length} orders`);
  for (const [sender, some] of Map.groupBy(orders, (row) => String(row.sender))) {
    wrong(BigInt(some.length) * PLACED > FREE, () => `${sender} has promised ${some.length} orders`);
  }
  for (const { key, id } of of('place', 'placed', 'repeated')) {
    wrong(byKey.get(Number(key))?.[0]?.id !== id, () => `the order ${id} of the key ${key} is lost`);
  }
  for (const { key } of of('place', 'FUNDS_RESERVED')) {
    const sender = orders.find(({ recipient }) => Number(BigInt(String(recipient))) >> 5 === Number(key) >> 5)?.sender;
    const count = orders.filter((row) => row.sender === sender).length;
    wrong(BigInt(count + 1) * PLACED <= FREE, () => `an order of ${sender} was refused, which has ${count}`);
  }
  twice(of('move', 'moved'), 'a version of an order');

  // Events: the versions of a subject rise one by one, in the order of the log.
  const events = await ask(`select seq, subject, type, data from events order by seq`);
  const versions = new Map<string, number>();
  for (const { subject, type, data } of events) {
    if (!String(type).startsWith('order.') && !String(type).startsWith('task.')) continue;
    const { version } = (typeof data === 'string' ? JSON.parse(data) : data) as { readonly version: number };
    const before = versions.get(String(subject)) ?? 0;
    wrong(version !== before + 1, () => `${subject} goes from version ${before} to ${version}`);
    versions.set(String(subject), version);
  }
  for (const { id, version } of orders) {
    wrong(
      versions.get(String(id)) !== Number(version),
      () => `the order ${id} has version ${version}, its log another`,
    );
  }

  // Transfers: exact to the unit.
  const sums = await ask(
    `select count(*)::int as n, coalesce(sum(amount::numeric), 0)::text as sum from wallet_transfers`,
  );
  const sum = BigInt(String(sums[0]?.sum ?? 0));
  wrong(sum > DAY_LIMIT, () => `${sum} of ${DAY_LIMIT} were spent`);
  for (const { amount = 0 } of of('send', 'TOO_MUCH')) {
    wrong(sum + BigInt(amount) <= DAY_LIMIT, () => `${amount} were refused beside ${sum}`);
  }
  lost(of('send', 'sent'), await ids('select id from wallet_transfers'), 'a transfer', ({ key }) => key);
  const spent = await ask('select count(*)::int as n from wallet_spends');
  wrong(spent[0]?.n !== sums[0]?.n, () => `${sums[0]?.n} transfers have ${spent[0]?.n} spends`);

  // Leases: no guarded write after one of a later holder; every acknowledged one is there.
  const blocks = await ask(
    `select number, hash from blocks where family = '${FAMILY}' and domain = ${GUARDED} order by number`,
  );
  let newest = 0n;
  for (const [index, { number, hash }] of blocks.entries()) {
    const token = BigInt(String(hash)) >> 64n;
    wrong(token < newest, () => `the block ${number} is of lease ${token}, after ${newest}`);
    wrong(Number(number) !== index + 1, () => `the block ${index + 1} is lost`);
    newest = token;
  }
  if (!crashed) twice(of('guard', 'wrote'), 'a guarded write');
  for (const { key, token } of crashed ? [] : of('guard', 'wrote')) {
    const hash = blocks[Number(key) - 1]?.hash;
    wrong(
      hash === undefined || BigInt(String(hash)) >> 64n !== BigInt(token ?? -1),
      () => `the write ${key} of lease ${token} is lost`,
    );
  }
  found.push(...of('guard', 'contradicted').map(() => 'a holder of a lease has met the write of another'));

  // Nonces: no gap, no double.
  const nonces = (await ask(`select sequence, id from submissions where payer = '${PAYER}' order by sequence`)).map(
    (row) => row,
  );
  for (const [index, { sequence }] of nonces.entries()) {
    wrong(Number(sequence) !== index, () => `the nonce ${sequence} is at ${index}`);
  }
  twice(of('nonce', 'reserved'), 'a nonce');
  lost(of('nonce', 'reserved'), new Set(nonces.map(({ id }) => String(id))), 'a submission', ({ id }) => id);

  // Locks: one order a message.
  const matched = new Map<string, string>();
  for (const { key = '', id = '' } of of('match', 'matched')) {
    wrong((matched.get(key) ?? id) !== id, () => `the message ${key} has two orders`);
    matched.set(key, id);
  }
  const bound = await ask(
    `select message_id, count(*)::int as n from orders where message_id is not null group by 1 having count(*) > 1`,
  );
  for (const { message_id } of bound) found.push(`the message ${message_id} has several orders`);
  lost(of('match', 'matched'), await ids(`select id from orders where origin = 'chain'`), 'a lock', ({ id }) => id);

  // Names and tokens.
  twice(of('name', 'registered'), 'a name');
  lost(of('name', 'registered'), await ids('select id from avatars'), 'an avatar', ({ id }) => id);
  twice(of('token', 'rotated'), 'a refresh token is used');
  const successors = await ask(
    `select session_id, count(*)::int as n from avatar_refresh_tokens group by 1 having count(*) > 2`,
  );
  for (const { session_id, n } of successors) found.push(`the session ${session_id} has ${n} tokens`);
  const rotated = await ids('select hash from avatar_refresh_tokens where used_at_ms is not null');
  lost(of('token', 'rotated'), rotated, 'the use of a token', ({ key }) => key);

  // Rewards, versions, messages.
  twice(of('reward', 'rewarded'), 'a reward');
  const players = [...new Set(of('reward', 'rewarded').map(({ key = '' }) => key))];
  for (const player of players) {
    const { xp, apartXp } = (await missionStorage(storage.missions).rewards.balanceOf(player)) as never as Record<
      string,
      number
    >;
    wrong((xp ?? 0) + (apartXp ?? 0) !== 60, () => `${player} has ${xp} and ${apartXp} of 60`);
  }
  twice(of('library', 'published'), 'a version');
  const jobs = libraryStorage(storage.libraries);
  const library = await jobs.get(world.libraryId);
  const heads = await jobs.versionHeads(world.libraryId);
  wrong(library?.revision !== heads.length, () => `the library has ${heads.length} versions at ${library?.revision}`);
  lost(of('library', 'published'), new Set(heads.map(({ version }) => version)), 'a version', ({ key }) => key);
  const messages = messageStorage(storage.messages);
  const counted = Number((await ask('select count(*)::int as n from direct_messages'))[0]?.n);
  wrong((await messages.totals('ann')).sent !== counted, () => `the total of ${counted} messages is wrong`);
  wrong(
    (await storage.usage.of('ann', 'messages')).items !== counted,
    () => `the usage of ${counted} messages is wrong`,
  );
  for (const to of ['to-0', 'to-1', 'to-2']) {
    const [row] = await ask(
      `select count(*)::int as n, count(*) filter (where unread)::int as unread from message_copies where avatar_id = '${to}'`,
    );
    const { received, unread } = await messages.totals(to);
    wrong(
      received !== row?.n || unread !== row?.unread,
      () => `${to} has ${unread} unread of ${received}, not ${row?.unread} of ${row?.n}`,
    );
  }
  lost(of('message', 'sent'), await ids('select id from direct_messages'), 'a message', ({ key }) => key);
  for (const { key } of of('read', 'read').flatMap(({ key = '' }) =>
    key === '' ? [] : key.split(' ').map((id) => ({ key: id })),
  )) {
    if (matched.get(`read ${key}`)) found.push(`the message ${key} was marked twice`);
    matched.set(`read ${key}`, key);
  }

  // Webhooks: one for each task that ended, taken by one process at a time.
  twice(of('task', 'cancelled'), 'the end of a task');
  const deliveries = await ask('select id, subject, attempts, state from agent_deliveries');
  const subjects = new Set(deliveries.map(({ subject }) => String(subject)));
  wrong(subjects.size !== deliveries.length, () => `${deliveries.length} webhooks tell of ${subjects.size} facts`);
  lost(of('task', 'cancelled'), subjects, 'a webhook', ({ key }) => `task:${key}`);
  const cancelled = Number((await ask(`select count(*)::int as n from agent_tasks where state = 'cancelled'`))[0]?.n);
  wrong(cancelled !== deliveries.length, () => `${cancelled} tasks ended, ${deliveries.length} webhooks tell of it`);
  const taken = of('deliver', 'delivered').flatMap(({ key = '', ...one }) =>
    key === '' ? [] : key.split(' ').map((each) => ({ ...one, key: each })),
  );
  if (!crashed) twice(taken, 'an attempt of a webhook');
  const ends = events.filter(({ type }) => type === 'delivery.delivered').map(({ subject }) => String(subject));
  wrong(new Set(ends).size !== ends.length, () => 'a webhook has ended twice');
  return found;
}
