import assert from 'node:assert/strict';
import type { OrderTrigger } from '@causeway/protocol';
import type { PlatformStorage } from '@causeway/storage';
import { audit, register } from '@causeway/storage/test-support/avatars';
import { columns } from '@causeway/storage/test-support/columns';
import { bytes32, DESTINATION, FAMILY, newOrder, SOURCE, signed } from '@causeway/storage/test-support/rows';
import { orderStorage } from '../../src/areas/orders/rules/order-storage.ts';
import type { Spender } from '../../src/areas/wallets/rules/spends.ts';
import { walletStorage } from '../../src/areas/wallets/rules/wallet-storage.ts';
import { fundsOf, spenderOf, spendOf } from '../support/spends.ts';
import { type AnyRace, codesOf, race } from './race.ts';

/** An order of `avatarId` for 60 of the 100 that its sender has. */
const place = (storage: PlatformStorage, avatarId: string, reference: bigint, maxOpen = 10) => {
  const sender = bytes32(0xaa);
  const order = newOrder({ avatarId, sender, custody: 'service', wireAmount: 60n, reference: bytes32(reference) });
  return orderStorage(storage).createWithin({ maxOpen, funds: fundsOf(sender, 100n) }, order);
};

/** A wallet from which at most 100 leave a day. */
const walletOf = async (storage: PlatformStorage, avatarId = 'a'): Promise<{ readonly id: string }> => {
  const facts = { avatarId, providerType: 3, name: '', description: '', publicKey: null, seedIndex: 0 };
  const wallet = await walletStorage(storage).add({ ...facts, address: 'w', verified: true, isDefault: true });
  return wallet.ok ? wallet.value : assert.fail(wallet.error.code);
};

const send = (storage: PlatformStorage, { walletId, spender, avatarId = 'a' }: Sender) => {
  const chain = { domain: 1, family: 'main', from: 'w', to: 'x', symbol: 'ETH', token: null, decimals: 0 };
  const spend = spendOf(walletId, spender, 60n, { avatarId, limit: 100n, sendsPerDay: 10 });
  return walletStorage(storage).transfers.request({ walletId, avatarId, ...chain, amount: 60n }, { spend });
};

interface Sender {
  readonly walletId: string;
  readonly spender: Spender;
  readonly avatarId?: string;
  readonly ownerId?: string;
}

const senderOf = async (storage: PlatformStorage): Promise<Sender> => ({
  walletId: (await walletOf(storage)).id,
  spender: await spenderOf(storage),
});

const apply = ({ orders }: PlatformStorage, { id }: { readonly id: string }, trigger: OrderTrigger) =>
  orders.transition(id, trigger);

const reserve = ({ submissions }: PlatformStorage, { id }: { readonly id: string }, payer: string) =>
  submissions.reserve({
    ...({ purpose: 'lock', domain: SOURCE, family: FAMILY, payer, sequence: 1 } as const),
    ...{ versions: [signed()], orderIds: [id], details: {} },
  });

export const MONEY_RACES: Readonly<Record<string, AnyRace>> = {
  'promise what a wallet has once': race({
    locks: ['wallet'],
    prepare: async () => {},
    first: (storage) => place(storage, 'ann', 1n),
    second: (storage) => place(storage, 'bob', 2n),
    check: (ends) => assert.deepEqual(codesOf(ends), ['FUNDS_RESERVED', 'ok']),
  }),
  'open no more orders than an avatar may have': race({
    locks: ['limit', 'wallet'],
    prepare: async () => {},
    first: (storage) => place(storage, 'ann', 1n, 1),
    second: (storage) => place(storage, 'ann', 2n, 1),
    check: (ends) => assert.deepEqual(codesOf(ends), ['TOO_MANY_OPEN', 'ok']),
  }),
  'spend no more than the limit of a day': race({
    locks: ['limit'],
    prepare: senderOf,
    first: send,
    second: send,
    check: (ends) => assert.deepEqual(codesOf(ends), ['TOO_MUCH', 'ok']),
  }),
  'begin no spend by a session that ends': race({
    locks: ['avatar'],
    prepare: senderOf,
    first: send,
    second: async ({ wallets, avatars }, { spender }) => {
      await avatars.sessions.revoke(spender.credential.id, 'signOut', audit('session.revoked'));
      return (await wallets.transfers.requestedOf('a')).length;
    },
    check: ([, made]) => assert.equal(made, 1, 'the session has ended before its spend'),
  }),
  'move an order from the state in which it is': race({
    locks: ['order'],
    prepare: (storage) => storage.orders.create(newOrder()),
    first: (storage, order) => apply(storage, order, 'lockSeen'),
    second: (storage, order) => apply(storage, order, 'expired'),
    check: async (ends, { events }, { id }) => {
      assert.equal(ends.filter((end) => end !== undefined).length, 1);
      assert.deepEqual(columns(columns(await events.after(id, 0, 10), 'data'), 'version'), [1, 2]);
    },
  }),
  'lock an order by one submission': race({
    locks: ['order'],
    prepare: (storage) => storage.orders.create(newOrder()),
    first: (storage, order) => reserve(storage, order, '0x01'),
    second: (storage, order) => reserve(storage, order, '0x02'),
    check: (ends) => assert.equal(ends.filter((end) => end instanceof Error).length, 1),
  }),
  'number the versions of a submission': race({
    locks: ['submissions'],
    prepare: ({ submissions }) =>
      submissions.reserve({
        ...({ purpose: 'lock', domain: DESTINATION, family: FAMILY, payer: '0x03', sequence: 1 } as const),
        ...{ versions: [signed()], orderIds: ['o'], details: {} },
      }),
    first: ({ submissions }, { id }) => submissions.setState(id, 'broadcast'),
    second: ({ submissions }, { id }) => submissions.setState(id, 'included'),
    check: async (_, { submissions }) => {
      assert.equal((await submissions.forOrder('o'))[0]?.state, 'included');
    },
  }),
  'take a transfer up or end it': race({
    locks: ['transfer'],
    prepare: async (storage) => {
      const made = await send(storage, await senderOf(storage));
      return made.ok ? made.value : assert.fail(made.error.code);
    },
    first: (storage, { id }) =>
      walletStorage(storage).transfers.endRequested(id, { failureCode: 'X', failureMessage: 'm' }),
    second: (storage, { id }) => walletStorage(storage).transfers.update(id, { state: 'sent', transaction: 't' }),
    check: async (_, { wallets }, { id }) => {
      const row = await wallets.transfers.get(id);
      assert.deepEqual([row?.state, row?.transaction], ['failed', null]);
    },
  }),
};

/** Pairs that exclude each other also where the first one has read before the second one is done. */
export const READ_AGAIN: Readonly<Record<string, AnyRace>> = {
  'let an agent spend nothing after the takeover of its owner': race({
    locks: ['avatar'],
    stop: 2,
    async prepare(storage): Promise<Sender> {
      const owner = await register(storage, 'owner');
      const agent = await register(storage, 'agent', { avatarType: 'AI_Agent', ownerId: owner.id });
      const facts = {
        prefix: 'p',
        hash: 'h',
        name: 'k',
        expiresAtMs: null,
        avatarId: agent.id,
        createdBy: agent.id,
        scopes: [],
      };
      const key = await storage.avatars.apiKeys.create(facts, audit('apiKey.created'));
      if (!key.ok) assert.fail(key.error.code);
      const { id: walletId } = await walletOf(storage, agent.id);
      const credential = { kind: 'apiKey', id: key.value.id } as const;
      const spender = { kind: 'recent', id: 'k', credential } as const;
      return { ownerId: owner.id, avatarId: agent.id, walletId, spender };
    },
    first: send,
    second: async ({ avatars, wallets }, { ownerId = '', avatarId = '' }) => {
      const ending = { reason: 'endedByOwner', keepSession: null, keys: 'all' } as const;
      const { agentKeys } = await avatars.sessions.endAll(ownerId, ending, audit('sessions.ended'));
      assert.equal(agentKeys, 1);
      return (await wallets.transfers.requestedOf(avatarId)).length;
    },
    // `made` is what the takeover finds once it is done.
    check: ([sent, made]) => assert.deepEqual(codesOf([sent]), [made === 1 ? 'ok' : 'CREDENTIAL_ENDED']),
  }),
};
