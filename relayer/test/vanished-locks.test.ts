import assert from 'node:assert/strict';
import { idOf, limitKey } from '@causeway/chains/test-support';
import { planRollback, rollBackEvenFinal } from '../src/view/broken-finality.ts';
import { EVERY_KIND, type Scene, sceneOf } from './support/scene.ts';
import { commit, commitOnBeta, execute, proposal, signerScene } from './support/signer-scene.ts';
import { bridgeOf, type TestRelayer, type TestSigner, World } from './support/world.ts';

/** Alpha loses every block since its locks, far below its finality. An attacker's small locks take their nonces. */
function loseLocks({ alpha, beta }: Pick<Scene, 'alpha' | 'beta'>): void {
  alpha.reorg(alpha.tip.number - 1, false);
  alpha.dropMempool();
  alpha.mine();
  for (let lock = 0; lock < 2; lock++) alpha.lock(beta, { wireAmount: 1n });
  alpha.mine(120);
}

describe('signers after locks vanished below the finality of their chain', function () {
  this.timeout(60_000);

  it('sign no execution of them, also those that had found them final before', async () => {
    const scene = await signerScene();
    const { world, beta } = scene;
    const [stranger, ...asked] = world.signers.slice(0, 4) as [TestSigner, ...TestSigner[]];
    const sign = async ({ service }: TestSigner, body: unknown) => {
      const answer = await service.sign(body);
      return answer.ok ? 'signed' : answer.error.code;
    };
    for (const each of world.signers) await each.advance();
    for (const each of asked) assert.equal(await sign(each, proposal(commit(2), execute(0, 2))), 'signed');
    commitOnBeta(scene, 2, [0]);
    beta.mine(2);
    for (const each of world.signers) await each.advance();
    loseLocks(scene);

    // Before any turn of their watchers, and after one.
    const body = { ...proposal(execute(1, 2)), anchor: '1' };
    for (const each of [stranger, ...asked]) assert.equal(await sign(each, body), 'VIEW_BROKEN');
    for (const each of world.signers) await each.advance();
    for (const each of world.signers) assert.equal(await sign(each, body), 'VIEW_BROKEN');
    await world.close();
  });
});

for (const [kind, create] of Object.entries(EVERY_KIND)) {
  describe(`locks that vanished below the finality of their chain, to a chain ${kind}`, function () {
    this.timeout(60_000);
    let { world, alpha, beta, relayer } = {} as Scene;
    const bucket = () => limitKey(alpha.domain, 'bridged');

    beforeEach(async () => {
      ({ world, alpha, beta, relayer } = await sceneOf(create()));
      // The bucket holds the first lock alone, so that the second waits under a committed root.
      beta.settings.limits.set(bucket(), { available: 1_000n, capacity: 1_000_000n });
      alpha.lock(beta, { wireAmount: 1_000n });
      alpha.lock(beta, { wireAmount: 500_000n });
      await world.run(relayer, 45);
      assert.deepEqual(await world.states(), ['completed', 'proving']);
    });
    afterEach(() => world.close());

    /** Lets `by` and all signers go on, and returns the codes of its failures. */
    async function goOn(by: TestRelayer, turns: number): Promise<ReadonlySet<string>> {
      const codes = new Set<string>();
      for (let turn = 0; turn < turns; turn++) {
        beta.mine();
        for (const signer of world.signers) await signer.advance();
        for (const code of await by.step()) codes.add(code);
        world.clock.tick(1_000);
      }
      return codes;
    }

    it('are delivered by nobody, nor is anything else from there, until the rollback', async () => {
      const vanished = idOf(alpha, 1);
      loseLocks({ alpha, beta });
      beta.settings.limits.clear();
      assert.deepEqual([...(await goOn(relayer, 8))], ['DEEP_REORG']);
      assert.deepEqual([beta.executions().get(vanished), beta.executions().size], [undefined, 1]);

      for (const storage of [world.storage, ...world.signers.map((each) => each.storage)]) {
        const planned = await planRollback(bridgeOf(alpha), storage.chainView);
        // A signer that was not asked has not seen them.
        if (planned.ok) await rollBackEvenFinal(bridgeOf(alpha), storage.chainView, planned.value.to);
      }
      const fresh = await world.relayer();
      for (let number = 1; number <= world.signers.length; number++) {
        world.signers[number - 1] = await world.signer(number);
      }
      await goOn(fresh, 4);
      assert.deepEqual(await world.storage.chainView.broken(), []);
      assert.equal(beta.executions().get(vanished), undefined);
      const mismatched = (await world.orders()).filter(({ failureCode }) => failureCode === 'ROOT_MISMATCH');
      assert.ok(mismatched.length > 0, 'the root of the vanished messages is an administrator’s matter');
    });

    it('are not planned by a relayer that has only the lease of the destination', async () => {
      const vanished = idOf(alpha, 1);
      loseLocks({ alpha, beta });
      beta.settings.limits.clear();
      // Another relayer follows alpha on the same database. This one follows beta alone.
      assert.equal((await world.watcherOf(alpha, async () => {}).advance()).ok, false);
      const destination = relayer.destinations.get('beta');
      world.clock.tick(10_000);
      const before = await world.metrics.registry.getSingleMetric('causeway_messages_deferred_total')?.get();
      await relayer.watchers.get('beta')?.advance();
      assert.ok((await destination?.step())?.ok);
      assert.equal(await relayer.plan(), undefined);
      const after = await world.metrics.registry.getSingleMetric('causeway_messages_deferred_total')?.get();
      const counted = (metric: typeof after) =>
        metric?.values.find(({ labels }) => labels.reason === 'viewBroken')?.value ?? 0;
      assert.ok(counted(after) > counted(before));
      assert.deepEqual(
        [beta.executions().get(vanished), await world.storage.submissions.open(['oracle'])],
        [undefined, []],
      );
    });
  });
}

describe('a signed transaction whose source breaks', function () {
  this.timeout(60_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  const open = () => world.storage.submissions.open(['oracle']);
  const breaks = (domain: number) =>
    world.storage.chainView.markBroken({ family: 'main', domain, code: 'DEEP_REORG', reason: 'test' });
  const mend = (domain: number) => world.storage.chainView.finalize('main', domain, 1, { mends: true });

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create(100_000)));
    alpha.lock(beta);
  });
  afterEach(() => world.close());

  it('or whose destination breaks is not planned', async () => {
    alpha.mine(33);
    beta.mine();
    await relayer.see();
    await breaks(beta.domain);
    assert.equal(await relayer.plan(), undefined);
    await mend(beta.domain);
    world.clock.tick(10_000);
    assert.deepEqual(await relayer.plan(), ['commit 0+1', 'execute 0 of 0+1']);
  });

  it('while signatures are gathered is not stored, and its nonce is free for the next', async () => {
    const last = world.signers[2] as TestSigner;
    const { sign } = last.client;
    last.client.sign = async (...given) => {
      const signed = await sign(...given);
      await breaks(alpha.domain);
      return signed;
    };
    alpha.mine(33);
    beta.mine();
    await relayer.see();
    const stepped = await relayer.destinations.get('beta')?.step();
    assert.equal(stepped?.ok === false && stepped.error.code, 'VIEW_BROKEN');
    assert.deepEqual(await open(), []);
    last.client.sign = sign;
    await mend(alpha.domain);
    world.clock.tick(10_000);
    await world.run(relayer, 10);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('is neither sent nor raised while it waits for a block', async () => {
    beta.minimumFee = 2;
    await world.run(relayer, 36);
    const [before] = await open();
    assert.equal(before?.versions.length, 1);
    await breaks(alpha.domain);
    beta.dropMempool();
    const sent = beta.reads.get('broadcast');
    const other = await world.relayer();
    for (const destination of [relayer, other]) {
      world.clock.tick(60_000);
      assert.ok((await destination.destinations.get('beta')?.step())?.ok);
      assert.deepEqual([(await open())[0]?.versions.length, beta.reads.get('broadcast')], [1, sent]);
    }
    await mend(alpha.domain);
    world.clock.tick(60_000);
    await world.run(other, 30);
    assert.deepEqual(await world.states(), ['completed']);
  });
});
