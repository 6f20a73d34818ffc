import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { type Hex, KIND, type Message, messageIdOf, padLeft, uintToHex } from '@causeway/protocol';
import type { ScanRow } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { oracleDetails } from '@causeway/storage/test-support/submission-details';
import {
  ALICE,
  ALICE_ADDRESS,
  ALICE_ID,
  apiForEach,
  as,
  BOB,
  fund,
  hold,
  postOrder,
  RECIPIENT,
  START_MS,
  units,
} from '../../support/api.ts';

describe('reading orders', () => {
  const api = apiForEach({ coins: 100 });

  const create = async (): Promise<string> =>
    (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT })).json()
      .orderId;
  const get = (path: string, headers: Record<string, string> = {}) =>
    api.app.inject({ url: `/api/v1/orders${path}`, headers });
  /** Writes the relayer's records of a seen lock. */
  const lock = async (id: string): Promise<void> => {
    await api.orders.locks.round();
    await api.storage.orders.transition(id, 'lockSeen', { messageId: `0x${'77'.repeat(32)}`, lockBlock: 5 });
  };

  /** Records that the relayer has seen the source's blocks up to `number`. */
  const scanTo = async (number: number): Promise<void> => {
    const to = { number, hash: `0x${number}`, timeMs: START_MS };
    const bridge = { family: 'main', domain: api.ethereum.domain };
    assert.ok((await api.storage.chainView.recordScan({ ...bridge, to, messages: [], outcomes: [], roots: [] })).ok);
  };

  it('shows the confirmations of the lock, with another ETag for each', async () => {
    const id = await create();
    await lock(id);
    await api.storage.orders.transition(id, 'confirmationsStarted');
    const seen: unknown[] = [];
    for (const head of [5, 15, 36, 37, 90]) {
      await scanTo(head);
      const { headers, ...answer } = await get(`/${id}`);
      seen.push([answer.json().result.confirmations, headers.etag]);
    }
    assert.deepEqual(
      seen.map((pair) => (pair as [number])[0]),
      [0, 10, 31, 32, 32],
    );
    assert.equal(new Set(seen.map((pair) => (pair as [number, string])[1])).size, 4);
    assert.equal((await get('', as(ALICE))).json().result[0].confirmations, 32);
  });

  describe('by what is on chain', () => {
    const messageId = `0x${'77'.repeat(32)}`;
    const found = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).json();

    it('finds an order by transaction, message and reference, without a token', async () => {
      const id = await create();
      await lock(id);
      const row = await api.storage.orders.get(id);
      assert.ok(row?.lockTransaction);
      for (const path of [
        `/by-transaction/${row.lockTransaction}`,
        `/by-transaction/${row.lockTransaction.toUpperCase().replace('X', 'x')}`,
        `/by-message/${messageId}`,
        `/by-reference/${row.reference}`,
      ]) {
        const { result, resultsCount, nextCursor } = await found(path);
        assert.deepEqual([result[0].orderId, resultsCount, nextCursor], [id, 1, null], path);
      }
      assert.deepEqual((await found(`/by-transaction/0x${'00'.repeat(32)}`)).result, []);
    });

    it('shows who ordered to the orderer alone', async () => {
      const id = await create();
      await lock(id);
      const path = `/by-message/${messageId}`;
      const others = [await found(path), await found(path, as(BOB))].map(({ result }) => result[0]);
      for (const seen of others)
        assert.deepEqual([seen.orderId, seen.avatarId, seen.custody], [id, undefined, undefined]);
      assert.equal((await found(path, as(ALICE))).result[0].avatarId, ALICE_ID);
    });

    it('refuses what is no transaction, no message id and no reference', async () => {
      for (const path of ['/by-transaction/a%20b', '/by-message/0x12', `/by-reference/${'5a'.repeat(32)}`]) {
        assert.equal((await found(path)).errorCode, 'MALFORMED_REQUEST', path);
      }
    });
  });

  it('reads the newest block of a chain once for a whole list', async () => {
    await scanTo(7);
    for (const byte of ['01', '02', '03']) {
      const id = await create();
      await api.orders.locks.round();
      await api.storage.orders.transition(id, 'lockSeen', { messageId: `0x${byte.repeat(32)}`, lockBlock: 5 });
    }
    const reads = mock.method(api.storage.chainView, 'cursor').mock;
    const { result } = (await get('', as(ALICE))).json();
    assert.deepEqual(columns(result, 'confirmations'), [2, 2, 2]);
    assert.equal(reads.callCount(), 1);
  });

  it('shows on-chain facts to everyone, and the orderer only to the orderer', async () => {
    const id = await create();
    const own = (await get(`/${id}`, as(ALICE))).json().result;
    assert.equal(own.avatarId, ALICE_ID);
    assert.equal(own.sender.toLowerCase(), ALICE_ADDRESS.toLowerCase());
    for (const headers of [{}, as(BOB)]) {
      const seen = (await get(`/${id}`, headers)).json().result;
      assert.equal(seen.fromAmount, '1');
      assert.equal(seen.destinationAddress, RECIPIENT);
      for (const hidden of ['avatarId', 'custody', 'transactions']) assert.equal(hidden in seen, false, hidden);
      assert.equal(seen.refundAddress, null, 'as does who is refunded');
      assert.equal(seen.sender, null, 'before the lock the sender tells who ordered');
    }
    await lock(id);
    const seen = (await get(`/${id}`)).json().result;
    assert.equal(seen.sender.toLowerCase(), ALICE_ADDRESS.toLowerCase(), 'from the lock on it is on chain');
    assert.equal(seen.refundAddress, seen.sender, 'and so is who is refunded');
    assert.match(seen.lockTransaction, /^0x/);
    assert.equal('avatarId' in seen, false);
  });

  it('answers 404 for an unknown order and 400 for an invalid id', async () => {
    const unknown = await get('/0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70');
    assert.deepEqual([unknown.statusCode, unknown.json().errorCode], [404, 'ORDER_NOT_FOUND']);
    assert.equal((await get('/42')).statusCode, 400);
  });

  it('lists only the caller’s orders, newest first, by state', async () => {
    const ids = [await create(), await create(), await create()];
    await api.app.inject({ method: 'POST', url: `/api/v1/orders/${ids[1]}/cancel`, headers: as(ALICE) });
    const page = (await get('', as(ALICE))).json();
    assert.deepEqual(columns(page.result, 'orderId'), [...ids].reverse());
    assert.deepEqual([page.resultsCount, page.nextCursor, page.isError], [3, null, false]);
    assert.deepEqual((await get('', as(BOB))).json().result, []);
    assert.equal((await get('')).statusCode, 401);
    const none = (await get('?status=completed', as(ALICE))).json();
    assert.equal(none.resultsCount, 0);
    assert.equal((await get('?status=nonsense', as(ALICE))).statusCode, 400);
  });

  it('pages by cursor and limit, or offset and limit', async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await create());
    const idsOf = (body: { result: { orderId: string }[] }) => body.result.map(({ orderId }) => orderId);
    const first = (await get('?limit=2', as(ALICE))).json();
    const second = (await get(`?limit=2&cursor=${first.nextCursor}`, as(ALICE))).json();
    const third = (await get(`?limit=2&cursor=${second.nextCursor}`, as(ALICE))).json();
    assert.deepEqual([...idsOf(first), ...idsOf(second), ...idsOf(third)], ids);
    assert.equal(third.nextCursor, null);
    assert.deepEqual(idsOf((await get('?limit=2&offset=3', as(ALICE))).json()), ids.slice(3, 5));
    assert.deepEqual(idsOf((await get('?offset=7', as(ALICE))).json()), []);
    for (const bad of [
      'limit=0',
      'limit=201',
      'limit=x',
      'offset=-1',
      `cursor=${ids[0]}&offset=1`,
      'cursor=nonsense',
    ]) {
      assert.equal((await get(`?${bad}`, as(ALICE))).statusCode, 400, bad);
    }
  });

  it('carries a strong ETag of the version and answers 304 while it holds', async () => {
    const id = await create();
    const first = await get(`/${id}`, as(ALICE));
    assert.equal(first.headers.etag, `"${first.json().result.version}"`);
    const headers = { ...as(ALICE), 'if-none-match': String(first.headers.etag) };
    await lock(id);
    assert.equal((await get(`/${id}`, headers)).statusCode, 200);
    const now = await get(`/${id}`, as(ALICE));
    const unchanged = await get(`/${id}`, { ...as(ALICE), 'if-none-match': `"0", W/${now.headers.etag}` });
    assert.deepEqual([unchanged.statusCode, unchanged.body], [304, '']);
    assert.equal((await get(`/${id}`, { ...as(ALICE), 'if-none-match': '*' })).statusCode, 304, 'any version');
    assert.notEqual((await get(`/${id}`)).headers.etag, now.headers.etag, 'the public form is another representation');
  });

  describe('evidence', () => {
    const SIGNERS = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`);
    const word = (n: number): Hex => uintToHex(BigInt(n), 32);
    const at = (number: number) => ({
      block: { number, hash: word(number), timeMs: number },
      transaction: word(number),
      index: 0,
    });
    const detail = async (id: string) => (await get(`/${id}`)).json().result;

    /** Records the order's lock as message `nonce` of its lane, like the relayer's watcher. */
    const lockAs = async (id: string, nonce: bigint): Promise<void> => {
      await api.orders.locks.round();
      const order = await api.storage.orders.get(id);
      assert.ok(order);
      const message: Message = {
        kind: KIND.lock,
        source: order.source,
        destination: order.destination,
        nonce,
        sourceBridge: api.ethereum.bridge,
        destinationBridge: api.polygon.bridge,
        assetHome: order.assetHome,
        sender: padLeft(ALICE_ADDRESS.toLowerCase() as Hex),
        recipient: order.recipient,
        wireAmount: order.wireAmount,
        reference: order.reference,
      };
      const messageId = messageIdOf(message);
      await scan(order.source, { messages: [{ messageId, message, at: at(5) }] });
      await api.storage.orders.transition(id, 'lockSeen', { messageId, lockBlock: 5 });
    };
    const scan = async (domain: number, found: Partial<ScanRow>): Promise<void> => {
      const to = at(5).block;
      const row = { family: 'main', domain, to, messages: [], outcomes: [], roots: [], ...found };
      assert.ok((await api.storage.chainView.recordScan(row)).ok);
    };
    const commit = (firstNonce: bigint, count: number) => {
      const lane = { family: 'main', source: api.ethereum.domain, destination: api.polygon.domain };
      return scan(api.polygon.domain, { roots: [{ lane, firstNonce, count, root: word(99), at: at(5) }] });
    };
    const submit = (id: string, fields: Partial<Parameters<typeof api.storage.submissions.reserve>[0]> = {}) =>
      api.storage.submissions.reserve({
        purpose: 'oracle',
        domain: api.polygon.domain,
        family: 'main',
        payer: RECIPIENT,
        sequence: 0,
        versions: [],
        orderIds: [id],
        details: oracleDetails({ signers: SIGNERS }),
        ...fields,
      });

    it('is null before there is any', async () => {
      const id = await create();
      const before = await detail(id);
      assert.deepEqual([before.signers, before.proof], [null, null]);
      await lockAs(id, 41n);
      const locked = await detail(id);
      assert.deepEqual([locked.signers, locked.proof], [null, null], 'nor by the lock’s own submission');
    });

    it('names the committed interval with the order’s message to everyone', async () => {
      const id = await create();
      await lockAs(id, 41n);
      await commit(40n, 2);
      assert.deepEqual((await detail(id)).proof, { firstNonce: '40', count: 2, root: word(99) });
    });

    it('is not an interval that ends before the message', async () => {
      const id = await create();
      await lockAs(id, 41n);
      await commit(40n, 1);
      assert.equal((await detail(id)).proof, null);
    });

    it('names the signers of the newest submission, and once one is included those of the newest included', async () => {
      const id = await create();
      const signers = async (): Promise<unknown> => (await detail(id)).signers;
      const first = await submit(id, { details: oracleDetails({ signers: SIGNERS.slice(0, 1) }) });
      const second = await submit(id, { sequence: 1, details: oracleDetails({ signers: SIGNERS }) });
      await submit(id, { sequence: 2, details: oracleDetails({ signers: SIGNERS.slice(1) }) });
      assert.deepEqual(await signers(), SIGNERS.slice(1));
      await api.storage.submissions.setState(first.id, 'included');
      assert.deepEqual(await signers(), SIGNERS.slice(0, 1));
      await api.storage.submissions.setState(second.id, 'included');
      assert.deepEqual(await signers(), SIGNERS);
    });

    it('is of the destination only: a refund is signed on the source', async () => {
      // The service locks no order of a caller that signs, so the only lock is the test's.
      const body = { from: 'ETH', to: 'polygon', amount: '1', fromAddress: RECIPIENT };
      const id = (await postOrder(api, ALICE, body)).json().orderId;
      await submit(id);
      await submit(id, { domain: api.ethereum.domain, details: oracleDetails({ signers: [] }) });
      await submit(id, { purpose: 'lock', sequence: 1, details: {} });
      assert.deepEqual((await detail(id)).signers, SIGNERS);
    });

    it('changes the ETag, which cancel also accepts, while the order’s version stays', async () => {
      const body = { from: 'ETH', to: 'polygon', amount: '1', fromAddress: RECIPIENT };
      const id = (await postOrder(api, ALICE, body)).json().orderId;
      const before = await get(`/${id}`, as(ALICE));
      await submit(id);
      const after = await get(`/${id}`, { ...as(ALICE), 'if-none-match': String(before.headers.etag) });
      assert.deepEqual([after.statusCode, after.json().result.version], [200, before.json().result.version]);
      const headers = { ...as(ALICE), 'if-match': String(after.headers.etag) };
      const cancelled = await api.app.inject({ method: 'POST', url: `/api/v1/orders/${id}/cancel`, headers });
      assert.equal(cancelled.statusCode, 200, cancelled.body);
      assert.equal(cancelled.headers.etag, (await get(`/${id}`, as(ALICE))).headers.etag);
    });

    it('is not in lists', async () => {
      await submit(await create());
      const [listed] = (await get('', as(ALICE))).json().result;
      assert.deepEqual(['signers' in listed, 'proof' in listed], [false, false]);
    });
  });

  describe('GET …/check-balance', () => {
    const FIELDS = `orderId status fromChain toChain fromToken toToken fromAmount toAmount fee feeToken
      refundAmount refundToken exchangeRate confirmations
      requiredConfirmations signatures requiredSignatures expectedSeconds final lockTransaction mintTransaction
      refundTransaction currentFromBalance currentToBalance hasSufficientBalance isCompleted isFailed isRolledBack
      isCancelled isFinished
      createdAt updatedAt completedAt expiresAt message`;
    const check = async (id: string, headers = as(ALICE)) => (await get(`/${id}/check-balance`, headers)).json().result;

    it('asks for no balance any more once the order is locked', async () => {
      const id = await create();
      await lock(id);
      fund(api, 'ethereum', 0);
      assert.equal((await check(id)).hasSufficientBalance, true);
    });

    it('has every field', async () => {
      assert.deepEqual(Object.keys(await check(await create())).sort(), FIELDS.split(/\s+/).sort());
    });

    it('reads live balances on both chains', async () => {
      const id = await create();
      hold(api.polygon, RECIPIENT, units(7) / 2n, api.ethereum.domain);
      fund(api, 'ethereum', 3);
      const now = await check(id);
      assert.deepEqual([now.currentFromBalance, now.currentToBalance, now.hasSufficientBalance], ['3', '3.5', true]);
      fund(api, 'ethereum', 0);
      api.clock.nowMs += 2_000;
      assert.equal((await check(id)).hasSufficientBalance, false);
      const other = await check(id, {});
      assert.deepEqual(
        [other.currentFromBalance, other.hasSufficientBalance],
        [null, null],
        'the sender is not public yet',
      );
      api.ethereum.failing('balance');
      api.clock.nowMs += 2_000;
      assert.equal((await check(id)).currentFromBalance, null);
      api.ethereum.failures.clear();
      assert.equal((await check(id)).currentFromBalance, '0', 'a failure is not kept');
    });

    it('estimates the time left from live block times', async () => {
      api.ethereum.blockMs = 12_000;
      api.ethereum.mine(64);
      const id = await create();
      // 33 blocks of 12 s until the lock is final, 2 of 2 s on the destination, 5 s for proof and signatures.
      assert.equal((await check(id)).expectedSeconds, 33 * 12 + 2 * 2 + 5);
      await lock(id);
      await api.storage.orders.transition(id, 'confirmationsStarted');
      await scanTo(35);
      assert.equal((await check(id)).expectedSeconds, 2 * 12 + 2 * 2 + 5);
      await api.storage.orders.transition(id, 'executed');
      const done = await check(id);
      assert.deepEqual([done.expectedSeconds, done.isCompleted, done.status], [0, true, 'completed']);
    });

    it('shows that an order was rolled back', async () => {
      const id = await create();
      await lock(id);
      for (const trigger of ['cancelStarted', 'cancelled', 'refunded'] as const)
        await api.storage.orders.transition(id, trigger);
      const now = await check(id);
      assert.deepEqual([now.isRolledBack, now.isCompleted, now.expectedSeconds], [true, false, null]);
    });
  });

  it('serves the same under /api/v1/bridge, and paths in any case', async () => {
    const created = await api.app.inject({
      method: 'POST',
      url: '/API/V1/Bridge/ORDERS',
      headers: as(ALICE),
      payload: { From: 'ETH', To: 'polygon', Amount: '1' },
    });
    assert.equal(created.statusCode, 201, created.body);
    const { orderId } = created.json();
    for (const path of [`/api/v1/bridge/orders/${orderId}`, `/Api/V1/Orders/${orderId.toUpperCase()}`]) {
      assert.equal((await api.app.inject(path)).json().result.orderId, orderId, path);
    }
    for (const path of ['/api/v1/bridge/networks', '/api/v1/networks'])
      assert.equal((await api.app.inject(path)).statusCode, 200);
  });

  it('shows orders found on chain, which nobody owns', async () => {
    const row = await api.storage.orders.create({
      origin: 'chain',
      family: 'main',
      operation: 'lockTokens',
      source: api.ethereum.domain,
      destination: api.polygon.domain,
      assetHome: api.ethereum.domain,
      sender: `0x${'00'.repeat(12)}${'d0'.repeat(20)}`,
      recipient: `0x${'00'.repeat(12)}${'e0'.repeat(20)}`,
      wireAmount: 1_500_000_000n,
      reference: `0x${'00'.repeat(32)}`,
      requiredConfirmations: 32,
      requiredSignatures: 3,
      avatarId: null,
      custody: null,
      refundAddress: null,
      unsignedTransactions: null,
      walletId: null,
      deliveryFee: null,
      details: {},
      expiresAtMs: null,
    });
    const seen = (await get(`/${row.id}`, as(ALICE))).json().result;
    assert.deepEqual([seen.origin, seen.fromAmount, seen.exchangeRate], ['chain', '1.5', null]);
    const answer = await api.app.inject({ method: 'POST', url: `/api/v1/orders/${row.id}/cancel`, headers: as(ALICE) });
    assert.equal(answer.statusCode, 403);
  });
});
