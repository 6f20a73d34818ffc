import { strict as assert } from 'node:assert';
import { parseChains, USUAL_NETWORKS } from '@causeway/devnet';
import { requestsAtRest } from '../support/requests-at-rest.ts';

/** Blocks of a chain in which requests are counted: two minutes and more, with each periodic task in it. */
const BLOCKS = 250;

describe('ten chains at rest', function () {
  this.timeout(1_200_000);

  it('are asked at most 2.2 times as often as five', async () => {
    const five = await requestsAtRest(USUAL_NETWORKS, BLOCKS);
    const ten = await requestsAtRest(parseChains('10'), BLOCKS);
    const ratio = ten.requests / five.requests;
    console.log(`      ${ten.requests} RPC requests to ${five.requests}: ${ratio.toFixed(2)} times`);
    assert.ok(ratio <= 2.2, `${ratio}`);
  });
});
