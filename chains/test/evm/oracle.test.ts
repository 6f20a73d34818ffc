import { strict as assert } from 'node:assert';
import type { ChainProvider, OracleCall } from '@causeway/chains';
import { RpcProxy } from '@causeway/local-nodes';
import { type Message, ZERO_32 } from '@causeway/protocol';
import Safe from '@safe-global/protocol-kit';
import { concat, getAddress, Interface, id, keccak256, ZeroAddress, zeroPadValue } from 'ethers';
import { bridgeAbi } from '../../src/evm/abi.ts';
import { contractNetworks } from '../../src/evm/kit.ts';
import { PINNED } from '../../src/evm/pinned.ts';
import { toQuantity } from '../../src/evm/rpc.ts';
import type { Anvil } from '../support/anvil.ts';
import { codeOf, deployer, must } from '../support/bridges.ts';
import { batchOf, commitAll, commitOf, deliveryOf, execute, executionOf, lock, lockMany } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** How a Safe begins. */
const setup = new Interface([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
]);

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

  describe('is not the deployment’s (M6)', () => {
    const other = getAddress(`0x${'0d'.repeat(20)}`);
    const first = zeroPadValue('0x01', 32);
    // The Safe keeps its modules as a list in the mapping of slot 1, which begins and ends at address 1.
    const moduleSlot = (address: string) => keccak256(concat([zeroPadValue(address, 32), first]));
    const rpc: Anvil['rpc'] = (...args) => world.node.rpc(...args);

    /** The deviations while the Safe has `words` at these slots of its storage. */
    async function deviations(words: Readonly<Record<string, string>>): Promise<readonly string[]> {
      const { address } = world.here.deployment.oracle;
      const snapshot = await rpc('evm_snapshot');
      for (const [slot, word] of Object.entries(words)) {
        await rpc('anvil_setStorageAt', address, slot, zeroPadValue(word, 32));
      }
      const oracle = await polygon.oracle();
      const verified = await polygon.verify();
      await rpc('evm_revert', snapshot);
      assert.equal(codeOf(verified), 'DEPLOYMENT_MISMATCH');
      return must(oracle).deviations;
    }

    it('while its Safe has a module, which could act without the members', async () => {
      const found = await deviations({ [moduleSlot('0x01')]: other, [moduleSlot(other)]: first });
      assert.deepEqual(found, [`its module is ${other}, not none`]);
    });

    for (const [what, name] of [
      ['guard', 'guard_manager.guard.address'],
      ['module guard', 'module_manager.module_guard.address'],
    ] as const) {
      it(`while its Safe has a ${what}, which could stop it`, async () => {
        assert.deepEqual(await deviations({ [id(name)]: other }), [`its ${what} is ${other}, not none`]);
      });
    }

    it('while its Safe has another fallback handler, or none', async () => {
      const slot = id('fallback_manager.handler.address');
      for (const handler of [other, ZeroAddress]) {
        assert.deepEqual(await deviations({ [slot]: handler }), [
          `its fallback handler is ${handler}, not ${PINNED.fallbackHandler}`,
        ]);
      }
    });

    it('while its Safe runs other code, also code that answers like a Safe', async () => {
      const copy = getAddress(`0x${'c0'.repeat(20)}`);
      await rpc('anvil_setCode', copy, await rpc('eth_getCode', PINNED.safeSingleton, 'latest'));
      assert.deepEqual(await deviations({ [toQuantity(0)]: copy }), [
        `its singleton is ${copy}, not ${PINNED.safeSingleton}`,
      ]);
    });

    it('while the bridge names another Safe, also one of the same members', async () => {
      const { bridges, oracle } = world.here.deployment;
      const bridge = bridges.main?.address as string;
      const snapshot = await rpc('evm_snapshot');
      await rpc('anvil_setCode', other, await rpc('eth_getCode', oracle.address, 'latest'));
      await rpc('anvil_setStorageAt', other, toQuantity(0), zeroPadValue(PINNED.safeSingleton, 32));
      const { members, threshold } = oracle;
      const args = [members, threshold, ZeroAddress, '0x', PINNED.fallbackHandler, ZeroAddress, 0, ZeroAddress];
      await world.node.send({ from: deployer.address, to: other, data: setup.encodeFunctionData('setup', args) });
      const data = bridgeAbi.encodeFunctionData('setOracle', [other]);
      await world.node.send({ from: deployer.address, to: bridge, data });
      const named = must(await polygon.oracle());
      const verified = await polygon.verify();
      await rpc('evm_revert', snapshot);
      assert.deepEqual([named.address, named.deviations], [other, []]);
      assert.equal(codeOf(verified), 'DEPLOYMENT_MISMATCH');
    });

    it('when something else than a Safe is at its address, though it answers like one', async () => {
      const { address } = world.here.deployment.oracle;
      const snapshot = await rpc('evm_snapshot');
      const code = String(await rpc('eth_getCode', address, 'latest'));
      await rpc('anvil_setCode', address, `${code}00`);
      const [oracle, verified] = [await polygon.oracle(), await polygon.verify()];
      await rpc('evm_revert', snapshot);
      assert.deepEqual(must(oracle).deviations, []);
      assert.equal(codeOf(verified), 'DEPLOYMENT_MISMATCH');
    });

    it('is read by one request to each endpoint', async () => {
      const proxy = await RpcProxy.start(world.node.url);
      const provider = world.provider('here', { rpc: [proxy.url] });
      must(await provider.head());
      const before = proxy.requests;
      must(await provider.oracle());
      await proxy.stop();
      assert.equal(proxy.requests - before, 1);
    });
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
