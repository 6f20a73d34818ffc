import assert from 'node:assert/strict';
import { messageIdOf, ZERO_32 } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import type { LaneDifference, RootRow } from '../../src/index.ts';
import { prune } from '../../src/maintenance/prune.ts';
import { onStorages } from '../support/engines.ts';
import {
  block,
  bytes32,
  DESTINATION,
  FAMILY,
  LANE,
  lockMessage,
  outcome,
  position,
  SOURCE,
  scan,
  seen,
} from '../support/rows.ts';

const DAY_MS = 86_400_000;

onStorages('ComparisonRepository', (temporary, engine) => {
  const message = lockMessage();
  const id = messageIdOf(message);
  const { recipient, wireAmount, reference } = message;
  const paid = { operation: 'mintTokens', recipient, wireAmount, reference } as const;
  const comparisons = () => temporary.storage.comparisons;
  const view = () => temporary.storage.chainView;
  const root = (number: number, fields: Partial<RootRow> = {}): RootRow => ({
    ...{ lane: LANE, firstNonce: 0n, count: 1, root: bytes32(number), at: position(number) },
    ...fields,
  });
  const difference = (kind: LaneDifference['kind'], subject: string, blockNumber = 20): LaneDifference => ({
    ...{ lane: LANE, kind, subject, blockNumber, transaction: '0x14', detail: `${subject} differs`, sinceMs: 5 },
  });
  const record = async (domain: number, to: number, found: Parameters<typeof scan>[2]) =>
    assert.deepEqual(await view().recordScan(scan(domain, block(to), found)), { ok: true, value: undefined });
  const subjects = async () => (await comparisons().differences(FAMILY, DESTINATION)).map(({ subject }) => subject);
  const uncompared = async () =>
    (await comparisons().uncomparedRoots(LANE, 0n, 10)).map(({ root: hash, inForce, pruned }) => ({
      root: Number(hash),
      inForce,
      pruned,
    }));
  const nothing = { roots: [], executions: [], differences: [] };

  it('keeps what an execution paid, with its message, until it is settled', async () => {
    await record(DESTINATION, 21, { outcomes: [{ ...outcome(id, position(20)), paid }] });
    const read = () => comparisons().uncomparedExecutions(FAMILY, DESTINATION, 10);
    const transaction = position(20).transaction;
    assert.deepEqual(await read(), [{ messageId: id, paid, blockNumber: 20, transaction, message: undefined }]);
    await record(SOURCE, 11, { messages: [seen(message, position(10))] });
    assert.deepEqual((await read())[0]?.message?.message, message);
    await comparisons().record({ ...nothing, executions: [{ family: FAMILY, domain: DESTINATION, messageId: id }] });
    assert.deepEqual(await read(), []);
  });

  it('sums what is on its way to a bridge by source and asset, final or not, until it has an outcome', async () => {
    const inFlight = () => comparisons().inFlight(FAMILY, DESTINATION);
    assert.deepEqual(await inFlight(), []);
    const large = (1n << 64n) + 1n;
    const [one, two, burn] = [
      lockMessage({ nonce: 0n, wireAmount: large }),
      lockMessage({ nonce: 1n, wireAmount: 2n }),
      lockMessage({ nonce: 2n, wireAmount: 5n, assetHome: DESTINATION }),
    ];
    await record(SOURCE, 12, { messages: [one, two, burn].map((sent, at) => seen(sent, position(10 + at))) });
    await view().finalize(FAMILY, SOURCE, 10);
    const from = (assetHome: number, wireAmount: bigint) => ({ source: SOURCE, assetHome, wireAmount });
    const byAsset = async () => new Set(await inFlight());
    assert.deepEqual(await byAsset(), new Set([from(SOURCE, large + 2n), from(DESTINATION, 5n)]));
    await record(DESTINATION, 21, { outcomes: [{ ...outcome(messageIdOf(one), position(20)), paid }] });
    assert.deepEqual(await byAsset(), new Set([from(SOURCE, 2n), from(DESTINATION, 5n)]));
    assert.deepEqual(await comparisons().inFlight(FAMILY, SOURCE), []);
  });

  it('has nothing to compare of a cancellation, and no fields of an event that an earlier release recorded', async () => {
    await record(DESTINATION, 21, {
      outcomes: [outcome(id, position(20), 'cancelled'), outcome(bytes32(9), position(20, 1))],
    });
    const rows = await comparisons().uncomparedExecutions(FAMILY, DESTINATION, 10);
    assert.deepEqual(
      rows.map(({ messageId, paid: fields }) => [messageId, fields]),
      [[bytes32(9), undefined]],
    );
  });

  it('tells which root of an interval is in force, and none of a dropped one', async () => {
    await record(DESTINATION, 20, { roots: [root(20)] });
    assert.deepEqual(await uncompared(), [{ root: 20, inForce: true, pruned: false }]);
    await record(DESTINATION, 21, { roots: [root(21)] });
    assert.deepEqual(await uncompared(), [
      { root: 20, inForce: false, pruned: false },
      { root: 21, inForce: true, pruned: false },
    ]);
    await comparisons().record({ ...nothing, roots: [root(21)] });
    assert.deepEqual(await uncompared(), [{ root: 20, inForce: false, pruned: false }]);
    await record(DESTINATION, 22, { roots: [root(22, { root: ZERO_32 })] });
    assert.deepEqual(
      (await uncompared()).map(({ inForce }) => inForce),
      [false, true],
    );
    await view().rollback(FAMILY, DESTINATION, 20);
    assert.deepEqual(await uncompared(), [{ root: 20, inForce: true, pruned: false }], 'its repair has vanished');
  });

  it('keeps since when something differs, ends it by interval or message, and forgets it with its block', async () => {
    await comparisons().record({ ...nothing, differences: [difference('root', '0'), difference('execution', id)] });
    await comparisons().record({ ...nothing, differences: [{ ...difference('root', '0'), sinceMs: 9, detail: 'x' }] });
    const [first] = await comparisons().differences();
    assert.deepEqual([first?.subject, first?.sinceMs, first?.detail], ['0', 5, 'x']);
    await comparisons().record({ ...nothing, roots: [root(30)] });
    assert.deepEqual(await subjects(), [id]);
    await comparisons().record({ ...nothing, executions: [{ family: FAMILY, domain: DESTINATION, messageId: id }] });
    assert.deepEqual(await subjects(), []);
    await comparisons().record({ ...nothing, differences: [difference('root', '0', 20), difference('root', '7', 30)] });
    await record(DESTINATION, 31, {});
    await view().rollback(FAMILY, DESTINATION, 25);
    assert.deepEqual(await subjects(), ['0']);
  });

  it('stops both directions between two chains, and no other lane', async () => {
    await comparisons().record({ ...nothing, differences: [difference('root', '0')] });
    const back = { family: FAMILY, source: DESTINATION, destination: SOURCE };
    assert.ok(await comparisons().differs(LANE));
    assert.ok(await comparisons().differs(back));
    assert.equal(await comparisons().differs({ ...LANE, source: 9 }), false);
    assert.equal(await comparisons().differs({ ...LANE, family: 'ARB' }), false);
  });

  it('acknowledges executions alone, each once, and leaves them out from then on', async () => {
    await record(DESTINATION, 21, { outcomes: [{ ...outcome(id, position(20)), paid }] });
    await comparisons().record({ ...nothing, differences: [difference('root', '0'), difference('execution', id)] });
    assert.deepEqual(await comparisons().acknowledge(['0' as never], 7), []);
    assert.deepEqual(
      (await comparisons().acknowledge([id], 7)).map(({ subject }) => subject),
      [id],
    );
    assert.deepEqual(await comparisons().acknowledge([id], 8), []);
    assert.deepEqual(await subjects(), ['0']);
    assert.deepEqual(await comparisons().uncomparedExecutions(FAMILY, DESTINATION, 10), []);
  });

  it('sums up final locks and burns of one asset that have no outcome', async () => {
    const lock = (nonce: number, fields = {}) =>
      seen(lockMessage({ nonce: BigInt(nonce), ...fields }), position(10, nonce));
    const messages = [
      ...[lock(0), lock(1, { wireAmount: 2n ** 127n }), lock(2, { wireAmount: 2n ** 127n }), lock(3)],
      ...[lock(4, { kind: 2, assetHome: DESTINATION }), lock(5, { kind: 3 })],
    ];
    await record(SOURCE, 11, { messages });
    assert.equal(await comparisons().waitingAmount(LANE, SOURCE), 0n, 'nothing is final');
    await view().finalize(FAMILY, SOURCE, 11);
    const delivered = messages[3]?.messageId ?? assert.fail();
    await record(DESTINATION, 21, { outcomes: [outcome(delivered, position(20))] });
    assert.equal(await comparisons().waitingAmount(LANE, SOURCE), wireAmount + 2n ** 128n);
    assert.equal(await comparisons().waitingAmount(LANE, DESTINATION), wireAmount);
  });

  it('compares again what stands on final messages that an operator took back', async () => {
    await record(SOURCE, 11, { messages: [seen(message, position(10))] });
    await view().finalize(FAMILY, SOURCE, 11);
    await record(DESTINATION, 21, { roots: [root(20)], outcomes: [{ ...outcome(id, position(20, 1)), paid }] });
    const executions = [{ family: FAMILY, domain: DESTINATION, messageId: id }];
    await comparisons().record({ ...nothing, roots: [root(20)], executions });
    assert.deepEqual(await uncompared(), []);
    await view().rollback(FAMILY, SOURCE, 5, { evenFinal: { readAfter: undefined } });
    assert.equal((await uncompared()).length, 1);
    assert.equal((await comparisons().uncomparedExecutions(FAMILY, DESTINATION, 10)).length, 1);
  });

  it('knows pruned history when its blocks are read again', async () => {
    const messages = [0, 1].map((nonce) => seen(lockMessage({ nonce: BigInt(nonce) }), position(10, nonce)));
    await record(SOURCE, 11, { messages });
    await view().finalize(FAMILY, SOURCE, 11);
    const again = {
      roots: [root(20)],
      outcomes: [{ ...outcome(messages[0]?.messageId ?? id, position(20, 1)), paid }],
    };
    await record(DESTINATION, 21, again);
    await view().finalize(FAMILY, DESTINATION, 21);
    assert.equal(await comparisons().prunedTo(FAMILY, DESTINATION), undefined);
    const clock = clockAt(() => position(20).block.timeMs + 100 * DAY_MS);
    const { rows } = await prune(temporary.database, { olderThanMs: 90 * DAY_MS, clock });
    assert.deepEqual([rows.messages, rows.outcomes, rows.roots], [1, 1, 1], engine.name);
    assert.equal(await comparisons().prunedTo(FAMILY, DESTINATION), 20);
    await view().readAgain(FAMILY, DESTINATION, block(19));
    await record(DESTINATION, 21, again);
    assert.deepEqual(await uncompared(), [{ root: 20, inForce: true, pruned: true }]);
    assert.deepEqual(await comparisons().sourcesOf(FAMILY, DESTINATION), [SOURCE]);
  });
});
