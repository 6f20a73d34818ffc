import assert from 'node:assert/strict';
import type { OracleCall, OracleRoom } from '@causeway/chains';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import { fail, KIND, ok } from '@causeway/protocol';
import { LONG } from '@causeway/protocol/test-support/cases';
import { CHECKPOINTS, type CheckpointName } from '../../src/checkpoint.ts';
import type { Destination } from '../../src/submit/destination.ts';
import { stepChain } from '../../src/submit/step-chain.ts';
import { EVERY_KIND, EXPIRING, type Scene, sceneOf } from '../support/scene.ts';
import { SIGNERS, type TestRelayer, type TestSigner, World } from '../support/world.ts';

/** Orders of a full transaction. */
const BATCH = 3;
const FOUR = { maxBatchOrders: BATCH };
/** Where a process ends in the long run: at one point alone each; in the short one at one after the other. */
const POINTS = CHECKPOINTS.filter((name) => !/lock-seen|refund|rollback/.test(name));
const ENDINGS = LONG ? POINTS.map((point) => [point]) : [POINTS];
/** A process ends at least so often, at all of its points together. */
const ENDS = 4;
/** Steps in which everything that can be sent is sent. */
const STEPS = 8;

/** Lets `relayer` take steps while no chain makes a block. */
async function fill(relayer: TestRelayer): Promise<void> {
  for (let step = 0; step < STEPS; step++) assert.deepEqual(await relayer.step(), []);
}

/** The anchors of what is under way, oldest first. */
const anchorsUnderWay = async (world: World): Promise<readonly string[]> =>
  (await world.storage.submissions.open(['oracle'])).map(({ details }) => details.anchor);

/** Checks that every order is completed, and every message of alpha was executed once. */
async function assertDelivered({ world, alpha, beta }: Omit<Scene, 'relayer'>, count: number): Promise<void> {
  assert.deepEqual(await world.states(), Array(count).fill('completed'));
  for (let nonce = 0; nonce < count; nonce++) assert.equal(beta.executions().get(idOf(alpha, nonce)), 1, `${nonce}`);
  assert.deepEqual(await world.storage.submissions.open(['oracle']), []);
}

const lockMany = ({ alpha, beta }: Pick<Scene, 'alpha' | 'beta'>, count: number): void => {
  for (let index = 0; index < count; index++) alpha.lock(beta);
};

/** Lets `chain` take no transaction before `take`. `handed` are the references of those that it was given. */
function holdBroadcasts(chain: MemoryChain): { readonly handed: ReadonlySet<string>; readonly take: () => void } {
  const taken = Promise.withResolvers<void>();
  const handed = new Set<string>();
  const broadcast = chain.broadcast.bind(chain);
  chain.broadcast = async (submission) => {
    handed.add(submission.reference);
    await taken.promise;
    return broadcast(submission);
  };
  return { handed, take: taken.resolve };
}

/** More turns of the event loop than a relayer needs for all that it does in one step. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('transactions under way, where they have an order', function () {
  this.timeout(120_000);
  let scene = {} as Scene;
  let { world, alpha, beta, relayer } = scene;
  beforeEach(async () => {
    scene = await sceneOf<MemoryChain>(World.create());
    ({ world, alpha, beta } = scene);
    relayer = await world.relayer(FOUR);
  });
  afterEach(() => world.close());

  it('are four full ones, and all are included in one block', async () => {
    lockMany(scene, 5 * BATCH);
    alpha.mine(33);
    await fill(relayer);
    assert.deepEqual(await anchorsUnderWay(world), ['0', '1', '2', '3']);
    assert.deepEqual(
      beta.broadcasts.map(({ sequence }) => sequence),
      [0, 1, 2, 3],
    );
    beta.mine();
    await relayer.step();
    assert.equal((await world.states()).filter((state) => state === 'completed').length, 4 * BATCH);
    assert.deepEqual(await anchorsUnderWay(world), ['4']);
    beta.mine();
    await relayer.step();
    await assertDelivered(scene, 5 * BATCH);
  });

  it('commit one root on top of another', async () => {
    relayer = await world.relayer({ ...FOUR, maxCommitMessages: BATCH });
    lockMany(scene, 4 * BATCH);
    alpha.mine(33);
    await fill(relayer);
    const open = await world.storage.submissions.open(['oracle']);
    assert.deepEqual(
      open.flatMap(({ grounds }) => grounds.roots.map(({ firstNonce, count }) => `${firstNonce}+${count}`)),
      ['0+3', '3+3', '6+3', '9+3'],
    );
    beta.mine();
    await world.run(relayer, 3);
    await assertDelivered(scene, 4 * BATCH);
  });

  it('are full ones by what their orders use: releases use more than mints', async () => {
    const useOf: OracleRoom['useOf'] = (call) =>
      ({ commitRoot: 0n, mintTokens: 1n, cancelOrder: 1n, releaseTokens: 3n })[call];
    Object.assign(beta, { room: async () => ok({ most: 3n * BigInt(BATCH), packs: false, useOf }) });
    beta.state.outstanding.set(alpha.domain, 10n ** 12n);
    relayer = await world.relayer();
    for (let index = 0; index < 4 * BATCH; index++) alpha.lock(beta, { kind: KIND.burn, assetHome: beta.domain });
    alpha.mine(33);
    await fill(relayer);
    assert.deepEqual(await anchorsUnderWay(world), ['0', '1', '2', '3']);
    await world.run(relayer, 2);
    await assertDelivered(scene, 4 * BATCH);
  });

  it('are as many as the configuration allows', async () => {
    relayer = await world.relayer({ ...FOUR, maxInFlight: 2 });
    lockMany(scene, 4 * BATCH);
    alpha.mine(33);
    await fill(relayer);
    assert.deepEqual(await anchorsUnderWay(world), ['0', '1']);
  });

  it('that follow others prompt no looks of their own before there is a block', async () => {
    let looks = 0;
    const outcome = beta.outcome.bind(beta);
    beta.outcome = async (submission) => {
      looks += 1;
      return outcome(submission);
    };
    const looksInSeconds = async () => {
      looks = 0;
      for (let tick = 0; tick < 40; tick++) {
        world.clock.tick(100);
        assert.ok((await stepChain([relayer.destinations.get('beta') as Destination])).ok);
      }
      return looks;
    };
    const counts: number[] = [];
    for (const underWay of [['0'], ['0', '1']]) {
      lockMany(scene, BATCH);
      alpha.mine(33);
      await fill(relayer);
      assert.deepEqual(await anchorsUnderWay(world), underWay);
      counts.push(await looksInSeconds());
    }
    const [first = 0, second = 0] = counts;
    assert.ok(2 * second < first, `${counts}: the looks at the first one go on as they were`);
    beta.mine();
    await world.run(relayer, 2);
    await assertDelivered(scene, 2 * BATCH);
  });

  it('are one where less waits than fills another', async () => {
    lockMany(scene, BATCH + 1);
    alpha.mine(33);
    await fill(relayer);
    assert.deepEqual(await anchorsUnderWay(world), ['0']);
    await world.run(relayer, 3);
    await assertDelivered(scene, BATCH + 1);
  });

  it('draw from a bucket together no more than it holds', async () => {
    const { limits } = beta.settings;
    limits.set(`${alpha.domain}/bridged`, { available: 5_500n, capacity: 100_000n });
    lockMany(scene, 4 * BATCH);
    alpha.mine(33);
    await fill(relayer);
    const open = await world.storage.submissions.open(['oracle']);
    assert.deepEqual(
      open.map(({ orderIds }) => orderIds.length),
      [3],
      'two orders are not worth a second one',
    );
    limits.set(`${alpha.domain}/bridged`, { available: 100_000n, capacity: 100_000n });
    world.clock.tick(10_000);
    await world.run(relayer, 8);
    await assertDelivered(scene, 4 * BATCH);
  });

  it('that follow one that fails fail too, and everything is planned anew', async () => {
    lockMany(scene, 4 * BATCH);
    alpha.mine(33);
    await fill(relayer);
    beta.settings.inboundPaused = true;
    beta.mine();
    await relayer.step();
    const [first] = await world.orders();
    const submissions = await world.storage.submissions.forOrder(first?.id ?? '');
    assert.deepEqual(
      submissions.map(({ state }) => state),
      ['failed'],
    );
    assert.deepEqual(await world.states(), Array(4 * BATCH).fill('proving'));
    assert.deepEqual(await anchorsUnderWay(world), []);
    beta.settings.inboundPaused = false;
    world.clock.tick(10_000);
    await fill(relayer);
    assert.deepEqual(await anchorsUnderWay(world), ['0', '1', '2', '3']);
    await world.run(relayer, 2);
    await assertDelivered(scene, 4 * BATCH);
  });

  it('are not followed by another while one before them is gone and they wait for a block', async () => {
    lockMany(scene, 6 * BATCH);
    alpha.mine(33);
    await fill(relayer);
    // Another relayer's transaction takes the first place and the second waits.
    const [first] = await world.storage.submissions.open(['oracle']);
    await world.storage.submissions.setState(first?.id ?? '', 'dropped');
    const before = beta.broadcasts.length;
    relayer = await world.relayer(FOUR);
    await fill(relayer);
    assert.deepEqual(await anchorsUnderWay(world), ['1', '2', '3']);
    assert.equal(beta.broadcasts.slice(before).filter(({ sequence }) => sequence > 3).length, 0);
    await world.run(relayer, 8);
    await assertDelivered(scene, 6 * BATCH);
  });

  it('are followed by no other while a node has not taken the last one', async () => {
    lockMany(scene, 4 * BATCH);
    alpha.mine(33);
    const broadcast = beta.broadcast.bind(beta);
    beta.broadcast = async (submission) =>
      submission.sequence > 0 ? fail('RPC_UNAVAILABLE', 'down', true) : broadcast(submission);
    for (let step = 0; step < STEPS; step++) await relayer.step();
    assert.deepEqual(await anchorsUnderWay(world), ['0', '1']);
    beta.broadcast = broadcast;
    await fill(relayer);
    assert.deepEqual(await anchorsUnderWay(world), ['0', '1', '2', '3']);
    await world.run(relayer, 3);
    await assertDelivered(scene, 4 * BATCH);
  });

  it('are followed by no other while the last one is being handed to the network', async () => {
    lockMany(scene, 4 * BATCH);
    alpha.mine(33);
    const { handed, take } = holdBroadcasts(beta);
    const turn = relayer.step();
    await manyTurns();
    assert.equal(handed.size, 1);
    take();
    assert.deepEqual(await turn, []);
    await world.run(relayer, 3);
    await assertDelivered(scene, 4 * BATCH);
  });

  describe('after a process that ended before it had sent the second', () => {
    beforeEach(async () => {
      lockMany(scene, 4 * BATCH);
      alpha.mine(33);
      let reserved = 0;
      const ending = await world.relayer({
        ...FOUR,
        checkpoint(name) {
          if (name === 'after-reserved' && ++reserved === 2) throw new Ended(name);
        },
      });
      await assert.rejects(ending.step(), Ended);
      assert.deepEqual(await anchorsUnderWay(world), ['0', '1']);
      assert.equal(beta.broadcasts.length, 1);
      relayer = await world.relayer(FOUR);
    });

    it('are sent at once, though the first still waits', async () => {
      await relayer.step();
      assert.deepEqual(new Set(beta.broadcasts.map(({ sequence }) => sequence)), new Set([0, 1, 2, 3]));
      await world.run(relayer, 3);
      await assertDelivered(scene, 4 * BATCH);
    });

    it('are given up where the first is gone, and everything is planned anew', async () => {
      const [first, second] = await world.storage.submissions.open(['oracle']);
      await world.storage.submissions.setState(first?.id ?? '', 'dropped');
      beta.dropMempool();
      beta.takeSequence(first?.payer ?? '');
      await relayer.step();
      assert.equal(beta.broadcasts.filter(({ reference }) => reference === second?.versions[0]?.reference).length, 0);
      await world.run(relayer, 4);
      await assertDelivered(scene, 4 * BATCH);
    });
  });

  describe('with signers of the release before', () => {
    const ofBefore = (signer: TestSigner): void => {
      const { sign } = signer.client;
      signer.client.sign = async (proposal, signal) =>
        (await beta.acceptsAnchor(proposal.anchor)).ok
          ? sign(proposal, signal)
          : fail('ANCHOR_MISMATCH', 'the next anchor is another', true);
    };

    it('are one, without a failed turn, and the signers are asked for more again after ten minutes', async () => {
      for (const signer of world.signers.slice(0, 3)) ofBefore(signer);
      relayer = await world.relayer(FOUR);
      lockMany(scene, 4 * BATCH);
      alpha.mine(33);
      for (let round = 0; round < 4; round++) {
        await fill(relayer);
        assert.deepEqual(await anchorsUnderWay(world), [String(round)]);
        beta.mine();
      }
      await relayer.step();
      await assertDelivered(scene, 4 * BATCH);
      const { values } = await world.metrics.signatures.get();
      const refused = values.filter(({ labels }) => labels.code === 'ANCHOR_MISMATCH');
      const count = refused.reduce((sum, { value }) => sum + value, 0);
      assert.equal(count, 2 * SIGNERS, 'they were asked twice');
    });

    it('are four when a threshold of signers is of this release', async () => {
      for (const signer of world.signers.slice(0, 2)) ofBefore(signer);
      relayer = await world.relayer(FOUR);
      lockMany(scene, 4 * BATCH);
      alpha.mine(33);
      await fill(relayer);
      beta.mine();
      await fill(relayer);
      await world.run(relayer, 4);
      await assertDelivered(scene, 4 * BATCH);
    });
  });

  it('are one for signers that were restarted, and four again after that', async () => {
    lockMany(scene, 8 * BATCH);
    alpha.mine(33);
    await (await world.relayer({ ...FOUR, maxInFlight: 1 })).step();
    for (let index = 0; index < world.signers.length; index++) {
      Object.assign(world.signers[index] as TestSigner, await world.seeingSigner(index + 1));
    }
    const restarted = await world.relayer(FOUR);
    await fill(restarted);
    assert.deepEqual(await anchorsUnderWay(world), ['0'], 'none has signed the first');
    beta.mine();
    await fill(restarted);
    assert.deepEqual(await anchorsUnderWay(world), ['1', '2', '3', '4']);
    await world.run(restarted, 6);
    await assertDelivered(scene, 8 * BATCH);
  });
});

for (const [kind, create] of Object.entries(EVERY_KIND)) {
  describe(`transactions under way to a chain ${kind}`, function () {
    this.timeout(120_000);
    const COUNT = 8 * BATCH;

    it('carry no message twice, and several of them are under way', async () => {
      const scene = await sceneOf(create());
      const { world, alpha, beta } = scene;
      const tried = new Set<OracleCall>();
      const [simulate, bind] = [beta.simulate.bind(beta), beta.bind.bind(beta)];
      beta.simulate = async (calls) => {
        for (const call of calls) tried.add(call);
        return simulate(calls);
      };
      beta.bind = async (anchor, calls) => {
        assert.ok(
          calls.every((call) => tried.has(call)),
          'a provider is given the calls that it has tried out',
        );
        return bind(anchor, calls);
      };
      const relayer = await world.relayer(FOUR);
      lockMany(scene, COUNT);
      alpha.mine(33);
      let most = 0;
      for (let round = 0; round < 20; round++) {
        await fill(relayer);
        most = Math.max(most, (await anchorsUnderWay(world)).length);
        beta.mine();
        await relayer.step();
      }
      assert.equal(most, 4);
      await assertDelivered(scene, COUNT);
      await world.close();
    });

    for (const points of ENDINGS) {
      it(`lose and repeat nothing when the process ends again and again at ${points.join(' and then at ')}`, async () => {
        const scene = await sceneOf(create());
        const { world, alpha, beta } = scene;
        lockMany(scene, COUNT);
        alpha.mine(33);
        const ends = await endAtEach(scene, points);
        for (const point of points) assert.ok((ends.get(point) ?? 0) >= ENDS / points.length, `${[...ends]}`);
        await assertDelivered(scene, COUNT);
        const { sequences } = beta;
        if (sequences) assert.equal(beta.state.sequences.get(beta.broadcasts[0]?.payer ?? ''), beta.state.anchor);
        assert.equal(alpha.emitted().length, COUNT);
        await world.close();
      });
    }
  });
}

for (const [kind, create] of Object.entries(EXPIRING)) {
  describe(`transactions under way to a chain ${kind}, which have no order`, function () {
    this.timeout(120_000);
    let { world, alpha, beta } = {} as Scene;
    beforeEach(async () => {
      ({ world, alpha, beta } = await sceneOf<MemoryChain>(create()));
      lockMany({ alpha, beta }, 8 * BATCH);
      alpha.mine(33);
      // The root of all goes first.
      const first = await world.relayer({ maxBatchOrders: BATCH, maxCommitMessages: 8 * BATCH, maxInFlight: 1 });
      for (let step = 0; step < STEPS; step++) await first.step();
      beta.mine();
      await first.destinations.get('beta')?.follow();
    });
    afterEach(() => world.close());

    it('are handed to the network while the next are signed, and a turn ends after all were', async () => {
      const relayer = await world.relayer(FOUR);
      const { handed, take } = holdBroadcasts(beta);
      let hasEnded = false;
      const turn = relayer.step().finally(() => {
        hasEnded = true;
      });
      await manyTurns();
      assert.deepEqual([hasEnded, handed.size], [false, 4]);
      take();
      assert.deepEqual(await turn, []);
      await world.run(relayer, 8);
      await assertDelivered({ world, alpha, beta }, 8 * BATCH);
    });

    it('are followed by no other in the next turn while no node has taken one', async () => {
      const relayer = await world.relayer({ ...FOUR, maxInFlight: 2 });
      const broadcast = beta.broadcast.bind(beta);
      beta.broadcast = async () => fail('RPC_UNAVAILABLE', 'down', true);
      await relayer.step();
      const underWay = (await anchorsUnderWay(world)).length;
      for (let step = 0; step < STEPS; step++) await relayer.step();
      assert.equal((await anchorsUnderWay(world)).length, underWay);
      beta.broadcast = broadcast;
      await world.run(relayer, 12);
      await assertDelivered({ world, alpha, beta }, 8 * BATCH);
    });

    it('end the turn with the error of the storage that does not take what was sent', async () => {
      const relayer = await world.relayer(FOUR);
      const { submissions } = world.storage;
      const setState = submissions.setState.bind(submissions);
      submissions.setState = async () => {
        throw new Ended('no storage');
      };
      await assert.rejects(relayer.step(), Ended);
      submissions.setState = setState;
      await world.run(await world.relayer(FOUR), 12);
      await assertDelivered({ world, alpha, beta }, 8 * BATCH);
    });
  });
}

/** A process that ended. */
class Ended extends Error {}

/**
 * Lets a relayer deliver everything that ends every other time that it reaches the next of `points`, each time followed
 * by a new one over the same storage. Returns how often one has ended, by point.
 */
async function endAtEach(
  { world, beta }: Scene,
  points: readonly CheckpointName[],
): Promise<ReadonlyMap<CheckpointName, number>> {
  const ends = new Map<CheckpointName, number>();
  let [reached, ended] = [0, 0];
  const checkpoint = (name: CheckpointName) => {
    if (name !== points[ended % points.length]) return;
    reached += 1;
    if (reached % 2 === 0) return;
    ended += 1;
    ends.set(name, (ends.get(name) ?? 0) + 1);
    throw new Ended(name);
  };
  const options = { ...FOUR, checkpoint };
  let relayer = await world.relayer(options);
  for (let turn = 0; turn < 400; turn++) {
    try {
      await relayer.step();
    } catch (error) {
      assert.ok(error instanceof Ended);
      relayer = await world.relayer(options);
    }
    if (turn % 6 === 5) beta.mine();
    const isDone = (await world.states()).every((state) => state === 'completed');
    if (isDone && (await anchorsUnderWay(world)).length === 0) return ends;
    world.clock.tick(300);
  }
  return assert.fail('not everything was delivered');
}
