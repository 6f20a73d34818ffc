import assert from 'node:assert/strict';
import { type Hex, type Message, messageIdOf } from '@causeway/protocol';
import { chainStatements } from '../../src/bridge/chain-statements.ts';
import { bridgeTables } from '../../src/bridge/schema.ts';
import type { Engine } from '../../src/core/engine.ts';
import { openPlatformStorage, type ScanRow } from '../../src/index.ts';
import { aroundEngine } from '../support/around.ts';
import { columns } from '../support/columns.ts';
import { onStorages } from '../support/engines.ts';
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
} from '../support/rows.ts';

onStorages('ChainViewRepository', (temporary, engine) => {
  const view = () => temporary.storage.chainView;
  const lock = (nonce: bigint, fields: Partial<Message> = {}) => lockMessage({ nonce, ...fields });
  const upperCase = (id: Hex): Hex => `0x${id.slice(2).toUpperCase()}`;
  const idOf = (nonce: bigint) => messageIdOf(lock(nonce));
  /** A message from DESTINATION to SOURCE. */
  const inbound = (nonce: bigint) => lock(nonce, { source: DESTINATION, destination: SOURCE });
  const inboundId = (nonce: bigint) => messageIdOf(inbound(nonce));
  const learnInbound = () =>
    record(DESTINATION, 5, { messages: [0n, 1n, 2n].map((nonce) => seen(inbound(nonce), position(5, Number(nonce)))) });

  async function record(domain: number, to: number, found: Partial<ScanRow> = {}): Promise<void> {
    const recorded = await view().recordScan(scan(domain, block(to), found));
    assert.ok(recorded.ok, recorded.ok ? '' : recorded.error.message);
  }

  async function refuse(row: ScanRow): Promise<void> {
    const before = await dump();
    const recorded = await view().recordScan(row);
    assert.equal(recorded.ok ? 'recorded' : recorded.error.code, 'SCAN_CONTRADICTS');
    assert.deepEqual(await dump(), before);
  }

  const dump = async () => ({
    source: await view().recentBlocks(FAMILY, SOURCE, 100),
    destination: await view().recentBlocks(FAMILY, DESTINATION, 100),
    messages: await view().messages(LANE, 0n, 100, false),
    outcomes: await Promise.all(
      [0n, 1n, 2n].flatMap((nonce) => [idOf(nonce), inboundId(nonce)]).map((id) => view().outcome(id)),
    ),
    roots: await Promise.all([0n, 1n, 2n].map((nonce) => view().rootOf(LANE, nonce))),
  });

  describe('recordScan', () => {
    it('keeps messages, outcomes and roots unchanged after a reopening', async () => {
      const message = lock(0n, { wireAmount: (1n << 128n) - 1n });
      const root = { lane: LANE, firstNonce: 0n, count: 2, root: bytes32(0xf0), at: position(21, 1) };
      await record(SOURCE, 12, { messages: [seen(message, position(10, 3))] });
      await record(DESTINATION, 22, { outcomes: [outcome(messageIdOf(message), position(21, 2))], roots: [root] });
      const { chainView } = await temporary.reopen();
      assert.deepEqual(await chainView.message(messageIdOf(message)), messageRow(message, position(10, 3)));
      assert.deepEqual(await chainView.outcome(messageIdOf(message)), {
        ...outcome(messageIdOf(message), position(21, 2)),
        domain: DESTINATION,
        final: false,
      });
      assert.deepEqual(await chainView.rootOf(LANE, 1n), root);
      assert.deepEqual(await chainView.cursor(FAMILY, SOURCE), block(12));
    });

    it('records its last block and every block with an event', async () => {
      await record(SOURCE, 12, { messages: [seen(lock(0n), position(10)), seen(lock(1n), position(10, 1))] });
      await record(SOURCE, 14);
      assert.deepEqual(await view().recentBlocks(FAMILY, SOURCE, 9), [block(14), block(12), block(10)]);
      assert.deepEqual(await view().recentBlocks(FAMILY, SOURCE, 1), [block(14)]);
      assert.deepEqual(await view().recentBlocks('XRD', SOURCE, 9), []);
      assert.equal(await view().cursor(FAMILY, DESTINATION), undefined);
    });

    it('changes nothing when repeated', async () => {
      await learnInbound();
      const found = { messages: [seen(lock(0n), position(10))], outcomes: [outcome(inboundId(1n), position(11))] };
      await record(SOURCE, 12, found);
      await view().finalize(FAMILY, SOURCE, 10);
      const before = await dump();
      await record(SOURCE, 12, found);
      assert.deepEqual(await dump(), before);
    });

    it('refuses a final message in another block, though the record of its block is pruned', async () => {
      await record(SOURCE, 20, { messages: [seen(lock(0n), position(10))] });
      await view().finalize(FAMILY, SOURCE, 20);
      assert.deepEqual(await view().recentBlocks(FAMILY, SOURCE, 9), [block(20)]);
      await refuse(scan(SOURCE, block(20), { messages: [seen(lock(0n), position(10, 0, 1))] }));
    });

    it('refuses a whole scan when a part contradicts the record', async () => {
      await learnInbound();
      await record(SOURCE, 12, {
        messages: [seen(lock(0n), position(10))],
        outcomes: [outcome(inboundId(1n), position(11)), outcome(bytes32(0x99), position(11, 1))],
        roots: [{ lane: LANE, firstNonce: 0n, count: 1, root: bytes32(1), at: position(11, 5) }],
      });
      const fresh = seen(lock(1n), position(13));
      await refuse(scan(SOURCE, block(12, 1), { messages: [fresh] }));
      await refuse(scan(SOURCE, block(14), { messages: [fresh, seen(lock(2n), position(10, 9, 1))] }));
      await refuse(scan(SOURCE, block(14), { messages: [fresh, seen(lock(0n), position(13, 1))] }));
      await refuse(scan(SOURCE, block(14), { messages: [fresh, seen(lock(0n, { wireAmount: 1n }), position(13, 1))] }));
      for (const messageId of [inboundId(1n), bytes32(0x99)]) {
        await refuse(scan(SOURCE, block(14), { messages: [fresh], outcomes: [outcome(messageId, position(13))] }));
      }
      const moved = {
        lane: LANE,
        firstNonce: 0n,
        count: 1,
        root: bytes32(1),
        at: { ...position(11, 5), transaction: '0x' },
      };
      await refuse(scan(SOURCE, block(14), { messages: [fresh], roots: [moved] }));
      await refuse(scan(SOURCE, block(14), { messages: [seen(lock(1n), position(14, 0, 1))] }));
    });
  });

  describe('rollback', () => {
    it('may take any time on a server: a deep reorganisation takes back very much', async () => {
      const asked: (boolean | undefined)[] = [];
      const around = (inner: Engine) =>
        aroundEngine(inner, {
          write(durability, steps, how) {
            asked.push(how.unbounded);
            return inner.write(durability, steps, how);
          },
        });
      const { chainView, close } = await openPlatformStorage(temporary.database, { around });
      asked.length = 0;
      await chainView.rollback(FAMILY, SOURCE, 11);
      assert.deepEqual(asked, [true]);
      await close();
    });

    it('deletes the rows above the block and moves the cursor to the newest recorded block', async () => {
      await record(SOURCE, 10, { messages: [seen(lock(0n), position(9))] });
      await record(SOURCE, 14, { messages: [seen(lock(1n), position(12))] });
      await record(DESTINATION, 14, { outcomes: [outcome(idOf(0n), position(14))] });
      assert.deepEqual(await view().rollback(FAMILY, SOURCE, 11), {
        messages: [idOf(1n)],
        outcomes: [],
        finalityViolated: [],
      });
      assert.deepEqual(await view().cursor(FAMILY, SOURCE), block(10));
      assert.equal(await view().message(idOf(1n)), undefined);
      assert.ok(await view().message(idOf(0n)));
      assert.ok(await view().outcome(idOf(0n)));
      assert.deepEqual((await view().rollback(FAMILY, DESTINATION, 13)).outcomes, [idOf(0n)]);
      assert.equal(await view().cursor(FAMILY, DESTINATION), undefined);
    });

    it('deletes roots and restores the replaced one', async () => {
      const root = (value: number, at: number) =>
        ({ lane: LANE, firstNonce: 0n, count: 2, root: bytes32(value), at: position(at) }) as const;
      await record(DESTINATION, 20, { roots: [root(1, 11), root(2, 15)] });
      assert.equal((await view().rootOf(LANE, 0n))?.root, bytes32(2));
      await view().rollback(FAMILY, DESTINATION, 14);
      assert.equal((await view().rootOf(LANE, 0n))?.root, bytes32(1));
      await view().rollback(FAMILY, DESTINATION, 10);
      assert.equal(await view().rootOf(LANE, 0n), undefined);
    });

    it('changes no other bridge', async () => {
      await record(SOURCE, 14, { messages: [seen(lock(0n), position(12))] });
      await view().rollback('XRD', SOURCE, 1);
      await view().rollback(FAMILY, DESTINATION, 1);
      assert.ok(await view().message(idOf(0n)));
      assert.deepEqual(await view().cursor(FAMILY, SOURCE), block(14));
    });

    it('changes nothing when a final row would be deleted, unless an operator allows it', async () => {
      await record(SOURCE, 20, { messages: [seen(lock(0n), position(10)), seen(lock(1n), position(15))] });
      await learnInbound();
      await record(SOURCE, 21, { outcomes: [outcome(inboundId(2n), position(9))] });
      await view().finalize(FAMILY, SOURCE, 12);
      const before = await dump();
      const refused = await view().rollback(FAMILY, SOURCE, 8);
      assert.deepEqual(refused, { messages: [], outcomes: [], finalityViolated: [idOf(0n), inboundId(2n)] });
      assert.deepEqual(await dump(), before);
      const forced = await view().rollback(FAMILY, SOURCE, 8, { evenFinal: { readAfter: block(7) } });
      assert.deepEqual(forced.messages.toSorted(), [idOf(0n), idOf(1n)].toSorted());
      assert.deepEqual(forced.outcomes, [inboundId(2n)]);
      assert.deepEqual(await view().cursor(FAMILY, SOURCE), block(7));
      await record(SOURCE, 20, {});
      await view().rollback(FAMILY, SOURCE, 8, { evenFinal: { readAfter: undefined } });
      assert.equal(await view().cursor(FAMILY, SOURCE), undefined);
    });

    it('says before what it would take back, and where the record ends below', async () => {
      const { orders } = temporary.storage;
      await record(SOURCE, 20, { messages: [seen(lock(0n), position(10)), seen(lock(1n), position(15))] });
      const { id } = await orders.matchLock(messageRow(lock(1n), position(15)), 32, 3);
      await record(DESTINATION, 50, { outcomes: [outcome(idOf(1n), position(40))] });
      const root = { lane: LANE, firstNonce: 0n, count: 2, root: bytes32(7), at: position(30) };
      await record(DESTINATION, 50, { roots: [root] });
      await view().finalize(FAMILY, SOURCE, 12);
      await view().finalize(FAMILY, DESTINATION, 60);
      const before = await dump();
      const nothing = { messages: [], outcomes: [], roots: 0, orders: [] };
      assert.deepEqual(await view().above(FAMILY, SOURCE, 15), nothing);
      assert.deepEqual(await view().above(FAMILY, SOURCE, 12), { ...nothing, messages: [idOf(1n)], orders: [id] });
      const both = (await view().above(FAMILY, SOURCE, 1)).messages;
      assert.deepEqual(both.toSorted(), [idOf(0n), idOf(1n)].toSorted());
      assert.deepEqual(await view().above(FAMILY, DESTINATION, 29), {
        messages: [],
        outcomes: [idOf(1n)],
        roots: 1,
        orders: [id],
      });
      const newest = async (domain: number, upTo: number) => (await view().newestEvent(FAMILY, domain, upTo))?.number;
      assert.deepEqual(
        [await newest(SOURCE, 99), await newest(SOURCE, 14), await newest(SOURCE, 9)],
        [15, 10, undefined],
      );
      assert.deepEqual([await newest(DESTINATION, 99), await newest(DESTINATION, 39)], [40, 30]);
      assert.deepEqual(await dump(), before);
    });

    it('shows what it has by whole blocks, the roots in force, and the number of outcomes', async () => {
      const root = (firstNonce: bigint, value: number, at: number) =>
        ({ lane: LANE, firstNonce, count: 2, root: bytes32(value), at: position(at) }) as const;
      await record(SOURCE, 20, {
        messages: [seen(lock(0n), position(10)), seen(lock(1n), position(10, 1)), seen(lock(2n), position(15))],
      });
      await record(DESTINATION, 50, {
        outcomes: [outcome(idOf(0n), position(40)), outcome(bytes32(0xdead), position(41))],
        roots: [root(0n, 1, 30), root(2n, 2, 31), root(2n, 3, 32)],
      });
      await view().finalize(FAMILY, SOURCE, 12);
      const heights = async (domain: number, after: number, upTo: number, most: number) => {
        const found = await view().events(FAMILY, domain, after, upTo, most);
        return [...found.messages, ...found.outcomes, ...found.roots].map(({ at }) => at.block.number).toSorted();
      };
      assert.deepEqual(await heights(SOURCE, 0, 99, 1), [10, 10]);
      assert.deepEqual(await heights(SOURCE, 0, 99, 9), [10, 10, 15]);
      assert.deepEqual(await heights(SOURCE, 10, 14, 9), []);
      assert.deepEqual(await heights(DESTINATION, 0, 99, 2), [30, 31]);
      assert.deepEqual(await heights(DESTINATION, 31, 40, 9), [32, 40]);
      assert.deepEqual((await view().events(FAMILY, SOURCE, 14, 99, 1)).messages[0]?.message, lock(2n));
      const inForce = await view().rootsInForce(FAMILY, DESTINATION);
      assert.deepEqual(inForce, [root(0n, 1, 30), root(2n, 3, 32)]);
      assert.deepEqual(
        [await view().countUnknownOutcomes(FAMILY, DESTINATION), await view().countUnknownOutcomes(FAMILY, SOURCE)],
        [1, 0],
      );
      const outcomes = async (first: bigint, count: number) => [...(await view().outcomesOf(LANE, first, count))];
      assert.deepEqual(await outcomes(0n, 9), [
        [0n, true],
        [1n, false],
        [2n, false],
      ]);
      assert.deepEqual(await outcomes(1n, 1), [[1n, false]]);
      assert.deepEqual(await outcomes(0n, 0), []);
      assert.deepEqual(await view().firstRootOf(LANE, 3n), root(2n, 2, 31));
      assert.deepEqual(await view().firstRootOf(LANE, 4n), undefined);
    });

    it('knows from which block on it scanned a bridge itself, without a gap', async () => {
      const scans = () => view().ownScans(FAMILY, SOURCE);
      const from = (fromBlock: number) =>
        view().scansFrom(FAMILY, SOURCE, { fromBlock, afterTimeMs: 1_000 * fromBlock });
      assert.equal(await scans(), undefined);
      await from(40);
      await from(90);
      assert.deepEqual(await scans(), { fromBlock: 40, afterTimeMs: 40_000 });
      await from(10);
      assert.deepEqual(await scans(), { fromBlock: 10, afterTimeMs: 10_000 });
      assert.equal(await view().ownScans(FAMILY, DESTINATION), undefined);
      await view().forgetOwnScans(FAMILY, DESTINATION);
      assert.notEqual(await scans(), undefined);
      await view().forgetOwnScans(FAMILY, SOURCE);
      assert.equal(await scans(), undefined);
    });

    it('moves orders back whose lock vanished, in the same transaction', async () => {
      const { orders } = temporary.storage;
      await orders.create(newOrder());
      await record(SOURCE, 12, { messages: [seen(lock(0n), position(12))] });
      const { id } = await orders.matchLock(messageRow(lock(0n), position(12)), 32, 3);
      await view().rollback(FAMILY, SOURCE, 11);
      const order = await orders.get(id);
      assert.deepEqual([order?.state, order?.messageId], ['locking', null]);
    });

    it('moves orders back whose execution, cancellation or refund vanished', async () => {
      const { orders } = temporary.storage;
      const message = lock(0n);
      const messageId = messageIdOf(message);
      await record(SOURCE, 12, { messages: [seen(message, position(12))] });
      const { id } = await orders.matchLock(messageRow(message, position(12)), 32, 3);

      await record(DESTINATION, 50, { outcomes: [outcome(messageId, position(50))] });
      await orders.transition(id, 'executed', { mintTransaction: '0x01' });
      await view().rollback(FAMILY, DESTINATION, 49);
      const minting = await orders.get(id);
      assert.deepEqual([minting?.state, minting?.mintTransaction], ['minting', null]);

      const cancelled = cancellation(message, 0n, position(51));
      const cancelMessageId = cancelled.messages[0]?.messageId as Hex;
      await record(DESTINATION, 51, cancelled);
      await orders.transition(id, 'cancelled', { cancelMessageId });
      await record(SOURCE, 99, { outcomes: [outcome(cancelMessageId, position(99))] });
      await orders.transition(id, 'refunded', { refundTransaction: '0x02' });
      await view().rollback(FAMILY, SOURCE, 98);
      assert.equal((await orders.get(id))?.state, 'refunding');
      await view().rollback(FAMILY, DESTINATION, 50);
      const cancelling = await orders.get(id);
      assert.deepEqual([cancelling?.state, cancelling?.cancelMessageId], ['cancelling', null]);
    });
  });

  describe('finalize', () => {
    it('marks messages and outcomes up to the block, and returns each once', async () => {
      await learnInbound();
      await record(SOURCE, 20, {
        messages: [seen(lock(0n), position(10)), seen(lock(1n), position(11))],
        outcomes: [outcome(inboundId(2n), position(10, 1))],
      });
      assert.deepEqual(await view().finalize(FAMILY, SOURCE, 10), { messages: [idOf(0n)], outcomes: [inboundId(2n)] });
      assert.deepEqual(await view().finalize(FAMILY, SOURCE, 10), { messages: [], outcomes: [] });
      assert.deepEqual(columns(await view().messages(LANE, 0n, 9, false), 'final'), [true, false]);
      assert.equal((await view().outcome(inboundId(2n)))?.final, true);
    });

    it('deletes the blocks below, except the newest final one', async () => {
      for (const number of [10, 12, 14, 16]) await record(SOURCE, number);
      await view().finalize(FAMILY, SOURCE, 15);
      assert.deepEqual(await view().recentBlocks(FAMILY, SOURCE, 9), [block(16), block(14)]);
      assert.deepEqual(await view().finalize(FAMILY, SOURCE, 13), { messages: [], outcomes: [] });
      assert.deepEqual(await view().recentBlocks(FAMILY, SOURCE, 9), [block(16), block(14)]);
    });
  });

  describe('queries', () => {
    it('reads an interval of a lane in order of nonces, over the whole u64', async () => {
      const nonces = [9n, 10n, 100n, 2n ** 63n, 2n ** 64n - 1n];
      await record(SOURCE, 20, {
        messages: nonces.toReversed().map((nonce, at) => seen(lock(nonce), position(15, at))),
      });
      const all = await view().messages(LANE, 0n, 101, false);
      assert.deepEqual(
        all.map(({ message }) => message.nonce),
        [9n, 10n, 100n],
      );
      assert.equal((await view().messages(LANE, 10n, 90, false)).length, 1);
      assert.equal((await view().messages(LANE, 2n ** 64n - 1n, 10, false)).length, 1);
      assert.equal((await view().messages(LANE, 0n, 101, true)).length, 0);
      assert.equal((await view().messages(LANE, 0n, 0, false)).length, 0);
      assert.deepEqual(
        (await view().messages(LANE, 10n, 1, false)).map(({ message }) => message.nonce),
        [10n],
      );
      assert.equal((await view().message(upperCase(idOf(9n))))?.message.nonce, 9n);
      assert.equal((await view().messages({ ...LANE, family: 'XRD' }, 0n, 101, false)).length, 0);
    });

    it('finds the interval that holds a nonce', async () => {
      const root = (firstNonce: bigint, count: number) => ({
        ...{ lane: LANE, firstNonce, count, root: bytes32(firstNonce + 1n), at: position(11, Number(firstNonce)) },
      });
      await record(DESTINATION, 20, { roots: [root(0n, 3), root(3n, 1)] });
      assert.equal((await view().rootOf(LANE, 2n))?.firstNonce, 0n);
      assert.equal((await view().rootOf(LANE, 3n))?.firstNonce, 3n);
      assert.equal(await view().rootOf(LANE, 4n), undefined);
      assert.equal(await view().rootOf({ ...LANE, source: 5 }, 2n), undefined);
    });

    it('finds the Cancel of a message', async () => {
      const found = cancellation(lock(0n), 0n, position(12));
      await record(SOURCE, 9, { messages: [seen(lock(0n), position(9)), seen(lock(1n), position(9, 1))] });
      await record(DESTINATION, 20, found);
      assert.equal((await view().cancelOf(idOf(0n)))?.messageId, found.messages[0]?.messageId);
      assert.equal((await view().outcome(idOf(0n)))?.status, 'cancelled');
      assert.equal(await view().cancelOf(idOf(1n)), undefined);
      const sameReference = lock(5n, { reference: idOf(1n) });
      await record(SOURCE, 20, { messages: [seen(sameReference, position(12))] });
      assert.equal(await view().cancelOf(idOf(1n)), undefined);
    });

    it('lists final messages without an outcome, oldest first', async () => {
      const ids = async () => (await view().undelivered(FAMILY, DESTINATION, 10)).map(({ messageId }) => messageId);
      await record(DESTINATION, 9, { outcomes: [outcome(idOf(1n), position(9))] });
      const messages = [0n, 1n, 2n, 3n].map((nonce) => seen(lock(nonce), position(10 + Number(nonce))));
      await record(SOURCE, 20, { messages });
      assert.deepEqual(await ids(), []);
      await view().finalize(FAMILY, SOURCE, 12);
      assert.deepEqual(await ids(), [idOf(0n), idOf(2n)]);
      await record(DESTINATION, 15, { outcomes: [outcome(idOf(0n), position(15))] });
      assert.deepEqual(await ids(), [idOf(2n)]);
      await view().rollback(FAMILY, DESTINATION, 14);
      assert.deepEqual(await ids(), [idOf(0n), idOf(2n)]);
      assert.equal((await view().undelivered(FAMILY, DESTINATION, 1)).length, 1);
      assert.deepEqual(await view().undelivered(FAMILY, SOURCE, 10), []);
    });

    it('lists messages without an outcome, final or not, by source and nonce', async () => {
      const nonces = async (limit = 10) =>
        (await view().waiting(FAMILY, DESTINATION, limit)).map(({ message }) => message.nonce);
      const messages = [2n, 0n, 1n, 3n].map((nonce, at) => seen(lock(nonce), position(10 + at)));
      await record(SOURCE, 20, { messages });
      await view().finalize(FAMILY, SOURCE, 11);
      assert.deepEqual(await nonces(), [0n, 1n, 2n, 3n]);
      assert.equal((await nonces(2)).length, 2);
      await record(DESTINATION, 15, {
        outcomes: [outcome(idOf(0n), position(15)), outcome(idOf(1n), position(15, 1))],
      });
      assert.deepEqual(await nonces(), [2n, 3n]);
      await view().rollback(FAMILY, DESTINATION, 14);
      assert.deepEqual(await nonces(), [0n, 1n, 2n, 3n]);
      assert.deepEqual(await view().waiting(FAMILY, SOURCE, 10), []);
    });

    it('finds messages without an outcome by their index, however many were delivered', async () => {
      const opened = await engine.open(temporary.database);
      const { waiting } = chainStatements(bridgeTables(opened.dialect), opened.dialect);
      assert.match(await engine.plan(temporary.database, waiting.build), /messages_undelivered/);
      await opened.close();
    });

    it('leaves out the senders that it is told', async () => {
      const [one, other] = [`0x${'0a'.repeat(32)}`, `0x${'0b'.repeat(32)}`] as const;
      const sent = [one, one, other].map((sender, at) => seen(lock(BigInt(at), { sender }), position(10 + at)));
      await record(SOURCE, 20, { messages: sent });
      await view().finalize(FAMILY, SOURCE, 20);
      const nonces = async (...except: Hex[]) =>
        (await view().undelivered(FAMILY, DESTINATION, 10, except)).map(({ message }) => message.nonce);
      assert.deepEqual([await nonces(one), await nonces(one, other)], [[2n], []]);
    });
  });
});
