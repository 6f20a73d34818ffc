import assert from 'node:assert/strict';
import type { MemoryChain } from '@causeway/chains/test-support';
import { fail, type Hex, KIND, type Message } from '@causeway/protocol';
import { SETTLES_MS } from '../../src/watch/decisions.ts';
import { commitForged, executeForged, repair } from '../support/forgery.ts';
import type { MemoryAdministration } from '../support/memory-administration.ts';
import { EVERY_KIND } from '../support/scene.ts';
import { showing } from '../support/showing.ts';
import { administered, type Kept, type WatchOptions, type WatchScene, watchOf } from '../support/watch-scene.ts';
import { World } from '../support/world.ts';

/** Polls within which a theft must be an alarm, and its pause sent. */
const [ALARM_POLLS, PAUSE_POLLS] = [3, 5];
const DOWN = { code: 'NO_QUORUM', message: 'down', retryable: true } as const;

describe('a watch', function () {
  this.timeout(120_000);
  let world: World;
  let [alpha, beta, gamma] = [] as unknown as readonly [MemoryChain, MemoryChain, MemoryChain];
  let administrations: ReadonlyMap<MemoryChain, MemoryAdministration>;
  let watch: WatchScene;
  const opened: Kept[] = [];

  const begin = async (created: Promise<World>) => {
    world = await created;
    [alpha, beta, gamma] = world.chains as unknown as readonly [MemoryChain, MemoryChain, MemoryChain];
    administrations = administered(world);
    watch = await started();
  };
  /** A watch that has seen what is there. */
  const started = async (options?: WatchOptions) => {
    const scene = await watchOf(world, options);
    opened.push(scene.kept);
    await scene.poll(2);
    return scene;
  };
  afterEach(async () => {
    for (const kept of new Set(opened.splice(0))) await kept.storage.close();
    await world.close();
  });
  const executed = () => [...administrations.values()].flatMap((one) => one.executed);
  const at = (chain: MemoryChain) => administrations.get(chain) as MemoryAdministration;
  const forged = (from: MemoryChain, to: MemoryChain, nonce: bigint, wireAmount = 4_000n): Message =>
    ({
      ...{ version: 1, kind: KIND.lock, source: from.domain, destination: to.domain, nonce, wireAmount },
      ...{ sourceBridge: from.bridge, destinationBridge: to.bridge, assetHome: from.domain },
      sender: `0x${'00'.repeat(30)}dead` as Hex,
      recipient: `0x${'00'.repeat(30)}beef` as Hex,
      reference: `0x${'00'.repeat(32)}`,
    }) as Message;
  /** The polls after which something was found, and after which something was paused. */
  const polls = async (most = PAUSE_POLLS + 3) => {
    let [alarm, pause] = [0, 0];
    for (let poll = 1; poll <= most; poll += 1) {
      await watch.poll();
      if (alarm === 0 && (await watch.kept.storage.comparisons.differences()).length > 0) alarm = poll;
      if (pause === 0 && executed().length > 0) pause = poll;
    }
    return { alarm, pause };
  };
  const assertInTime = ({ alarm, pause }: { readonly alarm: number; readonly pause: number }) => {
    assert.ok(alarm >= 1 && alarm <= ALARM_POLLS, `an alarm after ${alarm} polls`);
    assert.ok(pause > 1 && pause <= PAUSE_POLLS, `a pause after ${pause} polls`);
  };

  for (const [kind, create] of Object.entries(EVERY_KIND)) {
    describe(`of a chain ${kind}`, () => {
      beforeEach(() => begin(create()));

      it('pauses the lane of a mint under which nothing is under way', async () => {
        executeForged(beta, forged(alpha, beta, 0n));
        assertInTime(await polls());
        // More is minted than was locked, so the home lets nothing of it come back either.
        assert.deepEqual(executed().sort(), [`alpha: remote ${beta.domain}`, `beta: remote ${alpha.domain}`]);
      });

      it('pauses the lane of a mint that a lock hides, which waits and is not final', async () => {
        alpha.lock(beta, { wireAmount: 5_000n });
        alpha.mine(1);
        executeForged(beta, { ...(alpha.emitted()[0] as Message), wireAmount: 4_000n });
        assertInTime(await polls());
        assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
      });

      it('pauses the lane of a root alone', async () => {
        commitForged(beta, forged(alpha, beta, 0n));
        assertInTime(await polls());
        assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
      });

      it('pauses the lane of a root that was replaced wrongly', async () => {
        alpha.lock(beta);
        alpha.mine(33);
        commitForged(beta, alpha.emitted()[0] as Message);
        await watch.poll(3);
        assert.deepEqual(executed(), []);
        beta.replaceRoot(alpha.domain, 0n, 1, `0x${'f0'.repeat(32)}`);
        assertInTime(await polls());
        assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
      });

      it('pauses nothing at a reorganised source, nor while 40 ordinary orders go both ways', async () => {
        const relayer = await world.relayer();
        for (let round = 0; round < 4; round += 1) {
          for (let lock = 0; lock < 5; lock += 1) {
            alpha.lock(beta, { wireAmount: BigInt(1_000 + lock) });
            beta.lock(alpha);
          }
          alpha.mine(3);
          await watch.poll();
          if (round % 3 === 0) alpha.reorg(3, round % 2 === 0);
          for (let turn = 0; turn < 3; turn += 1) {
            await world.deliver(relayer);
            await watch.poll();
          }
        }
        assert.deepEqual([executed(), watch.guard.findings], [[], []]);
        assert.ok(beta.executions().size >= 10, `${beta.executions().size} executions`);
      });
    });
  }

  describe('with two lanes to a bridge', () => {
    beforeEach(() => begin(World.three()));
    const hit = (from: MemoryChain, nonce = 0n) => executeForged(beta, forged(from, beta, nonce));

    it('pauses inbound once a second lane is hit, and that lane', async () => {
      commitForged(beta, forged(alpha, beta, 0n));
      await watch.poll(4);
      assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
      commitForged(beta, forged(gamma, beta, 0n));
      await watch.poll(6);
      assert.deepEqual(executed().slice(1), ['beta: inbound', `beta: remote ${gamma.domain}`]);
    });

    it('pauses once for a finding, whoever ends the pause, and again for the next finding', async () => {
      commitForged(beta, forged(alpha, beta, 0n));
      await watch.poll(5);
      beta.settings.pausedRemotes.clear();
      await watch.poll(20);
      assert.equal(executed().length, 1);
      commitForged(beta, forged(alpha, beta, 1n));
      await watch.poll(5);
      assert.equal(executed().length, 2);
    });

    it('pauses at most so often an hour at one bridge, and meanwhile says that pauses are due', async () => {
      watch = await started({ perHour: 2 });
      for (let nonce = 0n; nonce < 5n; nonce += 1n) {
        commitForged(beta, forged(alpha, beta, nonce));
        await watch.poll(5);
        beta.settings.pausedRemotes.clear();
      }
      await watch.poll(2);
      assert.equal(executed().length, 2);
      assert.deepEqual(
        watch.guard.due.map(({ chain, reason }) => [chain, reason]),
        [['beta', 'limit']],
      );
      commitForged(gamma, forged(alpha, gamma, 0n));
      await watch.poll(5);
      assert.equal(executed().length, 3, 'what is stolen at one bridge uses up nothing of another');
      world.clock.tick(3_600_000);
      await watch.poll(3);
      assert.equal(executed().length, 4);
    });

    it('tries again until it has paused, and leaves alone what others have paused', async () => {
      at(beta).failures.push({ ...DOWN, code: 'RPC_UNAVAILABLE' }, { ...DOWN, code: 'FEE_CAP_EXCEEDED' });
      commitForged(beta, forged(alpha, beta, 0n));
      await watch.poll(3);
      assert.deepEqual(
        watch.kept.pauses.map(({ state, failure }) => [state, failure]),
        [['failed', 'RPC_UNAVAILABLE']],
      );
      await watch.poll(12);
      assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
      assert.equal(watch.kept.pauses[0]?.attempts, 3);
      beta.settings.pausedRemotes.add(gamma.domain);
      commitForged(beta, forged(gamma, beta, 0n));
      await watch.poll(5);
      assert.deepEqual(executed().slice(1), ['beta: inbound']);
    });

    it('waits while it is not shown that its key can only pause', async () => {
      let isArmed = false;
      watch = await started({ isArmed: () => isArmed });
      commitForged(beta, forged(alpha, beta, 0n));
      await watch.poll(5);
      assert.deepEqual([executed(), watch.guard.due.map(({ reason }) => reason)], [[], ['notArmed']]);
      isArmed = true;
      await watch.poll();
      assert.equal(executed().length, 1);
    });

    it('shares its key with another watch: they pause once, and both know it', async () => {
      const other = await started();
      commitForged(beta, forged(alpha, beta, 0n));
      // The second one has broadcast in the meantime, and learns that its transaction is never included.
      const settles = Promise.withResolvers<void>();
      at(beta).settles = settles.promise;
      for (let poll = 0; poll < 5; poll += 1) {
        await watch.poll();
        if (executed().length > 0) at(beta).failures.push({ ...DOWN, code: 'NOT_INCLUDED' });
        await other.poll();
      }
      settles.resolve();
      for (const each of [watch, other]) await each.poll(12);
      assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
      for (const { kept } of [watch, other]) assert.equal(kept.pauses.at(-1)?.state, 'paused');
      beta.settings.pausedRemotes.clear();
      for (const each of [watch, other]) await each.poll(5);
      assert.equal(executed().length, 1);
    });

    it('only raises alarms without a key', async () => {
      watch = await started({ hasKey: false });
      hit(alpha);
      await watch.poll(8);
      assert.deepEqual([executed(), watch.guard.findings.length > 0], [[], true]);
    });

    it('pauses although its disk is full, and although another chain cannot be read', async () => {
      watch.kept.full = new Error('SQLITE_FULL');
      gamma.failure = DOWN;
      commitForged(beta, forged(alpha, beta, 0n));
      await watch.poll(6);
      assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
    });

    it('sees through one endpoint of three that lies, lags or is silent, and pauses nothing for it', async () => {
      const relayer = await world.relayer();
      for (const one of ['lying', 'slow', 'dead'] as const) {
        watch = await started({ providers: [alpha.throughEndpoints(['honest', one, 'honest']), beta, gamma] });
        alpha.lock(beta);
        for (let turn = 0; turn < 3; turn += 1) {
          await world.deliver(relayer);
          await watch.poll(2);
        }
        assert.deepEqual([executed(), watch.guard.findings], [[], []], one);
      }
    });

    it('pauses nothing for the right root of messages that are not final here, though they are for the signers', async () => {
      alpha.lock(beta);
      alpha.mine(5);
      commitForged(beta, alpha.emitted()[0] as Message);
      alpha.mine(3);
      await watch.poll(5);
      assert.deepEqual(await watch.kept.storage.comparisons.differences(), []);
      assert.deepEqual([executed(), watch.guard.findings], [[], []]);
    });

    it('pauses nothing while its scan of the source, or all endpoints of it, stand ten minutes behind', async () => {
      const relayer = await world.relayer();
      const slow = alpha.throughEndpoints();
      slow.scan = async () => fail('RPC_UNAVAILABLE', 'the scan fails', true);
      const scans = await started({ providers: [slow, beta, gamma] });
      const { tip } = alpha;
      const old = showing(alpha, {
        head: async () => ({ ok: true as const, value: tip }),
        lane: async (domain) => alpha.lane(domain, tip),
      });
      const stands = await started({ providers: [old, beta, gamma] });
      for (let turn = 0; turn < 20; turn += 1) {
        alpha.lock(beta);
        await world.deliver(relayer);
        world.clock.tick(30_000);
        for (const each of [scans, stands]) {
          await each.poll(2);
          assert.deepEqual(each.guard.findings, []);
        }
      }
      assert.deepEqual(executed(), []);
      slow.scan = (...range) => alpha.scan(...range);
      await scans.poll(3);
      assert.deepEqual([executed(), scans.guard.findings], [[], []]);
    });

    it('pauses both ends of a home and a remote with more supply than is outstanding', async () => {
      beta.state.supply.set(alpha.domain, 1_000n);
      await watch.poll(1);
      assert.deepEqual(executed(), []);
      await watch.poll(3);
      assert.deepEqual(executed().sort(), [`alpha: remote ${beta.domain}`, `beta: remote ${alpha.domain}`]);
      for (const chain of [alpha, beta]) chain.settings.pausedRemotes.clear();
      await watch.poll(5);
      assert.equal(executed().length, 2, 'the same amount is missing');
      beta.state.supply.set(alpha.domain, 1_001n);
      await watch.poll(3);
      assert.equal(executed().length, 4, 'more is missing');
    });

    it('pauses inbound where the escrow lacks what is owed, and the lane of a nonce that was never sent', async () => {
      alpha.lock(beta);
      alpha.mine();
      alpha.stolen = 1n;
      beta.state.inbound.set(gamma.domain, 2n);
      await watch.poll(4);
      assert.deepEqual(executed().sort(), ['alpha: inbound', `beta: remote ${gamma.domain}`]);
    });

    it('is over when roots are repaired and executions acknowledged', async () => {
      alpha.lock(beta, { wireAmount: 5_000n });
      alpha.mine(33);
      const id = executeForged(beta, { ...(alpha.emitted()[0] as Message), wireAmount: 4_000n });
      await watch.poll(5);
      assert.equal(watch.guard.findings.length, 2);
      repair(beta, alpha, 0n, 1, [0n]);
      await watch.kept.storage.comparisons.acknowledge([id], world.clock.now());
      await watch.poll(3);
      assert.deepEqual(watch.guard.findings, []);
      assert.equal(executed().length, 1);
    });
  });

  describe('that is killed', () => {
    beforeEach(() => begin(World.create()));

    it('between the record and the broadcast, pauses once after its start', async () => {
      at(beta).settles = new Promise(() => {});
      const execute = at(beta).execute.bind(at(beta));
      at(beta).execute = () => new Promise(() => {});
      commitForged(beta, forged(alpha, beta, 0n));
      await watch.poll(4);
      assert.deepEqual([executed(), watch.kept.pauses[0]?.state], [[], 'intended']);
      at(beta).execute = execute;
      at(beta).settles = Promise.resolve();
      watch = await started({ kept: watch.kept });
      await watch.poll(3);
      assert.deepEqual(executed(), [], 'the transaction could still be included');
      world.clock.tick(SETTLES_MS);
      await watch.poll(6);
      assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
      await watch.poll(10);
      assert.equal(executed().length, 1);
    });

    it('by a clock that was a day ahead, pauses after its start as soon as ever', async () => {
      const execute = at(beta).execute.bind(at(beta));
      at(beta).execute = () => new Promise(() => {});
      commitForged(beta, forged(alpha, beta, 0n));
      await watch.poll(4);
      const dayMs = 86_400_000;
      watch.kept.pauses = watch.kept.pauses.map((pause) => ({ ...pause, atMs: pause.atMs + dayMs }));
      at(beta).execute = execute;
      watch = await started({ kept: watch.kept });
      world.clock.tick(SETTLES_MS);
      await watch.poll(6);
      assert.deepEqual(executed(), [`beta: remote ${alpha.domain}`]);
    });

    it('after the broadcast, finds the pause in force', async () => {
      at(beta).settles = new Promise(() => {});
      commitForged(beta, forged(alpha, beta, 0n));
      await watch.poll(4);
      assert.deepEqual([executed().length, watch.kept.pauses[0]?.state], [1, 'intended']);
      at(beta).settles = Promise.resolve();
      watch = await started({ kept: watch.kept });
      await watch.poll(6);
      assert.deepEqual([watch.kept.pauses[0]?.state, watch.kept.pauses[0]?.found], ['paused', false]);
      beta.settings.pausedRemotes.clear();
      watch = await started({ kept: watch.kept });
      world.clock.tick(2 * SETTLES_MS);
      await watch.poll(10);
      assert.equal(executed().length, 1, 'whoever ended the pause decides');
    });
  });
});
