import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { must } from '../support/bridges.ts';
import { solAlice, solRelayer } from '../support/solana.ts';
import { batchOf, commitOf, deliveryOf, execute, landed, lastMessage, lock, statusOf } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('roots on Solana', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  before(async () => {
    world = await sharedWorld('solana');
    solana = world.provider('here');
    ethereum = world.provider('ethereum');
  });

  /** Closes what can be closed for the relayer. Returns how many transactions that took. */
  async function close(): Promise<number> {
    const submissions = must((await solana.prepareCloseRoots?.(solRelayer)) ?? assert.fail('Solana has rent'));
    for (const submission of submissions) {
      await landed(solana, submission);
    }
    return submissions.length;
  }
  /** Commits one message more, so that the interval before it is not the last. */
  async function commitAnother(): Promise<void> {
    const message = await lock(ethereum, solana);
    await execute(solana, [commitOf(message, batchOf(message))]);
  }
  const rootOf = async (message: Awaited<ReturnType<typeof lock>>) =>
    must(await solana.root(message.source, message.nonce, 1));
  const lamports = async () => must(await solana.balance(solRelayer.address, solana.domain));

  it('are closed once nobody needs them, and their rent goes back to who paid it', async () => {
    await close();
    const open = await lock(ethereum, solana);
    await execute(solana, [commitOf(open, batchOf(open))]);
    // The interval before it, of another test, is the last no more.
    await close();
    await lock(ethereum, solana);
    const done = await lastMessage(ethereum);
    for (const call of deliveryOf(done, 'mintTokens')) await execute(solana, [call]);
    assert.notEqual(await rootOf(done), null);
    assert.equal(await close(), 0, 'the last interval of a lane keeps its root');
    await commitAnother();
    const before = await lamports();
    assert.equal(await close(), 1);
    assert((await lamports()) - before > 1_400_000n, 'rent of a root, less a fee');
    assert.equal(await rootOf(done), null);
    assert.equal(await statusOf(solana, done), 'executed');
    assert.notEqual(await rootOf(open), null, 'a message still needs it');
    assert.equal(await close(), 0);
  });

  it('of others are left to them', async () => {
    assert.deepEqual(must((await solana.prepareCloseRoots?.(solAlice)) ?? assert.fail('Solana has rent')), []);
  });

  it('that are closed leave later executions their reason', async () => {
    const message = await lock(ethereum, solana);
    const [commit, mint] = deliveryOf(message, 'mintTokens');
    assert(commit && mint);
    await execute(solana, [commit]);
    await execute(solana, [mint]);
    await commitAnother();
    assert.equal(await close(), 1);
    const simulated = await solana.simulate([mint]);
    assert(!simulated.ok && simulated.error.code === 'AlreadyExecuted', JSON.stringify(simulated));
  });
});
