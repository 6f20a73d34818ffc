import { strict as assert } from 'node:assert';
import {
  type BlockRef,
  decodeTerms,
  evmVaultOf,
  FALLBACK,
  type Hex,
  KIND,
  messageIdOf,
  parseTerms,
  termsIdOf,
  toAddress32,
  ZERO_32,
} from '@causeway/protocol';
import type { ScannedSwapEvent, ScanRow } from '@causeway/storage';
import { lockOf } from '@causeway/storage/jobs';
import { offers } from '../../../src/areas/offers/index.ts';
import { renderOrderEvent } from '../../../src/areas/orders/routes/events.ts';
import {
  ALICE,
  ALICE_ADDRESS,
  ALICE_ID,
  apiForEach,
  as,
  BOB,
  fund,
  keyOf,
  postOrder,
  RECIPIENT,
  USUAL,
} from '../../support/api.ts';
import { SETTLER } from '../../support/chains.ts';
import { countOutcome } from '../../support/outcomes.ts';
import { OFFER, offer, refusal, swapApi } from '../offers/support.ts';

const SWAP = { from: 'ETH', to: 'POL', amount: '2', mode: 'swap', destinationAddress: RECIPIENT };
const word = (address: string): Hex => toAddress32(address.toLowerCase() as Hex);

describe('an order of mode swap', () => {
  const api = apiForEach(() => swapApi({ coins: 1_000 }));
  beforeEach(async () => {
    await offer(api, [{ ...OFFER, rate: '7425' }]);
  });

  const order = async (payload: object = {}, token = ALICE) => {
    const answer = await postOrder(api, token, { ...SWAP, ...payload });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  };
  const refused = (payload: object, token = ALICE) => refusal(postOrder(api, token, { ...SWAP, ...payload }));
  const read = async (id: string, token?: string, path = '') =>
    (await api.app.inject({ url: `/api/v1/orders/${id}${path}`, ...(token && { headers: as(token) }) })).json().result;
  const termsIn = (answer: { terms: { hex: Hex } }) => {
    const decoded = decodeTerms(answer.terms.hex);
    assert.ok(decoded.ok);
    return decoded.value;
  };
  const now = () => BigInt(Math.floor(api.clock.nowMs / 1_000));

  /** The lock of an order is seen. */
  const lock = async (id: string) => {
    const row = await api.storage.orders.get(id);
    const messageId: Hex = `0x${'77'.repeat(32)}`;
    const facts = { messageId, lockTransaction: '0xabc', sender: row?.sender ?? null };
    assert.ok(await api.storage.orders.transition(id, 'lockSeen', facts));
  };

  /** The view of Polygon's bridge has a further block, with these outcomes. */
  const mined = async (outcomesIn: (to: BlockRef) => ScanRow['outcomes'] = () => []): Promise<BlockRef> => {
    const [family, domain] = [api.polygon.family, api.polygon.domain];
    api.polygon.mine();
    const head = await api.polygon.head();
    assert.ok(head.ok);
    const to = { number: head.value.number, hash: head.value.hash, timeMs: api.clock.nowMs };
    const outcomes = outcomesIn(to);
    assert.ok((await api.storage.chainView.recordScan({ family, domain, to, messages: [], outcomes, roots: [] })).ok);
    return to;
  };

  /** The settler's events are read, in a block of its chain. */
  const emit = async (...events: readonly Omit<ScannedSwapEvent, 'at'>[]) => {
    const to = await mined();
    const scanned = events.map((event, index) => ({ ...event, at: { block: to, transaction: `0x${index}f`, index } }));
    const { family, domain } = api.polygon;
    await api.storage.swaps.record({ family, domain, to, finalTo: -1, events: scanned });
  };

  it('is locked to the vault of its terms, which say what the answer says', async () => {
    const answer = await order();
    const terms = termsIn(answer);
    const site = { domain: api.polygon.domain, settler: word(SETTLER), addressLength: 20 };
    assert.ok(parseTerms(answer.terms.hex, site).ok);
    assert.equal(answer.reference, termsIdOf(answer.terms.hex));
    assert.equal(answer.vault.toLowerCase(), `0x${evmVaultOf(SETTLER, answer.reference).slice(-40)}`);
    const token = api.networks[1]?.deployment.bridges.main?.remotes.ethereum?.token.address ?? '';
    const { salt, exclusiveUntil, deadline, ...figures } = terms;
    assert.deepEqual(figures, {
      version: 1,
      domain: api.polygon.domain,
      settler: word(SETTLER),
      assetIn: word(token),
      amountIn: 2n * 10n ** 18n,
      assetOut: ZERO_32,
      quotedOut: 14_850n * 10n ** 18n,
      minOut: 147_015n * 10n ** 17n,
      recipient: word(RECIPIENT),
      solver: word(ALICE_ADDRESS),
      fallback: FALLBACK.home,
      home: api.ethereum.domain,
      homeAddress: word(ALICE_ADDRESS),
      finishFee: 0n,
    });
    assert.notEqual(salt, ZERO_32);
    const { expectedSeconds } = (
      await api.app.inject({ url: '/api/v1/quote', query: { from: 'ETH', to: 'polygon', amount: '2' } })
    ).json().result;
    assert.equal(exclusiveUntil, now() + BigInt(expectedSeconds) + 30n);
    assert.equal(deadline, now() + BigInt(expectedSeconds) + 1_800n);
    assert.deepEqual(
      {
        mode: answer.mode,
        status: answer.status,
        tokens: [answer.fromToken, answer.toToken, answer.toTokenAddress],
        amounts: [answer.fromAmount, answer.toAmount, answer.minToAmount, answer.refundAmount, answer.finishFee],
        rate: [answer.exchangeRate, answer.exchangeRateToken],
        to: answer.destinationAddress,
        fallback: answer.fallback,
        deadline: answer.deadline,
        solverId: answer.solverId,
        filled: [answer.solver, answer.filledAmount, answer.fillTransaction, answer.settled],
      },
      {
        mode: 'swap',
        status: 'created',
        tokens: ['ETH', 'POL', null],
        amounts: ['2', '14850', '14701.5', '2', '0'],
        rate: ['7425', 'POL'],
        to: RECIPIENT,
        fallback: 'home',
        deadline: new Date(Number(deadline) * 1_000).toISOString(),
        solverId: ALICE_ID,
        filled: [null, null, null, false],
      },
    );
    const row = await api.storage.orders.get(answer.orderId);
    assert.equal(row?.recipient, evmVaultOf(SETTLER, answer.reference));
    assert.equal(row?.reference, answer.reference);
  });

  it('has other terms each time, and its own idempotent answer again', async () => {
    const payload = { ...SWAP };
    const post = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/orders',
        headers: { ...as(ALICE), 'idempotency-key': 'one' },
        payload,
      });
    const [first, again, other] = [await post(), await post(), await order()];
    assert.equal(first.statusCode, 201);
    assert.equal(first.json().mode, 'swap');
    assert.equal(again.body, first.body);
    assert.notEqual(other.reference, first.json().reference);
  });

  it('is locked by its caller’s own transactions to the vault, and returns to the refund address', async () => {
    const sender = '0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0';
    const answer = await order({ fromAddress: sender });
    assert.equal(answer.custody, 'self');
    const { homeAddress } = termsIn(answer);
    assert.equal(homeAddress, word(sender));
    const refundAddress = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0';
    assert.equal(termsIn(await order({ fromAddress: sender, refundAddress })).homeAddress, word(refundAddress));
  });

  it('leaves the token with the recipient when that is wanted', async () => {
    const { fallback, home, homeAddress } = termsIn(await order({ fallback: 'token' }));
    assert.deepEqual([fallback, home, homeAddress], [FALLBACK.token, 0, ZERO_32]);
  });

  it('takes a deadline after the delivery, up to three quarters of the time until a cancellation', async () => {
    const at = (seconds: number) => new Date(api.clock.nowMs + seconds * 1_000).toISOString();
    assert.equal(termsIn(await order({ deadline: at(64_800) })).deadline, now() + 64_800n);
    assert.deepEqual(await refused({ deadline: at(64_801) }), [422, 'DEADLINE_OUT_OF_RANGE']);
    assert.deepEqual(await refused({ deadline: at(10) }), [422, 'DEADLINE_OUT_OF_RANGE']);
    const soon = termsIn(await order({ deadline: at(90) }));
    assert.ok(soon.exclusiveUntil < soon.deadline && soon.exclusiveUntil < now() + 90n, String(soon.exclusiveUntil));
    assert.deepEqual(await refused({ deadline: 'soon' }), [400, 'MALFORMED_REQUEST']);
  });

  it('ends without a lock at its deadline at the latest', async () => {
    const { expiresAt, deadline } = await order();
    assert.equal(expiresAt, deadline);
    const { expiresAt: soon } = await order({ expiresInMinutes: 1 });
    assert.equal(soon, new Date(api.clock.nowMs + 60_000).toISOString());
  });

  it('takes the offer of a quote while its solver offers that, and is refused afterwards', async () => {
    const quoteId = `${ALICE_ID}:7425`;
    assert.equal((await order({ quoteId })).toAmount, '14850');
    api.clock.nowMs += 1_000;
    await offer(api, [{ ...OFFER, rate: '7450' }]);
    assert.equal((await order({ quoteId })).toAmount, '14900');
    api.clock.nowMs += 1_000;
    await offer(api, [{ ...OFFER, rate: '7424' }]);
    assert.deepEqual(await refused({ quoteId }), [409, 'QUOTE_EXPIRED']);
    assert.deepEqual(await refused({ quoteId: `${ALICE_ID}:0` }), [409, 'QUOTE_EXPIRED']);
    assert.deepEqual(await refused({ quoteId: 'x' }), [409, 'QUOTE_EXPIRED']);
    api.clock.nowMs += 61_000;
    assert.deepEqual(await refused({ quoteId: `${ALICE_ID}:7424` }), [409, 'QUOTE_EXPIRED']);
  });

  it('lets anybody fill at once where the solver’s record earns no time of its own', async () => {
    for (let more = 0; more < 10; more += 1) await countOutcome(api.storage.offers, ALICE_ID, null);
    const { solver, quotedOut } = termsIn(await order());
    assert.deepEqual([solver, quotedOut], [ZERO_32, 14_850n * 10n ** 18n]);
  });

  it('is a limit order at the caller’s own least, which no solver has alone', async () => {
    const answer = await order({ minToAmount: '15500' });
    const { solver, quotedOut, minOut } = termsIn(answer);
    assert.deepEqual([solver, quotedOut, minOut], [ZERO_32, 15_500n * 10n ** 18n, 15_500n * 10n ** 18n]);
    assert.deepEqual([answer.solverId, answer.quoteExpiresAt], [null, null]);
  });

  it('is refused with codes of its own, and nothing is written', async () => {
    const refusals: readonly (readonly [object, number, string])[] = [
      [{ slippageBps: 1_001 }, 422, 'SLIPPAGE_OUT_OF_RANGE'],
      [{ slippageBps: -1 }, 422, 'SLIPPAGE_OUT_OF_RANGE'],
      [{ fallback: 'elsewhere' }, 422, 'FALLBACK_UNKNOWN'],
      [{ to: 'ARB' }, 422, 'SWAP_NOT_AVAILABLE'],
      [{ to: 'ETH@polygon' }, 422, 'SAME_ASSET'],
      [{ amount: '0.0005' }, 422, 'AMOUNT_TOO_SMALL'],
      [{ amount: '50' }, 422, 'NO_OFFER'],
      [{ destinationAddress: SETTLER }, 422, 'INVALID_ADDRESS'],
      [{ destinationAddress: '0x00' }, 422, 'INVALID_ADDRESS'],
      [{ deadline: '2026-12-31T23:59:60Z' }, 422, 'DEADLINE_OUT_OF_RANGE'],
      [{ maxOut: '1' }, 400, 'MALFORMED_REQUEST'],
      [{ minToAmount: '1', slippageBps: 1 }, 400, 'MALFORMED_REQUEST'],
      [{ mode: 'bridge', slippageBps: 1 }, 400, 'MALFORMED_REQUEST'],
      [{ mode: 'bridge', fallback: 'home' }, 400, 'MALFORMED_REQUEST'],
    ];
    for (const [payload, status, code] of refusals) {
      assert.deepEqual(await refused(payload), [status, code], JSON.stringify(payload));
    }
    assert.deepEqual((await api.storage.orders.list({}, null, 1)).items, []);
    assert.deepEqual(await api.storage.swaps.open({ accountId: ALICE_ID }, null, 1), []);
  });

  it('is refused to a recipient that cannot take what it is paid', async () => {
    api.polygon.refusing.add(RECIPIENT);
    assert.deepEqual(await refused({}), [422, 'RECIPIENT_CANNOT_RECEIVE']);
    api.polygon.failing('canReceive');
    assert.deepEqual(await refused({}), [503, 'CHAIN_UNAVAILABLE']);
    assert.deepEqual((await api.storage.orders.list({}, null, 1)).items, []);
  });

  it('shows others whom its terms name from the lock on', async () => {
    const { orderId } = await order();
    assert.equal((await read(orderId)).terms, null);
    assert.equal((await read(orderId, ALICE)).terms.fallback, FALLBACK.home);
    await lock(orderId);
    assert.equal((await read(orderId)).terms.fallback, FALLBACK.home);
  });

  it('is completed by its fill, with what was paid and by whom, in every answer', async () => {
    const { orderId, reference: swapId } = await order();
    await lock(orderId);
    const filled = { swapId, type: 'filled', account: RECIPIENT, amount: 14_860n * 10n ** 18n, home: null } as const;
    await emit(filled);
    const shown = await read(orderId);
    assert.deepEqual(
      [shown.status, shown.isCompleted, shown.isFinished, shown.solver, shown.filledAmount, shown.settled],
      ['completed', true, true, RECIPIENT, '14860', false],
    );
    assert.deepEqual([shown.exchangeRate, shown.toAmount], ['7430', '14850']);
    assert.equal(shown.final, false);
    const balance = await read(orderId, undefined, '/check-balance');
    assert.deepEqual(
      [balance.status, balance.filledAmount, balance.solver, balance.expectedSeconds],
      ['completed', '14860', RECIPIENT, 0],
    );
    const list = await api.app.inject({ url: '/api/v1/orders', query: { status: 'completed' }, headers: as(ALICE) });
    assert.deepEqual(
      list.json().result.map((item: { filledAmount: string }) => item.filledAmount),
      ['14860'],
    );
    const events = await api.storage.events.after(orderId, 0, 10);
    assert.deepEqual([events.at(-1)?.type, events.at(-1)?.data.filledAmount], ['order.completed', '14860']);
    const told = events.map((event) => renderOrderEvent(event) as Record<string, unknown>);
    assert.deepEqual(
      // The service may have begun to lock.
      told.map(({ status }) => status).filter((status) => status !== 'locking'),
      ['created', 'locked', 'completed'],
    );
    assert.match(String(told.at(-1)?.message), /^paid by a solver/);
    assert.equal(told.at(-1)?.filledAmount, '14860');
  });

  it('shows the recipient’s balance of what it is paid', async () => {
    const { orderId } = await order();
    fund(api, 'polygon', 7);
    const own = await order({ destinationAddress: ALICE_ADDRESS });
    assert.equal((await read(orderId, undefined, '/check-balance')).currentToBalance, '0');
    assert.equal((await read(own.orderId, undefined, '/check-balance')).currentToBalance, '7');
  });

  it('is listed for solvers from its lock on, and for its own solver from the order on', async () => {
    const { orderId, terms, vault } = await order();
    const listed = async (token?: string, query: Record<string, string> = {}) =>
      (await api.app.inject({ url: '/api/v1/swaps', query, ...(token && { headers: as(token) }) })).json().result;
    assert.deepEqual(await listed(), []);
    assert.deepEqual(await listed(BOB), []);
    const [own] = await listed(ALICE);
    assert.deepEqual(
      [own.orderId, own.terms, own.vault, own.messageId, own.fromToken, own.deliveredToken, own.toToken],
      [orderId, terms.hex, vault, null, 'ETH', 'cwETH', 'POL'],
    );
    await lock(orderId);
    assert.deepEqual(
      (await listed()).map((one: { orderId: string }) => one.orderId),
      [orderId],
    );
    assert.deepEqual(await listed(undefined, { toChain: 'ethereum' }), []);
    assert.equal((await listed(undefined, { toChain: 'polygon', solverId: ALICE_ID })).length, 1);
    const unknown = api.app.inject({ url: '/api/v1/swaps', query: { toChain: 'nowhere' } });
    assert.deepEqual(await refusal(unknown), [422, 'CHAIN_UNKNOWN']);
  });

  /** The lock of an order is recorded with its message, in a block of `timeMs`. */
  const lockAt = async (id: string, timeMs: number) => {
    const row = (await api.storage.orders.get(id)) ?? assert.fail();
    const { family, source, destination, assetHome, recipient, wireAmount, reference } = row;
    const message = {
      ...{ kind: KIND.lock, source, destination, nonce: BigInt(locks++), assetHome, recipient, wireAmount, reference },
      ...{ sourceBridge: word(SETTLER), destinationBridge: word(SETTLER), sender: word(ALICE_ADDRESS) },
    };
    const at = { block: { number: 5, hash: '0x05', timeMs }, transaction: `0x${locks}a`, index: locks };
    const seen = { messageId: messageIdOf(message), message, at };
    const scan = { family, domain: source, to: at.block, messages: [seen], outcomes: [], roots: [] };
    assert.ok((await api.storage.chainView.recordScan(scan)).ok);
    await api.storage.orders.matchLock({ ...seen, family, final: false }, 32, 3);
  };
  /** The delivery of a locked order is recorded. */
  const deliver = async (id: string) => {
    const messageId = (await api.storage.orders.get(id))?.messageId ?? assert.fail();
    const executed = { messageId, status: 'executed', credited: false } as const;
    await mined((block) => [{ ...executed, at: { block, transaction: '0xde', index: 0 } }]);
  };
  let locks = 0;
  const outcomes = () => api.storage.offers.outcomesOf(ALICE_ID);
  const count = () => api.areas.use(offers).outcomes.run();
  const fill = (swapId: Hex, account = ALICE_ADDRESS) =>
    emit({ swapId, type: 'filled', account, amount: 10n ** 18n, home: null });

  it('counts for its solver once, as filled in so many seconds, or not at all after its quote expired', async () => {
    const [intime, late, limit] = [await order(), await order(), await order({ minToAmount: '15500' })];
    const lockedAtMs = api.clock.nowMs;
    await lockAt(intime.orderId, lockedAtMs);
    await lockAt(late.orderId, lockedAtMs);
    await lockAt(limit.orderId, lockedAtMs);
    await api.storage.bridge.write(
      'normal',
      function* () {
        yield {
          kind: 'text',
          text: `update swaps set quote_expires_at_ms = ${lockedAtMs - 1} where order_id = '${late.orderId}'`,
          values: [],
        };
      },
      { locks: [lockOf('order', late.orderId)] },
    );
    api.clock.nowMs += 12_900;
    for (const { reference } of [intime, late, limit]) await fill(reference);
    await count();
    await count();
    assert.deepEqual(await outcomes(), [12]);
  });

  it('counts against its solver when another one filled, or nobody by the deadline', async () => {
    const [missed, nobody, never] = [await order(), await order(), await order()];
    for (const { orderId } of [missed, nobody]) {
      await lockAt(orderId, api.clock.nowMs);
      await deliver(orderId);
    }
    await fill(missed.reference, RECIPIENT);
    await count();
    assert.deepEqual(await outcomes(), [null]);
    api.clock.nowMs = Date.parse(nobody.deadline);
    await api.storage.orders.transition(never.orderId, 'expired');
    await count();
    assert.deepEqual(await outcomes(), [null, null]);
  });

  it('counts not against its solver when it was not delivered in time, or its recipient took it first', async () => {
    const [undelivered, late, taken, left] = [await order(), await order(), await order(), await order()];
    for (const { orderId } of [undelivered, late, taken, left]) await lockAt(orderId, api.clock.nowMs);
    for (const { orderId } of [taken, left]) await deliver(orderId);
    const end = (swapId: Hex) => emit({ swapId, type: 'returned', account: null, amount: 1n, home: null });
    api.clock.nowMs = Date.parse(taken.exclusiveUntil) - 1_000;
    await end(taken.reference);
    api.clock.nowMs = Date.parse(late.deadline);
    await deliver(late.orderId);
    await end(left.reference);
    await count();
    assert.deepEqual(await outcomes(), [null], 'the one that was left to the solver until its deadline');
  });
});

describe('an order of mode swap by a key that may only order', () => {
  const mayOrder = { name: 'carol', scopes: ['orders:read', 'orders:write'], wallets: [7, 8] } as const;
  const api = apiForEach(() => swapApi({ coins: 1_000, people: [...USUAL, mayOrder] }));
  const carol = keyOf('carol');
  const swap = { from: 'ETH', to: 'POL', amount: '2', mode: 'swap' };
  const place = (payload: object, token = carol) => postOrder(api, token, { ...swap, ...payload });

  it('pays no solver far more than a quote would, whoever its recipient is', async () => {
    await offer(api, [{ ...OFFER, rate: '7425' }]);
    const forbidden = [403, 'FORBIDDEN'];
    const isForbidden = async (payload: object) => assert.deepEqual(await refusal(place(payload)), forbidden);
    // 2 ETH are 15,000 POL; 3 % less are near the market, and the largest slippage is a tenth of that.
    await isForbidden({ minToAmount: '0.000000000000000001' });
    await isForbidden({ minToAmount: '13094.999999999999999999' });
    await isForbidden({ minToAmount: '13094.999999999999999999', quoteId: `${ALICE_ID}:7425` });
    await isForbidden({ destinationAddress: RECIPIENT });
    for (const payload of [{}, { slippageBps: 1_000 }, { minToAmount: '13095' }, { minToAmount: '16000' }]) {
      assert.equal((await place(payload)).statusCode, 201, JSON.stringify(payload));
    }
    assert.equal((await place({ minToAmount: '1' }, ALICE)).statusCode, 201, 'who may send may also price');
    const own = { minToAmount: '1', fromAddress: RECIPIENT, destinationAddress: RECIPIENT };
    assert.equal((await place(own)).statusCode, 201, 'who signs the lock alone prices it');
  });
});

describe('an order without a mode', () => {
  const api = apiForEach(() => swapApi({ coins: 1_000 }));
  const messageOf = async (to: string) => {
    const answer = await postOrder(api, ALICE, { from: 'ETH', to, amount: '1', destinationAddress: RECIPIENT });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json().message as string;
  };

  it('is a bridge order as before, and says which mode brings the asset that it names', async () => {
    const answer = (
      await postOrder(api, ALICE, { from: 'ETH', to: 'POL', amount: '1', destinationAddress: RECIPIENT })
    ).json();
    assert.deepEqual([answer.mode, answer.toToken, answer.toAmount], ['bridge', 'cwETH', '1']);
    for (const member of ['terms', 'vault', 'settled', 'minToAmount']) assert.equal(answer[member], undefined, member);
    assert.match(answer.message, /; this brings cwETH, and mode "swap" brings POL$/);
    for (const to of ['polygon', 'ETH@polygon', 'cwETH@polygon']) assert.doesNotMatch(await messageOf(to), /swap/, to);
  });
});
