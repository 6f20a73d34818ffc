import assert from 'node:assert/strict';
import { type Hex, messageIdOf } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import { runText } from '../src/core/steps.ts';
import type { RootRow } from '../src/index.ts';
import { prune } from '../src/maintenance/prune.ts';
import { onEngine, onStorages } from './support/engines.ts';
import { runMaintenance } from './support/maintenance.ts';
import {
  block,
  bytes32,
  cancellation,
  DESTINATION,
  FAMILY,
  LANE,
  lockMessage,
  messageRow,
  newOrder,
  outcome,
  position,
  SOURCE,
  scan,
  seen,
  signed,
} from './support/rows.ts';
import { SQLITE } from './support/sqlite.ts';
import { oracleDetails } from './support/submission-details.ts';
import { temporaryStorage } from './support/temporary.ts';

const DAY_MS = 86_400_000;

onStorages('prune', (temporary, engine) => {
  const lock = (nonce: number) => lockMessage({ nonce: BigInt(nonce), reference: bytes32(0x700 + nonce) });
  const root = (first: number, count: number) =>
    ({ lane: LANE, firstNonce: BigInt(first), count, root: bytes32(first + 1), at: position(20, first) }) as const;

  /** Six locks with orders, in intervals of two; the orders of `delivered` arrive, finally. */
  async function fill(delivered: readonly number[]) {
    const { chainView, orders, submissions } = temporary.storage;
    const nonces = [0, 1, 2, 3, 4, 5];
    const messages = nonces.map((nonce) => seen(lock(nonce), position(10, nonce)));
    assert.ok((await chainView.recordScan(scan(SOURCE, block(12), { messages }))).ok);
    await chainView.finalize(FAMILY, SOURCE, 12);
    const outcomes = delivered.map((nonce) => outcome(messageIdOf(lock(nonce)), position(21, nonce)));
    const roots = [root(0, 2), root(2, 2), root(4, 2)];
    assert.ok((await chainView.recordScan(scan(DESTINATION, block(22), { outcomes, roots }))).ok);
    await chainView.finalize(FAMILY, DESTINATION, 22);
    const ids: string[] = [];
    for (const nonce of nonces) {
      const { id } = await orders.create(newOrder({ reference: bytes32(0x700 + nonce) }));
      await orders.matchLock(messageRow(lock(nonce), position(10, nonce), true), 32, 3);
      const grounds = {
        messages: [{ messageId: bytes32(nonce), blockNumber: 1, blockHash: bytes32(2) }],
        roots: [{ source: SOURCE, firstNonce: BigInt(nonce), count: 1, root: bytes32(3) }],
      };
      const facts = {
        purpose: 'oracle',
        domain: DESTINATION,
        family: FAMILY,
        payer: 'p',
        grounds,
        details: oracleDetails(),
      } as const;
      const sent = await submissions.reserve({ ...facts, sequence: nonce, versions: [signed()], orderIds: [id] });
      await submissions.setState(sent.id, 'included');
      if (delivered.includes(nonce)) await orders.transition(id, 'executed', { final: true });
      ids.push(id);
    }
    await temporary.storage.idempotency.begin('c', 'r', 'k', 'h');
    await temporary.storage.signatures.record({
      domain: SOURCE,
      anchor: '1',
      digest: bytes32(1),
      calls: [],
    });
    return ids;
  }

  const run = (days: number, dryRun = false) =>
    prune(temporary.database, { olderThanMs: days * DAY_MS, dryRun, clock: clockAt(() => temporary.nowMs) });
  const left = async () =>
    (await temporary.storage.chainView.messages(LANE, 0n, 10, false)).map(({ message }) => Number(message.nonce));

  it('ends what ended orders no longer need, by whole intervals, and keeps the orders', async () => {
    const ids = await fill([0, 1, 2, 4, 5]);
    temporary.nowMs += 100 * DAY_MS;
    const { rows, bytesBefore, bytesAfter } = await run(90);
    assert.deepEqual([rows.messages, rows.outcomes, rows.roots], [2, 2, 1]);
    assert.deepEqual([rows.submissions, rows.submission_versions, rows.submission_orders], [5, 5, 5]);
    assert.deepEqual([rows.submission_messages, rows.submission_roots], [5, 5]);
    assert.deepEqual([rows.signatures, rows.idempotency_keys], [1, 1]);
    assert.ok(bytesBefore > 0 && bytesAfter > 0);
    // Nonce 3 is not delivered, so its interval can be proven again; the last interval holds the newest message.
    assert.deepEqual(await left(), [2, 3, 4, 5]);
    const { chainView, orders, events, submissions } = temporary.storage;
    assert.equal((await chainView.rootOf(LANE, 2n))?.count, 2);
    assert.equal(await chainView.rootOf(LANE, 0n), undefined);
    for (const id of ids) assert.ok(await orders.get(id));
    assert.equal((await events.after(ids[0], 0, 10)).length, 0);
    assert.ok((await events.after(ids[3], 0, 10)).length > 0);
    assert.equal((await submissions.forOrder(ids[3] as string)).length, 1);
    assert.deepEqual(
      (await chainView.undelivered(FAMILY, DESTINATION, 10)).map(({ message }) => message.nonce),
      [3n],
    );
    assert.equal(await events.latest(), (await events.append('s', 't', {})).seq - 1);
  });

  it('leaves no gap in what is recorded of a lane, also when the deleted rows are scanned again', async () => {
    const ids = await fill([0, 1, 4, 5]);
    const { chainView, orders } = temporary.storage;
    const more = (at: number, nonces: readonly number[]) => {
      const messages = nonces.map((nonce) => seen(lock(nonce), position(10, nonce)));
      return chainView.recordScan(scan(SOURCE, block(at), { messages }));
    };
    assert.ok((await more(13, [6, 8])).ok);
    const recorded = async () => [
      (await chainView.recordedMessages(LANE)).next,
      (await chainView.recordedMessages(LANE, 1n)).next,
      (await chainView.recordedRoots(LANE)).next,
    ];
    assert.deepEqual(await recorded(), [7n, 7n, 6n]);
    temporary.nowMs += 100 * DAY_MS;
    assert.equal((await run(90)).rows.messages, 4);
    assert.deepEqual(await left(), [2, 3, 6, 8]);
    // A message that was not pruned is still missed.
    assert.deepEqual(await recorded(), [7n, 7n, 6n]);
    assert.ok((await more(14, [7])).ok);
    assert.deepEqual(await recorded(), [9n, 9n, 6n]);
    assert.ok((await more(15, [0, 1, 4, 5])).ok);
    assert.deepEqual(await recorded(), [9n, 9n, 6n]);
    const outcomes = [2, 3].map((nonce) => outcome(messageIdOf(lock(nonce)), position(23, nonce)));
    assert.ok((await chainView.recordScan(scan(DESTINATION, block(24), { outcomes }))).ok);
    await chainView.finalize(FAMILY, SOURCE, 15);
    await chainView.finalize(FAMILY, DESTINATION, 24);
    for (const id of [ids[2], ids[3]]) await orders.transition(id as string, 'executed', { final: true });
    assert.equal((await run(-1)).rows.messages, 2);
    assert.deepEqual(await left(), [0, 1, 4, 5, 6, 7, 8]);
    assert.deepEqual(await recorded(), [9n, 9n, 6n]);
  });

  it('touches nothing that ended later, or whose end is not final', async () => {
    const ids = await fill([0, 1]);
    temporary.nowMs += 89 * DAY_MS;
    assert.deepEqual(Object.values((await run(90)).rows), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    await temporary.storage.orders.update(ids[1] as string, { final: false });
    temporary.nowMs += 11 * DAY_MS;
    const { rows } = await run(90);
    assert.deepEqual([rows.messages, rows.submissions], [0, 1]);
    assert.deepEqual(await left(), [0, 1, 2, 3, 4, 5]);
  });

  it('only counts in a dry run', async () => {
    await fill([0, 1, 2, 3, 4, 5]);
    temporary.nowMs += 100 * DAY_MS;
    const dry = await run(90, true);
    assert.deepEqual(await left(), [0, 1, 2, 3, 4, 5]);
    assert.equal(dry.bytesBefore, dry.bytesAfter);
    assert.deepEqual((await run(90)).rows, dry.rows);
    assert.deepEqual(await left(), [4, 5]);
  });

  it('keeps a submission that may still be included, and the message of an order that is not bound yet', async () => {
    const ids = await fill([0, 1, 2, 3]);
    const { submissions, chainView, orders } = temporary.storage;
    const open = (await submissions.forOrder(ids[0] as string))[0];
    await submissions.setState(open?.id as string, 'broadcast');
    // The relayer binds it later: until then nothing says that its order has ended.
    const late = lock(6);
    const next = lockMessage({ nonce: 7n });
    const messages = [seen(late, position(13, 0)), seen(next, position(13, 1))];
    assert.ok((await chainView.recordScan(scan(SOURCE, block(14), { messages }))).ok);
    await chainView.finalize(FAMILY, SOURCE, 14);
    const outcomes = [outcome(messageIdOf(late), position(23))];
    assert.ok((await chainView.recordScan(scan(DESTINATION, block(24), { outcomes, roots: [root(6, 1)] }))).ok);
    await chainView.finalize(FAMILY, DESTINATION, 24);
    temporary.nowMs += 100 * DAY_MS;
    const { rows } = await run(90);
    assert.deepEqual([rows.messages, rows.submissions], [4, 3]);
    assert.deepEqual(await left(), [4, 5, 6, 7]);
    assert.equal((await submissions.forOrder(ids[0] as string))[0]?.state, 'broadcast');
    const { id } = await orders.matchLock(messageRow(late, position(13, 0), true), 32, 3);
    assert.equal((await run(-1)).rows.messages, 0);
    await orders.transition(id, 'executed', { final: true });
    assert.equal((await run(-1)).rows.messages, 1);
  });

  it('keeps a cancelled message until its refund is final, and its Cancel as long as the message, in a database without orders', async () => {
    const { chainView } = temporary.storage;
    const back = { family: FAMILY, source: DESTINATION, destination: SOURCE } as const;
    const [first, second, newest] = [lock(0), lock(1), lock(2)];
    const messages = [first, second, newest].map((message, at) => seen(message, position(10, at)));
    assert.ok((await chainView.recordScan(scan(SOURCE, block(12), { messages }))).ok);
    await chainView.finalize(FAMILY, SOURCE, 12);
    const undone = cancellation(second, 0n, position(21, 0));
    const reply = lockMessage({ source: DESTINATION, destination: SOURCE, nonce: 1n });
    assert.ok(
      (
        await chainView.recordScan(
          scan(DESTINATION, block(22), {
            messages: [...undone.messages, seen(reply, position(21, 1))],
            outcomes: undone.outcomes,
            roots: [root(0, 2)],
          }),
        )
      ).ok,
    );
    await chainView.finalize(FAMILY, DESTINATION, 22);
    temporary.nowMs += 100 * DAY_MS;
    /** Messages of both lanes after two runs: a Cancel may need one more than its message. */
    const rest = async () => {
      for (const _run of [1, 2]) await run(90);
      const both = [LANE, back].map((lane) => chainView.messages(lane, 0n, 10, false));
      return (await Promise.all(both)).map((lane) => lane.map(({ message }) => Number(message.nonce)));
    };
    const execute = async (domain: number, messageId: Hex, number: number, roots: readonly RootRow[] = []) => {
      const outcomes = [outcome(messageId, position(number))];
      assert.ok((await chainView.recordScan(scan(domain, block(number), { outcomes, roots }))).ok);
      await chainView.finalize(FAMILY, domain, number);
    };
    await execute(DESTINATION, messageIdOf(first), 30);
    assert.deepEqual(await rest(), [
      [0, 1, 2],
      [0, 1],
    ]);
    const cancelRoot = { lane: back, firstNonce: 0n, count: 1, root: bytes32(9), at: position(31, 7) };
    await execute(SOURCE, undone.messages[0]?.messageId as Hex, 31, [cancelRoot]);
    assert.deepEqual(await rest(), [[2], [1]]);
  });

  it('keeps the Cancel of a message that stays for its neighbour', async () => {
    const { chainView } = temporary.storage;
    const back = { family: FAMILY, source: DESTINATION, destination: SOURCE } as const;
    const messages = [0, 1, 2].map((nonce) => seen(lock(nonce), position(10, nonce)));
    assert.ok((await chainView.recordScan(scan(SOURCE, block(12), { messages }))).ok);
    const undone = cancellation(lock(1), 0n, position(21, 0));
    const reply = seen(lockMessage({ source: DESTINATION, destination: SOURCE, nonce: 1n }), position(21, 1));
    const found = { messages: [...undone.messages, reply], outcomes: undone.outcomes, roots: [root(0, 2)] };
    assert.ok((await chainView.recordScan(scan(DESTINATION, block(22), found))).ok);
    await chainView.finalize(FAMILY, DESTINATION, 22);
    const refund = outcome(undone.messages[0]?.messageId as Hex, position(31));
    const cancelRoot = { lane: back, firstNonce: 0n, count: 1, root: bytes32(9), at: position(31, 7) };
    const paid = scan(SOURCE, block(31), { outcomes: [refund], roots: [cancelRoot] });
    assert.ok((await chainView.recordScan(paid)).ok);
    await chainView.finalize(FAMILY, SOURCE, 31);
    temporary.nowMs += 100 * DAY_MS;
    assert.equal((await run(90)).rows.messages, 0);
    assert.ok(await chainView.cancelOf(messageIdOf(lock(1))));
  });

  it('may be killed at any point: every interval is whole, every submission complete, and the next run goes on', async () => {
    const ids = await fill([0, 1, 2, 3, 4, 5]);
    const later = temporary.nowMs + 100 * DAY_MS;
    const before = await run(-100, true);
    let kills = 0;
    // Each run comes a little farther than the one before.
    for (let killAt = 16; !(await runMaintenance('prune', temporary.database, `${later}`, killAt)); killAt += 12) {
      kills += 1;
      const roots = await Promise.all([0n, 2n, 4n].map((first) => temporary.storage.chainView.rootOf(LANE, first)));
      assert.equal((await left()).length, 2 * roots.filter((found) => found !== undefined).length);
      const bare = await engine.open(temporary.database);
      const torn = await bare.read(() =>
        runText(`select id from submissions where id not in (select submission_id from submission_versions)
          or id not in (select submission_id from submission_orders)`),
      );
      await bare.close();
      assert.deepEqual(torn, []);
    }
    assert.ok(kills > 1);
    assert.deepEqual([before.rows.messages, await left()], [4, [4, 5]]);
    for (const id of ids) assert.ok(await temporary.storage.orders.get(id));
    assert.ok(Object.values((await run(-100, true)).rows).every((rows) => rows === 0));
  }).timeout(120_000);

  it('needs a database', async () => {
    const database = await engine.newDatabase();
    await assert.rejects(prune(database, { olderThanMs: DAY_MS }), { code: 'DATABASE_MISSING' });
  });
});

onEngine(SQLITE, 'prune', (engine) => {
  it('gives space back when no other process has the file open, and makes none wait', async () => {
    const { storage, database, nowMs } = await temporaryStorage(engine);
    const digests = Array.from({ length: 200 }, (_, at) => bytes32(at + 1));
    const calls = [{ text: 'x'.repeat(1_000) }];
    await Promise.all(
      digests.map((digest) => storage.signatures.record({ domain: SOURCE, anchor: '1', digest, calls })),
    );
    const run = () => prune(database, { olderThanMs: 0, clock: clockAt(() => nowMs + 1) });
    const used = await run();
    assert.deepEqual([used.rows.signatures, used.bytesAfter], [200, used.bytesBefore]);
    await storage.close();
    const alone = await run();
    assert.ok(alone.bytesAfter < alone.bytesBefore - 200_000);
  });
});
