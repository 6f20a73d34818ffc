import { strict as assert } from 'node:assert';
import {
  ALICE,
  ALICE_ADDRESS,
  ALICE_ID,
  apiForEach,
  BOB,
  BOB_ID,
  fund,
  hold,
  keyOf,
  postOrder,
  RECIPIENT,
  testApi,
  USUAL,
  units,
} from '../../support/api.ts';
import { testChains } from '../../support/chains.ts';
import { all, clientOf, refusalOf } from '../../support/client.ts';

describe('GET /api/v1/quote', () => {
  const api = apiForEach({ coins: 100 });
  const quote = (query: Record<string, string>) => api.app.inject({ url: '/api/v1/quote', query });

  it('tells fee, arrival, time and refund, without a token', async () => {
    const { expectedSeconds, ...told } = await clientOf(api).market.quote({
      from: 'ETH',
      to: 'polygon',
      amount: '0.50',
    });
    assert.ok(expectedSeconds !== null && expectedSeconds > 32 * 2, 'the lock waits for 32 blocks of 2 seconds');
    assert.deepEqual(told, {
      mode: 'bridge',
      operation: 'lockTokens',
      fromChain: 'ethereum',
      toChain: 'polygon',
      fromToken: 'ETH',
      fromTokenAddress: null,
      toToken: 'cwETH',
      toTokenAddress: told.toTokenAddress,
      fromAmount: '0.5',
      toAmount: '0.5',
      fee: '0',
      feeToken: 'ETH',
      refundAmount: '0.5',
      refundToken: 'ETH',
      exchangeRate: null,
      exchangeRateToken: 'POL',
      valueUsd: null,
      requiredConfirmations: 32,
    });
  });

  it('has the figures of the order that follows, also in check-balance', async () => {
    const { market, orders } = clientOf(api, ALICE);
    const quoted = await market.quote({ fromToken: 'ETH', toChain: 'polygon', amount: '2' });
    const placed = await orders.create({ from: 'ETH', to: 'polygon', amount: '2' });
    const balance = await orders.checkBalance(placed.orderId);
    const names = ['fee', 'feeToken', 'fromAmount', 'toAmount', 'refundAmount', 'refundToken', 'toToken'] as const;
    for (const name of names) {
      assert.equal(placed[name], quoted[name], name);
      assert.equal(balance[name], quoted[name], name);
    }
  });

  it('tells the delivery fee of the lane in whole coins, as does the order, whose transaction pays it', async () => {
    const { market, orders } = clientOf(api, ALICE);
    api.ethereum.settings.fees.set(api.polygon.domain, 2_500_000n * 10n ** 9n);
    const request = { from: 'ETH', to: 'polygon', amount: '2' };
    const quoted = await market.quote(request);
    assert.deepEqual([quoted.fee, quoted.fromAmount, quoted.refundAmount], ['0.0025', '2', '2']);
    assert.equal((await market.quote({ ...request, to: 'arbitrum' })).fee, '0');
    const placed = await orders.create(request);
    assert.equal(placed.fee, '0.0025');
    assert.equal((await orders.get(placed.orderId)).fee, '0.0025');
  });

  it('is refused while the destination is paused alone', async () => {
    api.ethereum.settings.pausedRemotes.add(api.polygon.domain);
    assert.equal((await quote({ from: 'ETH', to: 'polygon', amount: '1' })).json().errorCode, 'BRIDGE_PAUSED');
    assert.equal((await quote({ from: 'ETH', to: 'arbitrum', amount: '1' })).statusCode, 200);
  });

  it('names the fee’s coin, not the token that moves, with its chain where the symbol is another one’s', async () => {
    const { market } = clientOf(api);
    const burned = await market.quote({ from: 'ETH@polygon', to: 'ethereum', amount: '1' });
    assert.deepEqual([burned.feeToken, burned.refundToken, burned.operation], ['POL', 'cwETH', 'burnTokens']);
    const ofToken = await market.quote({ from: 'ARB', to: 'polygon', amount: '1' });
    assert.deepEqual([ofToken.feeToken, ofToken.refundToken], ['ETH@arbitrum', 'ARB']);
  });

  it('refuses the routes and amounts that an order refuses', async () => {
    const refused: readonly (readonly [Record<string, string>, number, string])[] = [
      [{ from: 'DOGE', to: 'polygon', amount: '1' }, 422, 'ASSET_UNKNOWN'],
      [{ from: 'ETH', to: 'ethereum', amount: '1' }, 422, 'SAME_CHAIN'],
      [{ from: 'ETH@polygon', to: 'arbitrum', amount: '1' }, 422, 'ROUTE_VIA_HOME'],
      [{ from: 'ETH', to: 'polygon', amount: '-1' }, 422, 'INVALID_AMOUNT'],
      [{ from: 'ETH', to: 'polygon', amount: '0.0001' }, 422, 'AMOUNT_TOO_SMALL'],
      [{ from: 'ETH', to: 'polygon', amount: '100000' }, 422, 'AMOUNT_TOO_LARGE'],
      [{ from: 'ETH', to: 'polygon' }, 400, 'MALFORMED_REQUEST'],
      [{ to: 'polygon', amount: '1' }, 400, 'MALFORMED_REQUEST'],
      [{ from: 'ETH', to: 'polygon', amount: '1', ammount: '2' }, 400, 'MALFORMED_REQUEST'],
    ];
    for (const [query, status, code] of refused) {
      const answer = await quote(query);
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [status, code], JSON.stringify(query));
    }
    api.ethereum.settings.outboundPaused = true;
    api.clock.nowMs += 10_000;
    assert.equal((await quote({ from: 'ETH', to: 'polygon', amount: '1' })).json().errorCode, 'BRIDGE_PAUSED');
  });
});

describe('who polls an order', () => {
  const api = apiForEach({ coins: 100 });
  const place = async (more: object = {}) =>
    (
      await clientOf(api, BOB).orders.create({
        ...{ from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT },
        ...more,
      })
    ).orderId;
  const poll = (id: string) => clientOf(api).orders.checkBalance(id);
  const flags = async (id: string) => {
    const result = await poll(id);
    const { status, isCompleted, isFailed, isRolledBack, isCancelled, isFinished, message } = result;
    return { status, isCompleted, isFailed, isRolledBack, isCancelled, isFinished, message };
  };
  const OPEN = { isCompleted: false, isFailed: false, isRolledBack: false, isCancelled: false, isFinished: false };

  it('sees that a cancelled order is finished, and why', async () => {
    const id = await place();
    assert.deepEqual({ ...(await flags(id)), message: '' }, { ...OPEN, status: 'created', message: '' });
    await clientOf(api, BOB).orders.cancel(id);
    assert.deepEqual(await flags(id), {
      ...OPEN,
      status: 'expired',
      isCancelled: true,
      isFinished: true,
      message: 'cancelled before its lock by the one who ordered it; a late lock revives it',
    });
  });

  it('sees the other ends as finished too, and a revived order as open', async () => {
    const id = await place();
    await api.storage.orders.transition(id, 'expired');
    const expired = await flags(id);
    assert.deepEqual([expired.isFinished, expired.isCancelled], [true, false]);
    await api.storage.orders.transition(id, 'lockSeen', {
      messageId: `0x${'77'.repeat(32)}`,
      lockTransaction: '0xabc',
    });
    const revived = await flags(id);
    assert.deepEqual([revived.status, revived.isFinished], ['locked', false]);
  });

  it('causes one balance read in two seconds, however many poll at once', async () => {
    const id = await place({ fromAddress: ALICE_ADDRESS });
    const reads = () => api.polygon.reads.get('balance') ?? 0;
    const before = reads();
    await Promise.all(Array.from({ length: 20 }, () => poll(id)));
    assert.equal(reads() - before, 1);
    hold(api.polygon, RECIPIENT, units(5), api.ethereum.domain);
    assert.equal((await poll(id)).currentToBalance, '0');
    api.clock.nowMs += 2_000;
    assert.equal((await poll(id)).currentToBalance, '5');
    assert.equal(reads() - before, 2);
  });

  it('lists everybody’s orders as admin, or one avatar’s; others only their own', async () => {
    const own = await testApi({ people: [...USUAL, { name: 'root', scopes: ['admin'], isAdmin: true }] });
    fund(own, 'ethereum', 100);
    const token = keyOf('root');
    const order = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT };
    for (const by of [ALICE, BOB, BOB]) await clientOf(own, by).orders.create(order);
    const owners = async (by: string, avatarId?: string) =>
      (await all(clientOf(own, by).orders.list({ ...(avatarId && { avatarId }) }))).map((one) => one.avatarId);
    assert.deepEqual((await owners(token)).sort(), [ALICE_ID, BOB_ID, BOB_ID]);
    assert.deepEqual(await owners(token, ALICE_ID), [ALICE_ID]);
    assert.deepEqual(await owners(ALICE), [ALICE_ID]);
    assert.deepEqual(await owners(BOB, BOB_ID), [BOB_ID, BOB_ID]);
    assert.deepEqual(await refusalOf(owners(BOB, ALICE_ID)), [403, 'FORBIDDEN']);
    await own.close();
  });
});

describe('a recipient from which nobody can send', () => {
  it('is refused: bridges of any family, oracles, tokens, and addresses of the chain itself', async () => {
    const chains = testChains();
    const api = await testApi({ chains });
    const { polygon } = api;
    polygon.reserved.add(padded(1n));
    const [network] = chains.networks.filter(({ name }) => name === 'polygon');
    const bridges = network?.deployment.bridges as Record<string, unknown>;
    const main = network?.deployment.bridges.main as NonNullable<typeof network>['deployment']['bridges'][string];
    const otherFamily = padded(0xfa11n);
    // The account of a settler on Radix stands for vaults, as the vaults themselves do.
    const [settler, account] = [padded(0x5e771en), padded(0xacc0n)];
    bridges.token = {
      ...main,
      address32: otherFamily,
      canonicalAsset: { ...main.canonicalAsset, address: null },
      settler: { address: 'a settler', address32: settler, account: polygon.formatAddress(account) },
    };
    const refused = {
      'the bridge': polygon.formatAddress(polygon.bridge),
      'the bridge of another family': polygon.formatAddress(otherFamily),
      'a settler': polygon.formatAddress(settler),
      'a bridged token': main.remotes.ethereum?.token.address,
      'an address of the chain': polygon.formatAddress(padded(1n)),
    };
    for (const [what, destinationAddress] of Object.entries(refused)) {
      const answer = await postOrder(api, BOB, { from: 'ETH', to: 'polygon', amount: '1', destinationAddress });
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [422, 'INVALID_ADDRESS'], what);
      assert.match(answer.json().message, /could never spend/, what);
    }
    for (const destinationAddress of [RECIPIENT, polygon.formatAddress(account)]) {
      const taken = await postOrder(api, BOB, { from: 'ETH', to: 'polygon', amount: '1', destinationAddress });
      assert.equal(taken.statusCode, 201, taken.body);
    }
    await api.close();
  });
});

const padded = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`;
