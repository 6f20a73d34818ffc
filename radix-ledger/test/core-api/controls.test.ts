import assert from 'node:assert/strict';
import { TestLedger } from './support.ts';

describe('Ledger controls over HTTP', () => {
  let test: TestLedger;

  before(async () => {
    test = await TestLedger.start();
  });

  after(() => test.stop());

  async function control(name: string, body: object = {}) {
    const response = await fetch(test.running.basePath.replace('/core', `/development/${name}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }

  it('rounds end on request, at the requested times', async () => {
    const before = test.running.ledger.head;
    const { json } = await control('advance-rounds', { count: 3, milliseconds: 500 });
    const { head } = test.running.ledger;
    assert.equal(json.state_version, before.stateVersion + 3);
    assert.equal(json.round, before.round + 3);
    assert.equal(head.proposerTimestampMs, before.proposerTimestampMs + 1_500);
    assert.equal(json.transaction_tree_hash, head.transactionTreeHash);
    assert.equal((await control('advance-rounds')).json.state_version, head.stateVersion + 1);
  });

  it('an epoch ends on request', async () => {
    const { epoch } = test.running.ledger.head;
    assert.equal((await control('advance-epoch')).json.epoch, epoch + 1);
  });

  it('pausing and resuming report the newest state version', async () => {
    for (const name of ['pause-rounds', 'resume-rounds']) {
      const { status, json } = await control(name);
      assert.deepEqual([status, json.state_version], [200, test.running.ledger.head.stateVersion]);
    }
  });

  it('malformed counts and times are refused', async () => {
    for (const body of [
      { count: 0 },
      { count: 1.5 },
      { count: 1e6 },
      { milliseconds: 0 },
      { milliseconds: 1e15 },
      { network: 'mainnet' },
    ]) {
      assert.equal((await control('advance-rounds', body)).status, 400, JSON.stringify(body));
    }
  });
});
