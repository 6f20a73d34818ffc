import assert from 'node:assert/strict';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import { type BlockRef, type BridgeEvent, type Hex, messageIdOf, ok } from '@causeway/protocol';
import { type BridgeStorage, type ChainViewRepository, openBridgeStorage } from '@causeway/storage';
import { Bridges } from '../../src/bridges.ts';
import { Metrics } from '../../src/metrics.ts';
import type { ViewChange } from '../../src/view/view-change.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { Watching } from '../../src/view/watching.ts';
import { settled } from '../support/fake-clock.ts';
import { bridgeOf, SILENT, World } from '../support/world.ts';

/** Blocks after which every lane is compared again: 15 s of chain time. */
const UNTIL_CHECK = 16;

describe('a scan that does not show everything', function () {
  this.timeout(60_000);
  let world: World;
  let alpha: MemoryChain;
  let beta: MemoryChain;
  let storage: BridgeStorage;
  let view: ChainViewRepository;
  let changes: ViewChange[];
  let watcher: Watcher;
  /** Events that alpha's endpoints do not show. */
  let hidden: (event: BridgeEvent) => boolean;

  const open = () =>
    new Watcher(bridgeOf(alpha), view, async (change) => {
      changes.push(change);
    });
  const all = (part: 'seen' | 'late' | 'outcomes') => changes.flatMap((change) => change[part]);
  const advance = async () => {
    const advanced = await watcher.advance();
    return advanced.ok ? 'ok' : advanced.error.code;
  };
  const cursor = async () => (await view.cursor('main', alpha.domain))?.number;
  const isMessage = (nonce: number) => (event: BridgeEvent) =>
    event.type === 'message' && event.message.nonce === BigInt(nonce);
  /** A view that a release without this comparison left: scanned to the tip, without what is hidden. */
  const recordBlindly = async (to: BlockRef) => {
    const { events } = ((await alpha.scan(0, to.number)) as { value: { events: readonly BridgeEvent[] } }).value;
    const messages = events.flatMap((event) =>
      event.type === 'message' ? [{ messageId: messageIdOf(event.message), message: event.message, at: event.at }] : [],
    );
    const found = { messages, outcomes: [], roots: [] };
    assert.ok((await view.recordScan({ family: 'main', domain: alpha.domain, to, ...found })).ok);
  };

  beforeEach(async () => {
    world = await World.create();
    [alpha, beta] = world.chains;
    storage = await openBridgeStorage(':memory:', { clock: world.clock });
    view = storage.chainView;
    changes = [];
    hidden = () => false;
    const scan = alpha.scan.bind(alpha);
    alpha.scan = async (from, to) => {
      const found = await scan(from, to);
      return found.ok ? ok({ ...found.value, events: found.value.events.filter((event) => !hidden(event)) }) : found;
    };
    watcher = open();
  });
  afterEach(async () => {
    await storage.close();
    await world.close();
  });

  it('H2 A1: does not move the cursor, and a later one does', async () => {
    alpha.mine(2);
    assert.equal(await advance(), 'ok');
    alpha.lock(beta);
    alpha.mine(UNTIL_CHECK);
    hidden = isMessage(0);
    const before = await cursor();
    assert.equal(await advance(), 'EVENTS_MISSING');
    assert.equal(await cursor(), before);
    assert.deepEqual([watcher.gaps[0]?.of, watcher.gaps[0]?.missing], ['messages', 0n]);
    hidden = () => false;
    assert.equal(await advance(), 'ok');
    assert.deepEqual(all('seen'), [idOf(alpha, 0)]);
    assert.deepEqual(watcher.gaps, []);
  });

  it('H2 A2: is refused for a message whose nonce does not follow the recorded ones', async () => {
    alpha.lock(beta);
    alpha.mine();
    assert.equal(await advance(), 'ok');
    for (let more = 0; more < 2; more++) {
      alpha.lock(beta);
      alpha.mine();
    }
    hidden = isMessage(1);
    const before = await cursor();
    assert.equal(await advance(), 'EVENTS_MISSING');
    assert.equal(await cursor(), before);
    hidden = () => false;
    assert.equal(await advance(), 'ok');
    assert.deepEqual(
      all('seen'),
      [0, 1, 2].map((nonce) => idOf(alpha, nonce)),
    );
  });

  it('is refused for the newest message of several', async () => {
    alpha.lock(beta);
    alpha.mine();
    alpha.lock(beta);
    alpha.mine();
    hidden = isMessage(1);
    assert.equal(await advance(), 'EVENTS_MISSING');
    hidden = () => false;
    assert.equal(await advance(), 'ok');
    assert.equal(all('seen').length, 2);
  });

  it('H2 P2: is noticed within 15 s of the chain when it shows nothing at all, and reported as late', async () => {
    alpha.mine(2);
    assert.equal(await advance(), 'ok');
    alpha.lock(beta);
    alpha.mine(2);
    hidden = isMessage(0);
    assert.equal(await advance(), 'ok');
    hidden = () => false;
    alpha.mine(UNTIL_CHECK);
    const codes = [];
    for (let turn = 0; turn < 4; turn++) codes.push(await advance());
    assert.deepEqual(codes, ['EVENTS_MISSING', 'EVENTS_MISSING', 'ok', 'ok']);
    assert.deepEqual(all('late'), [idOf(alpha, 0)]);
    assert.equal((await view.message(idOf(alpha, 0)))?.messageId, idOf(alpha, 0));
  });

  it('is refused for a hidden root', async () => {
    const relayer = await world.relayer();
    beta.lock(alpha);
    hidden = ({ type }) => type !== 'message' && type !== 'executed';
    for (let round = 0; round < 45; round++) {
      for (const chain of world.chains) chain.mine();
      await relayer.step();
      world.clock.tick(1_000);
    }
    assert.equal((await alpha.lane(beta.domain)).ok, true);
    assert.equal(await advance(), 'EVENTS_MISSING');
    assert.equal(watcher.gaps[0]?.of, 'roots');
    hidden = () => false;
    assert.equal(await advance(), 'ok');
    assert.ok(await view.rootOf({ family: 'main', source: beta.domain, destination: alpha.domain }, 0n));
  });

  it('is read again for a hidden execution', async () => {
    const relayer = await world.relayer();
    const other = new Watcher(bridgeOf(beta), view);
    beta.lock(alpha);
    hidden = ({ type }) => type === 'executed';
    await world.run(relayer, 45);
    const [message] = beta.emitted();
    const id = messageIdOf(message as NonNullable<typeof message>) as Hex;
    assert.equal(alpha.executions().get(id), 1);
    assert.ok((await other.advance()).ok);
    assert.equal(await advance(), 'ok');
    hidden = () => false;
    const codes: string[] = [];
    for (let round = 0; round < 6; round++) {
      alpha.mine(UNTIL_CHECK);
      codes.push(await advance());
    }
    assert.equal((await view.outcome(id))?.status, 'executed');
    assert.deepEqual(all('late'), [id]);
    assert.equal(codes.at(-1), 'ok');
    assert.equal(codes.filter((code) => code !== 'ok').length, 2);
  });

  it('H2: of an older release is completed without deleting the database', async () => {
    for (let nonce = 0; nonce < 4; nonce++) {
      alpha.lock(beta);
      alpha.mine(300);
    }
    hidden = (event) => isMessage(1)(event) || isMessage(3)(event);
    await recordBlindly(alpha.tip);
    hidden = () => false;
    alpha.mine();
    const codes = [];
    for (let turn = 0; turn < 3 || watcher.behind; turn++) codes.push(await advance());
    assert.deepEqual(codes.slice(0, 3), ['EVENTS_MISSING', 'EVENTS_MISSING', 'ok']);
    assert.ok(codes.slice(3).every((code) => code === 'ok'));
    assert.deepEqual(all('late').toSorted(), [idOf(alpha, 1), idOf(alpha, 3)].toSorted());
    const lane = { family: 'main', source: alpha.domain, destination: beta.domain };
    assert.equal((await view.messages(lane, 0n, 10, false)).length, 4);
  });

  it('H2: of an older release is noticed on a chain that rests', async () => {
    alpha.lock(beta);
    alpha.mine(3);
    hidden = isMessage(0);
    await recordBlindly(alpha.tip);
    hidden = () => false;
    for (let turn = 0; turn < 3; turn++) await advance();
    assert.deepEqual(all('late'), [idOf(alpha, 0)]);
  });

  it('that stays so costs no more reading than a few scans a minute', async () => {
    const watching = new Watching({
      bridges: new Bridges([bridgeOf(alpha)]),
      view,
      clock: world.clock,
      random: () => 0.5,
      metrics: new Metrics(),
      log: SILENT,
    });
    alpha.lock(beta);
    alpha.mine(5);
    hidden = () => true;
    watching.start();
    await settled();
    await world.clock.advance(60_000);
    assert.equal(watching.health()[0]?.failure, 'EVENTS_MISSING');
    assert.ok((alpha.reads.get('scan') ?? 0) < 20, `${alpha.reads.get('scan')} scans`);
    await watching.stop();
  });

  it('of two lanes at once is recorded as far as it is complete for both', async () => {
    const three = await World.three();
    const [source, ...remotes] = three.chains;
    const [first, second] = remotes as [MemoryChain, MemoryChain];
    const blocks: BlockRef[] = [];
    for (const remote of [first, second, first, second, first, second]) {
      source.lock(remote);
      source.mine();
      blocks.push(source.tip);
    }
    const scan = source.scan.bind(source);
    source.scan = async (from, to) => {
      const found = await scan(from, to);
      const isShown = (event: BridgeEvent) => event.at.block.number < (blocks[4]?.number ?? 0);
      return found.ok ? ok({ ...found.value, events: found.value.events.filter(isShown) }) : found;
    };
    const { chainView } = three.storage;
    assert.ok((await new Watcher(bridgeOf(source), chainView).advance()).ok);
    assert.equal((await chainView.cursor('main', source.domain))?.number, blocks[1]?.number);
    await three.close();
  });

  describe('on a chain whose state is newer than the scan', () => {
    beforeEach(() => {
      const lane = alpha.lane.bind(alpha);
      alpha.lane = (domain) => lane(domain);
    });

    it('records what the next message proves, and goes on', async () => {
      for (let nonce = 0; nonce < 5; nonce++) {
        const seen = alpha.tip;
        alpha.lock(beta);
        alpha.mine();
        // The head of the turn is one block behind the state, as is every newer one that it asks for.
        watcher.announce(seen);
        alpha.head = async () => ok(seen);
        assert.notEqual(await advance(), 'EVENTS_CONTRADICT');
      }
      const recorded = await view.recordedMessages({ family: 'main', source: alpha.domain, destination: beta.domain });
      assert.equal(recorded.next, 3n);
      assert.deepEqual(all('late'), []);
    });

    it('is complete at a newer head of the same turn', async () => {
      const seen = alpha.tip;
      alpha.lock(beta);
      alpha.mine();
      watcher.announce(seen);
      assert.equal(await advance(), 'ok');
      assert.deepEqual(all('seen'), [idOf(alpha, 0)]);
    });
  });

  it('that shows more messages than the bridge counts is refused', async () => {
    const message = { ...(alpha.emitted()[0] ?? lockOf()) };
    alpha.forge((at) => ({ type: 'message', messageId: messageIdOf(message), message, at }));
    alpha.mine();
    assert.equal(await advance(), 'EVENTS_CONTRADICT');
    assert.equal(await view.message(messageIdOf(message)), undefined);
  });
  const lockOf = () => {
    const other = world.chains[1];
    other.lock(alpha);
    other.mine();
    const [emitted] = other.emitted();
    return {
      ...(emitted as NonNullable<typeof emitted>),
      source: alpha.domain,
      destination: beta.domain,
      sourceBridge: alpha.bridge,
      destinationBridge: beta.bridge,
      assetHome: alpha.domain,
    };
  };

  describe('because of a transaction that this release cannot read', () => {
    beforeEach(() => {
      const scan = alpha.scan.bind(alpha);
      alpha.scan = async (from, to) => {
        const found = await scan(from, to);
        return found.ok ? ok({ ...found.value, unreadable: ['0xv2'], unrelated: 1 }) : found;
      };
    });

    it('S1: stops where the counters show that an event is missing, and says why', async () => {
      alpha.lock(beta);
      alpha.mine();
      hidden = isMessage(0);
      const advanced = await watcher.advance();
      assert.ok(!advanced.ok && !advanced.error.retryable && advanced.error.message.includes('0xv2'));
      assert.equal(advanced.error.code, 'TRANSACTION_VERSION_UNKNOWN');
      assert.equal(await cursor(), undefined);
    });

    it('S1: goes on where nothing is missing', async () => {
      for (let block = 0; block < 3; block++) {
        alpha.mine();
        assert.equal(await advance(), 'ok');
      }
      assert.equal(await cursor(), alpha.tip.number);
      assert.equal(watcher.unrelated, 3);
    });
  });

  it('is looked for once in 15 s of the chain where nothing happens', async () => {
    for (let block = 0; block < 60; block++) {
      alpha.mine();
      assert.equal(await advance(), 'ok');
    }
    const { remotes } = bridgeOf(alpha);
    assert.equal(alpha.reads.get('lane'), 4 * remotes.length);
  });

  it('asks for the counters of all lanes in one turn of the event loop, which endpoints get as one request', async () => {
    const three = await World.three();
    const [source] = three.chains;
    const lane = source.lane.bind(source);
    let turns = 0;
    source.lane = async (domain, block) => {
      if (turns === 0) setImmediate(() => turns++);
      assert.equal(turns, 0);
      await new Promise(setImmediate);
      return lane(domain, block);
    };
    source.mine(UNTIL_CHECK);
    assert.ok((await new Watcher(bridgeOf(source), three.storage.chainView).advance()).ok);
    assert.equal(source.reads.get('lane'), 2);
    await three.close();
  });
});
