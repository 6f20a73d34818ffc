import assert from 'node:assert/strict';
import { type BlockRef, type EventPosition, type Message, messageIdOf } from '@causeway/protocol';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import type { PlatformStorage, ScanRow } from '../../src/index.ts';
import { onEngines, removeTemporary } from '../support/engines.ts';
import {
  block,
  bytes32,
  DESTINATION,
  FAMILY,
  LANE,
  lockMessage,
  messageRow,
  outcome,
  position,
  SOURCE,
  scan,
  seen,
} from '../support/rows.ts';
import { temporaryStorage } from '../support/temporary.ts';

/** A block of the simulated chain: its locks (amounts), executions and roots (nonces of the reverse lane). */
interface ChainBlock {
  readonly ref: BlockRef;
  readonly locks: readonly number[];
  readonly executed: readonly number[];
}

const FINALITY = 6;

/** A message of the reverse lane. The simulated chain may show its outcome. */
const inbound = (nonce: number) =>
  lockMessage({ source: DESTINATION, destination: SOURCE, nonce: BigInt(nonce), reference: bytes32(0x5000 + nonce) });
const inboundId = (nonce: number) => messageIdOf(inbound(nonce));
const INBOUND = [0, 1, 2, 3, 4];

/** Adds the messages of the reverse lane to the view, which may already have their outcomes. */
async function learnInbound({ chainView }: PlatformStorage): Promise<void> {
  const messages = INBOUND.map((nonce) => seen(inbound(nonce), position(1, nonce)));
  assert.ok((await chainView.recordScan(scan(DESTINATION, block(1), { messages }))).ok);
}

/** A chain that grows and is reorganised, never deeper than FINALITY below its highest head so far. */
class SimulatedChain {
  readonly blocks: ChainBlock[] = [];
  highest = -1;
  #forks = 0;

  grow(contents: readonly Omit<ChainBlock, 'ref'>[]): void {
    for (const content of contents) this.blocks.push({ ...content, ref: block(this.blocks.length, this.#forks) });
    this.highest = Math.max(this.highest, this.blocks.length - 1);
  }

  reorganise(depth: number, contents: readonly Omit<ChainBlock, 'ref'>[]): void {
    const finalTo = this.highest - FINALITY;
    this.blocks.length = Math.max(0, finalTo + 1, this.blocks.length - depth);
    this.#forks += 1;
    this.grow(contents);
  }

  /** The contents of blocks `from` … `to`, as a scan. */
  scan(from: number, to: number): ScanRow {
    const messages: ScanRow['messages'][number][] = [];
    const outcomes: ScanRow['outcomes'][number][] = [];
    const roots: ScanRow['roots'][number][] = [];
    let nonce = 0n;
    const executed = new Set<number>();
    for (const { ref, ...content } of this.blocks.slice(0, to + 1)) {
      let index = 0;
      const at = (): EventPosition => ({ block: ref, transaction: `${ref.hash}-${index}`, index: index++ });
      for (const wireAmount of content.locks) {
        const message: Message = lockMessage({ nonce, wireAmount: BigInt(wireAmount), reference: bytes32(wireAmount) });
        nonce += 1n;
        if (ref.number >= from) messages.push(seen(message, at()));
      }
      for (const nonce of content.executed) {
        if (executed.has(nonce)) continue;
        executed.add(nonce);
        if (ref.number < from) continue;
        const lane = { family: FAMILY, source: DESTINATION, destination: SOURCE };
        roots.push({ lane, firstNonce: BigInt(nonce), count: 1, root: bytes32(nonce + 1), at: at() });
        outcomes.push(outcome(inboundId(nonce), at()));
      }
    }
    return scan(SOURCE, this.blocks[to]?.ref as BlockRef, { messages, outcomes, roots });
  }
}

/** One turn of a watcher: finds the fork, scans at most `range` blocks, twice if `again`, matches, finalizes. */
async function watch({ chainView, orders }: PlatformStorage, chain: SimulatedChain, range: number, again: boolean) {
  for (const recorded of await chainView.recentBlocks(FAMILY, SOURCE, 100)) {
    if (chain.blocks[recorded.number]?.ref.hash === recorded.hash) {
      await chainView.rollback(FAMILY, SOURCE, recorded.number);
      break;
    }
    const { finalityViolated } = await chainView.rollback(FAMILY, SOURCE, recorded.number - 1);
    assert.deepEqual(finalityViolated, []);
  }
  const cursor = (await chainView.cursor(FAMILY, SOURCE))?.number ?? -1;
  const to = Math.min(chain.blocks.length - 1, cursor + range);
  if (to <= cursor) return;
  const found = chain.scan(cursor + 1, to);
  for (let turn = 0; turn < (again ? 2 : 1); turn++) assert.ok((await chainView.recordScan(found)).ok);
  for (const { message, at } of found.messages) await orders.matchLock(messageRow(message, at), 32, 3);
  await chainView.finalize(FAMILY, SOURCE, Math.min(to, chain.highest - FINALITY));
}

/** The complete content of the view. */
async function dump({ chainView }: PlatformStorage) {
  return {
    cursor: await chainView.cursor(FAMILY, SOURCE),
    messages: await chainView.messages(LANE, 0n, 1_000, false),
    outcomes: await Promise.all(INBOUND.map((nonce) => chainView.outcome(inboundId(nonce)))),
    roots: await Promise.all(
      INBOUND.map((nonce) => chainView.rootOf({ ...LANE, source: DESTINATION, destination: SOURCE }, BigInt(nonce))),
    ),
    undelivered: await chainView.undelivered(FAMILY, DESTINATION, 1_000),
    stillInbound: await chainView.messages({ ...LANE, source: DESTINATION, destination: SOURCE }, 0n, 10, false),
  };
}

const content = fc.record({
  locks: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  executed: fc.array(fc.constantFrom(...INBOUND), { maxLength: 1 }),
});
const contents = fc.array(content, { minLength: 1, maxLength: 5 });
type Step = (storage: PlatformStorage, chain: SimulatedChain) => Promise<void> | void;
const step: fc.Arbitrary<Step> = fc.oneof(
  contents.map(
    (blocks): Step =>
      (_storage, chain) =>
        chain.grow(blocks),
  ),
  fc.tuple(fc.integer({ min: 1, max: 5 }), contents).map(
    ([depth, blocks]): Step =>
      (_storage, chain) =>
        chain.reorganise(depth, blocks),
  ),
  fc.tuple(fc.integer({ min: 1, max: 8 }), fc.boolean()).map(
    ([range, again]): Step =>
      (storage, chain) =>
        watch(storage, chain, range, again),
  ),
  fc.constant<Step>((storage) => learnInbound(storage)),
);

onEngines('chain view, over random reorganisations', (engine) => {
  it('ends as a fresh scan of the chain does, with one order for each lock', async () => {
    await fc.assert(
      fc.asyncProperty(contents, fc.array(step, { maxLength: 25 }), async (first, steps) => {
        const chain = new SimulatedChain();
        const { storage } = await temporaryStorage(engine);
        chain.grow(first);
        for (const run of steps) await run(storage, chain);
        const top = chain.blocks.length - 1;
        while ((await storage.chainView.cursor(FAMILY, SOURCE))?.hash !== chain.blocks[top]?.ref.hash) {
          await watch(storage, chain, 8, false);
        }
        await learnInbound(storage);
        const { storage: fresh } = await temporaryStorage(engine);
        await learnInbound(fresh);
        await watch(fresh, chain, top + 1, false);
        assert.deepEqual(await dump(storage), await dump(fresh));

        const { messages } = await dump(storage);
        const bound = new Set<string>();
        for (const { message } of messages) {
          const order = await storage.orders.byMessage(messageIdOf(message));
          assert.equal(order?.state, 'locked');
          assert.deepEqual([order.wireAmount, order.reference], [message.wireAmount, message.reference]);
          bound.add(order.id);
        }
        assert.equal(bound.size, messages.length);
        const { items } = await storage.orders.list({}, null, 1_000);
        for (const order of items) if (!bound.has(order.id)) assert.equal(order.state, 'locking');
        assert.deepEqual(await storage.orders.unmatched(FAMILY, SOURCE, 10), []);
        await removeTemporary();
      }),
      cases(40, 2_000),
    );
  }).timeout(timeLimit(120_000));
});
