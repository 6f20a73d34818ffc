import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { walletStorage } from '../../../src/areas/wallets/rules/wallet-storage.ts';
import { ALICE, hold, jsonOf, postOrder, RECIPIENT, testApi, units } from '../../support/api.ts';
import { ask as asking, signedUp } from '../../support/avatars.ts';
import { finalise } from '../../support/chains.ts';
import { onEngines } from '../../support/engines.ts';
import { BASE, refused, walletsWorld } from './support.ts';

onEngines('a custodial wallet', (database) => {
  const world = walletsWorld(database);
  const { ask, post, create, finishTransfers } = world;

  describe('sends', () => {
    let wallet: { id: string; walletAddress: string };
    const to = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
    before(async () => {
      wallet = await create({ walletProviderType: 7 });
      hold(world.api.ethereum, wallet.walletAddress, 10n ** 20n);
    });
    const send = (payload: object, headers = {}) => post(`/wallets/${wallet.id}/send`, payload, { headers });
    const follow = async (id: string) => (await ask(`${BASE}/wallets/${wallet.id}/transfers/${id}`)).json().result;
    const round = () => world.api.orders.locks.round();

    it('a transfer once, durably, and follows it until no reorganisation can undo it', async () => {
      const key = { 'idempotency-key': 'send' };
      const first = await send({ toAddress: to, amount: '1.5' }, key);
      assert.equal(first.statusCode, 202, first.body);
      const { transferId, status, amount, token } = first.json().result;
      assert.deepEqual([status, amount, token], ['requested', '1.5', 'ETH']);
      assert.equal((await send({ toAddress: to, amount: '1.5' }, key)).body, first.body);
      const broadcasts = () =>
        world.api.ethereum.broadcasts.filter(({ payer }) => payer === wallet.walletAddress).length;
      await round();
      assert.equal((await follow(transferId)).status, 'sent');
      assert.equal(broadcasts(), 1);
      world.api.ethereum.mine();
      await round();
      assert.equal((await follow(transferId)).status, 'included');
      finalise(world.api.ethereum);
      await round();
      const done = await follow(transferId);
      assert.deepEqual([done.status, done.isFinished, done.transaction !== null], ['completed', true, true]);
      await round();
      assert.equal(broadcasts(), 1);
      assert.deepEqual(await world.api.storage.submissions.open(['transfer']), []);
    });

    it('the same bytes again after a crash between the reservation and its record', async () => {
      const { transferId } = (await send({ toAddress: to, amount: '0.1' })).json().result;
      await round();
      const bytes = world.api.ethereum.broadcasts.at(-1)?.raw;
      await walletStorage(world.api.storage).transfers.update(transferId, { state: 'requested', transaction: null });
      await round();
      assert.equal(world.api.ethereum.broadcasts.at(-1)?.raw, bytes);
      finalise(world.api.ethereum);
      await round();
      assert.equal((await follow(transferId)).status, 'completed');
    });

    it('a failure that the chain names, and a retry while it cannot be asked', async () => {
      world.api.ethereum.failing('prepareTransfer');
      const { transferId } = (await send({ toAddress: to, amount: '0.1' })).json().result;
      await round();
      assert.equal((await follow(transferId)).status, 'requested');
      world.api.ethereum.failing('prepareTransfer', 'ERC20InsufficientBalance', false);
      await round();
      const failed = await follow(transferId);
      assert.deepEqual([failed.status, failed.failureCode], ['failed', 'ERC20InsufficientBalance']);
      world.api.ethereum.failures.clear();
    });

    it('nothing that the wallet cannot pay, to no wrong address, and no wrong amount or asset', async () => {
      const program = `0x${'00'.repeat(31)}01` as const;
      world.api.ethereum.reserved.add(program);
      for (const [payload, code] of [
        [{ toAddress: to, amount: '101' }, 'INSUFFICIENT_BALANCE'],
        [{ toAddress: '0x12', amount: '1' }, 'INVALID_ADDRESS'],
        [{ toAddress: world.api.ethereum.formatAddress(world.api.ethereum.bridge), amount: '1' }, 'INVALID_ADDRESS'],
        [{ toAddress: world.api.ethereum.formatAddress(program), amount: '1' }, 'INVALID_ADDRESS'],
        [{ toAddress: to, amount: '0' }, 'INVALID_AMOUNT'],
        [{ toAddress: to, amount: '0.0000000000000000001' }, 'INVALID_AMOUNT'],
        [{ toAddress: to, amount: '1', token: 'DOGE' }, 'ASSET_UNKNOWN'],
      ] as const) {
        assert.equal((await send(payload)).json().errorCode, code, JSON.stringify(payload));
      }
    });

    it('no coins that the chain of the wallet keeps for fees', async () => {
      const { ethereum } = world.api;
      const { form } = ethereum;
      Object.assign(ethereum, { form: { ...form, reserve: 10n ** 20n } });
      const { errorCode, available } = (await send({ toAddress: to, amount: '1' })).json();
      Object.assign(ethereum, { form });
      assert.deepEqual([errorCode, available], ['INSUFFICIENT_BALANCE', '0']);
    });

    it('no more than the limits of a day', async () => {
      assert.equal((await send({ toAddress: to, amount: '3.5' })).json().errorCode, 'SEND_LIMIT_EXCEEDED');
      const last = await send({ toAddress: to, amount: '3.4' });
      assert.equal(last.statusCode, 202, last.body);
      const refusal = await send({ toAddress: to, amount: '0.1' });
      assert.deepEqual([refusal.statusCode, refusal.headers['retry-after']], [429, '86401']);
      world.api.clock.nowMs += 86_399_999;
      assert.equal((await send({ toAddress: to, amount: '5' })).statusCode, 429, 'still the same day');
      world.api.clock.nowMs += 2;
      assert.equal((await send({ toAddress: to, amount: '0.1' })).statusCode, 202);
      const { result } = (await ask(`${BASE}/wallets/${wallet.id}/transfers?limit=2`)).json();
      assert.deepEqual(columns(result, 'amount'), ['0.1', '3.4']);
      await round();
      world.api.ethereum.mine();
      await round();
    });

    it('and shows each transfer under its own wallet alone', async () => {
      const { transferId } = (await send({ toAddress: to, amount: '0.001' })).json().result;
      const other = await create({ walletProviderType: 7 });
      const elsewhere = ask(`${BASE}/wallets/${other.id}/transfers/${transferId}`);
      assert.deepEqual(await refused(elsewhere), [404, 'TRANSFER_NOT_FOUND']);
    });

    it('no more transfers than the limit of a day', async () => {
      world.api.clock.nowMs += 86_400_001;
      for (let n = 0; n < 50; n += 1) assert.equal((await send({ toAddress: to, amount: '0.001' })).statusCode, 202);
      const { errorCode, message } = (await send({ toAddress: to, amount: '0.001' })).json();
      assert.deepEqual([errorCode, message], ['SEND_LIMIT_EXCEEDED', 'you may send 50 transfers a day']);
      world.api.clock.nowMs += 86_400_001;
      await round();
      world.api.ethereum.mine();
      await round();
    });
  });

  it('limits by default what is sent of every asset in a day, and of a bridged token as of its asset', async () => {
    const { id, walletAddress } = await create({ walletProviderType: 4 });
    const { arbitrum } = world.api;
    const to = arbitrum.formatAddress(`0x${'00'.repeat(12)}${'9f'.repeat(20)}`);
    for (const home of [arbitrum.domain, world.api.ethereum.domain]) hold(arbitrum, walletAddress, units(20_000), home);
    const send = (token: string, amount: string) => post(`/wallets/${id}/send`, { toAddress: to, token, amount });
    assert.deepEqual(await refused(send('ARB', '10000.1')), [429, 'SEND_LIMIT_EXCEEDED']);
    const most = await send('ARB', '10000');
    assert.equal(most.statusCode, 202, most.body);
    const { message } = (await send('ARB', '1')).json();
    assert.match(message, /you may spend 10000 ARB a day by sends, orders and fees, and 10000 are spent/);
    assert.deepEqual(await refused(send('cwETH', '5.1')), [429, 'SEND_LIMIT_EXCEEDED']);
    assert.equal((await send('cwETH', '5')).statusCode, 202);
    await world.api.orders.locks.round();
    await finishTransfers(arbitrum);
    assert.equal(arbitrum.broadcasts.length, 2);
    world.api.clock.nowMs += 86_400_001;
  });

  it('sends nothing that an order of the wallet will lock, and orders nothing that it will send', async () => {
    const { walletAddress, id } = await create({ walletProviderType: 7, isDefaultWallet: true });
    hold(world.api.ethereum, walletAddress, 3n * 10n ** 18n);
    for (const operation of ['prepareSend', 'prepareTransfer']) world.api.ethereum.failing(operation);
    const order = (amount: string) =>
      postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount, destinationAddress: walletAddress });
    const send = (amount: string) => post(`/wallets/${id}/send`, { toAddress: walletAddress, amount });
    assert.equal((await order('1')).statusCode, 201);
    const refusal = (await send('2.5')).json();
    assert.deepEqual(
      [refusal.errorCode, refusal.required, refusal.available, refusal.missing, refusal.token],
      ['INSUFFICIENT_BALANCE', '2.5', '2', '0.5', 'ETH'],
    );
    const sent = await send('1.5');
    assert.equal(sent.statusCode, 202, sent.body);
    const late = (await order('1')).json();
    assert.deepEqual([late.errorCode, late.available], ['INSUFFICIENT_BALANCE', '0.5']);
    assert.equal((await order('0.5')).statusCode, 201);
    assert.equal((await send('0.1')).json().errorCode, 'INSUFFICIENT_BALANCE');
    world.api.ethereum.failures.clear();
    await world.api.orders.locks.round();
    await finishTransfers(world.api.ethereum);
    world.api.clock.nowMs += 86_400_001;
  });

  it('locks orders from the custodial default wallet, and delivers to the default wallet', async () => {
    const [from, to] = [
      await create({ walletProviderType: 7, isDefaultWallet: true }),
      await create({ walletProviderType: 8, isDefaultWallet: true }),
    ];
    hold(world.api.ethereum, from.walletAddress, 10n ** 19n);
    const order = await jsonOf(postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' }), 201);
    assert.equal(order.sender.toLowerCase(), from.walletAddress.toLowerCase());
    assert.equal(order.destinationAddress.toLowerCase(), to.walletAddress.toLowerCase());
    assert.equal(order.transactions, undefined);
    await world.api.orders.locks.round();
    const lock = world.api.ethereum.broadcasts.at(-1);
    assert.equal(lock?.payer, from.walletAddress);
    for (const wallet of [from, to]) {
      const remove = ask(`${BASE}/wallets/${wallet.id}`, { method: 'DELETE' });
      const body = (await remove).json();
      assert.ok(['ORDER_CAN_END_HERE', 'WALLET_HAS_BALANCE'].includes(body.errorCode), body.errorCode);
    }
    const { result } = (await ask(`${BASE}/wallets/${to.id}/orders`)).json();
    // Earlier tests ordered to the same address, which an EVM wallet of another type with the same path has.
    const own = result.filter(({ orderId }: { orderId: string }) => orderId === order.orderId);
    assert.deepEqual(columns(own, 'role'), ['recipient']);
    world.api.clock.nowMs += 86_400_001;
  });
});

describe('limits of a day', function describeLimits() {
  this.timeout(20_000);

  it('limits an asset however its symbol is written in the configuration', async () => {
    const amounts = { eth: '1', CWPOL: '2' };
    const api = await testApi({ api: { wallets: { sendLimits: { amounts } } } });
    const { id, jwtToken: token } = await signedUp(api, 'ann');
    const own = `/api/Wallet/avatar/${id}`;
    const made = (await asking(api, `${own}/create-wallet`, { walletProviderType: 7 }, { token })).result;
    for (const home of [api.ethereum.domain, api.polygon.domain]) {
      hold(api.ethereum, made.walletAddress, units(90), home);
    }
    const send = async (symbol: string, amount: string) =>
      (await asking(api, `${own}/wallets/${made.id}/send`, { toAddress: RECIPIENT, token: symbol, amount }, { token }))
        .status;
    assert.deepEqual([await send('ETH', '1.1'), await send('ETH', '1'), await send('eth', '0.1')], [429, 202, 429]);
    assert.deepEqual([await send('cwPOL', '2.1'), await send('CwPol', '2')], [429, 202]);
    const { assets } = (await asking(api, `${own}/limits`, undefined, { token })).result;
    const names = columns(assets, 'asset').map(String);
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length, 'one limit for each asset');
    const limits = new Map(columns(assets, 'asset', 'limit') as [string, string][]);
    assert.deepEqual([limits.get('ETH'), limits.get('CWPOL')], ['1', '2']);
    await api.close();
  });
});
