import assert from 'node:assert/strict';
import { fail, ok } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import type { NewSubmission } from '@causeway/storage';
import { type BridgeStorage, openBridgeStorage, type StoredSubmission } from '@causeway/storage';
import { pino } from 'pino';
import { Outbox } from '../src/outbox.ts';
import { takeUp } from '../src/take-up.ts';
import { FakeNetwork, signed } from './support/fake-network.ts';

const ESCALATE_MS = 10_000;

describe('gaps of sequence numbers', () => {
  let storage: BridgeStorage;
  let network: FakeNetwork;
  let outbox: Outbox;
  let nowMs: number;
  let closed: number[];
  /** Replaces calls of storage. */
  let faults: Partial<BridgeStorage['submissions']>;

  beforeEach(async () => {
    nowMs = 1_000_000;
    storage = await openBridgeStorage(':memory:', { clock: clockAt(() => nowMs) });
    network = new FakeNetwork();
    closed = [];
    faults = {};
    outbox = new Outbox({
      submissions: {
        ...storage.submissions,
        reserve: (...args) => (faults.reserve ?? storage.submissions.reserve)(...args),
        openOf: (...args) => (faults.openOf ?? storage.submissions.openOf)(...args),
      },
      clock: { monotonic: () => nowMs },
      log: pino({ level: 'silent' }),
      onGapClosed: (transactions) => closed.push(transactions),
    });
  });
  afterEach(() => storage.close());

  const outgoing = (name: string, sequence = 1): NewSubmission<'lock'> => ({
    purpose: 'lock',
    domain: 1,
    family: 'main',
    payer: 'payer',
    sequence,
    versions: [signed(name, 1, sequence)],
    orderIds: [name],
    details: { before: [signed(`approve ${name}`, 1, sequence - 1)] },
  });
  const reserve = (name = 'a', sequence = 1) => outbox.reserve(outgoing(name, sequence), network.route.provider);
  const stored = async (name = 'a'): Promise<StoredSubmission> => {
    const [row] = await storage.submissions.forOrder(name);
    return row ?? assert.fail('nothing is stored');
  };
  const follow = async (name = 'a') => {
    const fate = await outbox.follow(await stored(name), network.route);
    return fate.ok ? fate.value.state : fate.error.code;
  };
  /** A submission that was sent, and has waited too long. */
  const overdue = async (name = 'a', sequence = 1) => {
    await outbox.send(await reserve(name, sequence), network.route);
    nowMs += ESCALATE_MS;
    network.broadcasts.length = 0;
  };
  const refuses = async (): Promise<never> => {
    throw new Error('SQLITE_FULL');
  };

  it('do not arise when storing fails: the numbers of everything that was signed are given back', async () => {
    faults = { reserve: refuses };
    for (let time = 0; time < 20; time += 1) await assert.rejects(reserve(), /SQLITE_FULL/);
    assert.equal(network.sequences.released.length, 40);
    assert.deepEqual(network.sequences.released.slice(-2), ['approve a', 'a']);
    assert.equal(network.sequences.held.size, 0);
    faults = {};
    await reserve();
    assert.deepEqual([...network.sequences.held], ['approve a', 'a']);
    assert.equal(network.sequences.released.length, 40);
  });

  it('keep the number of what a database has stored, although its answer was lost', async () => {
    faults = {
      reserve: async (...args) => {
        await storage.submissions.reserve(...args);
        throw new Error('the connection was lost');
      },
    };
    await assert.rejects(reserve(), /connection was lost/);
    assert.deepEqual(network.sequences.released, []);
    assert.equal(await follow(), 'pending');
    assert.deepEqual(network.broadcasts, ['approve a', 'a']);
  });

  it('keep the number while nobody knows whether it was stored', async () => {
    faults = { reserve: refuses, openOf: refuses };
    await assert.rejects(reserve(), /SQLITE_FULL/);
    assert.deepEqual(network.sequences.released, []);
  });

  it('are closed before a fee is raised, and then the same bytes are sent again', async () => {
    await reserve('b', 7);
    await overdue();
    network.sequences.gap = ok({ waits: true, closed: [3, 4] });
    assert.equal(await follow(), 'pending');
    assert.deepEqual(network.sequences.asked, [{ own: ['approve a', 'a'], stored: [0, 1, 6, 7] }]);
    assert.deepEqual(network.broadcasts, ['approve a', 'a']);
    assert.equal((await stored()).versions.length, 1);
    assert.deepEqual(closed, [2]);
    assert.equal(await follow(), 'pending');
    assert.equal(network.sequences.asked.length, 1, 'the time begins anew');
    nowMs += ESCALATE_MS;
    network.sequences.gap = ok({ waits: false, closed: [] });
    assert.equal(await follow(), 'pending');
    assert.deepEqual(network.broadcasts.slice(2), ['approve a+', 'a+']);
  });

  it('raise no fee while it is unknown whether there is one', async () => {
    await overdue();
    network.sequences.gap = fail('NO_QUORUM', 'the endpoints disagree', true);
    assert.equal(await follow(), 'pending');
    assert.deepEqual(network.broadcasts, ['approve a', 'a']);
    assert.deepEqual(closed, []);
  });

  it('need the numbers of what will not be sent, and not those of what was included', async () => {
    for (const [name, state] of [
      ['a', 'dropped'],
      ['b', 'failed'],
      ['c', 'included'],
    ] as const) {
      network.sequences.released.length = 0;
      await outbox.conclude(await reserve(name), state, { provider: network.route.provider });
      assert.deepEqual(network.sequences.released, state === 'included' ? [] : [`approve ${name}`, name], name);
    }
  });

  it('do not arise after a restart: everything stored is held before it is sent, and when it is sent', async () => {
    await reserve();
    network.sequences.held.clear();
    takeUp(await stored(), network.route.provider);
    assert.deepEqual([...network.sequences.held], ['approve a', 'a']);
    network.sequences.held.clear();
    await follow();
    assert.deepEqual([...network.sequences.held], ['approve a', 'a']);
  });

  it('raise the fee of a transaction that no node takes for its fee, after the usual time', async () => {
    network.refusals.set('a', 'UNDERPRICED');
    const sent = await outbox.send(await reserve(), network.route);
    assert.equal(sent.ok ? 'sent' : sent.error.code, 'UNDERPRICED');
    nowMs += ESCALATE_MS - 1;
    assert.equal(await follow(), 'UNDERPRICED');
    assert.equal((await stored()).versions.length, 1);
    nowMs += 1;
    const unwanted = await outbox.follow(await stored(), { ...network.route, wanted: async () => ok(false) });
    assert.deepEqual(unwanted, ok({ state: 'dropped', expired: false }), 'none is raised for what could only fail');
    assert.equal(await follow(), 'pending');
    assert.equal((await stored()).versions.length, 2);
    assert.equal(network.broadcasts.at(-1), 'a+');
    assert.equal((await stored()).state, 'broadcast');
  });

  it('are closed, after the usual time, for a transaction that the network refuses above a gap', async () => {
    network.refusals.set('a', 'TRANSACTION_REFUSED');
    await outbox.send(await reserve(), network.route);
    nowMs += ESCALATE_MS - 1;
    assert.equal(await follow(), 'TRANSACTION_REFUSED');
    assert.equal(network.sequences.asked.length, 0);
    nowMs += 1;
    network.sequences.gap = ok({ waits: true, closed: [2] });
    assert.equal(await follow(), 'TRANSACTION_REFUSED');
    assert.deepEqual(closed, [1]);
    assert.equal(await follow(), 'TRANSACTION_REFUSED');
    assert.deepEqual(closed, [1], 'the time begins anew');
    nowMs += ESCALATE_MS;
    network.sequences.gap = ok({ waits: false, closed: [] });
    assert.equal(await follow(), 'TRANSACTION_REFUSED');
    assert.equal((await stored()).versions.length, 1, 'a higher fee would not help');
    network.refusals.clear();
    assert.equal(await follow(), 'pending');
    assert.equal((await stored()).state, 'broadcast');
  });

  describe('and what waits', () => {
    const waiting = () => outbox.waiting.map(({ sinceMs, atFeeCap }) => ({ ageMs: nowMs - sinceMs, atFeeCap }));

    it('is shown from the first broadcast until a block has it, or it is settled', async () => {
      const row = await reserve();
      assert.deepEqual(waiting(), []);
      await outbox.send(row, network.route);
      nowMs += 5;
      assert.deepEqual(waiting(), [{ ageMs: 5, atFeeCap: false }]);
      network.outcomes.set('a', fail('NO_QUORUM', 'unknown', true));
      await follow();
      assert.equal(waiting().length, 1, 'while nobody knows');
      network.include('a');
      await follow();
      assert.deepEqual(waiting(), []);
      network.outcomes.clear();
      await follow();
      assert.equal(waiting().length, 1, 'after a reorganisation');
      outbox.included(await stored());
      assert.deepEqual(waiting(), [], 'somebody else saw it in a block');
      await follow();
      await outbox.conclude(await stored(), 'dropped');
      assert.deepEqual(waiting(), []);
    });

    it('is not what a block has, although the network refuses it now', async () => {
      network.refusals.set('a', 'NONCE_TAKEN');
      network.include('a');
      assert.equal((await outbox.send(await reserve(), network.route)).ok, true);
      assert.deepEqual(waiting(), []);
    });

    it('is at the cap of its fee until the fee could be raised', async () => {
      await overdue();
      network.replaceFailure = 'FEE_CAP_EXCEEDED';
      await follow();
      assert.deepEqual(waiting(), [{ ageMs: ESCALATE_MS, atFeeCap: true }]);
      await follow();
      assert.equal(waiting()[0]?.atFeeCap, true, 'until it is tried again');
      network.replaceFailure = undefined;
      nowMs += ESCALATE_MS;
      await follow();
      assert.equal(waiting()[0]?.atFeeCap, false);
      network.sequences.gap = fail('FEE_CAP_EXCEEDED', 'also of an empty transaction', true);
      nowMs += ESCALATE_MS;
      await follow();
      assert.equal(waiting()[0]?.atFeeCap, true);
    });
  });
});
