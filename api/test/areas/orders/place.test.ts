import { strict as assert } from 'node:assert';
import {
  ALICE,
  ALICE_ADDRESS,
  ALICE_ID,
  BOB,
  fund,
  postOrder,
  RECIPIENT,
  type TestApi,
  testApi,
  units,
} from '../../support/api.ts';
import { fakeChains } from '../../support/fake-chain.ts';

describe('POST /api/v1/orders', () => {
  let api: TestApi;
  before(async () => {
    api = await testApi();
  });
  beforeEach(() => {
    fund(api, 'ethereum', 1_000);
    fund(api, 'polygon', 1_000);
    api.ethereum.limit = { minAmount: 1_000_000n, maxAmount: 10n ** 15n };
    api.ethereum.outboundPaused = false;
    api.polygon.failures.clear();
    // Limits and pauses are read again.
    api.clock.nowMs += 3_000;
  });
  after(() => api.close());

  /** Creates an order as alice. Returns its body. */
  const order = async (payload: object) => {
    const answer = await postOrder(api, ALICE, payload);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  };

  /** The refusal of an order of alice. */
  const refusal = async (payload: object, status = 422) => {
    const answer = await postOrder(api, ALICE, payload);
    assert.equal(answer.statusCode, status, answer.body);
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    return answer.json();
  };

  it('answers 201, readable flat and under result, with the exact amount that arrives', async () => {
    const answer = await postOrder(api, ALICE, {
      from: 'ETH',
      to: 'polygon',
      amount: '0.5',
      destinationAddress: RECIPIENT,
    });
    assert.equal(answer.statusCode, 201);
    const body = answer.json();
    assert.equal(body.isError, false);
    assert.equal(body.orderId, body.result.orderId);
    assert.equal(body.message, body.result.message);
    assert.equal(answer.headers.location, `/api/v1/orders/${body.orderId}`);
    assert.deepEqual(
      [
        body.fromChain,
        body.fromToken,
        body.fromTokenAddress,
        body.toChain,
        body.toToken,
        body.toAmount,
        body.operation,
      ],
      ['ethereum', 'ETH', null, 'polygon', 'cwETH', '0.5', 'lockTokens'],
    );
    const token = api.networks[1]?.deployment.bridges.main?.remotes.ethereum?.token.address;
    assert.equal(body.toTokenAddress, token);
    assert.equal(body.destinationAddress, RECIPIENT);
    assert.equal(body.expiresAt, new Date(api.clock.nowMs + 3_600_000).toISOString());
    assert.equal(body.avatarId, ALICE_ID);
    assert.equal(body.sender.toLowerCase(), ALICE_ADDRESS.toLowerCase());
    assert.equal(body.requiredConfirmations, 32);
    assert.equal(body.requiredSignatures, 3);
  });

  it('gives every order a reference of 32 random bytes', async () => {
    const [one, other] = [
      await order({ from: 'ETH', to: 'polygon', amount: 1 }),
      await order({ from: 'ETH', to: 'polygon', amount: 1 }),
    ];
    assert.match(one.reference, /^0x[\da-f]{64}$/);
    assert.notEqual(one.reference, other.reference);
  });

  describe('from and to', () => {
    const routes: readonly (readonly [object, string, string, string, string])[] = [
      [{ from: 'ethereum', to: 'polygon' }, 'ETH', 'ethereum', 'polygon', 'lockTokens'],
      [{ from: 'ETH', to: 'polygon' }, 'ETH', 'ethereum', 'polygon', 'lockTokens'],
      [{ from: 'eth@Ethereum', to: 'ETH@POLYGON' }, 'ETH', 'ethereum', 'polygon', 'lockTokens'],
      [{ from: 'ETH', to: 'POL' }, 'ETH', 'ethereum', 'polygon', 'lockTokens'],
      [{ from: 'POL', to: 'ETH' }, 'POL', 'polygon', 'ethereum', 'lockTokens'],
      [{ from: 'ETH@polygon', to: 'ETH' }, 'cwETH', 'polygon', 'ethereum', 'burnTokens'],
      [{ from: 'cwETH@polygon', to: 'ethereum' }, 'cwETH', 'polygon', 'ethereum', 'burnTokens'],
      [{ fromToken: 'ETH', toChain: 'polygon' }, 'ETH', 'ethereum', 'polygon', 'lockTokens'],
      [
        { fromToken: 'ETH', fromChain: 'ethereum', toToken: 'POL', toChain: 'polygon' },
        'ETH',
        'ethereum',
        'polygon',
        'lockTokens',
      ],
      [{ FromToken: 'ETH', FromChain: 'polygon', ToChain: 'ethereum' }, 'cwETH', 'polygon', 'ethereum', 'burnTokens'],
    ];
    for (const [body, token, source, destination, operation] of routes) {
      it(`take ${JSON.stringify(body)}`, async () => {
        api.polygon.balances.set(`${ALICE_ADDRESS.toLowerCase()} ${api.ethereum.domain}`, units(9));
        const created = await order({ ...body, amount: '1' });
        assert.deepEqual(
          [created.fromToken, created.fromChain, created.toChain, created.operation],
          [token, source, destination, operation],
        );
      });
    }

    const refused: readonly (readonly [object, string, number?])[] = [
      [{ from: 'ETH' }, 'MALFORMED_REQUEST', 400],
      [{ to: 'polygon' }, 'MALFORMED_REQUEST', 400],
      [{ from: 'ETH', fromToken: 'POL', to: 'polygon' }, 'MALFORMED_REQUEST', 400],
      [{ from: 'ETH@polygon', fromChain: 'ethereum', to: 'ethereum' }, 'MALFORMED_REQUEST', 400],
      [{ from: 'DOGE', to: 'polygon' }, 'ASSET_UNKNOWN'],
      [{ from: 'ETH@solana', to: 'polygon' }, 'CHAIN_UNKNOWN'],
      [{ from: 'ETH', to: 'ARB@polygon' }, 'ASSET_MISMATCH'],
      [{ from: 'ETH', to: 'ethereum' }, 'SAME_CHAIN'],
    ];
    for (const [body, code, status] of refused) {
      it(`refuse ${JSON.stringify(body)} with ${code}`, async () => {
        assert.equal((await refusal({ ...body, amount: '1' }, status)).errorCode, code);
      });
    }

    it('list the known networks and assets when a name is unknown', async () => {
      assert.deepEqual((await refusal({ from: 'ETH', to: 'ETH@mars', amount: 1 })).networks, [
        'ethereum',
        'polygon',
        'arbitrum',
      ]);
      assert.deepEqual((await refusal({ from: 'DOGE', to: 'polygon', amount: 1 })).assets, ['ETH', 'POL', 'ARB']);
    });

    it('name the two orders by way of the asset’s home', async () => {
      const problem = await refusal({ from: 'ETH@polygon', to: 'arbitrum', amount: '1' });
      assert.equal(problem.errorCode, 'ROUTE_VIA_HOME');
      assert.deepEqual(problem.orders, [
        { from: 'ETH@polygon', to: 'ethereum' },
        { from: 'ETH@ethereum', to: 'arbitrum' },
      ]);
      fund(api, 'polygon', 5);
      api.polygon.balances.set(`${ALICE_ADDRESS.toLowerCase()} ${api.ethereum.domain}`, units(5));
      for (const step of problem.orders) await order({ ...step, amount: '1' });
    });

    it('refuse a route that one of the bridges has not opened', async () => {
      for (const closed of ['ethereum polygon', 'polygon ethereum']) {
        const other = await testApi({ chains: fakeChains(new Set([closed])) });
        const answer = await postOrder(other, ALICE, { from: 'ETH', to: 'polygon', amount: 1 });
        assert.equal(answer.json().errorCode, 'ROUTE_NOT_OPEN');
        await other.close();
      }
    });
  });

  describe('amount', () => {
    const exact: readonly (readonly [unknown, string])[] = [
      ['0.5', '0.5'],
      ['0.000000001', '0.000000001'],
      ['0.100000000000000000', '0.1'],
      [0.5, '0.5'],
      [0.1, '0.1'],
      [1e-3, '0.001'],
      [5, '5'],
      [1e2, '100'],
    ];
    for (const [amount, moved] of exact) {
      it(`${JSON.stringify(amount)} moves ${moved}`, async () => {
        api.ethereum.limit = { minAmount: 1n, maxAmount: 10n ** 30n };
        api.clock.nowMs += 3_000;
        assert.equal((await order({ from: 'ETH', to: 'polygon', amount })).toAmount, moved);
      });
    }

    for (const amount of ['0', 0, -1, '-1', 'abc', '1e3', '', ' ', '0.0000000001', '1,5', '0x10', '١']) {
      it(`${JSON.stringify(amount)} is refused`, async () => {
        const answer = await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount });
        const expected = amount === '' ? [400, 'MALFORMED_REQUEST'] : [422, 'INVALID_AMOUNT'];
        assert.deepEqual([answer.statusCode, answer.json().errorCode], expected);
      });
    }

    for (const written of ['0.10000000000000001', '9007199254740993', '30000000.000000001', '12345678.1234567891']) {
      it(`the number ${written}, which JSON numbers do not carry, is refused and a string asked for`, async () => {
        const answer = await api.app.inject({
          method: 'POST',
          url: '/api/v1/orders',
          headers: { authorization: `Bearer ${ALICE}`, 'content-type': 'application/json' },
          payload: `{"from":"ETH","to":"polygon","Amount":${written}}`,
        });
        assert.equal(answer.statusCode, 422);
        assert.match(answer.json().message, /send the amount as a string/);
      });
    }

    for (const written of ['5e-1', '0.50', '500E-3', '0.5e0']) {
      it(`the number ${written} is one half`, async () => {
        const answer = await api.app.inject({
          method: 'POST',
          url: '/api/v1/orders',
          headers: { authorization: `Bearer ${ALICE}`, 'content-type': 'application/json' },
          payload: `{"from":"ETH","to":"polygon","amount":${written}}`,
        });
        assert.equal(answer.json().toAmount, '0.5');
      });
    }

    it('is refused with the reason that the asset moves in whole wire units', async () => {
      const problem = await refusal({ from: 'ETH', to: 'polygon', amount: '0.0000000001' });
      assert.match(problem.message, /steps of 0\.000000001/);
    });

    it('refuses amounts above the lane’s live limits, and names them', async () => {
      api.clock.nowMs += 3_000;
      api.ethereum.limit = { minAmount: 100_000_000n, maxAmount: 2_000_000_000n };
      const small = await refusal({ from: 'ETH', to: 'polygon', amount: '0.09' });
      assert.deepEqual([small.errorCode, small.minAmount, small.maxAmount], ['AMOUNT_TOO_SMALL', '0.1', '2']);
      assert.equal(
        (await refusal({ from: 'ETH', to: 'polygon', amount: '2.000000001' })).errorCode,
        'AMOUNT_TOO_LARGE',
      );
      await order({ from: 'ETH', to: 'polygon', amount: '0.1' });
      await order({ from: 'ETH', to: 'polygon', amount: '2' });
    });
  });

  describe('recipient', () => {
    it('is the caller’s wallet on the destination when none is given', async () => {
      const created = await order({ from: 'ETH', to: 'polygon', amount: 1 });
      assert.equal(created.destinationAddress.toLowerCase(), ALICE_ADDRESS.toLowerCase());
    });

    it('must be given by a caller without a wallet there', async () => {
      const answer = await postOrder(api, BOB, { from: 'ETH', to: 'polygon', amount: 1 });
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [422, 'RECIPIENT_REQUIRED']);
    });

    for (const bad of ['not-an-address', `0x${'00'.repeat(20)}`, '0x1234', RECIPIENT.slice(0, -2)]) {
      it(`${bad} is refused`, async () => {
        const problem = await refusal({ from: 'ETH', to: 'polygon', amount: 1, destinationAddress: bad });
        assert.equal(problem.errorCode, 'INVALID_ADDRESS');
      });
    }

    it('is never the destination’s bridge', async () => {
      const destinationAddress = api.polygon.formatAddress(api.polygon.bridge);
      const problem = await refusal({ from: 'ETH', to: 'polygon', amount: 1, destinationAddress });
      assert.equal(problem.errorCode, 'INVALID_ADDRESS');
    });
  });

  describe('without a wallet of the caller', () => {
    it('carries the unsigned transaction with the order’s reference in it', async () => {
      const answer = await postOrder(api, BOB, {
        from: 'ETH',
        to: 'polygon',
        amount: 1,
        destinationAddress: RECIPIENT,
      });
      const body = answer.json();
      assert.equal(answer.statusCode, 201);
      assert.equal(body.custody, 'self');
      const { ethereum } = api;
      const to = ethereum.formatAddress(ethereum.bridge);
      assert.deepEqual(body.transactions, [
        { kind: 'evm', to, data: body.reference, value: `0x${units(1).toString(16)}`, chainId: '0x1' },
      ]);
      const made = ethereum.handedOut.at(-1);
      assert.deepEqual([made?.operation, made?.args.refundAddress], ['lockTokens', RECIPIENT]);
      assert.equal(body.sender, null);
      assert.equal(body.refundAddress, RECIPIENT);
      assert.equal(body.result.refundAddress, RECIPIENT);
      assert.match(
        body.message,
        new RegExp(`cannot be delivered, ${RECIPIENT} is refunded on ethereum: the recipient`),
      );
      assert.deepEqual(await api.storage.submissions.forOrder(body.orderId), []);
      await api.orders.locks.round();
      const sent = api.ethereum.broadcasts.length;
      await api.orders.locks.round();
      assert.equal(api.ethereum.broadcasts.length, sent, 'the service sends nothing for them');
    });

    it('names the given sender and refund address', async () => {
      const fromAddress = `0x${'b0'.repeat(20)}`;
      const refundAddress = `0x${'c0'.repeat(20)}`;
      const request = {
        from: 'ETH',
        to: 'polygon',
        amount: 1,
        destinationAddress: RECIPIENT,
        fromAddress,
        refundAddress,
      };
      const body = (await postOrder(api, BOB, request)).json();
      assert.equal(body.sender, fromAddress);
      assert.equal(body.transactions[0].from, fromAddress);
      assert.equal(api.ethereum.handedOut.at(-1)?.args.refundAddress, refundAddress);
      assert.equal(body.refundAddress, refundAddress);
      assert.match(body.message, new RegExp(`cannot be delivered, ${refundAddress} is refunded on ethereum$`));
    });

    it('refunds the sender when no refund address is given', async () => {
      const fromAddress = `0x${'b0'.repeat(20)}`;
      const request = { from: 'ETH', to: 'polygon', amount: 1, destinationAddress: RECIPIENT, fromAddress };
      const body = (await postOrder(api, BOB, request)).json();
      assert.equal(body.refundAddress, fromAddress);
      assert.equal(api.ethereum.handedOut.at(-1)?.args.refundAddress, fromAddress);
    });

    it('is also returned when a caller with a wallet orders from another address', async () => {
      const fromAddress = `0x${'b0'.repeat(20)}`;
      const body = await order({ from: 'ETH', to: 'polygon', amount: 1, fromAddress });
      assert.equal(body.custody, 'self');
    });
  });

  it('names the custodial wallet as the refund address', async () => {
    const created = await order({ from: 'ETH', to: 'polygon', amount: 1, destinationAddress: RECIPIENT });
    assert.equal(created.refundAddress.toLowerCase(), ALICE_ADDRESS.toLowerCase());
    assert.doesNotMatch(created.message, /refunded/);
  });

  it('refuses a refund address that is not the custodial wallet', async () => {
    const body = { from: 'ETH', to: 'polygon', amount: 1, destinationAddress: RECIPIENT };
    const problem = await refusal({ ...body, refundAddress: `0x${'c0'.repeat(20)}` });
    assert.equal(problem.errorCode, 'INVALID_ADDRESS');
    assert.match(problem.message, /your wallet 0x\w+ locks and is refunded/);
    const created = await order({ ...body, refundAddress: ALICE_ADDRESS });
    assert.equal(created.custody, 'service');
  });

  it('refuses open orders of a caller above the limit, and accepts new ones when some have ended', async () => {
    const limited = await testApi({ api: { orders: { maxOpen: 2 } } });
    fund(limited, 'ethereum', 100);
    const body = { from: 'ETH', to: 'polygon', amount: '1' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => postOrder(limited, ALICE, body)));
    const created = answers.filter(({ statusCode }) => statusCode === 201);
    assert.equal(created.length, 2);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    assert.deepEqual([refused?.json().errorCode, refused?.headers['retry-after']], ['OPEN_ORDERS_EXCEEDED', '60']);
    const other = await postOrder(limited, BOB, { ...body, destinationAddress: RECIPIENT });
    assert.equal(other.statusCode, 201, 'another caller has their own');
    await limited.storage.orders.transition(created[0]?.json().orderId, 'expired');
    const key = { 'idempotency-key': 'k' };
    assert.equal((await postOrder(limited, ALICE, body, key)).statusCode, 201);
    await limited.close();
  });

  it('refuses swaps until they are offered', async () => {
    const problem = await refusal({ from: 'ETH', to: 'POL', amount: 1, mode: 'swap' });
    assert.equal(problem.errorCode, 'SWAP_NOT_AVAILABLE');
  });

  it('refuses another mode as malformed', async () => {
    assert.equal(
      (await refusal({ from: 'ETH', to: 'POL', amount: 1, mode: 'gift' }, 400)).errorCode,
      'MALFORMED_REQUEST',
    );
  });

  it('takes expiresInMinutes', async () => {
    const created = await order({ from: 'ETH', to: 'polygon', amount: 1, expiresInMinutes: 5 });
    assert.equal(created.expiresAt, new Date(api.clock.nowMs + 5 * 60_000).toISOString());
    await refusal({ from: 'ETH', to: 'polygon', amount: 1, expiresInMinutes: 0 }, 400);
  });

  it('is created without an exchange rate while prices are unavailable', async () => {
    const created = await order({ from: 'ETH', to: 'polygon', amount: 1 });
    assert.equal(created.exchangeRate, null);
    assert.equal(created.valueUsd, null);
    assert.equal(created.exchangeRateToken, 'POL');
  });

  it('answers 503 with Retry-After while the source is paused or cannot be read', async () => {
    api.ethereum.outboundPaused = true;
    const answer = await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: 1 });
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [503, 'BRIDGE_PAUSED']);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    const inside = { code: 'RPC_UNAVAILABLE', message: 'http://10.0.0.7:8545 refused', retryable: true };
    api.polygon.failures.set('limits', { ok: false, error: inside });
    const down = await postOrder(api, ALICE, { from: 'POL', to: 'ethereum', amount: 1 });
    assert.deepEqual([down.statusCode, down.json().errorCode], [503, 'CHAIN_UNAVAILABLE']);
    assert.ok(!down.body.includes('10.0.0.7'), 'the inside stays inside');
    assert.ok(Number(down.headers['retry-after']) > 0);
  });

  it('creates nothing when it is refused', async () => {
    const newest = async () => (await api.storage.orders.list({}, null, 1)).items[0]?.id;
    const before = await newest();
    await refusal({ from: 'ETH', to: 'polygon', amount: '2000' });
    await refusal({ from: 'ETH@polygon', to: 'arbitrum', amount: '1' });
    assert.equal(await newest(), before);
  });
});
