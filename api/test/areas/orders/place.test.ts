import { strict as assert } from 'node:assert';
import { type Hex, KIND, toAddress32, type UnsignedTransaction } from '@causeway/protocol';
import {
  ALICE,
  ALICE_ADDRESS,
  ALICE_ID,
  BOB,
  fund,
  hold,
  postOrder,
  RECIPIENT,
  testApi,
  units,
} from '../../support/api.ts';
import { testChains } from '../../support/chains.ts';
import { placingWorld } from './support.ts';

const fromAddress = '0xB0B0b0B0B0B0B0b0B0B0B0b0b0b0b0B0b0b0B0B0';
const refundAddress = '0xC0C0c0c0C0C0c0c0c0C0c0C0C0C0C0C0C0C0c0c0';

/** The 32 bytes of an address of 20. */
const padded = (address: string) => toAddress32(address.toLowerCase() as Hex);

describe('POST /api/v1/orders', () => {
  const world = placingWorld();
  const { order, refusal } = world;

  it('answers 201, readable flat and under result, with the exact amount that arrives', async () => {
    const answer = await postOrder(world.api, ALICE, {
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
    const token = world.api.networks[1]?.deployment.bridges.main?.remotes.ethereum?.token.address;
    assert.equal(body.toTokenAddress, token);
    assert.equal(body.destinationAddress, RECIPIENT);
    assert.equal(body.expiresAt, new Date(world.api.clock.nowMs + 3_600_000).toISOString());
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
        hold(world.api.polygon, ALICE_ADDRESS, units(9), world.api.ethereum.domain);
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
      [{ from: 'ETH@arbitrum', to: 'ethereum' }, 'NOT_BRIDGED'],
      [{ from: 'eth', fromChain: 'arbitrum', to: 'ethereum' }, 'NOT_BRIDGED'],
      [{ from: 'ETH', to: 'ETH@arbitrum' }, 'NOT_BRIDGED'],
    ];
    for (const [body, code, status] of refused) {
      it(`refuse ${JSON.stringify(body)} with ${code}`, async () => {
        assert.equal((await refusal({ ...body, amount: '1' }, status)).errorCode, code);
      });
    }

    it('name the asset on a chain whose own coin has its symbol, which is taken by that name', async () => {
      const refused = await refusal({ from: 'ETH@arbitrum', to: 'ethereum', amount: '1' });
      assert.equal(refused.bridged, 'cwETH@arbitrum');
      assert.match(
        refused.message,
        /^ETH on arbitrum is that chain’s own coin, which no bridge moves; cwETH@arbitrum is/,
      );
      const answer = await world.api.app.inject('/api/v1/quote?from=cwETH@arbitrum&to=ethereum&amount=1');
      const { fromToken, toToken, feeToken } = answer.json().result;
      assert.deepEqual([fromToken, toToken, feeToken], ['cwETH', 'ETH', 'ETH@arbitrum']);
    });

    it('list the known networks and assets when a name is unknown', async () => {
      assert.deepEqual((await refusal({ from: 'ETH', to: 'ETH@mars', amount: 1 })).networks, [
        'ethereum',
        'polygon',
        'arbitrum',
      ]);
      assert.deepEqual((await refusal({ from: 'DOGE', to: 'polygon', amount: 1 })).assets, ['ETH', 'POL', 'ARB']);
    });

    it('call a misspelt word neither chain nor asset, and name the nearest of both', async () => {
      const problem = await refusal({ from: 'ETH', to: 'polygn', amount: 1 });
      assert.equal(problem.message, 'polygn is neither a chain nor an asset here; did you mean the chain polygon?');
      assert.deepEqual(
        [problem.networks, problem.assets],
        [
          ['ethereum', 'polygon', 'arbitrum'],
          ['ETH', 'POL', 'ARB'],
        ],
      );
      const either = await refusal({ from: 'ETH', to: 'POLL', amount: 1 });
      assert.match(either.message, /did you mean the asset POL\?$/);
      const nothing = await refusal({ from: 'ETH', to: 'Atlantis', amount: 1 });
      assert.match(nothing.message, /^Atlantis is neither a chain nor an asset here$/);
    });

    it('name the two orders by way of the asset’s home', async () => {
      const problem = await refusal({ from: 'ETH@polygon', to: 'arbitrum', amount: '1' });
      assert.equal(problem.errorCode, 'ROUTE_VIA_HOME');
      assert.deepEqual(problem.orders, [
        { from: 'ETH@polygon', to: 'ethereum' },
        { from: 'ETH@ethereum', to: 'arbitrum' },
      ]);
      fund(world.api, 'polygon', 5);
      hold(world.api.polygon, ALICE_ADDRESS, units(5), world.api.ethereum.domain);
      for (const step of problem.orders) await order({ ...step, amount: '1' });
    });

    it('refuse a route that one of the bridges has not opened', async () => {
      for (const closed of ['ethereum polygon', 'polygon ethereum']) {
        const other = await testApi({ chains: testChains({ closed }) });
        const answer = await postOrder(other, ALICE, { from: 'ETH', to: 'polygon', amount: 1 });
        assert.equal(answer.json().errorCode, 'ROUTE_NOT_OPEN');
        await other.close();
      }
    });
  });

  describe('recipient', () => {
    it('is the caller’s wallet on the destination when none is given', async () => {
      const created = await order({ from: 'ETH', to: 'polygon', amount: 1 });
      assert.equal(created.destinationAddress.toLowerCase(), ALICE_ADDRESS.toLowerCase());
    });

    it('must be given by a caller without a wallet there', async () => {
      const answer = await postOrder(world.api, BOB, { from: 'ETH', to: 'polygon', amount: 1 });
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [422, 'RECIPIENT_REQUIRED']);
    });

    for (const bad of ['not-an-address', `0x${'00'.repeat(20)}`, '0x1234', RECIPIENT.slice(0, -2)]) {
      it(`${bad} is refused`, async () => {
        const problem = await refusal({ from: 'ETH', to: 'polygon', amount: 1, destinationAddress: bad });
        assert.equal(problem.errorCode, 'INVALID_ADDRESS');
      });
    }

    it('is never the destination’s bridge', async () => {
      const destinationAddress = world.api.polygon.formatAddress(world.api.polygon.bridge);
      const problem = await refusal({ from: 'ETH', to: 'polygon', amount: 1, destinationAddress });
      assert.equal(problem.errorCode, 'INVALID_ADDRESS');
    });
  });

  describe('without a wallet of the caller', () => {
    /** The message of the lock that `address` sends. */
    const sentBy = (address: string, unsigned: UnsignedTransaction) => {
      const { ethereum } = world.api;
      hold(ethereum, address, units(1));
      ethereum.sendUnsigned(unsigned);
      ethereum.mine();
      return ethereum.emitted().at(-1);
    };
    it('carries the unsigned transaction with the order’s reference in it', async () => {
      const answer = await postOrder(world.api, BOB, {
        from: 'ETH',
        to: 'polygon',
        amount: 1,
        destinationAddress: RECIPIENT,
      });
      const body = answer.json();
      assert.equal(answer.statusCode, 201);
      assert.equal(body.custody, 'self');
      const { ethereum } = world.api;
      const to = ethereum.formatAddress(ethereum.bridge);
      const [{ data, ...transaction }] = body.transactions;
      const value = `0x${units(1).toString(16)}`;
      assert.deepEqual(transaction, { kind: 'evm', to, value, chainId: `0x${ethereum.domain.toString(16)}` });
      const message = sentBy(RECIPIENT, body.transactions[0]);
      assert.deepEqual([message?.kind, message?.reference], [KIND.lock, body.reference]);
      assert.equal(message?.sender, padded(RECIPIENT));
      assert.equal(body.sender, null);
      assert.equal(body.refundAddress, RECIPIENT);
      assert.equal(body.result.refundAddress, RECIPIENT);
      assert.match(
        body.message,
        new RegExp(`cannot be delivered, ${RECIPIENT} is refunded on ethereum: the recipient`),
      );
      assert.deepEqual(await world.api.storage.submissions.forOrder(body.orderId), []);
      await world.api.orders.locks.round();
      const sent = world.api.ethereum.broadcasts.length;
      await world.api.orders.locks.round();
      assert.equal(world.api.ethereum.broadcasts.length, sent, 'the service sends nothing for them');
    });

    it('names the given sender and refund address', async () => {
      const request = {
        from: 'ETH',
        to: 'polygon',
        amount: 1,
        destinationAddress: RECIPIENT,
        fromAddress,
        refundAddress,
      };
      const body = (await postOrder(world.api, BOB, request)).json();
      assert.equal(body.sender, fromAddress);
      assert.equal(body.transactions[0].from, fromAddress);
      assert.equal(sentBy(fromAddress, body.transactions[0])?.sender, padded(refundAddress));
      assert.equal(body.refundAddress, refundAddress);
      assert.match(body.message, new RegExp(`cannot be delivered, ${refundAddress} is refunded on ethereum$`));
    });

    it('refunds the sender when no refund address is given', async () => {
      const request = { from: 'ETH', to: 'polygon', amount: 1, destinationAddress: RECIPIENT, fromAddress };
      const body = (await postOrder(world.api, BOB, request)).json();
      assert.equal(body.refundAddress, fromAddress);
      assert.equal(sentBy(fromAddress, body.transactions[0])?.sender, padded(fromAddress));
    });

    it('is also returned when a caller with a wallet orders from another address', async () => {
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
    const problem = await refusal({ ...body, refundAddress });
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
    assert.equal(created.expiresAt, new Date(world.api.clock.nowMs + 5 * 60_000).toISOString());
    await refusal({ from: 'ETH', to: 'polygon', amount: 1, expiresInMinutes: 0 }, 400);
  });

  it('is created without an exchange rate while prices are unavailable', async () => {
    const created = await order({ from: 'ETH', to: 'polygon', amount: 1 });
    assert.equal(created.exchangeRate, null);
    assert.equal(created.valueUsd, null);
    assert.equal(created.exchangeRateToken, 'POL');
  });

  it('answers 503 with Retry-After while the source is paused or cannot be read', async () => {
    world.api.ethereum.settings.outboundPaused = true;
    const answer = await postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount: 1 });
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [503, 'BRIDGE_PAUSED']);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    const inside = { code: 'RPC_UNAVAILABLE', message: 'http://10.0.0.7:8545 refused', retryable: true } as const;
    world.api.polygon.failures.set('limits', inside);
    const down = await postOrder(world.api, ALICE, { from: 'POL', to: 'ethereum', amount: 1 });
    assert.deepEqual([down.statusCode, down.json().errorCode], [503, 'CHAIN_UNAVAILABLE']);
    assert.ok(!down.body.includes('10.0.0.7'), 'the inside stays inside');
    assert.ok(Number(down.headers['retry-after']) > 0);
  });

  it('reads the lane once in three seconds, and at once again after it could not be read', async () => {
    const { polygon } = world.api;
    const payload = { from: 'POL', to: 'ethereum', amount: 1 };
    polygon.failures.set('limits', { code: 'RPC_UNAVAILABLE', message: 'down', retryable: true });
    assert.equal((await postOrder(world.api, ALICE, payload)).statusCode, 503);
    polygon.failures.clear();
    await order(payload);
    const reads = polygon.reads.get('limits');
    await order(payload);
    assert.equal(polygon.reads.get('limits'), reads);
    world.api.clock.nowMs += 3_000;
    await order(payload);
    assert.equal(polygon.reads.get('limits'), Number(reads) + 1);
  });

  it('creates nothing when it is refused', async () => {
    const newest = async () => (await world.api.storage.orders.list({}, null, 1)).items[0]?.id;
    const before = await newest();
    await refusal({ from: 'ETH', to: 'polygon', amount: '2000' });
    await refusal({ from: 'ETH@polygon', to: 'arbitrum', amount: '1' });
    assert.equal(await newest(), before);
  });
});
