import assert from 'node:assert/strict';
import { idOf } from '@causeway/chains/test-support';
import { fail, ZERO_32 } from '@causeway/protocol';
import { Bridges } from '../../src/bridges.ts';
import { statusOf } from '../../src/http.ts';
import { Metrics } from '../../src/metrics.ts';
import { planRollback, rollBackEvenFinal } from '../../src/view/broken-finality.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { Watching } from '../../src/view/watching.ts';
import { settled } from '../support/fake-clock.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { bridgeOf, SILENT, World } from '../support/world.ts';

describe('a view that contradicts its chain', function () {
  this.timeout(60_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  const view = () => world.storage.chainView;
  const broken = async () => (await view().broken()).map(({ domain, code }) => [domain, code]);
  /** One turn of a new process's watcher of beta. */
  const turn = async () => {
    const advanced = await new Watcher(bridgeOf(beta), view()).advance();
    return advanced.ok ? 'ok' : advanced.error.code;
  };

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create()));
    alpha.lock(beta);
    await world.run(relayer, 45);
    assert.deepEqual(await world.states(), ['completed']);
  });
  afterEach(() => world.close());

  /** Beta shows a second execution, which only a lying endpoint or a compromised bridge can do. */
  const contradict = () => {
    const again = { operation: 'mintTokens', recipient: ZERO_32, wireAmount: 1n, reference: ZERO_32 } as const;
    beta.forge((at) => ({ type: 'executed', messageId: idOf(alpha, 0), ...again, credited: false, at }));
    beta.mine();
  };
  const breakFinality = () => {
    beta.mine(40);
    return relayer.see().then(() => {
      beta.reorg(60);
      beta.mine(80);
    });
  };

  it('is broken after DEEP_REORG, also for the next process, until a turn after the rollback', async () => {
    await breakFinality();
    const since = world.clock.now();
    assert.equal(await turn(), 'DEEP_REORG');
    world.clock.tick(5_000);
    assert.equal(await turn(), 'DEEP_REORG');
    const [stored] = await view().broken();
    assert.deepEqual([stored?.code, stored?.sinceMs], ['DEEP_REORG', since]);
    assert.match(stored?.reason ?? '', /causeway rollback --chain beta/);

    const planned = await planRollback(bridgeOf(beta), view());
    assert.ok(planned.ok);
    await rollBackEvenFinal(bridgeOf(beta), view(), planned.value.to);
    assert.deepEqual(await broken(), [[beta.domain, 'DEEP_REORG']], 'a rollback alone proves nothing');
    assert.equal(await turn(), 'ok');
    assert.deepEqual(await broken(), []);
  });

  it('is broken after EVENTS_CONTRADICT until the contradiction is gone', async () => {
    contradict();
    assert.equal(await turn(), 'EVENTS_CONTRADICT');
    assert.deepEqual(await broken(), [[beta.domain, 'EVENTS_CONTRADICT']]);
    beta.reorg(1);
    beta.mine(2);
    assert.equal(await turn(), 'ok');
    assert.deepEqual(await broken(), []);
  });

  it('is broken after REORG_AT_FINALITY until the next turn', async () => {
    const watcher = relayer.watchers.get('beta') as Watcher;
    // The chain of each read after the scan has another block where the execution was.
    const { block } = beta;
    const executed = (await view().outcome(idOf(alpha, 0)))?.at.block.number as number;
    beta.block = async (number) => {
      const read = await block.call(beta, number);
      return read.ok && read.value && number === executed
        ? { ok: true, value: { ...read.value, hash: ZERO_32 } }
        : read;
    };
    beta.mine(executed + 32 - beta.tip.number);
    const turned = await watcher.advance();
    assert.equal(turned.ok ? 'ok' : turned.error.code, 'REORG_AT_FINALITY');
    assert.deepEqual(await broken(), [[beta.domain, 'REORG_AT_FINALITY']]);
    beta.block = block;
    assert.ok((await watcher.advance()).ok);
    assert.deepEqual(await broken(), []);
  });

  it('stays broken while turns fail otherwise, and while a head shows less than what is recorded', async () => {
    contradict();
    assert.equal(await turn(), 'EVENTS_CONTRADICT');
    const { scan, head } = beta;
    beta.scan = async () => fail('NO_QUORUM', 'no scan', true);
    assert.equal(await turn(), 'NO_QUORUM');
    assert.deepEqual(await broken(), [[beta.domain, 'EVENTS_CONTRADICT']]);
    beta.scan = scan;
    // The chain is shorter than the record: nothing of it can be compared.
    const low = { ...beta.tip, number: 1, hash: ZERO_32, parentHash: ZERO_32 };
    beta.head = async () => ({ ok: true, value: low });
    assert.equal(await turn(), 'ok');
    assert.deepEqual(await broken(), [[beta.domain, 'EVENTS_CONTRADICT']]);
    beta.head = head;
  });

  it('is mended by no turn that ends below the head', async () => {
    await view().markBroken({ family: 'main', domain: beta.domain, code: 'DEEP_REORG', reason: 'test' });
    beta.mine(1_000);
    assert.equal(await turn(), 'ok');
    assert.equal((await broken()).length, 1);
    for (let turns = 0; turns < 5; turns++) assert.equal(await turn(), 'ok');
    assert.deepEqual(await broken(), []);
  });

  it('is shown in health, which is degraded, and in a metric', async () => {
    const metrics = new Metrics();
    const watching = new Watching({
      bridges: new Bridges(world.chains.map((chain) => bridgeOf(chain))),
      view: view(),
      clock: world.clock,
      random: () => 0.5,
      metrics,
      log: SILENT,
    });
    contradict();
    const since = world.clock.now();
    watching.start();
    await settled();
    assert.deepEqual(
      watching.health().map((chain) => chain.broken),
      [null, { code: 'EVENTS_CONTRADICT', sinceMs: since }],
    );
    assert.equal(statusOf(watching.health().map((chain) => ({ ...chain, failure: null }))), 'degraded');
    assert.match(await metrics.registry.metrics(), /causeway_view_broken\{chain="beta",family="main"\} 1/);
    beta.reorg(1);
    beta.mine(2);
    await world.clock.advance(15_000);
    assert.deepEqual(
      watching.health().map((chain) => chain.broken),
      [null, null],
    );
    assert.match(await metrics.registry.metrics(), /causeway_view_broken\{chain="beta",family="main"\} 0/);
    await watching.stop();
  });
});
