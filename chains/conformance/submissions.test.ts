import { strict as assert } from 'node:assert';
import type { SignedTransaction } from '@causeway/protocol';
import { codeOf, must } from '../test/support/bridges.ts';
import { built, committedMints, execute, landed, signedBy, succeeded } from '../test/support/traffic.ts';
import type { ChainUnderTest } from './chain-under-test.ts';
import { onEveryKind } from './on-every-kind.ts';

/** A lock of alice that is not sent yet. */
async function preparedLock(chain: ChainUnderTest): Promise<SignedTransaction> {
  const [submission, ...rest] = must(await chain.here.prepareSend('lockTokens', chain.alice, chain.args()));
  assert(submission && rest.length === 0);
  return submission;
}

/** The delivery of one message, signed and not sent. */
async function preparedMint(chain: ChainUnderTest) {
  const calls = await committedMints(chain.there, chain.here);
  const transaction = await built(chain.here, calls);
  const signatures = await signedBy(chain.here, transaction);
  const submission = must(await chain.here.prepareOracle(transaction, signatures, chain.actors.relayer));
  return { calls, transaction, signatures, submission };
}

onEveryKind('submissions', (chain) => {
  afterEach(() => chain.wake());

  it('are complete before they are sent, and pending until a block has them', async () => {
    const { here } = chain;
    await chain.rest();
    const submission = await preparedLock(chain);
    assert.equal(submission.payer, chain.alice.address);
    assert.deepEqual(must(await here.outcome(submission)), { state: 'pending' });
    assert.equal(must(await here.broadcast(submission)), submission.reference);
    assert.equal(must(await here.broadcast(submission)), submission.reference, 'known already');
    assert.deepEqual(must(await here.outcome(submission)), { state: 'pending' });
    await chain.wake();
    const outcome = await succeeded(here, submission);
    assert(outcome.executionUnits > 0n);
    assert.deepEqual(outcome.block, must(await here.block(outcome.block.number)));
    assert.equal(must(await here.broadcast(submission)), submission.reference, 'included already');
    assert.deepEqual(must(await here.outcome(submission)), outcome);
  });
});

onEveryKind(
  'submissions whose fee can rise',
  (chain) => {
    afterEach(() => chain.wake());

    it('are replaced at the same sequence and a higher fee, and the replaced one is dropped', async () => {
      const { here } = chain;
      await chain.rest();
      const first = await preparedLock(chain);
      must(await here.broadcast(first));
      const second = must(await here.replace(first, chain.alice));
      assert.equal(second.sequence, first.sequence);
      assert.notEqual(second.reference, first.reference);
      must(await here.broadcast(second));
      await chain.mine(2);
      assert.deepEqual(must(await here.outcome(first)), { state: 'dropped' });
      await succeeded(here, second);
      assert.equal(codeOf(await here.broadcast(first)), 'NONCE_TAKEN');
    });

    it('of the oracle keep their sequence when they are replaced', async () => {
      const { here } = chain;
      const { transaction, signatures, submission } = await preparedMint(chain);
      await chain.rest();
      must(await here.broadcast(submission));
      const second = must(await here.prepareOracle(transaction, signatures, chain.actors.relayer, submission));
      assert.equal(second.sequence, submission.sequence);
      must(await here.broadcast(second));
      await chain.mine(2);
      assert.deepEqual(must(await here.outcome(submission)), { state: 'dropped' });
      await succeeded(here, second);
    });
  },
  ({ replaceable }) => replaceable,
);

onEveryKind(
  'submissions that wait for the earlier ones of their account',
  (chain) => {
    afterEach(() => chain.wake());
    const sequences = () => chain.here.sequences ?? assert.fail('there are none');
    /**
     * The sequence numbers that are closed below `own` while `stored` are stored; undefined when no number is missing.
     */
    const closed = async (own: SignedTransaction, ...stored: readonly SignedTransaction[]) => {
      const numbers = new Set(stored.map(({ sequence }) => sequence));
      const gap = must(await sequences().closeGap([own], chain.alice, async () => numbers));
      return gap.waits ? gap.closed : undefined;
    };

    it('are included when empty transactions have taken the place of those that nobody will send', async () => {
      const { here } = chain;
      await chain.rest();
      const [lost, stored, last] = [await preparedLock(chain), await preparedLock(chain), await preparedLock(chain)];
      must(await here.broadcast(last));
      assert.deepEqual(await closed(last, stored, last), [], 'the first may still be stored and sent');
      sequences().release([lost]);
      assert.deepEqual(await closed(last, stored, last), [lost.sequence]);
      await chain.mine(1);
      assert.deepEqual(await closed(last, stored, last), [], 'the second is stored, so it will be sent');
      assert.deepEqual(must(await here.outcome(last)), { state: 'pending' });
      must(await here.broadcast(stored));
      await chain.mine(2);
      await succeeded(here, stored);
      await succeeded(here, last);
      assert.equal(codeOf(await here.broadcast(lost)), 'NONCE_TAKEN');
      assert.equal(await closed(last), undefined);
    });

    it('wait for nothing when all earlier ones are their own', async () => {
      const [first, second] = [await preparedLock(chain), await preparedLock(chain)];
      const gap = await sequences().closeGap([first, second], chain.alice, () => assert.fail('nothing to compare'));
      assert.deepEqual(must(gap), { waits: false, closed: [] });
      sequences().release([first, second]);
    });

    it('have the sequence numbers of those that will not be sent, and no number of a stored one', async () => {
      const first = await preparedLock(chain);
      sequences().release([first]);
      const second = await preparedLock(chain);
      assert.equal(second.sequence, first.sequence);
      const other = chain.provider();
      other.sequences?.hold([second]);
      const [third] = must(await other.prepareSend('lockTokens', chain.alice, chain.args()));
      assert.equal(third?.sequence, second.sequence + 1);
      other.sequences?.release([second, third as SignedTransaction]);
      sequences().release([second]);
    });
  },
  ({ replaceable }) => replaceable,
);

onEveryKind(
  'submissions that expire',
  (chain) => {
    it('keep the fee that the oracle signed', async () => {
      const { transaction, signatures, submission } = await preparedMint(chain);
      const { relayer } = chain.actors;
      assert.equal(codeOf(await chain.here.replace(submission, relayer)), 'NOT_REPLACEABLE');
      const again = await chain.here.prepareOracle(transaction, signatures, relayer, submission);
      assert.equal(codeOf(again), 'NOT_REPLACEABLE');
      await landed(chain.here, submission);
    });

    it('are pending, and land, as long as their anchor is not too old', async () => {
      const { here } = chain;
      const { submission } = await preparedMint(chain);
      await chain.rest();
      await chain.ageAnchors?.();
      assert.deepEqual(must(await here.outcome(submission)), { state: 'pending' });
      await chain.wake();
      await landed(here, submission);
    });

    it('are pending while they can land, dropped while only a fork could include them, then expired', async () => {
      const { here } = chain;
      const { calls, submission } = await preparedMint(chain);
      await chain.rest();
      assert.deepEqual(must(await here.outcome(submission)), { state: 'pending' });
      await chain.outdateAnchors();
      const expired = here.finalityBlocks === 0;
      assert.deepEqual(must(await here.outcome(submission)), { state: 'dropped', expired });
      await chain.mine(40);
      assert.deepEqual(must(await here.outcome(submission)), { state: 'dropped', expired: true });
      const refused = await here.broadcast(submission);
      assert(!refused.ok && refused.error.code.endsWith('_EXPIRED') && refused.error.retryable);
      await chain.wake();
      await execute(here, calls);
    });
  },
  ({ expires }) => expires,
);
