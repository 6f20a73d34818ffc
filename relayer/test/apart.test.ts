import assert from 'node:assert/strict';
import type { OracleCall } from '@causeway/chains';
import {
  type ApartMemoryChain,
  idOf,
  limitKey,
  MAX_CALLS,
  MAX_COMMIT,
  memoryKey,
  VALID_BLOCKS,
} from '@causeway/chains/test-support';
import { actionsOf, proposalTo } from './support/proposals.ts';
import { BAD, type Scene, sceneOf } from './support/scene.ts';
import { ALPHA, BETA, type TestSigner, World } from './support/world.ts';

describe('a destination with one call per transaction', function () {
  this.timeout(120_000);
  let { world, alpha, beta, relayer } = {} as Scene<ApartMemoryChain>;
  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.apart()));
  });
  afterEach(() => world.close());

  const actions = () => relayer.plan();
  const lock = (count: number) => {
    for (let index = 0; index < count; index++) alpha.lock(beta);
  };
  const submissionStates = async () => {
    const { id } = await world.order();
    return (await world.storage.submissions.forOrder(id)).map(({ state }) => state);
  };

  it('gets no more calls at once and no larger interval than it accepts', async () => {
    lock(MAX_COMMIT + 3);
    alpha.mine(33);
    await relayer.see();
    assert.deepEqual(await actions(), [`commit 0+${MAX_COMMIT}`]);
    await relayer.step();
    beta.mine();
    await relayer.see();
    const uses = Array.from({ length: MAX_CALLS - 1 }, (_, nonce) => `execute ${nonce} of 0+${MAX_COMMIT}`);
    assert.deepEqual(await actions(), [`commit ${MAX_COMMIT}+3`, ...uses]);
  });

  it('still executes under older roots while new messages arrive all the time', async () => {
    for (let round = 0; round < 60; round++) {
      alpha.lock(beta);
      await world.run(relayer, 1);
    }
    const completed = (await world.states()).filter((state) => state === 'completed');
    assert.ok(completed.length >= 20, `${completed.length} of 60 are completed while more come in`);
  });

  it('carries forty orders in seven rounds', async () => {
    lock(40);
    alpha.mine(33);
    await world.run(relayer, 12);
    assert.deepEqual(new Set(await world.states()), new Set(['completed']));
    assert.equal(beta.broadcasts.length, 7);
    assert.deepEqual(new Set(beta.executions().values()), new Set([1]));
  });

  it('gets no commitment while it is paused, and gets one right after', async () => {
    lock(1);
    alpha.mine(33);
    beta.settings.inboundPaused = true;
    await relayer.see();
    assert.equal(await actions(), undefined);
    beta.settings.inboundPaused = false;
    assert.deepEqual(await actions(), ['commit 0+1']);
  });

  it('gets an early cancellation once its root is committed', async () => {
    alpha.lock(beta, { recipient: BAD });
    alpha.mine(33);
    beta.settings.unpayable.set(BAD, 'InvalidRecipient');
    await relayer.see();
    await world.storage.orders.transition((await world.order()).id, 'cancelStarted');
    beta.reads.clear();
    assert.deepEqual(await actions(), ['commit 0+1']);
    await relayer.step();
    beta.mine();
    await relayer.see();
    assert.deepEqual(await actions(), ['cancel 0 of 0+1']);
  });

  it('gets the root of a late message first, then its cancellation', async () => {
    lock(1);
    alpha.mine(33);
    beta.blockMs = 60_000;
    beta.mine(50);
    await relayer.see();
    assert.deepEqual(await actions(), ['commit 0+1']);
    await world.run(relayer, 40);
    assert.deepEqual(await world.states(), ['refunded']);
  });

  it('gets no more than a limit allows in total, though each call passes alone', async () => {
    lock(3);
    alpha.mine(33);
    await relayer.step();
    beta.mine();
    beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available: 2_500n, capacity: 10_000n });
    await relayer.see();
    assert.deepEqual(await actions(), ['execute 0 of 0+3', 'execute 1 of 0+3']);
  });

  it('shows every refused call in one simulation, whatever the reason', async () => {
    for (let index = 0; index < 5; index++) alpha.lock(beta, { recipient: BAD });
    alpha.mine(33);
    await relayer.step();
    beta.mine();
    beta.settings.unpayable.set(BAD, 'InvalidRecipient');
    await relayer.see();
    beta.reads.clear();
    assert.deepEqual(
      await actions(),
      [0, 1, 2, 3, 4].map((nonce) => `cancel ${nonce} of 0+5`),
    );
    assert.equal(beta.reads.get('simulate'), 10);
  });

  it('delivers the others, however many recipients change their accounts before signers look', async () => {
    for (let index = 0; index < 3 * MAX_CALLS; index++) alpha.lock(beta, { recipient: BAD });
    lock(3);
    alpha.mine(33);
    let isBinding = false;
    beta.givenAway = (call) => isBinding && call.function === 'mintTokens' && call.message.recipient === BAD;
    const bind = beta.bind.bind(beta);
    beta.bind = async (...bound) => {
      isBinding = true;
      const anchor = await bind(...bound);
      isBinding = false;
      return anchor;
    };
    await world.run(relayer, 25);
    assert.deepEqual((await world.states()).slice(-3), ['completed', 'completed', 'completed']);
    isBinding = true;
    beta.bind = bind;
    await world.run(relayer, 80);
    assert.deepEqual(new Set(await world.states()), new Set(['completed']));
  });

  it('tries a call that fails in the block alone more and more rarely, because each time costs', async () => {
    lock(1);
    alpha.lock(beta, { recipient: BAD });
    alpha.mine(33);
    const simulate = beta.simulate.bind(beta);
    beta.simulate = async (calls) => {
      beta.settings.unpayable.delete(BAD);
      const simulated = await simulate(calls);
      beta.settings.unpayable.set(BAD, 'PaymentFailed');
      return simulated;
    };
    await world.run(relayer, 160);
    assert.deepEqual(await world.states(), ['completed', 'proving']);
    const { length: failures } = await submissionStates();
    assert.ok(failures >= 5 && failures <= 9, `${failures} failures`);
    beta.simulate = simulate;
    beta.settings.unpayable.delete(BAD);
    await world.run(relayer, 70);
    assert.deepEqual(await world.states(), ['completed', 'completed']);
  });

  it('completes the orders whose calls succeeded, and proposes the others again', async () => {
    lock(4);
    alpha.mine(33);
    await world.run(relayer, 1);
    const lost = [idOf(alpha, 1), idOf(alpha, 2)];
    beta.loses = (call) =>
      call.function === 'mintTokens' && lost.some((id) => id === idOf(alpha, Number(call.message.nonce)));
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), ['completed', 'minting', 'minting', 'completed']);
    beta.loses = () => false;
    beta.dropMempool();
    await world.run(relayer, VALID_BLOCKS + 4);
    assert.deepEqual(new Set(await world.states()), new Set(['completed']));
    assert.deepEqual([...beta.executions().values()], [1, 1, 1, 1]);
  });

  it('completes the orders of one transaction although a call of it failed', async () => {
    lock(2);
    alpha.lock(beta, { recipient: BAD });
    alpha.mine(33);
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), ['minting', 'minting', 'minting']);
    beta.settings.unpayable.set(BAD, 'PaymentFailed');
    beta.mine();
    // The view is behind the block of the submission's outcome.
    await relayer.destinations.get('beta')?.step();
    assert.deepEqual(await submissionStates(), ['failed']);
    assert.deepEqual(await world.states(), ['completed', 'completed', 'proving']);
    beta.settings.unpayable.clear();
    await world.run(relayer, 6);
    assert.deepEqual(await world.states(), ['completed', 'completed', 'completed']);
    assert.deepEqual([...beta.executions().values()], [1, 1, 1]);
  });

  describe('with an account whose recipient gives it away and takes it back', () => {
    const isBad = (call: OracleCall) => call.function === 'mintTokens' && call.message.recipient === BAD;
    const anchors = async () => {
      const orders = await world.orders();
      const rows = await Promise.all(orders.map(({ id }) => world.storage.submissions.forOrder(id)));
      return rows.flat().map(({ details }) => ('anchor' in details ? details.anchor : ''));
    };
    /** Two messages with their root on chain; the first one is for the account. */
    async function begin(): Promise<void> {
      alpha.lock(beta, { recipient: BAD });
      lock(1);
      alpha.mine(33);
      await relayer.step();
      beta.mine();
    }

    it('binds the proposal to its account creations, the same for all signers', async () => {
      beta.givenAway = isBad;
      await begin();
      await world.run(relayer, 2);
      assert.deepEqual(await world.states(), ['completed', 'completed']);
      assert.deepEqual(
        (await anchors()).map((anchor) => anchor.split(':')[3]),
        ['0', '0'],
      );
    });

    it('delays only its message when signers see another owner', async () => {
      // The account is given away only while the relayer binds and builds.
      let looks = 0;
      beta.givenAway = (call) => isBad(call) && ++looks <= 2;
      await begin();
      assert.deepEqual(await relayer.step(), ['NOT_ENOUGH_SIGNATURES']);
      await relayer.step();
      beta.mine();
      await relayer.step();
      assert.deepEqual(await world.states(), ['signing', 'completed']);
      await world.run(relayer, 4);
      assert.deepEqual(await world.states(), ['completed', 'completed']);
    });

    it('delays only its message when the relayer sees another owner a moment later', async () => {
      let looks = 0;
      beta.givenAway = (call) => isBad(call) && ++looks <= 1;
      await begin();
      assert.deepEqual(await relayer.step(), ['ACCOUNT_CREATION_NEEDED']);
      await relayer.step();
      beta.mine();
      await relayer.step();
      assert.deepEqual(await world.states(), ['proving', 'completed']);
      await world.run(relayer, 4);
      assert.deepEqual(await world.states(), ['completed', 'completed']);
    });
  });

  describe('its signers', () => {
    const { commit, execute } = actionsOf(ALPHA);
    const ask = async (signer: TestSigner, ...proposed: unknown[]) => {
      await signer.advance();
      const anchor = await beta.anchor(memoryKey(99));
      assert.ok(anchor.ok);
      return signer.service.sign(proposalTo(BETA, anchor.value, ...proposed));
    };
    const codeOf = (answer: Awaited<ReturnType<typeof ask>>) => (answer.ok ? 'signed' : answer.error.code);
    const first = () => world.signers[0] as TestSigner;

    it('sign with the key for its kind of chain', async () => {
      lock(1);
      alpha.mine(33);
      const answer = await ask(first(), commit(1));
      assert.ok(answer.ok);
      assert.equal(answer.value.signer, memoryKey(101).address);
    });

    it('sign a root, and its executions only once it is on chain', async () => {
      lock(2);
      alpha.mine(33);
      assert.equal(codeOf(await ask(first(), commit(2), execute(0, 2))), 'INVALID_ACTIONS');
      assert.equal(codeOf(await ask(first(), execute(0, 2))), 'ROOT_NOT_COMMITTED');
      await relayer.step();
      beta.mine();
      assert.equal(codeOf(await ask(first(), execute(0, 2), execute(1, 2))), 'signed');
    });

    it('sign a commitment together with executions under an older root', async () => {
      lock(1);
      alpha.mine(33);
      await relayer.step();
      beta.mine();
      lock(1);
      alpha.mine(33);
      assert.equal(codeOf(await ask(first(), commit(1, 1), execute(0, 1))), 'signed');
    });

    it('refuse more calls and a larger interval than it accepts', async () => {
      lock(MAX_COMMIT + 1);
      alpha.mine(33);
      assert.equal(codeOf(await ask(first(), commit(MAX_COMMIT + 1))), 'INVALID_ACTIONS');
      await relayer.step();
      beta.mine();
      const uses = Array.from({ length: MAX_CALLS + 1 }, (_, nonce) => execute(nonce, MAX_COMMIT));
      assert.equal(codeOf(await ask(first(), ...uses)), 'INVALID_ACTIONS');
      assert.equal(codeOf(await ask(first(), ...uses.slice(1))), 'signed');
    });

    it('refuse an anchor whose block hash expired', async () => {
      lock(1);
      alpha.mine(33);
      const anchor = await beta.anchor(memoryKey(99));
      beta.mine(VALID_BLOCKS + 1);
      await first().advance();
      assert.ok(anchor.ok);
      const late = await first().service.sign(proposalTo(BETA, anchor.value, commit(1)));
      assert.equal(codeOf(late), 'ANCHOR_MISMATCH');
    });
  });
});
