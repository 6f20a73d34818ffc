import { strict as assert } from 'node:assert';
import { ALICE, apiForEach, postOrder } from '../support/api.ts';

describe('the rules of a lane', () => {
  const api = apiForEach({ coins: 100 });

  it('are read again after a read that ended with a defect, which ends no more than its request', async () => {
    const { limits } = api.ethereum;
    api.ethereum.limits = () => Promise.reject(new Error('a defect'));
    const order = { from: 'ETH', to: 'polygon', amount: '1' };
    assert.equal((await postOrder(api, ALICE, order)).statusCode, 500);
    api.ethereum.limits = limits;
    assert.equal((await postOrder(api, ALICE, order)).statusCode, 201);
  });
});
