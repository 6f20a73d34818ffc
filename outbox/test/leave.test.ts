import assert from 'node:assert/strict';
import { fail, ok } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import { type BridgeStorage, openBridgeStorage, type StoredSubmission } from '@causeway/storage';
import { oracleDetails } from '@causeway/storage/test-support/submission-details';
import { pino } from 'pino';
import { type ChainAccess, type Leave, Outbox } from '../src/outbox.ts';
import { FakeNetwork, signed } from './support/fake-network.ts';

const ESCALATE_MS = 10_000;

describe('a submission without leave to be sent', () => {
  let storage: BridgeStorage;
  let network: FakeNetwork;
  let nowMs: number;
  let leave: Leave;
  let asked: number;
  let withdrawn: number;
  let row: StoredSubmission;
  let outbox: Outbox;

  const newOutbox = () =>
    new Outbox({
      submissions: storage.submissions,
      clock: { monotonic: () => nowMs },
      log: pino({ level: 'silent' }),
      onWithdrawn: () => {
        withdrawn += 1;
      },
    });
  const route = (): ChainAccess => ({
    ...network.route,
    leave: async () => {
      asked += 1;
      return ok(leave);
    },
  });
  beforeEach(async () => {
    nowMs = 1_000_000;
    storage = await openBridgeStorage(':memory:', { clock: clockAt(() => nowMs) });
    network = new FakeNetwork();
    [leave, asked, withdrawn] = ['send', 0, 0];
    outbox = newOutbox();
    const facts = { purpose: 'oracle', domain: 1, family: 'main', payer: 'payer', sequence: 4 } as const;
    const details = oracleDetails();
    row = await outbox.reserve(
      { ...facts, details, versions: [signed('a', 1, 4)], orderIds: ['a'] },
      network.route.provider,
    );
  });
  afterEach(() => storage.close());

  const follow = async (by = outbox) => {
    const [stored] = await storage.submissions.forOrder('a');
    const fate = await by.follow(stored ?? row, route());
    return fate.ok ? fate.value.state : fate.error.code;
  };
  const versions = async () => (await storage.submissions.forOrder('a'))[0]?.versions.map(({ reference }) => reference);

  for (const given of ['hold', 'withdraw'] as const) {
    it(`is not sent first: ${given}`, async () => {
      leave = given;
      const sent = await outbox.send(row, route());
      assert.equal(sent.ok && sent.value.state, 'pending');
      assert.deepEqual(network.broadcasts, []);
    });

    it(`is neither sent again after a restart nor raised: ${given}`, async () => {
      await outbox.send(row, route());
      leave = given;
      assert.equal(await follow(newOutbox()), 'pending');
      nowMs += ESCALATE_MS;
      assert.equal(await follow(), 'pending');
      assert.deepEqual(await versions(), ['a']);
      const others = network.broadcasts.filter((reference) => reference !== 'a emptied');
      assert.deepEqual(others, ['a'], 'it was sent before');
    });
  }

  it('loses its place to an empty transaction, whose fee is raised, and which no record needs', async () => {
    await outbox.send(row, route());
    leave = 'withdraw';
    nowMs += ESCALATE_MS;
    await follow();
    await follow();
    assert.deepEqual([network.broadcasts, withdrawn], [['a', 'a emptied'], 1]);
    nowMs += ESCALATE_MS;
    await follow();
    assert.deepEqual([network.broadcasts.length, withdrawn], [3, 1]);
    network.drop('a');
    assert.equal(await follow(), 'dropped');
    assert.deepEqual(await versions(), ['a']);
  });

  it('is withdrawn at once by the next process', async () => {
    leave = 'withdraw';
    await follow(newOutbox());
    assert.deepEqual(network.broadcasts, ['a emptied']);
  });

  it('is withdrawn when it was held for as long as a fee is waited for, and sent when it may be sent before', async () => {
    leave = 'hold';
    await follow();
    nowMs += ESCALATE_MS - 1;
    await follow();
    assert.deepEqual(network.broadcasts, []);
    leave = 'send';
    await follow();
    assert.deepEqual(network.broadcasts, ['a']);
    leave = 'hold';
    nowMs += ESCALATE_MS;
    await follow();
    assert.deepEqual(network.broadcasts, ['a'], 'it is held anew');
    nowMs += ESCALATE_MS;
    await follow();
    assert.deepEqual(network.broadcasts, ['a', 'a emptied']);
  });

  it('waits for lower numbers before its fee is raised further', async () => {
    leave = 'withdraw';
    await follow();
    network.sequences.gap = ok({ waits: true, closed: [3] });
    nowMs += ESCALATE_MS;
    await follow();
    assert.deepEqual(network.broadcasts, ['a emptied', 'a emptied']);
  });

  it('that a block includes all the same is included', async () => {
    leave = 'withdraw';
    await follow();
    network.include('a');
    assert.equal(await follow(), 'included');
  });

  it('expires by itself where transactions have no numbers', async () => {
    leave = 'withdraw';
    const without = { ...route(), provider: { ...network.route.provider, sequences: undefined } };
    const fate = await outbox.follow(row, without);
    assert.equal(fate.ok && fate.value.state, 'pending');
    assert.deepEqual([network.broadcasts, withdrawn], [[], 0]);
  });

  it('stays where it is while it is unknown what may be done', async () => {
    const fate = await outbox.follow(row, { ...route(), leave: async () => fail('NO_QUORUM', 'not now', true) });
    assert.equal(fate.ok, false);
    assert.deepEqual(network.broadcasts, []);
  });

  it('is asked about only before something is sent', async () => {
    await outbox.send(row, route());
    const before = asked;
    for (let look = 0; look < 5; look++) await follow();
    assert.equal(asked, before);
  });
});
