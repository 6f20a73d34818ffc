import assert from 'node:assert/strict';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import { type BridgeEvent, ok } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage, type ScanRow } from '@causeway/storage';
import { Bridges } from '../../src/bridges.ts';
import { type ChainHealth, createServer, statusOf } from '../../src/http.ts';
import { Metrics } from '../../src/metrics.ts';
import { CatchingUp, inWords } from '../../src/view/catching-up.ts';
import { eventsIn, partsOf, sortEvents } from '../../src/view/scan-row.ts';
import type { ViewChange } from '../../src/view/view-change.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { Watching } from '../../src/view/watching.ts';
import { FakeClock, settled } from '../support/fake-clock.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { bridgeOf, SILENT, type TestSigner, World } from '../support/world.ts';

describe('catching up', () => {
  let { world, alpha, beta, relayer } = {} as Scene;
  let storage: BridgeStorage;
  let changes: ViewChange[];
  let watcher: Watcher;

  const open = (chain: MemoryChain) =>
    new Watcher(bridgeOf(chain), storage.chainView, async (change) => {
      changes.push(change);
    });
  const advance = async () => {
    const advanced = await watcher.advance();
    return advanced.ok ? 'ok' : advanced.error.code;
  };
  const cursor = async () => (await storage.chainView.cursor('main', alpha.domain))?.number;
  /** 950 blocks, which are ten ranges, with a message in every fiftieth. */
  const longHistory = () => {
    for (let lock = 0; lock < 19; lock++) {
      alpha.lock(beta);
      alpha.mine(50);
    }
  };

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create()));
    storage = await openBridgeStorage(':memory:', { clock: world.clock });
    changes = [];
    watcher = open(alpha);
  });
  afterEach(async () => {
    await storage.close();
    await world.close();
  });

  it('reads a long history a few ranges a turn, tells each, and says how far it is', async () => {
    longHistory();
    const head = alpha.tip.number;
    assert.equal(await advance(), 'ok');
    assert.deepEqual(watcher.behind, { from: 0, block: 400, head });
    assert.equal(watcher.head?.number, 400);
    assert.equal(watcher.finalTo, 400);
    assert.equal(await advance(), 'ok');
    assert.deepEqual(watcher.behind, { from: 0, block: 800, head });
    assert.equal(await advance(), 'ok');
    assert.equal(watcher.behind, undefined);
    assert.equal(watcher.head?.number, head);
    assert.deepEqual(
      changes.map(({ seen }) => seen.length),
      [8, 8, 3],
    );
    assert.equal(alpha.reads.get('scan'), 10);
  });

  it('goes on after a crash with the range that was not recorded', async () => {
    longHistory();
    const scan = alpha.scan.bind(alpha);
    let scans = 0;
    alpha.scan = async (from, to) => {
      scans += 1;
      if (scans === 3) throw new Error('the process dies');
      return scan(from, to);
    };
    await assert.rejects(watcher.advance());
    assert.equal(await cursor(), 100);
    const after: number[] = [];
    alpha.scan = async (from, to) => {
      after.push(from);
      return scan(from, to);
    };
    watcher = open(alpha);
    assert.equal(await advance(), 'ok');
    assert.deepEqual(after, [101, 201, 301, 401]);
    while (watcher.behind) assert.equal(await advance(), 'ok');
    const seen = await storage.chainView.recordedMessages({ family: 'main', source: 1001, destination: 1002 });
    assert.equal(seen.next, 19n);
  });

  it('records the ranges before one that cannot be read', async () => {
    longHistory();
    const scan = alpha.scan.bind(alpha);
    alpha.scan = async (from, to) =>
      from === 201 ? { ok: false, error: { code: 'NO_QUORUM', message: 'no', retryable: true } } : scan(from, to);
    assert.equal(await advance(), 'NO_QUORUM');
    assert.equal(await cursor(), 200);
    assert.equal(changes[0]?.seen.length, 4);
  });

  it('records no range of another fork than the ranges before it', async () => {
    longHistory();
    const scan = alpha.scan.bind(alpha);
    alpha.scan = async (from, to) => {
      if (from === 301) {
        alpha.scan = scan;
        alpha.reorg(alpha.tip.number - 150);
        alpha.lock(beta, { wireAmount: 7n });
        alpha.mine(900);
      }
      return scan(from, to);
    };
    do assert.equal(await advance(), 'ok');
    while (watcher.behind);
    const rows = await storage.chainView.messages({ family: 'main', source: 1001, destination: 1002 }, 0n, 99, false);
    assert.deepEqual(
      rows.map(({ messageId }) => messageId),
      alpha.emitted().map((_, index) => idOf(alpha, index)),
    );
    assert.equal(rows.at(-1)?.message.wireAmount, 7n);
  });

  it('does not compare blocks again that were final before they were read', async () => {
    longHistory();
    do assert.equal(await advance(), 'ok');
    while (watcher.behind);
    assert.equal(changes.flatMap(({ final }) => final).length, 19);
    // One for each range after the first: the block before it.
    assert.equal(alpha.reads.get('block'), 9);
  });

  it('shows progress in health, metrics and the log, apart from failures, and rests for nothing', async () => {
    longHistory();
    const metrics = new Metrics();
    const lines: unknown[] = [];
    const gate = Promise.withResolvers<void>();
    const scan = alpha.scan.bind(alpha);
    alpha.scan = async (from, to) => {
      if (from > 500) await gate.promise;
      else world.clock.tick(1_000);
      return scan(from, to);
    };
    const watching = new Watching({
      bridges: new Bridges([bridgeOf(alpha)]),
      view: storage.chainView,
      clock: world.clock,
      random: () => 0.5,
      metrics,
      log: Object.assign(Object.create(SILENT), { info: (...line: unknown[]) => lines.push(line) }),
    });
    watching.start();
    await settled();
    const [health] = watching.health() as [ChainHealth];
    assert.deepEqual(health.catchingUp, { block: 400, head: alpha.tip.number, percent: 42, secondsLeft: 7 });
    assert.equal(statusOf([health]), 'catching up');
    assert.equal(statusOf([health, { ...health, failure: 'NO_QUORUM' }]), 'degraded');
    assert.equal(statusOf([{ ...health, catchingUp: null, head: null }]), 'degraded');
    assert.match(await metrics.registry.metrics(), /causeway_catching_up_blocks\{chain="alpha",family="main"\} 551/);
    assert.deepEqual(lines, [
      [{ chain: 'alpha', block: 400, head: alpha.tip.number, percent: 42, secondsLeft: 6 }, 'catching up'],
    ]);
    assert.match(watching.behind('main', [alpha.domain]) ?? '', /alpha is catching up: block 400 of 951, 42 %/);
    assert.equal(watching.behind('main', [beta.domain]), undefined);
    gate.resolve();
    await settled();
    assert.deepEqual([watching.health()[0]?.catchingUp, statusOf(watching.health())], [null, 'ok']);
    assert.match(await metrics.registry.metrics(), /causeway_catching_up_blocks\{chain="alpha",family="main"\} 0/);
    await watching.stop();
    const server = createServer(metrics, async () => ({ status: 'catching up', chains: [health] }));
    assert.equal((await server.inject('/health')).statusCode, 503);
    assert.equal((await server.inject('/live')).statusCode, 200);
    await server.close();
  });

  it('makes a signer refuse at once, without reading, until its view is there', async () => {
    const signer = world.signers[0] as TestSigner;
    alpha.lock(beta);
    alpha.mine(500);
    beta.mine(33);
    const proposal = {
      destination: beta.domain,
      family: 'main',
      anchor: '0',
      actions: [{ commit: alpha.domain, firstNonce: '0', count: 1 }],
    };
    await signer.advance();
    alpha.reads.clear();
    beta.reads.clear();
    const refused = await signer.service.sign(proposal);
    assert.equal(refused.ok ? '' : refused.error.code, 'CATCHING_UP');
    assert.equal(refused.ok || refused.error.retryable, true);
    assert.deepEqual([alpha.reads.size, beta.reads.size], [0, 0]);
    await signer.advance();
    assert.ok((await signer.service.sign(proposal)).ok);
  });

  it('keeps a relayer from proposing for a destination that it has not read yet', async () => {
    alpha.lock(beta);
    alpha.mine(40);
    beta.blockMs = 1;
    beta.mine(900);
    await relayer.step();
    await relayer.step();
    assert.deepEqual([await world.states(), beta.reads.get('simulate') ?? 0], [['proving'], 0]);
    await world.deliver(relayer);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('estimates by the speed so far, and not before there is one', () => {
    const clock = new FakeClock();
    const catchingUp = new CatchingUp(clock);
    assert.equal(catchingUp.of(undefined), undefined);
    assert.equal(catchingUp.of({ from: 0, block: 0, head: 1_000 })?.secondsLeft, null);
    clock.tick(10_000);
    const progress = catchingUp.of({ from: 0, block: 200, head: 1_000 });
    assert.deepEqual([progress?.percent, progress?.secondsLeft], [20, 40]);
    assert.equal(progress && inWords(progress), 'block 200 of 1000, 20 %, about 40 s left');
    assert.deepEqual([catchingUp.isLogDue(), catchingUp.isLogDue()], [true, false]);
    clock.tick(10_000);
    assert.equal(catchingUp.isLogDue(), true);
  });

  it('writes a range with many events in parts of whole blocks', async () => {
    for (let block = 0; block < 30; block++) {
      for (let lock = 0; lock < (block * 7) % 5; lock++) alpha.lock(beta);
      alpha.mine();
    }
    const found = await alpha.scan(1, alpha.tip.number);
    assert.ok(found.ok);
    const scan = sortEvents(alpha, found.value.events as readonly BridgeEvent[], alpha.tip);
    assert.ok(scan.ok);
    for (let size = 1; size <= 70; size++) {
      const parts = partsOf(scan.value, size);
      const heights = (part: ScanRow) => eventsIn(part).map(({ at }) => at.block.number);
      assert.deepEqual(
        parts.flatMap(({ messages }) => messages),
        scan.value.messages,
      );
      assert.equal(parts.at(-1)?.to, scan.value.to);
      for (const [index, part] of parts.entries()) {
        const above = parts[index - 1]?.to.number ?? 0;
        assert.ok(part.to.number > above);
        assert.ok(heights(part).every((number) => number > above && number <= part.to.number));
        assert.ok(heights(part).length < size + 5, `${heights(part).length} events in a part of ${size}`);
      }
    }
    assert.deepEqual(await storage.chainView.recordScan(scan.value), ok(undefined));
  });
});
