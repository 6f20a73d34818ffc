import { strict as assert } from 'node:assert';
import { KIND, type Message, messageIdOf, padLeft, ZERO_32 } from '@causeway/protocol';
import { ALICE, apiForEach, testApi } from '../../support/api.ts';
import { clientOf } from '../../support/client.ts';

const DELAY_SECONDS = 1_000;
/** 32 blocks of the destination and 2 until inclusion, of 2 s each; 5 s for proof and signatures. */
const AFTER_SECONDS = 32 * 2 + 2 * 2 + 5;

describe('orders of large amounts', () => {
  const api = apiForEach({ coins: 100, delayAbove: { 'ethereum:polygon': { amount: '5', seconds: DELAY_SECONDS } } });
  const market = () => clientOf(api).market;
  const place = (amount: string) => clientOf(api, ALICE).orders.create({ from: 'ETH', to: 'polygon', amount });
  const secondsLeft = async (id: string) => (await clientOf(api, ALICE).orders.checkBalance(id)).expectedSeconds;
  beforeEach(() => {
    api.ethereum.mine(64);
    api.polygon.mine(64);
  });

  it('are quoted with the time that they wait, above the amount alone', async () => {
    const seconds = async (amount: string) =>
      (await market().quote({ from: 'ETH', to: 'polygon', amount })).expectedSeconds;
    const usual = 33 * 2 + 2 * 2 + 5;
    assert.equal(await seconds('5'), usual);
    assert.equal(await seconds('5.000000001'), DELAY_SECONDS + AFTER_SECONDS);
  });

  it('say that they wait, until they are being delivered', async () => {
    const [small, large] = [await place('5'), await place('6')];
    const told = async (id: string) => (await clientOf(api, ALICE).orders.get(id)).message;
    assert.match(await told(large.orderId), /delivered 1000 s after its lock at the earliest$/);
    assert.doesNotMatch(await told(small.orderId), /earliest/);
    assert.equal(await secondsLeft(large.orderId), DELAY_SECONDS + AFTER_SECONDS);
  });

  it('count down from the block of the lock, also when it is a sender’s hour that is large', async () => {
    const { chainView, orders } = api.storage;
    const lockMs = api.clock.nowMs;
    const block = { number: 5, hash: '0x5', timeMs: lockMs };
    const message = (nonce: bigint): Message => ({
      ...{ kind: KIND.lock, source: api.ethereum.domain, destination: api.polygon.domain, nonce },
      ...{ sourceBridge: api.ethereum.bridge, destinationBridge: api.polygon.bridge, assetHome: api.ethereum.domain },
      ...{ sender: padLeft('0x5e4d'), recipient: padLeft('0x01'), wireAmount: 3_000_000_000n, reference: ZERO_32 },
    });
    const seen = [0n, 1n].map((nonce) => ({
      ...{ message: message(nonce), messageId: messageIdOf(message(nonce)) },
      at: { block, transaction: `0x${nonce}`, index: Number(nonce) },
    }));
    const bridge = { family: 'main', domain: api.ethereum.domain, to: block };
    assert.ok((await chainView.recordScan({ ...bridge, messages: seen, outcomes: [], roots: [] })).ok);
    const { orderId } = await place('3');
    await api.orders.locks.round();
    await orders.transition(orderId, 'lockSeen', { messageId: seen[0]?.messageId ?? ZERO_32, lockBlock: 5 });
    await orders.transition(orderId, 'confirmationsStarted');
    assert.equal(await secondsLeft(orderId), DELAY_SECONDS + AFTER_SECONDS);
    api.clock.nowMs += 400_000;
    assert.equal(await secondsLeft(orderId), DELAY_SECONDS - 400 + AFTER_SECONDS);
    api.clock.nowMs += 600_000;
    assert.ok(((await secondsLeft(orderId)) ?? 0) < AFTER_SECONDS + 33 * 2, 'the time has come');
  });

  it('are refused at the start for an amount that the asset cannot have', async () => {
    const delayAbove = { 'ethereum:polygon': { amount: '0.0000000001', seconds: 1 } };
    await assert.rejects(testApi({ delayAbove }), /delayAbove\.ethereum:polygon\.amount: .*more than 9 decimals/);
  });
});
