import assert from 'node:assert/strict';
import { idOf } from '@causeway/chains/test-support';
import { ok } from '@causeway/protocol';
import { type BridgeStorage, type ChainViewRepository, openBridgeStorage } from '@causeway/storage';
import type { ViewChange } from '../../src/view/view-change.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { bridgeOf, World } from '../support/world.ts';

describe('watcher', () => {
  let { world, alpha, beta } = {} as Scene;
  let storage: BridgeStorage;
  let view: ChainViewRepository;
  let changes: ViewChange[];
  let watcher: Watcher;

  const open = () =>
    new Watcher(bridgeOf(alpha), view, async (change) => {
      changes.push(change);
    });
  const all = (part: 'seen' | 'final' | 'vanished' | 'outcomes') => changes.flatMap((change) => change[part]);
  const advance = async () => {
    const advanced = await watcher.advance();
    assert.ok(advanced.ok, advanced.ok ? '' : advanced.error.message);
  };

  beforeEach(async () => {
    ({ world, alpha, beta } = await sceneOf(World.create()));
    storage = await openBridgeStorage(':memory:', { clock: world.clock });
    view = storage.chainView;
    changes = [];
    watcher = open();
  });
  afterEach(async () => {
    await storage.close();
    await world.close();
  });

  it('fills the gap from the deployment to the head in ranges', async () => {
    alpha.lock(beta);
    alpha.mine(250);
    alpha.lock(beta);
    alpha.mine();
    await advance();
    assert.deepEqual(all('seen'), [idOf(alpha, 0), idOf(alpha, 1)]);
    assert.equal((await view.cursor('main', alpha.domain))?.number, alpha.tip.number);
    assert.equal(alpha.reads.get('scan'), 3);
  });

  it('continues at the recorded cursor after a restart', async () => {
    alpha.lock(beta);
    alpha.mine(10);
    await advance();
    alpha.lock(beta);
    alpha.mine(5);
    watcher = open();
    changes = [];
    await advance();
    assert.deepEqual(all('seen'), [idOf(alpha, 1)]);
  });

  it('takes a message as final with 32 blocks above it and not with 31', async () => {
    alpha.lock(beta);
    alpha.mine(32);
    await advance();
    assert.deepEqual(all('final'), []);
    alpha.mine();
    await advance();
    assert.deepEqual(all('final'), [idOf(alpha, 0)]);
    assert.equal((await view.message(idOf(alpha, 0)))?.final, true);
  });

  it('takes no more as final than the chain itself says', async () => {
    const other = await World.apart();
    const [, solana] = other.chains;
    solana.lock(other.chains[0]);
    solana.mine(40);
    const { finalNumber } = solana;
    solana.finalNumber = async () => ok(1);
    watcher = new Watcher(bridgeOf(solana), view, async (change) => {
      changes.push(change);
    });
    await advance();
    assert.deepEqual(all('final'), []);
    solana.finalNumber = finalNumber;
    solana.mine();
    await advance();
    assert.deepEqual(all('final'), [idOf(solana, 0)]);
    await other.close();
  });

  it('removes messages that a reorganisation undid, and finds those that replaced them', async () => {
    alpha.lock(beta);
    alpha.mine(10);
    await advance();
    const gone = idOf(alpha, 0);
    alpha.reorg(10);
    alpha.lock(beta, { wireAmount: 7n });
    alpha.mine(12);
    await advance();
    assert.deepEqual(all('vanished'), [gone]);
    assert.equal(await view.message(gone), undefined);
    assert.equal((await view.message(idOf(alpha, 0)))?.message.wireAmount, 7n);
  });

  it('notices a reorganisation that leaves the chain as long as it was', async () => {
    alpha.lock(beta);
    alpha.mine(3);
    await advance();
    alpha.reorg(3);
    alpha.mine(3);
    await advance();
    assert.equal(all('vanished').length, 1);
  });

  it('notices a reorganisation that left the chain shorter', async () => {
    alpha.mine(5);
    await advance();
    alpha.lock(beta);
    alpha.mine(5);
    await advance();
    alpha.reorg(8);
    alpha.mine(4);
    await advance();
    assert.equal(all('vanished').length, 1);
  });

  it('removes nothing when an endpoint shows an older head of the same chain', async () => {
    alpha.lock(beta);
    alpha.mine(5);
    await advance();
    const newest = alpha.tip;
    alpha.head = async () => ({ ok: true, value: { ...newest, number: newest.number - 2, hash: 'older' } });
    alpha.block = async () => ({ ok: true, value: null });
    const advanced = await watcher.advance();
    assert.equal(all('vanished').length, 0);
    assert.equal(advanced.ok || advanced.error.retryable, true);
  });

  it('compares blocks with events once more when they become final', async () => {
    alpha.lock(beta);
    alpha.mine(20);
    await advance();
    const block = alpha.block.bind(alpha);
    const lockBlock = (await view.message(idOf(alpha, 0)))?.at.block.number;
    alpha.block = async (number) =>
      number === lockBlock ? { ok: true, value: { number, hash: 'another', timeMs: 0 } } : block(number);
    alpha.mine(20);
    const advanced = await watcher.advance();
    assert.equal(advanced.ok ? '' : advanced.error.code, 'REORG_AT_FINALITY');
    assert.deepEqual(all('final'), []);
    assert.equal(all('vanished').length, 1);
  });

  it('stops at a reorganisation deeper than finality, and keeps final messages', async () => {
    alpha.lock(beta);
    alpha.mine(40);
    await advance();
    const id = idOf(alpha, 0);
    alpha.reorg(40);
    alpha.mine(45);
    for (let turn = 0; turn < 2; turn++) {
      const advanced = await watcher.advance();
      assert.equal(advanced.ok ? '' : advanced.error.code, 'DEEP_REORG');
    }
    assert.equal((await view.message(id))?.final, true);
  });

  it('records no event that does not fit the bridge', async () => {
    alpha.lock(beta, { sourceBridge: beta.bridge });
    alpha.mine();
    const advanced = await watcher.advance();
    assert.equal(advanced.ok ? '' : advanced.error.code, 'INCONSISTENT_EVENT');
    assert.equal(await view.cursor('main', alpha.domain), undefined);
  });

  it('changes nothing while the chain cannot be read', async () => {
    alpha.lock(beta);
    alpha.mine();
    alpha.failure = { code: 'NO_QUORUM', message: 'no two agree', retryable: true };
    assert.equal((await watcher.advance()).ok, false);
    assert.deepEqual(changes, []);
    alpha.failure = undefined;
    await advance();
    assert.equal(all('seen').length, 1);
  });

  it('shares one turn between callers that arrive while a turn runs', async () => {
    alpha.mine();
    const turns = [watcher.advance(), watcher.advance(), watcher.advance()];
    await Promise.all(turns);
    assert.equal(turns[1], turns[2]);
    assert.equal(alpha.reads.get('head'), 2);
  });

  it('scans up to an announced head without asking for it', async () => {
    alpha.mine(3);
    watcher.announce(alpha.tip);
    await advance();
    assert.equal(alpha.reads.get('head'), undefined);
    assert.equal(watcher.head?.number, alpha.tip.number);
  });

  it('reaches a block above an older announced head', async () => {
    alpha.mine();
    watcher.announce(alpha.tip);
    alpha.mine();
    assert.ok((await watcher.reach(alpha.tip.number)).ok);
    const beyond = await watcher.reach(alpha.tip.number + 1);
    assert.equal(beyond.ok ? '' : beyond.error.code, 'NOT_REACHED');
  });
});
