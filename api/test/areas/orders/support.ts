import { strict as assert } from 'node:assert';
import { ALICE, apiForAll, fund, jsonOf, postOrder } from '../../support/api.ts';
import { limitTo } from '../../support/chains.ts';

/** One API for the tests of a description, on which alice orders; chains and limits are as new for each test. */
export function placingWorld() {
  const api = apiForAll();
  beforeEach(() => {
    fund(api, 'ethereum', 1_000);
    fund(api, 'polygon', 1_000);
    limitTo(api.ethereum, 1_000_000n, 10n ** 15n);
    api.ethereum.settings.outboundPaused = false;
    api.polygon.failures.clear();
    // Limits and pauses are read again.
    api.clock.nowMs += 3_000;
  });

  return {
    api,
    /** Creates an order as alice. Returns its body. */
    order: (payload: object) => jsonOf(postOrder(api, ALICE, payload), 201),
    /** The refusal of an order of alice. */
    async refusal(payload: object, status = 422) {
      const answer = await postOrder(api, ALICE, payload);
      assert.equal(answer.statusCode, status, answer.body);
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
      return answer.json();
    },
  };
}
