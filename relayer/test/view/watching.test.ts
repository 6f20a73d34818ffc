import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import { cancelOf, type Message, messageIdOf, ZERO_32 } from '@causeway/protocol';
import { Bridges } from '../../src/bridges.ts';
import { Metrics } from '../../src/metrics.ts';
import { measureLag, Watching } from '../../src/view/watching.ts';
import { settled } from '../support/fake-clock.ts';
import { bridgeOf, SILENT, World } from '../support/world.ts';

describe('watching', function () {
  this.timeout(60_000);
  let world: World;
  let alpha: MemoryChain;
  let beta: MemoryChain;
  let watching: Watching;
  let metrics: Metrics;

  const scans = () => beta.reads.get('scan') ?? 0;
  const betaHealth = () => watching.health().find(({ chain }) => chain === 'beta');

  async function watch(): Promise<void> {
    metrics = new Metrics();
    watching = new Watching({
      bridges: new Bridges(world.chains.map((chain) => bridgeOf(chain))),
      view: world.storage.chainView,
      clock: world.clock,
      random: () => 0.5,
      metrics,
      log: SILENT,
    });
    watching.start();
    await settled();
  }

  beforeEach(async () => {
    world = await World.create();
    [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta);
    await world.run(relayer, 45);
    assert.deepEqual(await world.states(), ['completed']);
    await watch();
  });
  afterEach(async () => {
    await watching.stop();
    await world.close();
  });

  /**
   * Beta claims what only a compromised bridge or a lying endpoint can do: a message that it does not count or, when
   * `counted`, a second execution, so that the scan is complete and only the records contradict it.
   */
  function contradict(counted: boolean): void {
    const message = cancelOf(alpha.emitted()[0] as Message, 0n);
    const again = { operation: 'mintTokens', recipient: ZERO_32, wireAmount: 1n, reference: ZERO_32 } as const;
    beta.forge((at) =>
      counted
        ? { type: 'executed', messageId: idOf(alpha, 0), ...again, credited: false, at }
        : { type: 'message', messageId: messageIdOf(message), message, at },
    );
    beta.mine();
  }

  it('finds out at once why no head can be read', async () => {
    await watching.stop();
    const subscribed = mock.method(beta, 'onHead').mock;
    await watch();
    const turns = () => beta.reads.get('head') ?? 0;
    const before = turns();
    const onFailure = subscribed.calls.at(0)?.arguments.at(1) as unknown as () => void;
    onFailure();
    await settled();
    assert.equal(turns() - before, 1);
  });

  it('shows how old the newest block is, also of a chain that can not be read any more', async () => {
    const lagOf = async (chain: string) => {
      measureLag(metrics, watching.health());
      return (await metrics.lag.get()).values.find(({ labels }) => labels.chain === chain && labels.family === 'main')
        ?.value;
    };
    const before = await lagOf('alpha');
    alpha.failure = { code: 'NO_QUORUM', message: '', retryable: true };
    for (let turn = 0; turn < 20; turn++) {
      await world.clock.advance(60_000);
      await settled();
    }
    assert.ok(before !== undefined && ((await lagOf('alpha')) ?? 0) > before + 1_000);
  });

  it('goes on, and tells of it, when a message is cancelled that was executed', async () => {
    beta.lock(alpha, cancelOf(alpha.emitted()[0] as Message, 0n));
    beta.mine();
    await world.clock.advance(15_000);
    assert.deepEqual([betaHealth()?.failure, betaHealth()?.head], [null, beta.tip.number]);
    assert.match(await metrics.registry.metrics(), /causeway_outcomes_contradicted_total\{chain="beta"\} 1/);
    assert.equal((await world.storage.chainView.outcome(idOf(alpha, 0)))?.status, 'executed');
  });

  for (const counted of [true, false]) {
    it(`backs off and reports a contradiction of ${counted ? 'records' : 'counters'} without a reorganisation, and resumes when it is gone`, async () => {
      assert.equal(betaHealth()?.failure, null);
      contradict(counted);
      const before = scans();
      await world.clock.advance(60_000);
      assert.equal(betaHealth()?.failure, 'EVENTS_CONTRADICT');
      // 0.25, 0.5, 1, 2, 4, 8 and then every 15 seconds.
      assert.ok(scans() - before <= 12, `${scans() - before} scans in a minute`);
      assert.equal((await world.storage.chainView.outcome(idOf(alpha, 0)))?.status, 'executed');
      beta.reorg(1);
      beta.mine(2);
      await world.clock.advance(15_000);
      assert.equal(betaHealth()?.failure, null);
      assert.equal(betaHealth()?.head, beta.tip.number);
    });
  }

  it('continues with the other chains meanwhile', async () => {
    contradict(false);
    alpha.mine(3);
    await world.clock.advance(5_000);
    const [first] = watching.health();
    assert.deepEqual([first?.chain, first?.failure, first?.head], ['alpha', null, alpha.tip.number]);
  });
});
