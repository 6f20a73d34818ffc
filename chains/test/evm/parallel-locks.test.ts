import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { type SignedTransaction, ZERO_32 } from '@causeway/protocol';
import { Interface } from 'ethers';
import { tokenAbi } from '../../src/evm/abi.ts';
import { address32, alice, deployer, must } from '../support/bridges.ts';
import { succeeded } from '../support/traffic.ts';
import { tokenWorld } from '../support/worlds.ts';

describe('locks of one account in parallel', function () {
  this.timeout(120_000);
  let world: Awaited<ReturnType<typeof tokenWorld<'evm'>>>;
  let here: ChainProvider;
  before(async () => {
    world = await tokenWorld('evm', { type: 'testToken', symbol: 'TST', name: 'Test token', decimals: 6 });
    here = world.provider('here');
    const token = world.here.deployment.bridges.main?.canonicalAsset.address as string;
    const data = new Interface(['function mint(address,uint256)']).encodeFunctionData('mint', [
      alice.address,
      10n ** 12n,
    ]);
    await world.node.send({ from: deployer.address, to: token, data });
  });
  after(() => world.stop());

  const prepared = async (localAmount = 5_000_000n): Promise<readonly SignedTransaction[]> =>
    must(
      await here.prepareSend('lockTokens', alice, {
        remote: world.provider('ethereum').domain,
        recipient: address32(alice),
        localAmount,
        reference: ZERO_32,
        ownApproval: true,
      }),
    );

  it('are approved with gas enough for the allowance that they will find', async () => {
    const [approval, lock] = await prepared();
    assert.equal(approval?.fee.gasLimit, '120000', 'an estimate could find another allowance');
    must(await here.broadcast(approval as SignedTransaction));
    const second = await prepared(6_000_000n);
    for (const each of [lock, ...second]) must(await here.broadcast(each as SignedTransaction));
    for (const each of [lock, ...second]) await succeeded(here, each as SignedTransaction);
  });

  it('are approved with gas enough when their fee is raised while another allowance stands', async () => {
    await world.node.rpc('evm_setAutomine', false);
    const [first, second] = [await prepared(), await prepared()];
    must(await here.broadcast(first[0] as SignedTransaction));
    await world.node.mine(1);
    const approval = must(await here.replace(second[0] as SignedTransaction, alice));
    assert.equal(approval.fee.gasLimit, second[0]?.fee.gasLimit);
    for (const each of [first[1], approval, second[1]]) must(await here.broadcast(each as SignedTransaction));
    await world.node.mine(1);
    await world.node.rpc('evm_setAutomine', true);
    for (const each of [first[1], approval, second[1]]) await succeeded(here, each as SignedTransaction);
  });

  it('clear an allowance that is left over, which some tokens refuse to change', async () => {
    const { main } = world.here.deployment.bridges;
    const data = tokenAbi.encodeFunctionData('approve', [main?.address, 9_000_000n]);
    await world.node.send({ from: alice.address, to: main?.canonicalAsset.address ?? '', data });
    const submissions = await prepared();
    assert.equal(submissions.length, 3);
    for (const each of submissions) must(await here.broadcast(each));
    for (const each of submissions) await succeeded(here, each);
  });

  it('succeed, twenty at once, each right after its own approval', async () => {
    const locks = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const submissions = await prepared(1_000_000n * BigInt(index + 1));
        for (const each of submissions) must(await here.broadcast(each));
        return submissions;
      }),
    );
    for (const submissions of locks) {
      const sequences = submissions.map(({ sequence }) => sequence);
      assert.deepEqual(
        sequences,
        sequences.map((_, index) => (sequences[0] as number) + index),
      );
      for (const each of submissions) await succeeded(here, each);
    }
    assert.equal(new Set(locks.flat().map(({ sequence }) => sequence)).size, locks.flat().length);
  });
});
