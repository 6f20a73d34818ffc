import { strict as assert } from 'node:assert';
import { ALICE, apiForEach, postOrder, RECIPIENT } from '../../support/api.ts';
import { clientOf, refusalOf } from '../../support/client.ts';

describe('GET /orders/{id}/claim', () => {
  const api = apiForEach({ coins: 100 });
  const claim = (id: string, to?: string) => clientOf(api).orders.claim(id, to);
  const refusal = (id: string, to?: string) => refusalOf(claim(id, to));
  const order = async (): Promise<string> =>
    (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT })).json()
      .orderId;

  it('has what the holder signs, at the chain that has the credit, for everybody', async () => {
    const id = await order();
    assert.deepEqual(await refusal(id), [409, 'ORDER_NOT_CLAIMABLE']);
    await api.storage.orders.update(id, { credited: true });
    const row = (await api.storage.orders.get(id)) ?? assert.fail();
    api.polygon.state.credits.set(`${row.recipient}/${row.assetHome}`, 15n * 10n ** 17n);
    const token = api.polygon.deployment().bridges.main?.remotes.ethereum?.token.address;
    const { transactions, ...credit } = await claim(id);
    assert.deepEqual(credit, {
      ...{ orderId: id, chain: 'polygon', holder: RECIPIENT, contract: api.polygon.creditor },
      ...{ token: 'cwETH', tokenAddress: token, amount: '1.5' },
    });
    const [unsigned] = transactions;
    assert(unsigned?.kind === 'evm' && transactions.length === 1);
    assert.equal(unsigned.from, RECIPIENT);
    api.polygon.sendUnsigned(unsigned);
    api.polygon.mine();
    assert.equal(api.polygon.state.credits.size, 0);
    assert.deepEqual(await refusal(id), [409, 'ORDER_NOT_CLAIMABLE']);
  });

  it('is of the refund at the source where the order was refunded, and pays another account if asked', async () => {
    const id = await order();
    await api.storage.orders.update(id, { credited: true, refundTransaction: '0x01' });
    const row = (await api.storage.orders.get(id)) ?? assert.fail();
    const sender = row.sender ?? assert.fail();
    api.ethereum.state.credits.set(`${sender}/${row.assetHome}`, 10n ** 18n);
    const { chain, holder, tokenAddress } = await claim(id, RECIPIENT);
    assert.deepEqual([chain, holder, tokenAddress], ['ethereum', api.ethereum.formatAddress(sender), null]);
    assert.deepEqual(await refusal(id, 'nowhere'), [422, 'INVALID_ADDRESS']);
    api.ethereum.failing('unsignedClaim');
    assert.deepEqual(await refusal(id), [503, 'CHAIN_UNAVAILABLE']);
  });

  it('is unknown for an order that is none', async () => {
    assert.deepEqual(await refusal(`${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`), [404, 'ORDER_NOT_FOUND']);
  });
});
