import assert from 'node:assert/strict';
import { clockAt } from '@causeway/runtime/test-support';
import { openPlatformStorage, type Quantity } from '@causeway/storage';
import { audit } from '@causeway/storage/test-support/avatars';
import { onStorages } from '@causeway/storage/test-support/engines';
import { bytes32, newOrder } from '@causeway/storage/test-support/rows';
import { orderStorage } from '../../../../src/areas/orders/rules/order-storage.ts';
import type { Spend, Spender } from '../../../../src/areas/wallets/rules/spends.ts';
import { walletStorage } from '../../../../src/areas/wallets/rules/wallet-storage.ts';
import { spenderOf, spendOf } from '../../../../test/support/spends.ts';

const DAY_MS = 86_400_000;
const units = (amount: bigint, decimals = 0): Quantity => ({ units: amount, decimals });

onStorages('the ledger of what leaves custodial wallets', (temporary) => {
  let walletId: string;
  let other: string;
  let owner: Spender;
  let made = 0;
  const wallets = () => walletStorage(temporary.storage);

  beforeEach(async () => {
    made = 0;
    const ids = [];
    for (const address of ['one', 'two']) {
      const facts = { avatarId: 'a', providerType: 3, name: '', description: '', publicKey: null, seedIndex: 0 };
      const added = await wallets().add({ ...facts, address, verified: true, isDefault: 'first' });
      assert.ok(added.ok);
      ids.push(added.value.id);
    }
    [walletId, other] = ids as [string, string];
    owner = await spenderOf(temporary.storage);
  });

  type More = NonNullable<Parameters<typeof spendOf>[3]> & { readonly by?: Spender; readonly from?: string };
  const spend = (amount: bigint, { by = owner, from = walletId, ...more }: More = {}) =>
    spendOf(from, by, amount, { limit: 100n, ...more });

  const send = (amount: bigint, more: More = {}) => {
    const place = { domain: 1, family: 'main', from: 'one', to: 'x', symbol: 'ETH', token: null, decimals: 0 };
    return wallets().transfers.request(
      { walletId: more.from ?? walletId, avatarId: 'a', ...place, amount },
      { spend: spend(amount, more) },
    );
  };
  const orderOf = (payment: Spend, storage = temporary.storage) => {
    made += 1;
    const order = newOrder({ avatarId: 'a', custody: 'service', reference: bytes32(0x7000 + made) });
    return orderStorage(storage).createWithin({ maxOpen: 1_000, spend: payment }, order);
  };
  /** An order with a fee in the same coin. */
  const order = async (amount: bigint, fee = 0n, more: More = {}) => {
    const paid = spend(amount, { ...more, kind: 'order' });
    const [leaving] = paid.leaving;
    assert.ok(leaving);
    return orderOf({ ...paid, leaving: [leaving, { ...leaving, kind: 'fee', amount: units(fee) }] });
  };
  const code = (result: Awaited<ReturnType<typeof send>> | Awaited<ReturnType<typeof order>>) =>
    result.ok ? 'ok' : result.error.code;
  const placed = async (result: ReturnType<typeof order>) => {
    const made = await result;
    assert.ok(
      made.ok,
      JSON.stringify(made, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    );
    return made.value;
  };
  const used = async () => (await wallets().limits.spent('a')).reduce((sum, row) => sum + row.units, 0n);
  const setLimit = (subject: 'avatar' | 'wallet' | 'apiKey' | 'agent', subjectId: string, amount: Quantity | null) =>
    wallets().limits.set(
      [{ subject, subjectId, asset: 'ETH', amount, ownerId: 'a', setBy: 'a' }],
      audit('limits.changed'),
    );

  it('has one limit for sends, orders and fees of all wallets together', async () => {
    assert.equal(code(await send(40n)), 'ok');
    assert.equal(code(await order(50n, 5n, { from: other })), 'ok');
    const { error } = (await send(6n)) as { error: { code: string; of: string; used: Quantity } };
    assert.deepEqual([error.code, error.of, error.used], ['TOO_MUCH', 'avatar', units(95n)]);
    assert.equal(code(await order(5n, 1n)), 'TOO_MUCH', 'the fee counts');
    assert.equal(code(await order(5n)), 'ok');
    assert.equal(code(await send(1n, { asset: 'SOL' })), 'ok', 'another asset');
    assert.equal(code(await send(1n, { from: 'nobody' })), 'WALLET_GONE');
  });

  it('compares amounts of different decimals exactly', async () => {
    const fine = {
      ...spend(1n),
      leaving: [{ kind: 'order', asset: 'ETH', amount: units(99_999n, 3), limit: units(100n) }],
    };
    assert.equal(code(await orderOf(fine as Spend)), 'ok');
    const dust = (amount: bigint) =>
      ({ ...fine, leaving: [{ ...fine.leaving[0], amount: units(amount, 18) }] }) as Spend;
    assert.equal(code(await orderOf(dust(10n ** 15n + 1n))), 'TOO_MUCH');
    assert.equal(code(await orderOf(dust(10n ** 15n))), 'ok');
    assert.equal(code(await orderOf(dust(1n))), 'TOO_MUCH');
  });

  it('gives back what was never locked or was refunded, but not the fee of a refund, and takes it again', async () => {
    const { orders } = temporary.storage;
    const { id } = await placed(order(60n, 10n));
    assert.equal(await used(), 70n);
    await orders.transition(id, 'expired');
    assert.equal(await used(), 0n);
    await placed(order(90n));
    await orders.transition(id, 'lockSeen');
    assert.equal(await used(), 160n, 'a late lock counts, also beyond the limit');
    assert.equal(code(await send(1n)), 'TOO_MUCH');
    for (const trigger of ['cancelStarted', 'cancelled'] as const) await orders.transition(id, trigger);
    assert.equal(await used(), 160n, 'not refunded yet');
    await orders.transition(id, 'refunded');
    assert.equal(await used(), 100n);
    await orders.transition(id, 'refundVanished');
    assert.equal(await used(), 160n);
  });

  it('says when there is room again', async () => {
    await send(30n);
    temporary.nowMs += 1_000;
    await send(60n);
    const freeOf = async (amount: bigint) => ((await send(amount)) as { error: { freeAtMs: number } }).error.freeAtMs;
    assert.equal(await freeOf(40n), temporary.nowMs - 1_000 + DAY_MS + 1);
    assert.equal(await freeOf(80n), temporary.nowMs + DAY_MS + 1);
    assert.equal(await freeOf(101n), null);
    temporary.nowMs = await freeOf(40n);
    assert.equal(code(await send(40n)), 'ok');
  });

  it('keeps the lower limit of a wallet for that wallet alone, and an admin’s in place of the service’s', async () => {
    await setLimit('wallet', walletId, units(105n, 1));
    assert.equal(code(await send(10n)), 'ok');
    const { error } = (await send(1n)) as { error: { code: string; of: string } };
    assert.deepEqual([error.code, error.of], ['TOO_MUCH', 'wallet']);
    assert.equal(code(await send(90n, { from: other })), 'ok');
    await setLimit('avatar', 'a', units(500n));
    assert.equal(code(await send(400n, { from: other })), 'ok');
    assert.equal(code(await send(1n, { from: other })), 'TOO_MUCH');
    await setLimit('avatar', 'a', units(5n));
    await setLimit('wallet', walletId, null);
    temporary.nowMs += DAY_MS + 1;
    assert.deepEqual([code(await send(6n)), code(await send(5n))], ['TOO_MUCH', 'ok']);
  });

  it('lets a session without a recent password spend a part of the limit, however it is cut', async () => {
    const [one, two] = [await spenderOf(temporary.storage, 'session'), await spenderOf(temporary.storage, 'session')];
    assert.equal(code(await send(11n, { by: one })), 'NEEDS_PASSWORD');
    for (const by of [one, two, one]) assert.equal(code(await send(3n, { by })), 'ok');
    assert.equal(code(await order(1n, 1n, { by: two })), 'NEEDS_PASSWORD');
    assert.equal(code(await order(1n, 0n, { by: two })), 'ok');
    assert.equal(code(await send(1n, { by: one })), 'NEEDS_PASSWORD');
    assert.equal(code(await send(50n)), 'ok', 'with the password');
    await setLimit('wallet', other, units(20n));
    temporary.nowMs += DAY_MS + 1;
    assert.equal(code(await send(3n, { by: one, from: other })), 'NEEDS_PASSWORD', 'a tenth of the wallet’s limit');
    assert.equal(code(await send(2n, { by: one, from: other })), 'ok');
    assert.equal(
      code(await send(1n, { by: one, asset: 'SOL', limit: null })),
      'NEEDS_PASSWORD',
      'no limit has no part',
    );
  });

  it('lets a key or an agent spend its own allowance, and never more than the limit', async () => {
    const by = async (kind: 'apiKey' | 'agent', id: string) => spenderOf(temporary.storage, kind, { id });
    const [key, agent] = [await by('apiKey', 'k'), await by('agent', 'g')];
    for (const spender of [key, agent]) assert.equal(code(await send(1n, { by: spender })), 'NEEDS_APPROVAL');
    await setLimit('apiKey', 'k', units(20n));
    assert.equal(code(await send(15n, { by: key })), 'ok');
    const { error } = (await order(6n, 0n, { by: key })) as { error: { most: Quantity; used: Quantity } };
    assert.deepEqual([error.most, error.used], [units(20n), units(15n)]);
    assert.equal(code(await send(1n, { by: agent })), 'NEEDS_APPROVAL', 'another’s allowance');
    assert.equal(code(await send(1n, { by: { ...agent, id: 'k' } })), 'NEEDS_APPROVAL', 'of another kind');
    await setLimit('agent', 'g', units(1_000n));
    assert.equal(code(await send(85n, { by: await by('agent', 'g') })), 'ok');
    assert.equal(code(await send(1n, { by: agent })), 'TOO_MUCH');
    await setLimit('apiKey', 'k', null);
    temporary.nowMs += DAY_MS + 1;
    assert.equal(code(await send(1n, { by: key })), 'NEEDS_APPROVAL');
  });

  it('refuses a credential that ended after the request was let in', async () => {
    const { sessions, apiKeys } = temporary.storage.avatars;
    await sessions.revoke(owner.credential.id, 'signOut', audit('session.revoked'));
    assert.equal(code(await send(1n)), 'CREDENTIAL_ENDED');
    const secret = { name: 'ci', prefix: 'p', hash: 'h', scopes: [], expiresAtMs: temporary.nowMs + 10 };
    const made = await apiKeys.create({ avatarId: 'a', createdBy: 'a', ...secret }, audit('apiKey.created'));
    assert.ok(made.ok);
    const key = made.value;
    const by: Spender = { kind: 'apiKey', id: key.id, credential: { kind: 'apiKey', id: key.id } };
    await setLimit('apiKey', key.id, units(20n));
    assert.equal(code(await send(1n, { by })), 'ok');
    temporary.nowMs += 10;
    assert.equal(code(await send(1n, { by })), 'CREDENTIAL_ENDED', 'its time is over');
    temporary.nowMs -= 10;
    await apiKeys.revoke(key.id, audit('apiKey.revoked'));
    assert.equal(code(await send(1n, { by })), 'CREDENTIAL_ENDED');
    assert.equal(code(await send(1n, { by: { ...by, credential: { kind: 'apiKey', id: 'x' } } })), 'CREDENTIAL_ENDED');
  });

  it('is exact at the limit for fifty at once, of two processes', async () => {
    const second = await openPlatformStorage(temporary.database, { clock: clockAt(() => temporary.nowMs) });
    const all = Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? send(3n) : orderOf(spend(3n, { kind: 'order' }), second),
    );
    const results = await Promise.all<{ readonly ok: boolean }>(all);
    assert.equal(results.filter(({ ok }) => ok).length, 33);
    assert.equal(await used(), 99n);
    await second.close();
  });

  it('leaves neither order nor spend when one of them fails', async () => {
    const key = { caller: 'c', route: 'r', key: 'k' };
    const idempotent = { ...key, answer: () => assert.fail('the answer cannot be made') };
    const failing = orderStorage(temporary.storage).createWithin(
      { maxOpen: 9, spend: spend(10n, { kind: 'order' }) },
      newOrder({ avatarId: 'a', custody: 'service' }),
      idempotent,
    );
    await assert.rejects(failing, /cannot be made/);
    assert.equal(await used(), 0n);
    assert.deepEqual((await temporary.storage.orders.list({ avatarId: 'a' }, null, 9)).items, []);
  });

  it('forgets what no limit counts any more', async () => {
    await send(5n);
    assert.equal(await wallets().limits.forget(temporary.nowMs), 0);
    assert.equal(await wallets().limits.forget(temporary.nowMs + 1), 1);
  });
});
