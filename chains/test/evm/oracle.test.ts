import { strict as assert } from 'node:assert';
import type { ChainProvider, OracleCall } from '@causeway/chains';
import { type Message, ZERO_32 } from '@causeway/protocol';
import Safe from '@safe-global/protocol-kit';
import { concat, keccak256, zeroPadValue } from 'ethers';
import { contractNetworks } from '../../src/evm/kit.ts';
import { codeOf, must } from '../support/bridges.ts';
import { batchOf, commitAll, commitOf, deliveryOf, execute, executionOf, lock, lockMany } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('the oracle', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  let message: Message;
  let calls: readonly OracleCall[];
  before(async () => {
    world = await sharedWorld('evm');
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('here')];
    message = await lock(ethereum, polygon);
    calls = deliveryOf(message, 'mintTokens');
  });

  it('is refused while the Safe has a module, which could act without the members', async () => {
    const { rpc } = world.node;
    const module = `0x${'0d'.repeat(20)}`;
    const first = zeroPadValue('0x01', 32);
    // The Safe keeps its modules as a list in the mapping of slot 1, which begins and ends at address 1.
    const slotOf = (address: string) => keccak256(concat([zeroPadValue(address, 32), first]));
    const { address } = must(await polygon.oracle());
    const before = await rpc('eth_getStorageAt', address, slotOf('0x01'), 'latest');
    await rpc('anvil_setStorageAt', address, slotOf('0x01'), zeroPadValue(module, 32));
    await rpc('anvil_setStorageAt', address, slotOf(module), first);
    await world.node.mine(1);
    assert.equal(codeOf(await polygon.oracle()), 'InvalidOracle');
    await rpc('anvil_setStorageAt', address, slotOf('0x01'), before);
    await world.node.mine(1);
    must(await polygon.oracle());
  });

  it('signs the same bytes as protocol-kit, for one call and for several', async () => {
    const { deployment } = world.here;
    const kit = await Safe.init({
      provider: world.node.url,
      safeAddress: deployment.oracle.address,
      contractNetworks: contractNetworks(world.node.chainId, deployment.contracts),
    });
    const bridge = deployment.bridges.main?.address as string;
    const { encodeOracleCall } = await import('../../src/evm/oracle-calls.ts');
    const target = {
      domain: polygon.domain,
      bridge: deployment.bridges.main as NonNullable<typeof deployment.bridges.main>,
    };
    for (const chosen of [calls.slice(0, 1), calls]) {
      const transactions = chosen.map((call) => ({
        to: bridge,
        value: '0',
        data: must(encodeOracleCall(call, target)),
      }));
      const theirs = await kit.createTransaction({ transactions, onlyCalls: true, options: { nonce: 7 } });
      assert.equal(must(await polygon.build('7', chosen)).digest, await kit.getTransactionHash(theirs));
    }
  });

  it('builds no call to nobody, from an unknown remote, or beyond the largest calldata', async () => {
    const proof = '0x' as const;
    const refused = async (change: Partial<Message>, use: 'mintTokens' | 'releaseTokens' = 'mintTokens') =>
      codeOf(await polygon.build('0', [{ function: use, message: { ...message, ...change }, proof }]));
    assert.equal(await refused({ recipient: ZERO_32 }), 'InvalidRecipient');
    assert.equal(await refused({ source: 5, assetHome: 5 }), 'UnknownRemote');
    assert.equal(codeOf(await polygon.build('0', Array(900).fill(calls[0]))), 'BATCH_TOO_LARGE');
  });

  it('delivers a batch of fifty in one transaction', async () => {
    await commitAll(ethereum, polygon);
    const locks = (await lockMany(ethereum, polygon, 50)) as [Message, ...Message[]];
    const batch = batchOf(...locks);
    const mints = locks.map((each) => executionOf('mintTokens', each, batch));
    const outcome = await execute(polygon, [commitOf(locks[0], batch), ...mints]);
    assert.equal(outcome.events.length, 51);
  });
});
