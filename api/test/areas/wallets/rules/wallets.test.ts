import assert from 'node:assert/strict';
import type { Ending, NewOrder, WalletRow } from '@causeway/storage';
import { audit } from '@causeway/storage/test-support/avatars';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { bytes32, DESTINATION, newOrder, SOURCE } from '@causeway/storage/test-support/rows';
import { orderStorage } from '../../../../src/areas/orders/rules/order-storage.ts';
import type { Funds } from '../../../../src/areas/wallets/rules/funds.ts';
import type { Spender } from '../../../../src/areas/wallets/rules/spends.ts';
import type { NewTransfer } from '../../../../src/areas/wallets/rules/transfers.ts';
import { walletStorage } from '../../../../src/areas/wallets/rules/wallet-storage.ts';
import type { NewWallet } from '../../../../src/areas/wallets/rules/wallets.ts';
import { spenderOf, spendOf } from '../../../../test/support/spends.ts';
import { fundsOf } from '../../../support/spends.ts';

const DAY_MS = 86_400_000;

const wallet = (more: Partial<NewWallet> = {}): NewWallet => ({
  avatarId: 'a',
  providerType: 3,
  name: 'main',
  description: '',
  address: 'address-1',
  publicKey: 'key-1',
  seedIndex: 0,
  verified: true,
  isDefault: 'first',
  ...more,
});

const transfer = (walletId: string, more: Partial<NewTransfer> = {}): NewTransfer => ({
  walletId,
  avatarId: 'a',
  domain: 31_101,
  family: 'main',
  from: 'address-1',
  to: 'somewhere',
  symbol: 'ETH',
  token: null,
  decimals: 18,
  amount: 10n,
  ...more,
});

onStorages('WalletRepository', (temporary) => {
  const wallets = () => walletStorage(temporary.storage);
  const added = async (more: Partial<NewWallet> = {}): Promise<WalletRow> => {
    const result = await wallets().add(wallet(more));
    assert.ok(result.ok);
    return result.value;
  };
  const page = async (hidden = false) =>
    (await wallets().list({ avatarId: 'a', hidden }, null, 10)).items.map(({ address }) => address);

  it('keeps what it was given, over a restart', async () => {
    const row = await added({ name: 'w', description: 'd', publicKey: null, seedIndex: null, verified: false });
    await temporary.reopen();
    assert.deepEqual(await wallets().get(row.id), row);
    assert.deepEqual([row.isDefault, row.version, row.hiddenAtMs], [true, 1, null]);
  });

  it('has one default per avatar and type', async () => {
    const first = await added();
    const second = await added({ address: '2' });
    const third = await added({ address: '3', isDefault: true });
    await added({ address: '4', isDefault: false });
    assert.deepEqual([first.isDefault, second.isDefault, third.isDefault], [true, false, true]);
    assert.equal((await wallets().defaultOf('a', 3))?.id, third.id);
    assert.equal((await added({ providerType: 7 })).isDefault, true);
    assert.equal((await added({ avatarId: 'b' })).isDefault, true);
    assert.equal((await wallets().setDefault(second.id))?.isDefault, true);
    assert.equal((await wallets().get(third.id))?.isDefault, false);
    assert.equal(await wallets().setDefault(first.id, [99]), undefined, 'another version');
    const unverified = await added({ address: '5', verified: false, isDefault: false });
    assert.equal(await wallets().setDefault(unverified.id), undefined);
    await Promise.all([first, second, third].map(({ id }) => wallets().setDefault(id)));
    const all = (await wallets().list({ avatarId: 'a', providerType: 3 }, null, 10)).items;
    assert.equal(all.filter(({ isDefault }) => isDefault).length, 1);
  });

  it('has an address once per avatar and type, and names the wallet that has it', async () => {
    const first = await added();
    const again = await wallets().add(wallet());
    assert.deepEqual(again, { ok: false, error: { code: 'EXISTS', wallet: first } });
    assert.equal((await wallets().atAddress('a', 3, 'address-1'))?.id, first.id);
    await added({ providerType: 7 });
  });

  it('gives every index below a seed once, also to concurrent requests', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => wallets().takeIndex('a', 3)));
    assert.deepEqual(
      taken.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, index) => index),
    );
    assert.deepEqual([await wallets().takeIndex('a', 7), await wallets().takeIndex('b', 3)], [0, 0]);
  });

  it('keeps the first seed of an avatar, and replaces its sealed form only if it is the known one', async () => {
    const seed = (sealed: string, avatarId = 'a', masterKey = 'one') => ({ avatarId, sealed, masterKey });
    const [one, two] = await Promise.all([wallets().addSeed(seed('x')), wallets().addSeed(seed('y'))]);
    assert.equal(one.sealed, two.sealed);
    await wallets().addSeed(seed('z', 'b'));
    const stale = async () => (await wallets().seedsNotUnder('two', null, 10)).map(({ avatarId }) => avatarId);
    assert.deepEqual(await stale(), ['a', 'b']);
    assert.equal(await wallets().replaceSealed(seed('new', 'a', 'two'), 'other'), false);
    assert.equal(await wallets().replaceSealed(seed('new', 'a', 'two'), one.sealed), true);
    assert.equal((await wallets().seed('a'))?.sealed, 'new');
    assert.deepEqual(await stale(), ['b']);
  });

  it('pages in the order of creation', async () => {
    for (const address of ['1', '2', '3']) await added({ address });
    const first = await wallets().list({ avatarId: 'a' }, null, 2);
    assert.deepEqual(columns(first.items, 'address'), ['1', '2']);
    const rest = await wallets().list({ avatarId: 'a' }, first.nextCursor, 2);
    assert.deepEqual([columns(rest.items, 'address'), rest.nextCursor], [['3'], null]);
  });

  it('verifies by a challenge once, until it expires', async () => {
    const row = await added({ verified: false, isDefault: false, publicKey: null });
    await wallets().setChallenge(row.id, 'text', temporary.nowMs + 1_000);
    assert.equal(await wallets().verify(row.id, 'other', 'key'), undefined);
    const verified = await wallets().verify(row.id, 'text', 'key');
    assert.deepEqual([verified?.verified, verified?.publicKey, verified?.challenge], [true, 'key', null]);
    assert.equal(await wallets().verify(row.id, 'text', 'key'), undefined, 'used');
    await wallets().setChallenge(row.id, 'next', temporary.nowMs + 1_000);
    temporary.nowMs += 1_000;
    assert.equal(await wallets().verify(row.id, 'next', 'key'), undefined, 'expired');
  });

  /** Removes every wallet whose time is over, as the service does. */
  const purge = async (beforeMs: number, endings: readonly Ending[] = []) => {
    const gone = [];
    for (const { id } of await wallets().hiddenBefore(beforeMs, '', 100)) {
      if (await wallets().remove(id, beforeMs, endings)) gone.push(id);
    }
    return gone.length;
  };

  it('hides what is deleted, restores it, and removes it with the last seed when its time is over', async () => {
    await wallets().addSeed({ avatarId: 'a', sealed: 's', masterKey: 'm' });
    const [one, two] = [await added(), await added({ address: '2' })];
    const hidden = await wallets().hide(one.id, []);
    assert.ok(hidden.ok && hidden.value.hiddenAtMs === temporary.nowMs && !hidden.value.isDefault);
    assert.deepEqual([await page(), await page(true)], [['2'], ['address-1']]);
    assert.equal(await wallets().defaultOf('a', 3), undefined);
    assert.deepEqual(await wallets().hide(one.id, []), { ok: false, error: { code: 'NOT_FOUND' } });
    assert.equal((await wallets().restore(one.id))?.hiddenAtMs, null);
    assert.equal(await wallets().restore(one.id), undefined);
    assert.deepEqual(await wallets().hide(two.id, [], [7]), {
      ok: false,
      error: { code: 'VERSION_MISMATCH', version: 1 },
    });
    for (const { id } of [one, two]) assert.ok((await wallets().hide(id, [])).ok);
    await wallets().phraseGiven('a');
    assert.equal(await purge(temporary.nowMs), 0);
    assert.equal(await wallets().remove(one.id, temporary.nowMs, []), false, 'also when it is named');
    assert.equal(await purge(temporary.nowMs + 1), 2);
    assert.deepEqual([await page(true), await wallets().seed('a')], [[], undefined]);
  });

  it('keeps the seed whose phrase nobody else has, and its index', async () => {
    await wallets().addSeed({ avatarId: 'a', sealed: 's', masterKey: 'm' });
    assert.equal(await wallets().takeIndex('a', 3), 0);
    const { id } = await added();
    await wallets().hide(id, []);
    assert.equal(await purge(temporary.nowMs + 1), 1);
    assert.equal((await wallets().seed('a'))?.sealed, 's');
    assert.equal(await wallets().takeIndex('a', 3), 1);
  });

  it('stores no wallet whose seed is gone, or is another one meanwhile', async () => {
    const refused = { ok: false, error: { code: 'SEED_CHANGED' } };
    assert.deepEqual(await wallets().add(wallet(), { sealed: 's' }), refused);
    await wallets().addSeed({ avatarId: 'a', sealed: 's', masterKey: 'm' });
    assert.deepEqual(await wallets().add(wallet(), { sealed: 't' }), refused);
    assert.ok((await wallets().add(wallet(), { sealed: 's' })).ok);
  });

  it('destroys a seed only for all its addresses, when each is deleted and no order can end there', async () => {
    const endings = [{ domain: 31_001, address32: bytes32(0xaa), address: '0xaa' }];
    const destroy = async (addresses: readonly string[], at: readonly Ending[] = []) => {
      const below = await wallets().belowSeed('a');
      const endings = new Map(below.map(({ id }) => [id, at]));
      return wallets().destroySeed({ avatarId: 'a', addresses, endings, audit: audit('wallet.seedDestroyed') });
    };
    const error = async (destroyed: ReturnType<typeof destroy>) => {
      const result = await destroyed;
      return result.ok ? null : result.error;
    };
    assert.deepEqual(await error(destroy([])), { code: 'NO_SEED' });
    await wallets().addSeed({ avatarId: 'a', sealed: 's', masterKey: 'm' });
    const [one, two] = [await added(), await added({ address: '2' })];
    await added({ address: 'own', seedIndex: null });
    const addresses = ['address-1', '2'];
    for (const named of [[], ['2'], [...addresses, 'own'], ['address-1', '3']]) {
      assert.deepEqual(await error(destroy(named)), { code: 'ADDRESSES_DIFFER', addresses });
    }
    assert.deepEqual(await error(destroy(addresses)), { code: 'NOT_DELETED', address: 'address-1' });
    for (const { id } of [one, two]) await wallets().hide(id, []);
    const order = await temporary.storage.orders.create(newOrder({ sender: bytes32(0xaa) }));
    assert.deepEqual(await error(destroy(addresses, endings)), { code: 'ORDER_CAN_END_HERE', orderId: order.id });
    assert.equal((await wallets().seed('a'))?.sealed, 's');
    assert.equal(await error(destroy(addresses)), null);
    assert.deepEqual([await wallets().seed('a'), await page(true), await page()], [undefined, [], ['own']]);
    const { items } = await temporary.storage.avatars.audit.list({ action: 'wallet.seedDestroyed' }, null, 9);
    assert.equal(items.length, 1);
  });

  describe('and orders', () => {
    const HERE = { domain: 31_101, address32: `0x${'aa'.repeat(32)}`, address: '0xaa' } as const;
    const ELSEWHERE = { domain: 31_102, address32: `0x${'bb'.repeat(32)}`, address: '0xbb' } as const;
    let references = 0;
    const order = (more: Partial<NewOrder>) => {
      references += 1;
      return temporary.storage.orders.create({
        origin: 'api',
        family: 'main',
        operation: 'lockTokens',
        source: ELSEWHERE.domain,
        destination: HERE.domain,
        assetHome: ELSEWHERE.domain,
        sender: ELSEWHERE.address32,
        recipient: ELSEWHERE.address32,
        wireAmount: 5n,
        requiredConfirmations: 1,
        requiredSignatures: 3,
        avatarId: 'a',
        custody: 'self',
        refundAddress: null,
        unsignedTransactions: null,
        walletId: null,
        deliveryFee: null,
        details: {},
        expiresAtMs: temporary.nowMs + 1_000,
        reference: `0x${references.toString(16).padStart(64, '0')}`,
        ...more,
      });
    };
    const refusedFor = async (id: string) => {
      const hidden = await wallets().hide(id, [HERE]);
      if (hidden.ok) await wallets().restore(id);
      return hidden.ok ? null : hidden.error.code === 'ORDER_CAN_END_HERE' && hidden.error.orderId;
    };

    it('is not deleted while an order can end there: as recipient, sender or refund, also after it expired', async () => {
      const { id } = await added();
      assert.equal(await refusedFor(id), null);
      const here = { source: HERE.domain, destination: ELSEWHERE.domain };
      for (const place of [
        { recipient: HERE.address32 },
        { ...here, sender: HERE.address32 },
        { ...here, refundAddress: HERE.address },
      ]) {
        const created = await order(place);
        assert.equal(await refusedFor(id), created.id);
        await temporary.storage.orders.transition(created.id, 'expired');
        assert.equal(await refusedFor(id), created.id, 'its lock may come late');
        await temporary.storage.orders.transition(created.id, 'lockSeen');
        await temporary.storage.orders.transition(created.id, 'executed');
        assert.equal(await refusedFor(id), created.id, 'a reorganisation may undo it');
        await temporary.storage.orders.update(created.id, { final: true });
        assert.equal(await refusedFor(id), null);
      }
      await order({ destination: 31_109, recipient: HERE.address32 });
      assert.equal(await refusedFor(id), null, 'the same address on another chain');
    });

    it('is deleted when the service gave up an order and has nothing under way for it', async () => {
      const { id } = await added();
      const created = await order({ recipient: HERE.address32, custody: 'service' });
      const { id: submission } = await temporary.storage.submissions.reserve({
        purpose: 'lock',
        domain: ELSEWHERE.domain,
        family: 'main',
        payer: 'p',
        sequence: 0,
        versions: [],
        orderIds: [created.id],
        details: {},
      });
      await temporary.storage.orders.transition(created.id, 'expired');
      assert.equal(await refusedFor(id), created.id);
      await temporary.storage.submissions.setState(submission, 'dropped');
      assert.equal(await refusedFor(id), null);
    });

    it('is not removed either while an order can end there', async () => {
      const { id } = await added();
      await wallets().hide(id, []);
      await order({ recipient: HERE.address32 });
      assert.equal(await purge(temporary.nowMs + 1, [HERE]), 0);
      assert.ok(await wallets().get(id));
    });
  });

  describe('transfers', () => {
    let spender: Spender;
    beforeEach(async () => {
      spender = await spenderOf(temporary.storage);
    });
    const request = (
      more: Partial<NewTransfer>,
      { funds, ...rules }: { funds?: Funds; limit?: bigint; sendsPerDay?: number } = {},
    ) => {
      const { walletId, symbol: asset, amount } = transfer(more.walletId ?? '', more);
      const spend = spendOf(walletId, spender, amount, { asset, ...rules });
      return wallets().transfers.request(transfer(walletId, more), { spend, ...(funds && { funds }) });
    };

    it('are stored with their exact amounts, listed newest first, and change with a version', async () => {
      const { id } = await added();
      const amount = (1n << 127n) + 1n;
      const first = await request({ walletId: id, amount });
      assert.ok(first.ok && first.value.state === 'requested');
      const second = await request({ walletId: id, token: '0xt', symbol: 'T' });
      assert.ok(second.ok);
      await temporary.reopen();
      const listed = await wallets().transfers.list(id, null, 1);
      assert.deepEqual([listed.items, listed.nextCursor], [[second.value], second.value.id]);
      assert.deepEqual((await wallets().transfers.list(id, listed.nextCursor, 1)).items, [first.value]);
      const failed = { state: 'failed', failureCode: 'X', failureMessage: 'why' } as const;
      const changed = await wallets().transfers.update(first.value.id, failed);
      assert.deepEqual(await wallets().transfers.get(first.value.id), changed);
      assert.deepEqual([changed?.version, changed?.amount], [2, amount]);
      assert.deepEqual(await wallets().transfers.requested(9), [second.value]);
    });

    it('keep the limits of a day exactly, for concurrent requests', async () => {
      const { id } = await added();
      const many = await Promise.all(Array.from({ length: 8 }, () => request({ walletId: id }, { limit: 35n })));
      assert.equal(many.filter(({ ok }) => ok).length, 3);
      const [most, used] = [35n, 30n].map((units) => ({ units, decimals: 0 }));
      const freeAtMs = temporary.nowMs + DAY_MS + 1;
      assert.deepEqual(
        many.find(({ ok }) => !ok),
        { ok: false, error: { code: 'TOO_MUCH', of: 'avatar', asset: 'ETH', most, used, freeAtMs } },
      );
      assert.ok((await request({ walletId: id, symbol: 'SOL' }, { limit: 35n })).ok, 'another asset');
      const elsewhere = await request({ walletId: id, domain: 9 }, { limit: 35n });
      assert.equal(elsewhere.ok, false, 'another chain has no limit of its own');
      const tooMany = { ok: false, error: { code: 'TOO_MANY', freeAtMs } };
      assert.deepEqual(await request({ walletId: id }, { sendsPerDay: 4 }), tooMany);
      const [spent] = await wallets().transfers.requested(1);
      await wallets().transfers.update(spent?.id ?? '', { state: 'failed' });
      assert.ok((await request({ walletId: id }, { limit: 35n })).ok, 'a failed one sent nothing');
      temporary.nowMs += DAY_MS + 1;
      assert.ok((await request({ walletId: id, amount: 35n }, { limit: 35n })).ok, 'the next day');
    });

    describe('and the orders of the wallet', () => {
      const SENDER = bytes32(0xaa);
      /** Ten local units are a wire unit. */
      const funds = (free: bigint, asOf = 0): Funds => {
        const { holding } = fundsOf(SENDER, free);
        const bridged = holding.bridged && { ...holding.bridged, unit: 10n };
        return { holding: { ...holding, holder: 'address-1', bridged }, free, asOf };
      };
      let walletId: string;
      let references = 0;
      beforeEach(async () => {
        walletId = (await added()).id;
      });
      const send = (amount: bigint, limit: Funds, more: Partial<NewTransfer> = {}) =>
        request({ walletId, domain: SOURCE, amount, ...more }, { funds: limit });
      const lock = (wireAmount: bigint, limit: Funds) => {
        references += 1;
        const order = { sender: SENDER, custody: 'service', reference: bytes32(references), wireAmount } as const;
        return orderStorage(temporary.storage).createWithin({ maxOpen: 100, funds: limit }, newOrder(order));
      };
      const owes = (owed: bigint) => ({ ok: false, error: { code: 'FUNDS_RESERVED', reserved: owed } });

      it('spend a balance once together, in whatever order they come', async () => {
        assert.ok((await lock(3n, funds(100n))).ok);
        assert.deepEqual(await send(71n, funds(100n)), owes(30n));
        assert.ok((await send(50n, funds(100n))).ok);
        assert.deepEqual(await send(21n, funds(100n)), owes(80n));
        assert.deepEqual(await lock(3n, funds(100n)), owes(80n));
        assert.ok((await lock(2n, funds(100n))).ok);
        assert.deepEqual(await send(1n, funds(100n)), owes(100n));
      });

      it('spend a balance once, however many come at once', async () => {
        const all = [1, 2, 3, 4].flatMap(() => [send(20n, funds(100n)), lock(2n, funds(100n))]);
        assert.equal((await Promise.all(all)).filter(({ ok }) => ok).length, 5);
      });

      it('leave other assets, wallets and chains alone', async () => {
        for (const more of [{ token: '0xt' }, { from: 'address-2' }, { domain: DESTINATION }]) {
          assert.ok((await send(100n, funds(100n), more)).ok);
        }
        assert.ok((await send(100n, funds(100n))).ok);
      });

      it('do not count a transfer that failed, or that had left the wallet when the balance was read', async () => {
        const [first, second] = [await send(40n, funds(100n)), await send(40n, funds(100n))];
        assert.ok(first.ok && second.ok);
        await wallets().transfers.update(first.value.id, { state: 'sent' });
        assert.deepEqual(await send(30n, funds(100n)), owes(80n));
        const asOf = await temporary.storage.events.latest();
        await wallets().transfers.update(first.value.id, { state: 'included' });
        await wallets().transfers.update(first.value.id, { state: 'completed' });
        assert.deepEqual(await send(30n, funds(100n, asOf)), owes(80n), 'the balance was read before it left');
        const later = await temporary.storage.events.latest();
        assert.deepEqual(await send(30n, funds(60n, later)), owes(40n));
        await wallets().transfers.update(second.value.id, { state: 'failed' });
        assert.ok((await send(60n, funds(60n, later))).ok);
      });
    });

    it('finish their idempotency key in the same transaction, or leave it in flight', async () => {
      const { id } = await added();
      const key = { caller: 'c', route: 'r', key: 'k' };
      const answer = { status: 202, body: 'b', headers: {} };
      const begin = () => temporary.storage.idempotency.begin('c', 'r', 'k', 'h');
      await begin();
      const idempotent = { ...key, answer: () => answer };
      const ask = (sendsPerDay: number) =>
        wallets().transfers.request(transfer(id), { spend: spendOf(id, spender, 10n, { sendsPerDay }) }, idempotent);
      assert.equal((await ask(0)).ok, false);
      assert.equal(await begin(), 'inFlight');
      assert.ok((await ask(1)).ok);
      assert.deepEqual(await begin(), answer);
    });

    it('keep their wallet: it is not deleted while one is under way, and a deleted one sends nothing', async () => {
      const { id } = await added();
      const requested = await request({ walletId: id });
      assert.ok(requested.ok);
      const transferId = requested.value.id;
      for (const state of ['requested', 'sent', 'included'] as const) {
        await wallets().transfers.update(transferId, { state });
        assert.deepEqual(await wallets().hide(id, []), {
          ok: false,
          error: { code: 'TRANSFER_UNDER_WAY', transferId },
        });
      }
      await wallets().transfers.update(transferId, { state: 'completed' });
      assert.ok((await wallets().hide(id, [])).ok);
      assert.deepEqual(await request({ walletId: id }), { ok: false, error: { code: 'WALLET_GONE' } });
    });
  });
});
