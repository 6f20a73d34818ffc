import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { agentStorage } from '@causeway/agents';
import { newTask } from '@causeway/agents/test-support/tasks';
import { LeaseLost, type PlatformStorage } from '@causeway/storage';
import { audit, registration } from '@causeway/storage/test-support/avatars';
import {
  block,
  bytes32,
  FAMILY,
  lockMessage,
  messageRow,
  newOrder,
  position,
  scan,
  signed,
} from '@causeway/storage/test-support/rows';
import { libraryStorage } from '../../src/areas/libraries/rules/library-repository.ts';
import { messageStorage } from '../../src/areas/messages/rules/message-repository.ts';
import { missionStorage } from '../../src/areas/missions/rules/mission-storage.ts';
import { orderStorage } from '../../src/areas/orders/rules/order-storage.ts';
import type { Spender } from '../../src/areas/wallets/rules/spends.ts';
import { walletStorage } from '../../src/areas/wallets/rules/wallet-storage.ts';
import { fundsOf, spendOf } from '../support/spends.ts';

/** What the processes share: made before they start. */
export interface World {
  readonly walletId: string;
  readonly spender: Spender;
  readonly missionId: string;
  readonly libraryId: string;
}

/** What an operation was answered: a word, and facts of it. */
export interface Answer {
  readonly is: string;
  readonly key?: string;
  readonly id?: string | undefined;
  readonly amount?: number;
  readonly token?: number;
}

/** The chain whose blocks the holder of a lease writes, and the lease. */
export const GUARDED = 77;
const LEASE = 'guarded';
const LEASE_MS = 400;
/** The payer whose nonces the holder of the lease counts. */
export const PAYER = '0xpayer';
/** What each sender has, and what an order takes of it. */
export const FREE = 100n;
export const PLACED = 7n;
/** What may leave the wallet of the world a day. */
export const DAY_LIMIT = 1_003n;
export const CALLBACK = 'https://receiver.example/hook';

const HOUR_MS = 3_600_000;

/** The sender of an order by its key, a number: eight keys have one together and want more than it has. */
export const senderOf = (key: number) => bytes32((0xaan << 64n) | BigInt(key >> 5));

type Operation = (storage: PlatformStorage, world: World, key: number, name: string) => Promise<Answer>;

async function guarded(
  { leases }: PlatformStorage,
  name: string,
  work: (lease: NonNullable<Awaited<ReturnType<PlatformStorage['leases']['acquire']>>>) => Promise<Answer>,
): Promise<Answer> {
  const lease = await leases.acquire(LEASE, name, LEASE_MS);
  if (lease === undefined) return { is: 'refused' };
  try {
    return await work(lease);
  } catch (error) {
    if (error instanceof LeaseLost) return { is: 'lost' };
    throw error;
  }
}

/** Every kind of operation. Processes have the same keys at about the same time. */
export const OPERATIONS = {
  async place(storage, _world, number) {
    const key = `${number}`;
    const place = ['ann', 'POST /orders', key] as const;
    const begun = await storage.idempotency.begin(...place, 'hash');
    if (typeof begun === 'object') return { is: 'repeated', key, id: begun.body };
    if (begun !== 'new') return { is: begun, key };
    const order = newOrder({
      ...{ avatarId: `of ${randomUUID()}`, custody: 'service', wireAmount: PLACED, sender: senderOf(number) },
      ...{ recipient: bytes32(number), reference: `0x${randomBytes(32).toString('hex')}` },
    });
    const idempotent = {
      ...{ caller: place[0], route: place[1], key },
      answer: ({ id }: { readonly id: string }) => ({ status: 201, body: id, headers: {} }),
    };
    const limits = { maxOpen: 10, funds: fundsOf(senderOf(number), FREE) };
    const made = await orderStorage(storage).createWithin(limits, order, idempotent);
    if (made.ok) return { is: 'placed', key, id: made.value.id };
    await storage.idempotency.abandon(...place);
    return { is: made.error.code, key };
  },

  async move(storage) {
    const { items } = await storage.orders.list({}, null, 20);
    const order = items[Math.floor(Math.random() * items.length)];
    if (order === undefined) return { is: 'none' };
    const trigger = (['lockReserved', 'lockSeen', 'confirmationsStarted', 'lockFinal'] as const)[
      Math.floor(Math.random() * 4)
    ];
    const moved = await storage.orders.transition(order.id, trigger ?? 'lockSeen');
    return moved ? { is: 'moved', key: `${moved.id} ${moved.version}` } : { is: 'refused' };
  },

  async send(storage, { walletId, spender }) {
    const amount = 1 + Math.floor(Math.random() * 9);
    const chain = { domain: 1, family: 'main', from: 'w', to: 'x', symbol: 'ETH', token: null, decimals: 0 };
    const spend = spendOf(walletId, spender, BigInt(amount), { limit: DAY_LIMIT, sendsPerDay: 1_000_000 });
    const transfer = { walletId, avatarId: 'a', ...chain, amount: BigInt(amount) };
    const made = await walletStorage(storage).transfers.request(transfer, { spend });
    return made.ok ? { is: 'sent', key: made.value.id, amount } : { is: made.error.code, amount };
  },

  guard: (storage, _world, _key, name) =>
    guarded(storage, name, async (fence) => {
      const { chainView } = storage;
      const next = ((await chainView.cursor(FAMILY, GUARDED))?.number ?? 0) + 1;
      const wrote = await chainView.recordScan(scan(GUARDED, block(next, fence.token)), { fence });
      return wrote.ok ? { is: 'wrote', key: `${next}`, token: fence.token } : { is: 'contradicted' };
    }),

  nonce: (storage, _world, _key, name) =>
    guarded(storage, name, async (fence) => {
      const { submissions } = storage;
      const open = await submissions.openOf(GUARDED, PAYER);
      const sequence = Math.max(-1, ...open.map((one) => one.sequence)) + 1;
      const facts = { purpose: 'transfer', domain: GUARDED, family: FAMILY, payer: PAYER, sequence } as const;
      const more = { versions: [signed({ sequence })], orderIds: [], details: { transferId: randomUUID() } };
      const row = await submissions.reserve({ ...facts, ...more }, { fence });
      return { is: 'reserved', key: `${sequence}`, id: row.id };
    }),

  async match(storage, _world, key) {
    const message = lockMessage({ nonce: BigInt(key), reference: bytes32(0), wireAmount: 1n });
    const order = await storage.orders.matchLock(messageRow(message, position(1)), 1, 1);
    return { is: 'matched', key: order.messageId ?? '', id: order.id };
  },

  async name({ avatars }, _world, key) {
    const made = await avatars.profiles.register(registration(`name-${key}`));
    return made.ok ? { is: 'registered', key: `name-${key}`, id: made.value.id } : { is: made.error.code };
  },

  async token({ avatars }, _world, key, name) {
    const session = `s${key}`;
    const nowMs = avatars.context.clock.now();
    const times = { authenticatedAtMs: nowMs, expiresAtMs: nowMs + 10 * HOUR_MS };
    const token = { hash: session, expiresAtMs: nowMs + HOUR_MS };
    // The hash is unique, so that one of the processes starts the session.
    await avatars.sessions.start({ avatarId: session, ...times }, token, audit('session.started')).catch((error) => {
      if ((error as { readonly code?: string }).code !== '23505') throw error;
    });
    const { kind } = await avatars.sessions.rotate({
      ...{ hash: session, successor: `${session} of ${name} ${randomUUID()}`, salt: name, client: name, graceMs: 0 },
      ...{ lifetimeMs: HOUR_MS, audit: audit('session.reuseDetected', { outcome: 'refused' }) },
    });
    return { is: kind, key: session };
  },

  async reward({ missions: store }, { missionId }, key) {
    const { runs } = missionStorage(store);
    const avatarId = `player-${key}`;
    await runs.start(missionId, avatarId);
    await runs.completeQuest(missionId, avatarId, 'a');
    const done = await runs.complete(missionId, avatarId);
    return { is: done.ok ? 'rewarded' : done.error.code, key: avatarId };
  },

  async library({ libraries }, { libraryId }) {
    const jobs = libraryStorage(libraries);
    const row = await jobs.get(libraryId);
    if (row === undefined) return { is: 'none' };
    const version = `1.0.${row.revision}`;
    const update = { version, description: randomUUID() };
    const made = await jobs.publish(libraryId, { kind: 'update', update }, [row.revision]);
    return made.ok ? { is: 'published', key: version } : { is: 'refused' };
  },

  async message({ messages }, _world, key) {
    const to = `to-${key % 3}`;
    const facts = { accountId: 'ann', fromAvatarId: 'ann', toAvatarId: to, text: 'x', metadata: {} };
    const sent = await messageStorage(messages).send(facts);
    return sent.ok ? { is: 'sent', key: sent.value.id } : { is: sent.error.code };
  },

  async read({ messages }, _world, key) {
    const jobs = messageStorage(messages);
    const to = `to-${key % 3}`;
    const { items } = await jobs.inbox(to, true, null, 5);
    const { messageIds } = await jobs.markRead(
      to,
      items.map(({ id }) => id),
    );
    return { is: 'read', key: messageIds.join(' ') };
  },

  async task({ agents }, _world, key) {
    const { tasks } = agentStorage(agents);
    const nowMs = Date.now();
    const task = newTask(`c${key}`, nowMs + HOUR_MS, { callback: CALLBACK });
    const made = await tasks.submit(task);
    assert.ok(made.ok);
    const ended = await tasks.cancel(task.id);
    return { is: ended.ok ? 'cancelled' : 'over', key: task.id };
  },

  async deliver({ agents }) {
    const { deliveries } = agentStorage(agents);
    const taken = await deliveries.take({ limit: 4, perEndpoint: 4, leaseMs: 2_000 });
    const keys: string[] = [];
    for (const one of taken) {
      keys.push(`${one.delivery.id}:${one.delivery.attempts}`);
      await deliveries.settle(one, { kind: 'delivered', status: 204, answer: undefined });
    }
    return { is: 'delivered', key: keys.join(' ') };
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;
