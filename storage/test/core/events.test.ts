import assert from 'node:assert/strict';
import { once } from 'node:events';
import { systemClock } from '@causeway/runtime';
import { createEventRepository } from '../../src/core/event-repository.ts';
import { eventStatements, eventTables } from '../../src/core/events.ts';
import { all, type Statement, type TxScript } from '../../src/core/steps.ts';
import { type EventRow, openPlatformStorage } from '../../src/index.ts';
import { columns } from '../support/columns.ts';
import { onStorages } from '../support/engines.ts';
import { bytes32, newOrder } from '../support/rows.ts';

onStorages('EventRepository', (temporary, engine) => {
  const events = () => temporary.storage.events;
  /** Listens, and returns a promise of the next call. */
  function listen(pollMs?: number) {
    const target = new EventTarget();
    const stop = events().onAppended(() => target.dispatchEvent(new Event('appended')), pollMs);
    return { next: () => once(target, 'appended'), stop };
  }

  it('replays after a seq, by subject or all, oldest first', async () => {
    for (const subject of ['a', 'b', 'a', 'a']) await events().append(subject, 'tick', { subject });
    const seqs = async (...args: Parameters<ReturnType<typeof events>['after']>) =>
      (await events().after(...args)).map(({ seq }) => seq);
    assert.deepEqual(await seqs(undefined, 0, 10), [1, 2, 3, 4]);
    assert.deepEqual(await seqs('a', 0, 10), [1, 3, 4]);
    assert.deepEqual(await seqs('a', 1, 1), [3]);
    assert.deepEqual(await seqs(undefined, 4, 10), []);
    assert.equal(await events().latest(), 4);
  });

  it('returns appended events, with amounts as decimal strings', async () => {
    assert.equal(await events().latest(), 0);
    const row = await events().append('s', 't', { wireAmount: 5n, nested: { flag: true } });
    assert.deepEqual(row, {
      seq: 1,
      subject: 's',
      type: 't',
      data: { wireAmount: '5', nested: { flag: true } },
      avatarId: null,
      topic: null,
      createdAtMs: temporary.nowMs,
    });
    assert.deepEqual(await events().after('s', 0, 1), [row]);
  });

  it('reads the topics of one avatar, from the oldest or the newest', async () => {
    const audiences = [
      ['alice', 'orders'],
      ['alice', 'missions'],
      ['bob', 'orders'],
      ['alice', 'messages'],
      ['alice', 'orders'],
    ] as const;
    for (const [avatarId, topic] of audiences) await events().append('s', 't', {}, { avatarId, topic });
    await events().append('s', 't', {});
    const seqs = (rows: readonly EventRow[]) => rows.map(({ seq }) => seq);
    const alice = (...topics: string[]) => ({ avatarId: 'alice', topics });
    const both = alice('missions', 'orders');
    assert.deepEqual(seqs(await events().afterFor(both, 0, 10)), [1, 2, 5]);
    assert.deepEqual(seqs(await events().afterFor(both, 1, 1)), [2]);
    assert.deepEqual(seqs(await events().afterFor(alice('orders', 'orders'), 0, 10)), [1, 5]);
    assert.deepEqual(seqs(await events().afterFor(alice(), 0, 10)), []);
    assert.deepEqual(seqs((await events().beforeFor(both, null, 2)).items), [5, 2]);
    assert.deepEqual(seqs((await events().beforeFor(both, 5, 10)).items), [2, 1]);
    const [first] = await events().afterFor(both, 0, 1);
    assert.deepEqual([first?.avatarId, first?.topic], ['alice', 'orders']);
  });

  it('skips no event that is committed between the reads of two topics', async () => {
    const opened = await engine.open(temporary.database);
    const append = (topic: string) => events().append('s', topic, {}, { avatarId: 'alice', topic });
    let commits = 0;
    /** Runs each query of a job on its own; events of both topics are committed before the orders are read. */
    async function read<T>(steps: () => TxScript<T>): Promise<T> {
      const job = steps();
      let step = job.next();
      while (!step.done) {
        const request = step.value;
        const answers: unknown[] = [];
        for (const part of request.kind === 'each' ? request.queries : []) {
          if (part.values.topic === 'orders' && commits < 2) {
            commits += 1;
            for (const topic of ['missions', 'orders']) await append(topic);
          }
          answers.push(await opened.read(() => all(part.query as Statement<{ all(): unknown[] }>, part.values)));
        }
        const whole = function* (): TxScript<unknown> {
          return yield request;
        };
        step = job.next(request.kind === 'each' ? answers : await opened.read(whole));
      }
      return step.value;
    }
    const tables = eventTables(opened.dialect);
    const context = { read, write: opened.write.bind(opened), clock: systemClock, newId: () => '' };
    const reader = await createEventRepository(context, opened, eventStatements(tables, opened.dialect));
    const of = { avatarId: 'alice', topics: ['missions', 'orders'] };
    const seen = await reader.afterFor(of, 0, 10);
    const later = await reader.afterFor(of, seen.at(-1)?.seq ?? 0, 10);
    assert.deepEqual(columns([...seen, ...later], 'topic'), ['missions', 'orders', 'missions', 'orders']);
    await opened.close();
  });

  it('shows an order’s events to the avatar who ordered', async () => {
    const created = await temporary.storage.orders.create(newOrder({ avatarId: 'alice' }));
    await temporary.storage.orders.transition(created.id, 'lockSeen');
    await temporary.storage.orders.create(newOrder({ avatarId: null, reference: bytes32(2) }));
    const rows = await events().afterFor({ avatarId: 'alice', topics: ['orders'] }, 0, 10);
    assert.deepEqual(columns(rows, 'subject', 'type'), [
      [created.id, 'order.created'],
      [created.id, 'order.locked'],
    ]);
  });

  it('reads by indexes', async () => {
    const opened = await engine.open(temporary.database);
    const { topicAfter, topicHeadsBefore } = eventStatements(eventTables(opened.dialect), opened.dialect);
    for (const { build } of [topicAfter, topicHeadsBefore]) {
      const plan = await engine.plan(temporary.database, build);
      assert.match(plan, /events_avatar/);
      assert.match(plan, /avatar_id.*topic.*seq/s, 'all three columns limit the read');
      assert.doesNotMatch(plan, /sort|temp b-tree|seq scan|SCAN events/i);
    }
    await opened.close();
  });

  it('never uses a seq twice', async () => {
    await events().append('s', 't', {});
    await assert.rejects(events().append('s', undefined as unknown as string, {}));
    const second = await events().append('s', 't', {});
    assert.ok(second.seq >= 2);
    await temporary.reopen();
    assert.ok((await events().append('s', 't', {})).seq > second.seq);
  });

  it('calls listeners once for each commit that wrote events, and for no other', async () => {
    let calls = 0;
    const target = new EventTarget();
    events().onAppended(() => {
      calls += 1;
      target.dispatchEvent(new Event('appended'));
    });
    let called = once(target, 'appended');
    await Promise.all([events().append('s', 't', {}), events().append('s', 't', {})]);
    await called;
    assert.equal(calls, 1);
    await temporary.storage.idempotency.begin('c', 'r', 'k', 'h');
    called = once(target, 'appended');
    await temporary.storage.orders.create(newOrder());
    await called;
    assert.equal(calls, 2);
  });

  it("notices another connection's events", async () => {
    const other = await openPlatformStorage(temporary.database);
    const { next, stop } = listen(2);
    const called = next();
    await other.events.append('s', 'from-elsewhere', {});
    await called;
    assert.equal((await events().after(undefined, 0, 10))[0]?.type, 'from-elsewhere');
    stop();
    await other.close();
  });

  it('does not call a listener after it unsubscribed', async () => {
    let calls = 0;
    const stop = events().onAppended(() => {
      calls += 1;
    });
    stop();
    const { next } = listen();
    const called = next();
    await events().append('s', 't', {});
    await called;
    assert.equal(calls, 0);
  });
});
