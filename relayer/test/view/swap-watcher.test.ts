import assert from 'node:assert/strict';
import { MemorySettler } from '@causeway/chains/test-support';
import { type Hex, uintToHex, ZERO_32 } from '@causeway/protocol';
import { type BridgeStorage, type NewSwap, openBridgeStorage } from '@causeway/storage';
import { newOrder } from '@causeway/storage/test-support/rows';
import { SwapWatcher } from '../../src/view/swap-watcher.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { bridgeOf, World } from '../support/world.ts';

const ID = uintToHex(0x5a, 32);
const SOLVER: Hex = `0x${'00'.repeat(12)}${'51'.repeat(20)}`;

describe('swap watcher', () => {
  let { world, alpha, beta } = {} as Scene;
  let storage: BridgeStorage;
  let settler: MemorySettler;
  let watcher: Watcher;
  let swaps: SwapWatcher;

  beforeEach(async () => {
    ({ world, alpha, beta } = await sceneOf(World.create()));
    storage = await openBridgeStorage(':memory:', { clock: world.clock });
    settler = new MemorySettler(beta, uintToHex(0x5e, 20));
    watcher = new Watcher(bridgeOf(beta), storage.chainView);
    swaps = new SwapWatcher(
      { provider: beta, settler },
      { view: storage.chainView, swaps: storage.swaps, finalTo: () => watcher.finalTo },
    );
  });
  afterEach(async () => {
    await storage.close();
    await world.close();
  });

  /** A turn of the bridge's view and then of the settler's. */
  const advance = async () => {
    for (const turn of [await watcher.advance(), await swaps.advance()]) {
      assert.ok(turn.ok, turn.ok ? '' : turn.error.message);
    }
  };

  /** An order of mode swap at the newest block of beta, with its lock. */
  async function locked(): Promise<string> {
    const swap: NewSwap = {
      ...{ swapId: ID, terms: `0x${'01'.repeat(314)}`, recipient: ZERO_32, outDecimals: 18 },
      ...{ deadlineMs: world.clock.now() + 3_600_000, fromBlock: beta.tip.number },
      ...{ solverId: null, solverAccountId: null, solverAddress: null, quoteExpiresAtMs: null },
    };
    const place = { family: beta.family, source: alpha.domain, destination: beta.domain };
    const { id } = await storage.orders.create(newOrder({ ...place, reference: ID, swap }));
    assert.ok(await storage.orders.transition(id, 'lockSeen', { messageId: uintToHex(1, 32) }));
    return id;
  }

  const statusOf = async (id: string) => (await storage.orders.get(id))?.swapState;
  const filled = () => settler.emit({ id: ID, type: 'filled', solver: SOLVER, out: 25n * 10n ** 17n });

  it('asks a settler for nothing while no swap waits for it', async () => {
    beta.mine(3);
    await advance();
    await filled();
    await advance();
    assert.equal(settler.scans, 0);
  });

  it('reads what a settler emitted since the order, and who filled', async () => {
    await advance();
    const id = await locked();
    beta.mine(2);
    await filled();
    await advance();
    assert.equal(await statusOf(id), 'completed');
    const swap = (await storage.swaps.of([id])).get(id);
    assert.deepEqual([swap?.filler, swap?.filledAmount], [beta.formatAddress(SOLVER), 25n * 10n ** 17n]);
  });

  it('reads a block once, and again after a reorganisation, which takes back what it showed', async () => {
    await advance();
    const id = await locked();
    await filled();
    await advance();
    const { scans } = settler;
    await advance();
    assert.equal(settler.scans, scans);
    beta.reorg(1, false);
    beta.mine(2);
    await advance();
    assert.equal(await statusOf(id), 'locked');
    await filled();
    await advance();
    assert.equal(await statusOf(id), 'completed');
  });

  it('passes over what was swept: anybody sweeps any amount of a token of one’s own', async () => {
    const recorded: string[] = [];
    const record: BridgeStorage['swaps']['record'] = (scan, fenced) => {
      recorded.push(...scan.events.map(({ type }) => type));
      return storage.swaps.record(scan, fenced);
    };
    const deps = { view: storage.chainView, swaps: { ...storage.swaps, record }, finalTo: () => watcher.finalTo };
    swaps = new SwapWatcher({ provider: beta, settler }, deps);
    await advance();
    const id = await locked();
    await settler.emit({ id: ID, type: 'swept', asset: SOLVER, to: SOLVER, amount: 2n ** 256n - 1n });
    await filled();
    await advance();
    assert.deepEqual([recorded, await statusOf(id)], [['filled'], 'completed']);
  });

  it('tells a return home from one on its own chain', async () => {
    await advance();
    const id = await locked();
    await storage.orders.transition(id, 'executed', { final: true });
    await settler.emit({ id: ID, type: 'returned', amount: 1n, home: alpha.domain });
    await advance();
    assert.equal(await statusOf(id), 'returning');
    beta.reorg(1, false);
    beta.mine();
    await settler.emit({ id: ID, type: 'returned', amount: 1n, home: 0 });
    await advance();
    assert.equal(await statusOf(id), 'returned');
  });

  it('is final when the block of its end is, and asks for nothing more once its filler is paid', async () => {
    await advance();
    const id = await locked();
    await filled();
    await settler.emit({ id: ID, type: 'settled', to: SOLVER, amount: 1n });
    const swapOf = async () => (await storage.swaps.of([id])).get(id);
    await advance();
    assert.deepEqual([(await swapOf())?.settled, (await swapOf())?.endFinal], [true, false]);
    beta.mine(beta.finalityBlocks);
    await advance();
    assert.equal((await swapOf())?.endFinal, true);
    const { scans } = settler;
    beta.mine();
    await advance();
    assert.equal(settler.scans, scans);
  });

  it('fails with the failure of a scan, and reads the same blocks again', async () => {
    await advance();
    const id = await locked();
    await filled();
    const { scan } = settler;
    settler.scan = async () => ({ ok: false, error: { code: 'RPC_UNAVAILABLE', message: 'down', retryable: true } });
    assert.ok((await watcher.advance()).ok);
    assert.equal((await swaps.advance()).ok, false);
    settler.scan = scan;
    await advance();
    assert.equal(await statusOf(id), 'completed');
  });
});
