import { strict as assert } from 'node:assert';
import { SIMULATOR } from '@causeway/chains';
import { radixKeyFromSeed } from '@causeway/chains/keys';
import {
  ALICE,
  ALICE_ON_RADIX,
  BOB,
  fund,
  postOrder,
  RECIPIENT,
  type TestApi,
  testApi,
  units,
} from '../../support/api.ts';
import { fakeChains } from '../../support/fake-chain.ts';
import { FakeRadix, manifestOf } from '../../support/fake-radix.ts';

const accountOf = (digits: string) => radixKeyFromSeed(`0x${digits.repeat(32)}`, SIMULATOR.id).address;
const SENDER = accountOf('bb');
const OTHER = accountOf('cc');
const ON_MAINNET = radixKeyFromSeed(`0x${'cc'.repeat(32)}`, 1).address;

describe('orders from and to Radix', () => {
  let api: TestApi;
  let radix: FakeRadix;
  beforeEach(async () => {
    radix = new FakeRadix();
    api = await testApi({ chains: fakeChains(new Set(), [radix]) });
    hold(units(1_000));
    fund(api, 'ethereum', 100);
  });
  afterEach(() => api.close());

  /** Gives alice `attos` of XRD. */
  const hold = (attos: bigint) => radix.balances.set(`${ALICE_ON_RADIX} ${radix.domain}`, attos);
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

  it('show every address in the form of its chain, and no confirmations to wait for', async () => {
    const toRadix = await created(ALICE, { from: 'ETH', to: 'radix', amount: '1', destinationAddress: OTHER });
    assert.deepEqual([toRadix.destinationAddress, toRadix.requiredConfirmations], [OTHER, 32]);
    const fromRadix = await created(ALICE, { from: 'XRD', to: 'ethereum', amount: '1', destinationAddress: RECIPIENT });
    assert.deepEqual(
      [fromRadix.sender, fromRadix.refundAddress, fromRadix.requiredConfirmations],
      [ALICE_ON_RADIX, ALICE_ON_RADIX, 0],
    );
  });

  it('name Radix by its own asset as the destination', async () => {
    const order = await created(ALICE, { from: 'ETH', to: 'XRD', amount: '1' });
    assert.deepEqual([order.toChain, order.toToken, order.destinationAddress], ['radix', 'cwETH', ALICE_ON_RADIX]);
  });

  for (const [what, destinationAddress] of [
    ['an address of another kind', RECIPIENT],
    ['an account of another network', ON_MAINNET],
    ['a resource', 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'],
    ['a wrong checksum', OTHER.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
  ] as const) {
    it(`refuse ${what} as the recipient`, async () => {
      const { errorCode } = await refused(ALICE, { from: 'ETH', to: 'radix', amount: '1', destinationAddress });
      assert.equal(errorCode, 'INVALID_ADDRESS');
    });
  }

  it('return the manifest of the lock', async () => {
    const body = { from: 'XRD', to: 'ethereum', amount: '1', destinationAddress: RECIPIENT, fromAddress: SENDER };
    const { custody, transactions, refundAddress } = await created(BOB, body);
    assert.deepEqual([custody, refundAddress], ['self', SENDER]);
    assert.deepEqual(transactions, [manifestOf(SENDER)]);
    assert.equal(radix.handedOut.at(-1)?.args.localAmount, units(1));
  });

  it('need the signer and the refund address', async () => {
    const body = { from: 'XRD', to: 'ethereum', amount: '1', destinationAddress: RECIPIENT };
    assert.equal((await refused(BOB, body)).errorCode, 'INVALID_ADDRESS');
    assert.equal((await refused(BOB, { ...body, refundAddress: SENDER })).errorCode, 'INVALID_ADDRESS');
  });

  it('leave the reserved fee in the wallet', async () => {
    hold(units(11) - 10n ** 9n);
    const { errorCode, missing } = await refused(ALICE, { from: 'XRD', to: 'ethereum', amount: '1' });
    assert.deepEqual([errorCode, missing], ['INSUFFICIENT_BALANCE', '0.000000001']);
    hold(units(11));
    await created(ALICE, { from: 'XRD', to: 'ethereum', amount: '1' });
  });

  it('are signed again by the service when their lock expired', async () => {
    const { orderId } = await created(ALICE, { from: 'XRD', to: 'ethereum', amount: '1' });
    await api.orders.locks.round();
    radix.lose('expired');
    await api.orders.locks.round();
    const [row] = await api.storage.submissions.forOrder(orderId);
    assert.deepEqual([row?.versions.length, radix.mempool.size], [2, 1]);
  });

  it('are in the list of networks, final at once', async () => {
    const { result } = (await api.app.inject('/api/v1/networks')).json();
    const { kind, domain, bridgeAddress, finality } = result[3];
    assert.deepEqual([kind, domain, bridgeAddress], ['radix', radix.domain, radix.formatAddress(radix.bridge)]);
    assert.deepEqual(finality, { blocks: 0, expectedSeconds: 0 });
  });
});
