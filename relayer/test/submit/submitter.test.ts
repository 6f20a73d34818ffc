import assert from 'node:assert/strict';
import { idOf, memoryKey } from '@causeway/chains/test-support';
import { fail } from '@causeway/protocol';
import type { StoredSubmission } from '@causeway/storage';
import type { Destination } from '../../src/submit/destination.ts';
import { stepChain } from '../../src/submit/step-chain.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { World } from '../support/world.ts';

describe('submitter', function () {
  this.timeout(120_000);
  let { world, alpha, beta, relayer } = {} as Scene;

  const openRow = async (): Promise<StoredSubmission<'oracle'>> => {
    const [row, ...others] = await world.storage.submissions.open(['oracle'], beta.domain);
    assert.ok(row && others.length === 0, 'exactly one submission is open');
    return row;
  };

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create()));
    alpha.lock(beta);
    alpha.mine(33);
  });
  afterEach(() => world.close());

  it('has reserved the transaction with its bytes before it is broadcast', async () => {
    let reserved: StoredSubmission<'oracle'> | undefined;
    const broadcast = beta.broadcast.bind(beta);
    beta.broadcast = async (submission) => {
      reserved = await openRow();
      return broadcast(submission);
    };
    await relayer.step();
    assert.equal(reserved?.state, 'reserved');
    assert.equal(reserved.versions[0]?.reference, beta.broadcasts[0]?.reference);
    assert.deepEqual(
      reserved.details.signers,
      [1, 2, 3].map((number) => memoryKey(number).address),
    );
    assert.equal((await openRow()).state, 'broadcast');
  });

  it('has one transaction under way at a time', async () => {
    await relayer.step();
    alpha.lock(beta);
    alpha.mine(33);
    await relayer.step();
    assert.equal(beta.broadcasts.length, 1);
    await world.run(relayer, 3);
    assert.equal(beta.broadcasts.length, 2);
    assert.deepEqual(await world.states(), ['completed', 'completed']);
  });

  it('needs no gap to be closed when storing fails, and is at work again with the next turn', async () => {
    const { submissions } = world.storage;
    const { reserve } = submissions;
    Object.assign(submissions, {
      reserve: async () => {
        throw new Error('SQLITE_FULL');
      },
    });
    for (let turn = 0; turn < 4; turn += 1) await assert.rejects(relayer.step(), /SQLITE_FULL/);
    Object.assign(submissions, { reserve });
    await relayer.step();
    assert.equal((await openRow()).sequence, 0);
    beta.mine();
    await relayer.step();
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('looks for the outcome of each transaction soon after it was sent, and then in pauses that double', async () => {
    const destination = relayer.destinations.get('beta') as Destination;
    /**
     * The pauses after the turn that sends and after each later one, milliseconds; undefined leaves the rest to heads
     * and polls.
     */
    const pauses = async () => {
      await relayer.see();
      const seen: (number | undefined)[] = [];
      do {
        const stepped = await stepChain([destination]);
        seen.push(stepped.ok ? stepped.value : assert.fail(stepped.error.code));
        world.clock.tick(seen.at(-1) ?? 0);
      } while (seen.at(-1) !== undefined);
      return seen;
    };
    assert.deepEqual(await pauses(), [50, 100, 200, 400, 800, undefined]);
    alpha.lock(beta);
    alpha.mine(33);
    beta.mine();
    assert.deepEqual(await pauses(), [50, 100, 200, 400, 800, undefined]);
    assert.equal(beta.broadcasts.length, 2);
  });

  it('raises the fee of a transaction that stays pending, under the same sequence, and follows both versions', async () => {
    beta.minimumFee = 2;
    await relayer.step();
    world.clock.tick(9_000);
    beta.mine();
    await relayer.step();
    assert.equal((await openRow()).versions.length, 1);
    world.clock.tick(2_000);
    await relayer.step();
    const row = await openRow();
    assert.equal(row.versions.length, 2);
    assert.equal(row.versions[0]?.sequence, row.versions[1]?.sequence);
    beta.mine();
    await relayer.step();
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('broadcasts a lost transaction again when the fee cannot be raised', async () => {
    await relayer.step();
    beta.dropMempool();
    beta.replace = async () => fail('FEE_CAP_EXCEEDED', 'at the cap', true);
    world.clock.tick(11_000);
    await relayer.step();
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('plans again after a transaction that failed', async () => {
    await relayer.step();
    beta.settings.inboundPaused = true;
    beta.mine();
    await relayer.step();
    assert.deepEqual(await world.states(), ['proving']);
    beta.settings.inboundPaused = false;
    await world.run(relayer, 3);
    assert.deepEqual(await world.states(), ['completed']);
    assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
  });

  it('plans again when another transaction took the payer’s sequence', async () => {
    await relayer.step();
    beta.dropMempool();
    beta.takeSequence(memoryKey(99).address);
    await relayer.step();
    assert.equal(await firstSubmissionState(), 'dropped');
    await world.run(relayer, 3);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('drops a reserved transaction when the oracle’s anchor has changed', async () => {
    beta.broadcast = async () => fail('RPC_UNAVAILABLE', 'down', true);
    await relayer.step();
    assert.equal((await openRow()).state, 'reserved');
    Reflect.deleteProperty(beta, 'broadcast');
    beta.executeAsOther([]);
    relayer = await world.relayer();
    await relayer.step();
    assert.equal(await firstSubmissionState(), 'dropped');
    await world.run(relayer, 3);
    assert.deepEqual(await world.states(), ['completed']);
  });

  async function firstSubmissionState() {
    const { id } = await world.order();
    return (await world.storage.submissions.forOrder(id))[0]?.state;
  }
});
