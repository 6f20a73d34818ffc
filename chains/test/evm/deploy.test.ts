import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DeployProgress,
  linkNetworks,
  type NetworkDeployer,
  openLane,
  readDeployment,
  writeDeployment,
} from '@causeway/chains';
import { ADDRESS_LENGTH } from '@causeway/protocol';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import {
  codeOf,
  deployEvmNetwork,
  deployer,
  deployOptions,
  guardian,
  members,
  must,
  outsider,
} from '../support/bridges.ts';

/** Ends a deployment like a kill: in the middle, without any clean-up. */
class Killed extends Error {}

describe('deployment', function () {
  this.timeout(120_000);
  let nodes: readonly [Anvil, Anvil];
  let directory: string;
  let snapshots: readonly unknown[];
  before(async () => {
    // One node lacks Anvil's own CREATE2 proxy, like a new chain.
    nodes = await Promise.all([startAnvil(901_001, true), startAnvil(901_002)]);
  });
  after(() => Promise.all(nodes.map((node) => node.stop())));
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-deploy-'));
    snapshots = await Promise.all(nodes.map((node) => node.rpc('evm_snapshot')));
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node, index) => node.rpc('evm_revert', snapshots[index])));
    rmSync(directory, { recursive: true, force: true });
  });

  const options = (index: 0 | 1) => deployOptions(nodes[index], index === 0 ? 'ethereum' : 'polygon', directory);

  /** The whole deployment. It calls `onProgress` for every step. */
  async function deployAll(onProgress?: (progress: DeployProgress) => void): Promise<readonly NetworkDeployer[]> {
    const a = must(await deployEvmNetwork({ ...options(0), asset: TOKEN }, onProgress));
    const b = must(await deployEvmNetwork(options(1), onProgress));
    must(await linkNetworks(a, b));
    must(await openLane(a, b));
    return [a, b];
  }
  const TOKEN = { type: 'testToken', symbol: 'TST', name: 'Test', decimals: 6 } as const;
  const files = () => ['ethereum', 'polygon'].map((network) => must(readDeployment(directory, network)));
  const heights = () => Promise.all(nodes.map((node) => node.rpc('eth_blockNumber')));

  it('ends with open lanes, mirrored registrations, and files that equal the chain', async () => {
    const [a, b] = await deployAll();
    assert(a && b);
    assert.deepEqual(files(), [a.deployment, b.deployment]);
    for (const [here, there] of [
      [a, b],
      [b, a],
    ] as const) {
      const record = here.deployment.bridges.main?.remotes[there.deployment.network];
      assert.deepEqual(must(await here.registration(there.deployment.domain, 'main')), {
        bridge: there.deployment.bridges.main?.address32,
        token: record?.token.address,
        addressLength: ADDRESS_LENGTH.evm,
        wireDecimals: there.deployment.bridges.main?.wireDecimals,
        opened: true,
      });
      assert.equal(record?.opened, true);
    }
    assert.equal(a.deployment.bridges.main?.wireDecimals, 6);
    assert.equal(b.deployment.bridges.main?.remotes.ethereum?.token.decimals, 6);
  });

  it('sends nothing when repeated', async () => {
    await deployAll();
    const [before, written] = [await heights(), files()];
    await deployAll();
    assert.deepEqual(await heights(), before);
    assert.deepEqual(files(), written);
  });

  it('ends with the same result when it is killed after every step and resumed each time', async () => {
    const nameOf = ({ network, step, state }: DeployProgress) => `${network}, ${step}: ${state}`;
    const expectedSteps: string[] = [];
    await deployAll((progress) => {
      if (progress.state !== 'present') expectedSteps.push(nameOf(progress));
    });
    const expected = [files(), await heights()];
    await Promise.all(nodes.map((node, index) => node.rpc('evm_revert', snapshots[index])));
    snapshots = await Promise.all(nodes.map((node) => node.rpc('evm_snapshot')));
    rmSync(directory, { recursive: true });

    // Each run dies at the first step that no earlier run has reached: once when it is on chain, once when it is in the
    // file.
    const survived = new Set<string>();
    const dieAtNews = (progress: DeployProgress) => {
      const name = nameOf(progress);
      if (progress.state === 'present' || survived.has(name)) return;
      survived.add(name);
      throw new Killed();
    };
    let runs = 0;
    for (let finished = false; !finished; runs += 1) {
      try {
        await deployAll(dieAtNews);
        finished = true;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
    }
    assert.deepEqual(survived, new Set(expectedSteps));
    assert.equal(runs, expectedSteps.length + 1);
    assert.deepEqual([files(), await heights()], expected);
  });

  it('forgets the remotes of a chain that was started anew', async () => {
    await deployAll();
    await nodes[0].rpc('evm_revert', snapshots[0]);
    snapshots = [await nodes[0].rpc('evm_snapshot'), snapshots[1]];
    const again = must(await deployEvmNetwork({ ...options(0), asset: TOKEN }));
    assert.deepEqual(again.deployment.bridges.main?.remotes, {});
  });

  it('takes the open lanes from the chain, whatever the file says', async () => {
    const [a] = await deployAll();
    assert(a);
    const main = a.deployment.bridges.main as NonNullable<typeof a.deployment.bridges.main>;
    const polygon = { ...main.remotes.polygon, opened: false } as NonNullable<typeof main.remotes.polygon>;
    writeDeployment(directory, { ...a.deployment, bridges: { main: { ...main, remotes: { polygon } } } });
    const again = must(await deployEvmNetwork({ ...options(0), asset: TOKEN }));
    assert.deepEqual(again.deployment, a.deployment);
  });

  it('refuses calls that contradict the file or the protocol', async () => {
    const deploy = (change: object) => deployEvmNetwork({ ...options(0), ...change });
    must(await deploy({}));
    const others = { members: [...members.slice(1), outsider].map(({ address }) => address), threshold: 3 };
    assert.equal(codeOf(await deploy({ oracle: others })), 'DEPLOYMENT_MISMATCH');
    assert.equal(codeOf(await deploy({ rpc: [nodes[1].url] })), 'DEPLOYMENT_MISMATCH');
    assert.equal(codeOf(await deploy({ network: 'other', chainId: 5 })), 'RPC_UNAVAILABLE');
    assert.equal(codeOf(await deploy({ rpc: ['http://127.0.0.1:1'] })), 'RPC_UNAVAILABLE');
    assert.equal(codeOf(await deploy({ asset: { type: 'erc20', address: outsider.address } })), 'NotAContract');
    const limits = { minAmount: '1', maxAmount: '100', capacity: '99', refillPerSecond: '1' };
    assert.equal(codeOf(await deploy({ limits })), 'InvalidLimits');
  });

  it("fails with the constructor's own error", async () => {
    const minority = { members: members.map(({ address }) => address), threshold: 2 };
    assert.equal(codeOf(await deployEvmNetwork({ ...options(0), oracle: minority })), 'InvalidOracle');
    const sameRole = deployEvmNetwork({ ...options(0), network: 'other', guardian: deployer.address });
    assert.equal(codeOf(await sameRole), 'InvalidRole');
    assert.notEqual(deployer.address, guardian.address);
  });

  it('opens nothing unless both registrations are mirror images', async () => {
    const a = must(await deployEvmNetwork(options(0)));
    const b = must(await deployEvmNetwork(options(1)));
    must(await a.register(b.deployment, 'main'));
    assert.equal(codeOf(await openLane(a, b)), 'REGISTRATION_MISMATCH');
    const forged = { ...a.deployment.bridges.main, wireDecimals: 8 } as NonNullable<typeof a.deployment.bridges.main>;
    must(await b.register({ ...a.deployment, bridges: { main: forged } }, 'main'));
    assert.equal(codeOf(await openLane(a, b)), 'REGISTRATION_MISMATCH');
    assert.equal(must(await a.registration(b.deployment.domain, 'main'))?.opened, false);
    must(await b.register(a.deployment, 'main'));
    must(await openLane(a, b));
  });
});
