import { strict as assert } from 'node:assert';
import { ALICE, postOrder } from '../../support/api.ts';
import { limitTo } from '../../support/chains.ts';
import { placingWorld } from './support.ts';

describe('the amount of POST /api/v1/orders', () => {
  const world = placingWorld();
  const { order, refusal } = world;

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
      limitTo(world.api.ethereum, 1n, 10n ** 30n);
      world.api.clock.nowMs += 3_000;
      assert.equal((await order({ from: 'ETH', to: 'polygon', amount })).toAmount, moved);
    });
  }

  for (const amount of ['0', 0, -1, '-1', 'abc', '1e3', '', ' ', '0.0000000001', '1,5', '0x10', '١']) {
    it(`${JSON.stringify(amount)} is refused`, async () => {
      const answer = await postOrder(world.api, ALICE, { from: 'ETH', to: 'polygon', amount });
      const expected = amount === '' ? [400, 'MALFORMED_REQUEST'] : [422, 'INVALID_AMOUNT'];
      assert.deepEqual([answer.statusCode, answer.json().errorCode], expected);
    });
  }

  for (const written of ['0.10000000000000001', '9007199254740993', '30000000.000000001', '12345678.1234567891']) {
    it(`the number ${written}, which JSON numbers do not carry, is refused and a string asked for`, async () => {
      const answer = await world.api.app.inject({
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
      const answer = await world.api.app.inject({
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
    world.api.clock.nowMs += 3_000;
    limitTo(world.api.ethereum, 100_000_000n, 2_000_000_000n);
    const small = await refusal({ from: 'ETH', to: 'polygon', amount: '0.09' });
    assert.deepEqual([small.errorCode, small.minAmount, small.maxAmount], ['AMOUNT_TOO_SMALL', '0.1', '2']);
    assert.equal((await refusal({ from: 'ETH', to: 'polygon', amount: '2.000000001' })).errorCode, 'AMOUNT_TOO_LARGE');
    await order({ from: 'ETH', to: 'polygon', amount: '0.1' });
    await order({ from: 'ETH', to: 'polygon', amount: '2' });
  });
});
