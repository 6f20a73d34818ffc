import assert from 'node:assert/strict';
import type { ChainProvider, OracleCall } from '@causeway/chains';
import { type ApartMemoryChain, type MemoryChain, rootKey, statusKey } from '@causeway/chains/test-support';
import {
  type Batch,
  type BlockRef,
  buildBatch,
  fail,
  type Hex,
  type Message,
  messageIdOf,
  packProof,
} from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { LaneRecords } from '../../src/view/lane-records.ts';
import { StateCheck } from '../../src/view/state-check.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { showing } from '../support/showing.ts';
import { bridgeOf, World } from '../support/world.ts';

const OTHER_ROOT: Hex = `0x${'0b'.repeat(32)}`;

describe('transactions that only name a bridge', function () {
  this.timeout(120_000);
  let world: World<ApartMemoryChain>;
  let alpha: MemoryChain;
  let beta: ApartMemoryChain;
  let storage: BridgeStorage;
  let source: Watcher;
  let watcher: Watcher;
  let late: string[];

  const open = (of: MemoryChain) =>
    new Watcher(bridgeOf(of), storage.chainView, async (change) => {
      late.push(...change.late);
    });
  const checkOf = (provider: ChainProvider) => {
    const bridge = bridgeOf(provider);
    return new StateCheck(bridge, storage.chainView, new LaneRecords(bridge, storage.chainView));
  };
  const advance = async (each = watcher) => {
    const advanced = await each.advance();
    return advanced.ok ? 'ok' : advanced.error.code;
  };
  const downloads = () => beta.reads.get('transaction') ?? 0;
  const lock = (recipient?: Hex) => {
    alpha.lock(beta, recipient && { recipient });
    alpha.mine();
  };
  const batchFrom = (first: number, count: number): Batch => {
    const messages = alpha.emitted().slice(first, first + count) as [Message, ...Message[]];
    return buildBatch(BigInt(first), messages.map(messageIdOf));
  };
  const committing = (first: number, count: number, root = batchFrom(first, count).root) =>
    ({ function: 'commitRoot', source: alpha.domain, firstNonce: BigInt(first), count, root }) as const;
  const commit = (...of: Parameters<typeof committing>) => beta.executeAsOther([committing(...of)]);
  const use = (name: 'mintTokens' | 'cancelOrder', nonce: number, first = nonce, count = 1) => {
    const message = alpha.emitted()[nonce] as Message;
    const proof = packProof(name, message, batchFrom(first, count));
    beta.executeAsOther([{ function: name, message, proof } as OracleCall]);
  };
  /** Gives an interval another root, as the admin does with replaceRoot, and marks what was acted on in `changed`. */
  const replaceRoot = (first: number, count: number, root: Hex, changed: readonly number[] = []) => {
    const firstNonce = BigInt(first);
    const { roots, statuses } = beta.state;
    roots.set(rootKey(alpha.domain, firstNonce, count), root);
    for (const nonce of changed) {
      const key = statusKey(alpha.domain, BigInt(nonce));
      if (statuses.has(key)) statuses.set(key, 'replaced');
    }
    beta.forge((at) => ({ type: 'rootReplaced', source: alpha.domain, firstNonce, count, root, at }));
    beta.mine();
  };
  const spam = (count = 2) => {
    beta.nameBridge(count);
    beta.mine();
  };
  const lane = () => ({ family: 'main', source: alpha.domain, destination: beta.domain });
  const recordedRoot = async (nonce: number) => (await storage.chainView.rootOf(lane(), BigInt(nonce)))?.root;
  const outcomeOf = async (nonce: number) =>
    (await storage.chainView.outcome(messageIdOf(alpha.emitted()[nonce] as Message)))?.status;

  beforeEach(async () => {
    world = await World.apart();
    [alpha, beta] = world.chains;
    storage = await openBridgeStorage(':memory:', { clock: world.clock });
    late = [];
    [source, watcher] = [open(alpha), open(beta)];
  });
  afterEach(async () => {
    await storage.close();
    await world.close();
  });

  it('are downloaded when the statuses of messages cannot be read', async () => {
    lock();
    commit(0, 1);
    await advance(source);
    await advance();
    const isComplete = (provider: ChainProvider) => checkOf(provider).forScan()(beta.tip, []);
    assert.equal(await isComplete(beta), true);
    const statuses = async () => fail('NO_QUORUM', 'the endpoints disagree', true);
    assert.equal(await isComplete(showing(beta, { statuses })), false);
  });

  it('are not downloaded while nothing is missing, at whatever state the messages are', async () => {
    for (let nonce = 0; nonce < 4; nonce++) lock();
    commit(0, 3);
    use('mintTokens', 0, 0, 3);
    use('cancelOrder', 1, 0, 3);
    await advance(source);
    await advance();
    const before = downloads();
    for (let round = 0; round < 5; round++) {
      spam();
      assert.equal(await advance(), 'ok');
    }
    assert.equal(downloads(), before);
    assert.equal(watcher.unrelated, 10);
  });

  it('are not even asked about where no transaction is listed', async () => {
    await advance();
    beta.reads.clear();
    beta.mine(2);
    await advance();
    assert.deepEqual([beta.reads.get('lane'), beta.reads.get('statuses')], [undefined, undefined]);
  });

  it('are downloaded while the bridge’s state cannot be read', async () => {
    await advance();
    beta.failures.set('lane', { code: 'NO_QUORUM', message: 'it changes', retryable: true });
    spam();
    assert.equal(await advance(), 'ok');
    assert.equal(downloads(), 2);
  });

  it('hide no execution of a message that is not recorded yet', async () => {
    lock();
    commit(0, 1);
    assert.equal(await advance(), 'ok');
    use('mintTokens', 0);
    assert.equal(await advance(), 'ok');
    await advance(source);
    assert.equal(await outcomeOf(0), 'executed');
    assert.deepEqual(late, []);
  });

  it('hide no execution of a message that is not final yet', async () => {
    lock();
    commit(0, 1);
    await advance(source);
    await advance();
    use('mintTokens', 0);
    await advance();
    assert.equal(await outcomeOf(0), 'executed');
  });

  it('hide no execution of a message that is not recorded yet, although its interval was dropped again', async () => {
    await advance(source);
    await advance();
    lock();
    commit(0, 1);
    use('mintTokens', 0);
    beta.dropInterval(alpha.domain, 0n, 1);
    await advance();
    await advance(source);
    assert.equal(await outcomeOf(0), 'executed');
  });

  it('hide no drop of a delivered interval that was committed again', async () => {
    for (let nonce = 0; nonce < 2; nonce++) lock();
    commit(0, 1);
    use('mintTokens', 0);
    await advance(source);
    await advance();
    beta.dropInterval(alpha.domain, 0n, 1);
    beta.executeAsOther([committing(0, 2)]);
    beta.dropInterval(alpha.domain, 0n, 2);
    beta.executeAsOther([committing(0, 1, OTHER_ROOT)]);
    await advance();
    assert.equal(await recordedRoot(0), OTHER_ROOT);
  });

  it('are judged by the state at the end of their range or later', async () => {
    lock();
    commit(0, 1);
    await advance(source);
    await advance();
    const asked: (number | undefined)[] = [];
    const noting =
      <Args extends readonly unknown[], Answer>(read: (...args: Args) => Answer) =>
      (...args: Args) => {
        asked.push((args.at(-1) as BlockRef | undefined)?.number);
        return read(...args);
      };
    const { lane, statuses, root } = beta;
    const shown = showing(beta, {
      lane: noting(lane.bind(beta)),
      statuses: noting(statuses.bind(beta)),
      root: noting(root.bind(beta)),
    });
    spam();
    await shown.scan(beta.tip.number, beta.tip.number, checkOf(shown).forScan());
    assert.deepEqual([...new Set(asked)], [beta.tip.number]);
    assert.ok(asked.length >= 4);
    assert.equal(downloads(), 0);
  });

  it('are downloaded while more messages wait than are compared', async () => {
    for (let nonce = 0; nonce < 501; nonce++) alpha.lock(beta);
    alpha.mine();
    await advance(source);
    await advance();
    spam();
    await advance();
    assert.equal(downloads(), 2);
  });

  it('are downloaded while messages wait in more intervals than are compared', async () => {
    for (let nonce = 0; nonce < 65; nonce++) {
      lock();
      commit(nonce, 1);
    }
    await advance(source);
    await advance();
    spam();
    await advance();
    assert.equal(downloads(), 2);
    use('mintTokens', 0);
    await advance();
    spam();
    await advance();
    assert.equal(downloads(), 2);
  });

  it('are downloaded while a message waits that a replaced root put aside', async () => {
    lock();
    await advance(source);
    commit(0, 1);
    await advance();
    beta.state.statuses.set(statusKey(alpha.domain, 0n), 'replaced');
    spam();
    await advance();
    assert.equal(downloads(), 2);
  });

  it('hide a replaced root only as long as no message waits for it', async () => {
    for (let nonce = 0; nonce < 2; nonce++) {
      lock();
      commit(nonce, 1);
      use('mintTokens', nonce);
    }
    await advance(source);
    await advance();
    // The source's block changes below its finality. The admin replaces the root before any view has seen that.
    replaceRoot(0, 1, OTHER_ROOT, [0]);
    assert.equal(await advance(), 'ok');
    assert.notEqual(await recordedRoot(0), OTHER_ROOT);
    alpha.reorg(2);
    lock(`0x${'00'.repeat(30)}beef`);
    alpha.mine(33);
    await advance(source);
    const codes: string[] = [];
    for (let round = 0; round < 8; round++) {
      beta.mine(16);
      codes.push(await advance());
    }
    assert.equal(await recordedRoot(0), OTHER_ROOT);
    assert.deepEqual(codes, ['ok', 'EVENTS_MISSING', 'EVENTS_MISSING', 'ok', 'ok', 'ok', 'ok', 'ok']);
  });

  it('hide drops and commitments that leave everything as it was only until the counter tells', async () => {
    for (let nonce = 0; nonce < 3; nonce++) lock();
    commit(0, 2);
    commit(2, 1);
    await advance(source);
    await advance();
    const drop = (first: number, count: number) => beta.dropInterval(alpha.domain, BigInt(first), count);
    // The last interval comes back as it was, and no message waits for the other one.
    use('mintTokens', 0, 0, 2);
    use('mintTokens', 1, 0, 2);
    await advance();
    drop(2, 1);
    drop(0, 2);
    commit(0, 1);
    beta.executeAsOther([committing(1, 1), committing(2, 1)]);
    assert.equal(beta.state.inbound.get(alpha.domain), 3n);
    await advance();
    assert.notEqual(await recordedRoot(0), batchFrom(0, 1).root);
    drop(2, 1);
    drop(1, 1);
    const codes: string[] = [];
    for (let round = 0; round < 12; round++) {
      beta.mine(16);
      codes.push(await advance());
    }
    assert.equal(codes.at(-1), 'ok', codes.join());
    assert.equal(await recordedRoot(0), batchFrom(0, 1).root);
  });

  it('leave a record as it is without the question, whatever happens', async () => {
    const { numRuns, seed } = cases(30, 1_000);
    for (let run = 0; run < numRuns; run++) {
      const world = await World.apart();
      [alpha, beta] = world.chains;
      const storages = await Promise.all([1, 2].map(() => openBridgeStorage(':memory:')));
      const asking = showing(beta, {});
      const everything = showing(beta, { scan: (from, to) => beta.scan(from, to) });
      const watchers = storages.map(({ chainView }, index) => [
        new Watcher(bridgeOf(alpha), chainView),
        new Watcher(bridgeOf(index === 0 ? asking : everything), chainView),
      ]);
      await play(randomFrom(seed + run), async (which) => {
        for (const pair of watchers) assert.equal(await advance(pair[which] as Watcher), 'ok');
      });
      const shown = await Promise.all(
        storages.map(async ({ chainView }) => {
          const { next } = await chainView.recordedRoots(lane());
          const waiting = await chainView.waiting('main', beta.domain, 99);
          // What was committed and dropped again, unseen, is as if it had never been.
          const committed = waiting.filter(({ message }) => message.nonce < next);
          return {
            next,
            roots: await Promise.all(
              committed.map(async ({ message }) => (await chainView.rootOf(lane(), message.nonce))?.root),
            ),
            messages: await chainView.messages(
              { ...lane(), source: beta.domain, destination: alpha.domain },
              0n,
              99,
              false,
            ),
            outcomes: await Promise.all(alpha.emitted().map((message) => chainView.outcome(messageIdOf(message)))),
          };
        }),
      );
      assert.deepEqual(shown[0], shown[1], `run ${run}`);
      for (const one of storages) await one.close();
      await world.close();
    }
  });

  /** A random life of the lane from alpha to beta. `see` advances both views of alpha (0) or of beta (1). */
  async function play(random: (below: number) => number, see: (which: 0 | 1) => Promise<void>): Promise<void> {
    const intervals: { readonly first: number; readonly count: number }[] = [];
    /** Intervals with their own root; those with another one can be repaired. */
    const broken = new Set<number>();
    const done = new Set<number>();
    const act = async () => {
      const sent = alpha.emitted().length;
      const last = intervals.at(-1);
      const next = last ? last.first + last.count : 0;
      const place = intervals[random(intervals.length || 1)];
      switch (random(9)) {
        case 0:
        case 1:
          return lock();
        case 2:
          beta.lock(alpha);
          return beta.mine();
        case 3: {
          if (next >= sent) return;
          const count = 1 + random(Math.min(3, sent - next));
          const isBroken = random(3) === 0;
          commit(next, count, isBroken ? OTHER_ROOT : undefined);
          // The very same transaction is not included twice.
          if (beta.state.inbound.get(alpha.domain) !== BigInt(next + count)) return;
          intervals.push({ first: next, count });
          if (isBroken) broken.add(next);
          return;
        }
        case 4: {
          if (!place || broken.has(place.first)) return;
          const nonce = place.first + random(place.count);
          if (done.has(nonce)) return;
          done.add(nonce);
          return use(random(3) === 0 ? 'cancelOrder' : 'mintTokens', nonce, place.first, place.count);
        }
        case 5:
          if (!place) return;
          broken.delete(place.first);
          return replaceRoot(place.first, place.count, batchFrom(place.first, place.count).root);
        case 6:
          if (!last || random(2) === 0) return;
          intervals.pop();
          broken.delete(last.first);
          return beta.dropInterval(alpha.domain, BigInt(last.first), last.count);
        case 7:
          return spam(1 + random(3));
        default:
          return see(random(3) === 0 ? 0 : 1);
      }
    };
    for (let step = 0; step < 40; step++) await act();
    await see(0);
    await see(1);
  }
});

/** Numbers below a bound, the same for each `seed`. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
