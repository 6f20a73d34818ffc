import assert from 'node:assert/strict';
import { actionsOf, proposalTo } from '../support/proposals.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { commitOnBeta } from '../support/signer-scene.ts';
import { ALPHA, BETA, type TestSigner, World } from '../support/world.ts';

const MESSAGES = 8;

describe('signer, on top of what it has signed', function () {
  this.timeout(60_000);
  let { world, alpha, beta } = {} as Scene;
  let signer: TestSigner;
  const { commit, execute, cancel } = actionsOf(ALPHA);

  beforeEach(async () => {
    ({ world, alpha, beta } = await sceneOf(World.create(600)));
    signer = world.signers[0] as TestSigner;
    for (let index = 0; index < MESSAGES; index++) alpha.lock(beta);
    alpha.mine(33);
    beta.mine(33);
    await signer.advance();
  });
  afterEach(() => world.close());

  const ask = async (anchor: string, ...actions: readonly unknown[]) => {
    const answer = await signer.service.sign(proposalTo(BETA, anchor, ...actions));
    return answer.ok ? 'signed' : answer.error.code;
  };
  /** Signs the first transaction, which commits four messages and executes two of them. */
  const first = async () => {
    assert.equal(await ask('0', commit(4), execute(0, 4), execute(1, 4)), 'signed');
  };
  /** Lets beta include a transaction with these signatures of nobody else. */
  const takePlace = () => beta.executeAsOther([]);

  it('uses roots of before, and continues lanes from their end', async () => {
    await first();
    assert.equal(await ask('1', execute(2, 4)), 'signed');
    assert.equal(await ask('2', commit(2, 4), execute(3, 4), execute(4, 2, 4)), 'signed');
    assert.equal(await ask('3', commit(2, 6), execute(5, 2, 4), execute(7, 2, 6)), 'signed');
    assert.equal(await ask('4', execute(6, 2, 6)), 'ANCHOR_MISMATCH', 'that is the fifth');
  });

  it('is none that another process has signed, or nobody', async () => {
    assert.equal(await ask('1', commit(4), execute(0, 4)), 'ANCHOR_MISMATCH');
    await first();
    assert.equal(await ask('2', execute(2, 4)), 'ANCHOR_MISMATCH', 'the one before it is missing');
    const restarted = await world.seeingSigner(1);
    const answer = await restarted.service.sign(proposalTo(BETA, '1', execute(2, 4)));
    assert.equal(answer.ok ? 'signed' : answer.error.code, 'ANCHOR_MISMATCH');
  });

  it('executes and cancels no message of before', async () => {
    await first();
    beta.blockMs = 60_000;
    beta.mine(50);
    await signer.advance();
    assert.equal(await ask('1', execute(1, 4)), 'ALREADY_EXECUTED');
    assert.equal(await ask('1', cancel(1, 4)), 'ALREADY_EXECUTED');
    assert.equal(await ask('1', cancel(2, 4), execute(3, 4)), 'signed');
    assert.equal(await ask('2', execute(2, 4)), 'ALREADY_CANCELLED');
  });

  it('leaves no gap, repeats no commitment and uses no root that nobody commits', async () => {
    await first();
    assert.equal(await ask('1', commit(4), execute(2, 4)), 'NONCE_GAP');
    assert.equal(await ask('1', commit(2, 5), execute(5, 2, 5)), 'NONCE_GAP');
    assert.equal(await ask('1', execute(2, 3)), 'ROOT_NOT_COMMITTED');
  });

  it('counts only the newest of two versions, and what was signed on the older one no more', async () => {
    await first();
    assert.equal(await ask('1', execute(2, 4)), 'signed');
    assert.equal(await ask('0', commit(3), execute(0, 3)), 'signed', 'another version of the first');
    assert.equal(await ask('2', execute(3, 4)), 'ANCHOR_MISMATCH', 'the second stands on the older version');
    assert.equal(await ask('1', execute(2, 4)), 'signed', 'what was signed is signed again: it tells nobody more');
    assert.equal(await ask('2', execute(3, 4)), 'ROOT_NOT_COMMITTED', 'the newest version commits another root');
    assert.equal(await ask('1', execute(1, 3)), 'signed');
    assert.equal(await ask('2', execute(2, 3)), 'signed');
  });

  it('is taken away by no other relayer, which may sign in its places and send what it likes of before', async () => {
    const askAs = async (relayer: string, anchor: string, ...actions: readonly unknown[]) => {
      const answer = await signer.service.sign(proposalTo(BETA, anchor, ...actions), undefined, relayer);
      return answer.ok ? 'signed' : answer.error.code;
    };
    assert.equal(await askAs('honest', '0', commit(4), execute(0, 4)), 'signed');
    assert.equal(await askAs('stolen', '0', commit(1), execute(0, 1)), 'signed');
    assert.equal(await askAs('honest', '1', execute(1, 4)), 'signed');
    assert.equal(await askAs('stolen', '0', commit(4), execute(0, 4)), 'signed', 'the same signature again');
    assert.equal(await askAs('honest', '2', execute(2, 4)), 'signed');
    assert.equal(await askAs('stolen', '3', execute(3, 4)), 'ANCHOR_MISMATCH', 'it has not asked for those before');
  });

  it('goes by the chain as soon as one is included, whichever it was', async () => {
    await first();
    takePlace();
    await signer.advance();
    assert.equal(await ask('1', execute(2, 4)), 'ROOT_NOT_COMMITTED', 'the one that commits it was not included');
    assert.equal(await ask('1', commit(8), execute(0, 8)), 'signed');
    assert.equal(await ask('2', execute(1, 8)), 'signed');
    assert.equal(await ask('0', commit(4), execute(2, 4)), 'ANCHOR_MISMATCH', 'that place is taken');
  });

  it('signs nothing more on top of one that cannot follow what the chain has included', async () => {
    await first();
    assert.equal(await ask('1', commit(2, 4), execute(4, 2, 4)), 'signed');
    // Another transaction takes the first place, so that the second commits in the middle of nothing.
    takePlace();
    await signer.advance();
    assert.equal(await ask('2', execute(5, 2, 4)), 'NONCE_GAP');
    assert.equal(await ask('2', commit(2, 6), execute(6, 2, 6)), 'NONCE_GAP');
  });

  it('cancels early only in the next transaction, because only there a trial shows what it meets', async () => {
    const bad = `0x${'00'.repeat(30)}bad0` as const;
    alpha.lock(beta, { recipient: bad });
    alpha.mine(33);
    beta.settings.unpayable.set(bad, 'InvalidRecipient');
    await signer.advance();
    assert.equal(await ask('0', commit(9), execute(0, 9)), 'signed');
    assert.equal(await ask('1', cancel(8, 9)), 'CANCEL_TOO_EARLY');
    commitOnBeta({ alpha, beta }, 9);
    await signer.advance();
    assert.equal(await ask('1', execute(0, 9)), 'signed');
    assert.equal(await ask('2', cancel(8, 9)), 'CANCEL_TOO_EARLY', 'also under a root that is there');
    assert.equal(await ask('1', cancel(8, 9)), 'signed');
  });
});
