import assert from 'node:assert/strict';
import type { FreezeWish, NewOrder, WalletRow } from '@causeway/storage';
import { audit, register } from '@causeway/storage/test-support/avatars';
import { onStorages } from '@causeway/storage/test-support/engines';
import { bytes32, newOrder } from '@causeway/storage/test-support/rows';
import { orderStorage } from '../../../../src/areas/orders/rules/order-storage.ts';
import type { Spender } from '../../../../src/areas/wallets/rules/spends.ts';
import type { NewTransfer } from '../../../../src/areas/wallets/rules/transfers.ts';
import { walletStorage } from '../../../../src/areas/wallets/rules/wallet-storage.ts';
import type { ExportedSecret, NewWallet } from '../../../../src/areas/wallets/rules/wallets.ts';
import { spenderOf, spendOf } from '../../../../test/support/spends.ts';

const OWNER: FreezeWish = { by: 'owner', reason: null };
const ADMIN: FreezeWish = { by: 'admin', reason: 'court order' };

onStorages('what a frozen account or wallet would spend', (temporary) => {
  let avatarId: string;
  let wallet: WalletRow;
  let spender: Spender;
  let orders = 0;
  const store = () => {
    const { storage } = temporary;
    return { ...storage, wallets: walletStorage(storage), orders: orderStorage(storage) };
  };

  const add = async (more: Partial<NewWallet> = {}): Promise<WalletRow> => {
    const facts = { name: 'w', description: '', publicKey: null, verified: true, isDefault: false } as const;
    const place = { avatarId, providerType: 7, address: 'address-1', seedIndex: 0 };
    const added = await store().wallets.add({ ...facts, ...place, ...more });
    assert.ok(added.ok);
    return added.value;
  };
  beforeEach(async () => {
    avatarId = (await register(temporary.storage, 'ann')).id;
    wallet = await add();
    spender = await spenderOf(temporary.storage, 'recent', { avatarId });
  });

  const send = async (more: Partial<NewTransfer> = {}) => {
    const asset = { symbol: 'ETH', token: null, decimals: 18, amount: 1n };
    const place = { walletId: wallet.id, avatarId, domain: 31_101, family: 'main', from: 'address-1', to: 'x' };
    const sent = await store().wallets.transfers.request(
      { ...place, ...asset, ...more },
      { spend: spendOf(more.walletId ?? wallet.id, spender, 1n, { avatarId }) },
    );
    return sent.ok ? sent.value : sent.error.code;
  };
  const order = async (more: Partial<NewOrder> = {}) => {
    const reference = bytes32(0x2000 + ++orders);
    const row = newOrder({ avatarId, custody: 'service', sender: bytes32(0xaa), reference, ...more });
    const holding = { domain: row.source, holder: 'address-1', sender: bytes32(0xaa), token: null };
    const bridged = { family: row.family, assetHome: row.assetHome, unit: 1n };
    const spend = spendOf(wallet.id, spender, 1n, { avatarId, kind: 'order' });
    const funds = { holding: { ...holding, bridged }, free: 1n << 127n, asOf: 0 };
    const made = await store().orders.createWithin({ maxOpen: 100, funds, spend }, row);
    return made.ok ? made.value : made.error.code;
  };
  const reserve = (id: string, payer = 'address-1') =>
    store().orders.transitionPaid(id, 'lockReserved', {}, { states: ['created'], payer });
  const freeze = (wish = OWNER) =>
    store().avatars.freezes.freeze(avatarId, wish, audit('avatar.frozen', { subjectId: avatarId }));
  const freezeWallet = (wish = OWNER) => store().wallets.freeze(wallet.id, wish, audit('wallet.frozen'));
  const thawWallet = (by: 'owner' | 'admin') => store().wallets.thaw(wallet.id, by, audit('wallet.thawed'));

  for (const [what, code, freezeIt] of [
    ['account', 'ACCOUNT_FROZEN', freeze],
    ['wallet', 'WALLET_FROZEN', freezeWallet],
  ] as const) {
    it(`is not taken up: no order and no transfer of a frozen ${what}`, async () => {
      await freezeIt();
      assert.equal(await order(), 'FROZEN');
      assert.equal(await send(), 'FROZEN');
    });

    it(`is not handed to the network: what was taken up ends in the transaction, with the ${what} frozen`, async () => {
      const [made, sent] = [await order(), await send()];
      assert.ok(typeof made === 'object' && typeof sent === 'object');
      await freezeIt();
      assert.equal(await reserve(made.id), undefined);
      const ended = await store().orders.get(made.id);
      assert.deepEqual([ended?.state, ended?.failureCode], ['expired', code]);
      const failed = await store().wallets.transfers.update(sent.id, { state: 'sent', transaction: 't' });
      assert.deepEqual([failed?.state, failed?.failureCode, failed?.transaction], ['failed', code, null]);
    });

    it(`is not signed again after its transaction expired, with the ${what} frozen`, async () => {
      const [made, sent] = [await order(), await send()];
      assert.ok(typeof made === 'object' && typeof sent === 'object');
      await reserve(made.id);
      await store().wallets.transfers.update(sent.id, { state: 'sent', transaction: 't' });
      await freezeIt();
      const again = { lockTransaction: 'another' };
      assert.equal(await store().orders.updatePaid(made.id, again, { payer: 'address-1' }), undefined);
      assert.equal((await store().orders.get(made.id))?.failureCode, code);
      const failed = await store().wallets.transfers.update(sent.id, { state: 'sent', transaction: 'another' });
      assert.deepEqual([failed?.state, failed?.failureCode], ['failed', code]);
    });

    it(`goes on when it was handed over before the ${what} was frozen`, async () => {
      const [made, sent] = [await order(), await send()];
      assert.ok(typeof made === 'object' && typeof sent === 'object');
      assert.equal((await reserve(made.id))?.state, 'locking');
      await store().wallets.transfers.update(sent.id, { state: 'sent', transaction: 't' });
      await freezeIt();
      assert.equal((await store().orders.transition(made.id, 'lockSeen'))?.state, 'locked');
      assert.equal((await store().wallets.transfers.update(sent.id, { state: 'completed' }))?.state, 'completed');
    });
  }

  it('is exact at once with 50 orders and transfers', async () => {
    const made = await Promise.all([
      ...Array.from({ length: 25 }, () => order()),
      freeze(),
      ...Array.from({ length: 25 }, () => send()),
    ]);
    const [before, after] = [made.slice(0, 25), made.slice(26)];
    assert.ok(
      before.every((one) => typeof one === 'object'),
      'what came before',
    );
    assert.deepEqual(new Set(after), new Set(['FROZEN']), 'what came after');
    const locking = await Promise.all(before.map((one) => reserve((one as { readonly id: string }).id)));
    assert.ok(locking.every((one) => one === undefined));
  });

  it('does not begin again once it has ended', async () => {
    const sent = await send();
    assert.ok(typeof sent === 'object');
    const failure = { failureCode: 'ACCOUNT_FROZEN', failureMessage: 'm' };
    assert.equal(await store().wallets.transfers.endRequested(sent.id, failure), true);
    assert.equal(await store().wallets.transfers.endRequested(sent.id, failure), false);
    assert.equal((await store().wallets.transfers.update(sent.id, { state: 'sent' }))?.state, 'failed');
    const other = await send();
    assert.ok(typeof other === 'object');
    assert.deepEqual(
      (await store().wallets.transfers.requestedOf(avatarId)).map(({ id }) => id),
      [other.id],
    );
  });

  it('is of one key: wallets of the same address are frozen with each other, other wallets are not', async () => {
    const [polygon, second] = [await add({ providerType: 8 }), await add({ address: 'address-2', seedIndex: 1 })];
    const watched = await add({ providerType: 4, seedIndex: null });
    const frozen = async () =>
      (await Promise.all([wallet, polygon, second, watched].map(({ id }) => store().wallets.get(id)))).map(
        (row) => row?.frozenBy ?? null,
      );
    await freezeWallet();
    assert.deepEqual(await frozen(), ['owner', 'owner', null, null]);
    assert.equal(typeof (await send({ walletId: second.id, from: 'address-2' })), 'object');
    await freezeWallet(ADMIN);
    await freezeWallet(OWNER);
    assert.equal(await thawWallet('owner'), 'byAdmin');
    assert.deepEqual(await frozen(), ['admin', 'admin', null, null]);
    assert.equal((await store().wallets.frozen()).length, 2);
    await thawWallet('admin');
    assert.deepEqual(await frozen(), [null, null, null, null]);
    assert.equal(typeof (await send()), 'object');
  });

  it('includes its key and the phrase below which it is, which no export takes out, and records nothing then', async () => {
    const other = await add({ address: 'address-2', seedIndex: 1 });
    const taken = async (from: WalletRow, what: ExportedSecret) =>
      (await store().wallets.recordExport(from, what, audit('wallet.exported', { facts: { what } })))?.what ??
      'nothing';
    const each = async () => [
      await taken(wallet, 'privateKey'),
      await taken(wallet, 'recoveryPhrase'),
      await taken(other, 'privateKey'),
      await taken(other, 'recoveryPhrase'),
    ];
    const logged = async () =>
      (await store().avatars.audit.list({ subjectId: avatarId, action: 'wallet.exported' }, null, 9)).items.length;
    await freeze();
    assert.deepEqual([await each(), await logged()], [['account', 'account', 'account', 'account'], 0]);
    await store().avatars.freezes.thaw(avatarId, 'owner', audit('avatar.thawed'));
    await freezeWallet(ADMIN);
    assert.deepEqual([await each(), await logged()], [['wallet', 'wallet', 'nothing', 'wallet'], 1]);
    await store().wallets.hide(wallet.id, []);
    assert.equal(await taken(other, 'recoveryPhrase'), 'wallet', 'a deleted wallet is frozen, too');
    await thawWallet('admin');
    assert.deepEqual([await each(), await logged()], [['nothing', 'nothing', 'nothing', 'nothing'], 5]);
  });

  it('includes a recovery phrase, and what happens to wallets is recorded with it', async () => {
    const phrase = { name: 'w', description: '', publicKey: null, verified: true, isDefault: false } as const;
    const place = { avatarId, providerType: 7, address: 'address-3', seedIndex: 2 };
    await freeze();
    const refused = await store().wallets.add(
      { ...phrase, ...place },
      { audit: audit('wallet.created'), phrase: true },
    );
    assert.deepEqual([refused.ok, await store().wallets.atAddress(avatarId, 7, 'address-3')], [false, undefined]);
    await store().avatars.freezes.thaw(avatarId, 'owner', audit('avatar.thawed'));
    const made = await store().wallets.add({ ...phrase, ...place }, { audit: audit('wallet.created'), phrase: true });
    assert.ok(made.ok);
    await store().wallets.hide(made.value.id, [], undefined, audit('wallet.deleted'));
    await store().wallets.restore(made.value.id, audit('wallet.restored'));
    const { items } = await store().avatars.audit.list({ subjectId: avatarId }, null, 4);
    assert.deepEqual(
      items.map(({ action, facts }) => [action, facts.walletId]),
      ['wallet.restored', 'wallet.deleted', 'wallet.phraseShown', 'wallet.created'].map((action) => [
        action,
        made.value.id,
      ]),
    );
  });
});
