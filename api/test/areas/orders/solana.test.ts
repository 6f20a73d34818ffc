import { strict as assert } from 'node:assert';
import { solanaKeyFromSeed } from '@causeway/chains/keys';
import { ALICE, ALICE_ON_SOLANA, BOB, fund, postOrder, RECIPIENT, type TestApi, testApi } from '../../support/api.ts';
import { fakeChains } from '../../support/fake-chain.ts';
import { FakeSolana, unsignedBy } from '../../support/fake-solana.ts';

const SENDER = solanaKeyFromSeed(`0x${'bb'.repeat(32)}`).address;
const OTHER = solanaKeyFromSeed(`0x${'cc'.repeat(32)}`).address;

describe('orders from and to Solana', () => {
  let api: TestApi;
  let solana: FakeSolana;
  beforeEach(async () => {
    solana = new FakeSolana();
    api = await testApi({ chains: fakeChains(new Set(), [solana]) });
    hold(10_000_000_000n);
    fund(api, 'ethereum', 100);
  });
  afterEach(() => api.close());

  /** Gives alice `lamports`. */
  const hold = (lamports: bigint) => solana.balances.set(`${ALICE_ON_SOLANA.toLowerCase()} ${solana.domain}`, lamports);
  const created = async (token: string, body: object) => {
    const answer = await postOrder(api, token, body);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  };
  const refused = async (token: string, body: object) => {
    const answer = await postOrder(api, token, body);
    assert.equal(answer.statusCode, 422, answer.body);
    return answer.json();
  };
  const lock = async (): Promise<string> => {
    const { orderId } = await created(ALICE, { from: 'SOL', to: 'ethereum', amount: '1' });
    await api.orders.locks.round();
    return orderId;
  };
  const stateOf = async (id: string) => (await api.storage.orders.get(id))?.state;
  const versions = async (id: string) => (await api.storage.submissions.forOrder(id)).flatMap((row) => row.versions);

  it('show every address in the form of its chain', async () => {
    const toSolana = await created(ALICE, { from: 'ETH', to: 'solana', amount: '1', destinationAddress: OTHER });
    assert.deepEqual([toSolana.destinationAddress, toSolana.toToken], [OTHER, 'cwETH']);
    const fromSolana = await created(ALICE, {
      from: 'SOL',
      to: 'ethereum',
      amount: '1',
      destinationAddress: RECIPIENT,
    });
    assert.deepEqual(
      [fromSolana.sender, fromSolana.refundAddress, fromSolana.destinationAddress],
      [ALICE_ON_SOLANA, ALICE_ON_SOLANA, RECIPIENT],
    );
    assert.deepEqual([fromSolana.fromToken, fromSolana.fromTokenAddress, fromSolana.toToken], ['SOL', null, 'cwSOL']);
  });

  it('go to the caller’s wallet of the destination’s kind when no recipient is given', async () => {
    const { destinationAddress } = await created(ALICE, { from: 'ETH', to: 'solana', amount: '1' });
    assert.equal(destinationAddress, ALICE_ON_SOLANA);
  });

  for (const [what, destinationAddress] of [
    ['an address of another kind', RECIPIENT],
    ['another case of an address', OTHER.toLowerCase()],
    ['nothing in base58', '0OIl'],
  ] as const) {
    it(`refuse ${what} as the recipient`, async () => {
      const { errorCode } = await refused(ALICE, { from: 'ETH', to: 'solana', amount: '1', destinationAddress });
      assert.equal(errorCode, 'INVALID_ADDRESS');
    });
  }

  it('return the unsigned transaction of Solana', async () => {
    const body = { from: 'SOL', to: 'ethereum', amount: '1', destinationAddress: RECIPIENT, fromAddress: SENDER };
    const { custody, transactions, refundAddress } = await created(BOB, body);
    assert.deepEqual([custody, refundAddress], ['self', SENDER]);
    assert.deepEqual(transactions, [unsignedBy(SENDER)]);
    assert.equal(solana.handedOut.at(-1)?.args.localAmount, 1_000_000_000n);
  });

  it('need the signer and the refund address', async () => {
    const body = { from: 'SOL', to: 'ethereum', amount: '1', destinationAddress: RECIPIENT };
    assert.equal((await refused(BOB, body)).errorCode, 'INVALID_ADDRESS');
    assert.equal((await refused(BOB, { ...body, refundAddress: SENDER })).errorCode, 'INVALID_ADDRESS');
  });

  it('treat another case of a wallet’s address as another address', async () => {
    const body = { from: 'SOL', to: 'ethereum', amount: '1', refundAddress: ALICE_ON_SOLANA.toLowerCase() };
    assert.equal((await refused(ALICE, body)).errorCode, 'INVALID_ADDRESS');
    const { custody } = await created(ALICE, { ...body, refundAddress: ALICE_ON_SOLANA });
    assert.equal(custody, 'service');
  });

  it('leave the wallet its rent exemption and fees', async () => {
    hold(1_001_999_999n);
    const { errorCode, missing } = await refused(ALICE, { from: 'SOL', to: 'ethereum', amount: '1' });
    assert.deepEqual([errorCode, missing], ['INSUFFICIENT_BALANCE', '0.000000001']);
    hold(1_002_000_000n);
    await created(ALICE, { from: 'SOL', to: 'ethereum', amount: '1' });
  });

  it('are shown with balances in the decimals of their chain', async () => {
    const { orderId } = await created(ALICE, { from: 'SOL', to: 'ethereum', amount: '1' });
    const headers = { authorization: `Bearer ${ALICE}` };
    const balance = await api.app.inject({ url: `/api/v1/orders/${orderId}/check-balance`, headers });
    const { currentFromBalance, hasSufficientBalance } = balance.json().result;
    assert.deepEqual([currentFromBalance, hasSufficientBalance], ['10', true]);
  });

  it('are in the list of networks', async () => {
    const { result } = (await api.app.inject('/api/v1/networks')).json();
    const { kind, domain, bridgeAddress, nativeAsset, finality } = result[3];
    assert.deepEqual([kind, domain, bridgeAddress], ['solana', solana.domain, solana.formatAddress(solana.bridge)]);
    assert.deepEqual(nativeAsset, { symbol: 'SOL', name: 'Solana', decimals: 9, address: null });
    assert.equal(finality.blocks, 32);
  });

  describe('whose lock the service sends', () => {
    it('are sent again unchanged when they stay pending', async () => {
      const id = await lock();
      api.clock.nowMs += 30_000;
      await api.orders.locks.round();
      assert.equal(solana.broadcasts.length, 2);
      assert.equal(new Set(solana.broadcasts.map(({ raw }) => raw)).size, 1);
      assert.equal((await versions(id)).length, 1);
    });

    it('wait while a fork may still include a lost lock, and are signed again and stored when it expired', async () => {
      const id = await lock();
      solana.lose('lost');
      await api.orders.locks.round();
      assert.deepEqual([await stateOf(id), (await versions(id)).length], ['locking', 1]);
      solana.lose('expired');
      const { broadcast } = solana;
      let stored = 0;
      solana.broadcast = async (submission) => {
        stored = (await versions(id)).filter(({ raw }) => raw === submission.raw).length;
        return broadcast(submission);
      };
      await api.orders.locks.round();
      assert.equal(stored, 1);
      assert.deepEqual([await stateOf(id), (await versions(id)).length, solana.mempool.size], ['locking', 2, 1]);
      const order = await api.storage.orders.get(id);
      assert.equal(order?.lockTransaction, (await versions(id))[1]?.reference);
      solana.mine();
      await api.orders.locks.round();
      assert.equal((await versions(id)).length, 2, 'nothing more is signed once one is included');
    });

    it('end when they expire together with their lock', async () => {
      const id = await lock();
      solana.lose('expired');
      api.clock.nowMs += 3_600_000;
      await api.orders.locks.round();
      const order = await api.storage.orders.get(id);
      assert.deepEqual([order?.state, order?.failureCode], ['expired', 'LOCK_DROPPED']);
      await api.orders.locks.round();
      assert.equal((await versions(id)).length, 1);
    });

    it('end for good when the chain refuses the lock that would be signed again', async () => {
      const id = await lock();
      solana.lose('expired');
      const error = { code: 'RemoteNotOpen', message: 'not open', retryable: false };
      solana.failures.set('prepareSend', { ok: false, error });
      await api.orders.locks.round();
      solana.failures.clear();
      await api.orders.locks.round();
      const order = await api.storage.orders.get(id);
      assert.deepEqual([order?.state, order?.failureCode], ['expired', 'RemoteNotOpen']);
      assert.equal((await versions(id)).length, 1);
      assert.deepEqual(await api.storage.submissions.open(['lock', 'burn']), []);
    });

    it('are signed again after a restart too late to send the reserved lock', async () => {
      const down = { code: 'BLOCKHASH_EXPIRED', message: 'too old', retryable: true };
      solana.failures.set('broadcast', { ok: false, error: down });
      const id = await lock();
      const [reserved] = await api.storage.submissions.open(['lock', 'burn']);
      assert.equal(reserved?.state, 'reserved');
      solana.broadcasts.push(reserved?.versions[0] as unknown as (typeof solana.broadcasts)[number]);
      solana.lose('expired');
      await api.orders.locks.round();
      assert.equal((await versions(id)).length, 2);
      solana.failures.clear();
      await api.orders.locks.round();
      assert.equal((await api.storage.submissions.open(['lock', 'burn']))[0]?.state, 'broadcast');
      assert.equal(solana.mempool.size, 1);
    });
  });
});
