import { strict as assert } from 'node:assert';
import {
  buildBatch,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  padLeft,
  uintToHex,
  verifyInclusion,
} from '@causeway/protocol';
import type { ScanRow } from '@causeway/storage';
import { ALICE, ALICE_ADDRESS, apiForEach, postOrder, RECIPIENT } from '../../support/api.ts';

describe('GET /orders/{id}/proof', () => {
  const api = apiForEach({ coins: 100 });
  const word = (n: number): Hex => uintToHex(BigInt(n), 32);
  const at = (number: number) => ({
    block: { number, hash: word(number), timeMs: number },
    transaction: word(number),
    index: 0,
  });
  const proof = async (id: string) => (await api.app.inject({ url: `/api/v1/orders/${id}/proof` })).json().result;
  const create = async (): Promise<string> =>
    (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT })).json()
      .orderId;
  const scan = async (domain: number, found: Partial<ScanRow>): Promise<void> => {
    const row = { family: 'main', domain, to: at(5).block, messages: [], outcomes: [], roots: [], ...found };
    assert.ok((await api.storage.chainView.recordScan(row)).ok);
  };

  /** Records messages `first` to `first + 2` of the lane, the second being the order's. Returns them. */
  async function lockedAmong(id: string, first: bigint): Promise<readonly [Message, Message, Message]> {
    await api.orders.locks.round();
    const order = (await api.storage.orders.get(id)) ?? assert.fail();
    const message = (nonce: bigint, reference = word(Number(nonce))): Message => ({
      ...{ kind: KIND.lock, source: order.source, destination: order.destination, nonce, assetHome: order.assetHome },
      ...{ sourceBridge: api.ethereum.bridge, destinationBridge: api.polygon.bridge },
      ...{ sender: padLeft(ALICE_ADDRESS.toLowerCase() as Hex), recipient: order.recipient },
      ...{ wireAmount: order.wireAmount, reference },
    });
    const all = [message(first), message(first + 1n, order.reference), message(first + 2n)] as const;
    const rows = all.map((one) => ({ messageId: messageIdOf(one), message: one, at: at(5) }));
    await scan(order.source, { messages: rows });
    await api.storage.orders.transition(id, 'lockSeen', { messageId: messageIdOf(all[1]), lockBlock: 5 });
    return all;
  }
  const commit = (firstNonce: bigint, count: number, root: Hex) => {
    const lane = { family: 'main', source: api.ethereum.domain, destination: api.polygon.domain };
    return scan(api.polygon.domain, { roots: [{ lane, firstNonce, count, root, at: at(5) }] });
  };

  it('is null before there is any, and unknown for an order that is none', async () => {
    assert.deepEqual(await proof(await create()), { messageId: null, message: null, interval: null });
    const { statusCode } = await api.app.inject({
      url: `/api/v1/orders/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}/proof`,
    });
    assert.equal(statusCode, 404);
  });

  it('leads from the message to the committed root', async () => {
    const id = await create();
    const messages = await lockedAmong(id, 40n);
    const ids = messages.map(messageIdOf);
    const before = await proof(id);
    assert.deepEqual([before.messageId, before.interval], [ids[1], null]);
    const { wireAmount, nonce, ...fields } = messages[1];
    assert.deepEqual(before.message, { ...fields, nonce: String(nonce), wireAmount: String(wireAmount) });
    const { root } = buildBatch(40n, ids);
    await commit(40n, 3, root);
    const { siblings, ...interval } = (await proof(id)).interval;
    assert.deepEqual(interval, { firstNonce: '40', count: 3, root, transaction: word(5) });
    assert.ok(verifyInclusion(root, ids[1] as Hex, siblings));
  });

  it('shows a root of other messages as it is, with siblings that do not lead there', async () => {
    const id = await create();
    const messages = await lockedAmong(id, 40n);
    await commit(40n, 3, word(99));
    const { siblings, root } = (await proof(id)).interval;
    assert.equal(root, word(99));
    assert.equal(verifyInclusion(root, messageIdOf(messages[1]), siblings), false);
  });

  it('has no siblings while a message of the interval is not known', async () => {
    const id = await create();
    await lockedAmong(id, 40n);
    await commit(40n, 4, word(99));
    assert.equal((await proof(id)).interval.siblings, null);
  });
});
