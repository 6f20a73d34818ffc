import assert from 'node:assert/strict';
import { type BridgeStorage, openBridgeStorage, type StoredSubmission } from '@causeway/storage';
import { pino } from 'pino';
import { Outbox, type OutboxCheckpoint } from '../src/outbox.ts';
import { FakeNetwork, signed } from './support/fake-network.ts';

describe('outbox', () => {
  let storage: BridgeStorage;
  let network: FakeNetwork;
  let outbox: Outbox;
  let nowMs: number;
  let states: string[];
  let warnings: string[];

  /** Another process's outbox over the same database. */
  const process = (checkpoint?: (point: OutboxCheckpoint) => void): Outbox =>
    new Outbox({
      submissions: storage.submissions,
      clock: { monotonic: () => nowMs },
      log: pino({ level: 'warn' }, { write: (line) => warnings.push(line) }),
      onState: (state) => states.push(state),
      ...(checkpoint && { checkpoint }),
    });
  const reserve = (by = outbox, before: readonly string[] = []): Promise<StoredSubmission> =>
    by.reserve(
      {
        purpose: 'lock',
        domain: 1,
        family: 'main',
        payer: 'payer',
        sequence: 0,
        versions: [signed('a')],
        orderIds: ['order'],
        details: { before: before.map((reference) => signed(reference)) },
      },
      network.route.provider,
    );
  const stored = async (): Promise<StoredSubmission> => {
    const [row] = await storage.submissions.forOrder('order');
    assert.ok(row);
    return row;
  };
  const follow = async (by = outbox) => {
    const fate = await by.follow(await stored(), network.route);
    return fate.ok ? fate.value.state : fate.error.code;
  };

  beforeEach(async () => {
    storage = await openBridgeStorage(':memory:');
    network = new FakeNetwork();
    nowMs = 1_000_000;
    states = [];
    warnings = [];
    outbox = process();
  });
  afterEach(() => storage.close());

  it('stores the signed bytes before it sends them, and records when they were sent', async () => {
    network.onBroadcast = async (submission) => {
      const row = await stored();
      assert.equal(row.state, 'reserved');
      assert.deepEqual([row.versions, row.details], [[submission], { before: [] }]);
    };
    await outbox.send(await reserve(), network.route);
    assert.equal((await stored()).state, 'broadcast');
    assert.deepEqual(states, ['broadcast']);
  });

  it('sends the preparing transactions before the transaction itself', async () => {
    await outbox.send(await reserve(outbox, ['approve']), network.route);
    assert.deepEqual(network.broadcasts, ['approve', 'a']);
  });

  it('continues when a preparing transaction was replaced, and not when it failed for another reason', async () => {
    network.refusals.set('approve', 'NONCE_TAKEN');
    assert.ok((await outbox.send(await reserve(outbox, ['approve']), network.route)).ok);
    assert.deepEqual(network.broadcasts, ['approve', 'a']);
    network.refusals.set('approve', 'RPC_UNAVAILABLE');
    const again = await process().send(await stored(), network.route);
    assert.equal(again.ok ? 'sent' : again.error.code, 'RPC_UNAVAILABLE');
    assert.deepEqual(network.broadcasts, ['approve', 'a', 'approve']);
  });

  it('returns the fate at once when the network refuses a transaction for good', async () => {
    network.refusals.set('a', 'NONCE_TAKEN');
    network.drop('a');
    const sent = await outbox.send(await reserve(), network.route);
    assert.deepEqual(sent, { ok: true, value: { state: 'dropped', expired: false } });
    assert.equal((await stored()).state, 'reserved', 'the caller settles');
  });

  it('keeps a transaction that the network refuses for now, and sends the same bytes again', async () => {
    network.refusals.set('a', 'RPC_UNAVAILABLE');
    const sent = await outbox.send(await reserve(), network.route);
    assert.equal(sent.ok ? 'sent' : sent.error.code, 'RPC_UNAVAILABLE');
    assert.equal((await stored()).state, 'reserved');
    network.refusals.clear();
    assert.equal(await follow(), 'pending');
    assert.deepEqual(network.broadcasts, ['a', 'a']);
    assert.equal((await stored()).state, 'broadcast');
  });

  it('sends nothing again while a transaction is pending for a short time', async () => {
    await outbox.send(await reserve(), network.route);
    nowMs += 9_999;
    assert.equal(await follow(), 'pending');
    assert.deepEqual(network.broadcasts, ['a']);
  });

  it('raises the fee of a transaction that stays pending, stores the new version first, and follows both', async () => {
    await outbox.send(await reserve(outbox, ['approve']), network.route);
    nowMs += 10_000;
    network.onBroadcast = async (submission) => {
      if (submission.reference === 'a+') assert.deepEqual((await stored()).versions.at(-1), submission);
    };
    assert.equal(await follow(), 'pending');
    assert.deepEqual(network.broadcasts, ['approve', 'a', 'approve+', 'a+']);
    assert.equal(await follow(), 'pending');
    assert.equal(network.broadcasts.length, 4, 'the time begins anew');
    network.drop('a+');
    network.include('a');
    assert.equal(await follow(), 'included');
  });

  it('does not replace a preparing transaction that is already included', async () => {
    await outbox.send(await reserve(outbox, ['approve']), network.route);
    network.include('approve');
    nowMs += 10_000;
    await follow();
    assert.deepEqual(network.broadcasts.slice(2), ['a+']);
  });

  for (const code of ['NOT_REPLACEABLE', 'FEE_CAP_EXCEEDED'] as const) {
    it(`sends a transaction again unchanged if it cannot be replaced (${code})`, async () => {
      network.replaceFailure = code;
      await outbox.send(await reserve(), network.route);
      nowMs += 10_000;
      assert.equal(await follow(), 'pending');
      assert.deepEqual(network.broadcasts, ['a', 'a']);
      assert.equal((await stored()).versions.length, 1);
      assert.equal(warnings.length, code === 'NOT_REPLACEABLE' ? 0 : 1, 'only a failure is told');
    });
  }

  it('concludes only an inclusion while the outcome of another version is unknown', async () => {
    await outbox.send(await reserve(), network.route);
    nowMs += 10_000;
    await follow();
    network.outcomes.set('a', { ok: false, error: { code: 'NO_QUORUM', message: '', retryable: true } });
    network.drop('a+');
    assert.equal(await follow(), 'NO_QUORUM');
    network.include('a+');
    assert.equal(await follow(), 'included');
  });

  it('sends a newly signed version in place of an expired one', async () => {
    await outbox.send(await reserve(), network.route);
    network.drop('a', true);
    const fate = await outbox.follow(await stored(), network.route);
    assert.deepEqual(fate, { ok: true, value: { state: 'dropped', expired: true } });
    await outbox.renew(await stored(), signed('b'));
    assert.equal(await follow(), 'pending');
    assert.deepEqual(network.broadcasts, ['a', 'b']);
    network.include('b');
    assert.equal(await follow(), 'included');
  });

  it('settles once: a settled submission is no longer open', async () => {
    await outbox.send(await reserve(), network.route);
    assert.equal((await storage.submissions.open(['lock'])).length, 1);
    await outbox.conclude(await stored(), 'included');
    assert.equal((await storage.submissions.open(['lock'])).length, 0);
    assert.deepEqual(states, ['broadcast', 'included']);
  });

  describe('after kill -9', () => {
    class Killed extends Error {}
    const killedAt = (point: OutboxCheckpoint) =>
      process((reached) => {
        if (reached === point) throw new Killed(point);
      });

    it('sends the same bytes when nothing was sent', async () => {
      await assert.rejects(reserve(killedAt('after-reserved')), Killed);
      assert.deepEqual(network.broadcasts, []);
      assert.equal(await follow(process()), 'pending');
      assert.deepEqual(network.broadcasts, ['a']);
      assert.equal((await stored()).state, 'broadcast');
    });

    it('sends the same bytes again when they were sent without a record', async () => {
      const dying = killedAt('after-broadcast');
      const row = await reserve(dying);
      await assert.rejects(dying.send(row, network.route), Killed);
      assert.equal((await stored()).state, 'reserved');
      assert.equal(await follow(process()), 'pending');
      assert.deepEqual(network.broadcasts, ['a', 'a']);
      assert.equal((await stored()).versions.length, 1);
    });

    it('learns that it was included without sending anything', async () => {
      await outbox.send(await reserve(), network.route);
      network.include('a');
      assert.equal(await follow(process()), 'included');
      assert.deepEqual(network.broadcasts, ['a']);
    });

    it('drops a reserved submission that could only fail by now, and never one that may have been sent', async () => {
      const route = { ...network.route, wanted: async () => ({ ok: true, value: false }) as const };
      await reserve();
      const dropped = await process().follow(await stored(), route);
      assert.deepEqual(dropped, { ok: true, value: { state: 'dropped', expired: false } });
      assert.deepEqual(network.broadcasts, []);
      await outbox.send(await stored(), network.route);
      const sent = await process().follow(await stored(), route);
      assert.deepEqual(sent, { ok: true, value: { state: 'pending' } });
      assert.deepEqual(network.broadcasts, ['a', 'a']);
    });

    it('waits while it is unknown whether the submission could only fail', async () => {
      const error = { code: 'NO_QUORUM', message: '', retryable: true } as const;
      await reserve();
      const unknown = await process().follow(await stored(), {
        ...network.route,
        wanted: async () => ({ ok: false, error }),
      });
      assert.deepEqual(unknown, { ok: false, error });
      assert.deepEqual(network.broadcasts, []);
    });
  });
});
