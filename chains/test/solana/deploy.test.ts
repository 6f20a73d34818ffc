import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Deployment,
  type DeployProgress,
  deployNetwork,
  linkNetworks,
  type NetworkDeployer,
  openLane,
  oracleOf,
  readDeployment,
  type SolanaDeployOptions,
  writeDeployment,
} from '@causeway/chains';
import { RpcProxy } from '@causeway/devnet';
import type { Hex } from '@causeway/protocol';
import { AddressLookupTableAccount, Connection, PublicKey } from '@solana/web3.js';
import { bridgeAddresses, mintAddress, programDataAddress, remoteAddress } from '../../src/solana/addresses.ts';
import { bridgeCode } from '../../src/solana/deploy/artifact.ts';
import { parseProgramData } from '../../src/solana/deploy/loader.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { codeOf, deployEvmNetwork, deployOptions, must } from '../support/bridges.ts';
import {
  type SolanaChain,
  solanaOptions,
  solDeployer,
  solGuardian,
  solMembers,
  solOutsider,
  startSolana,
} from '../support/solana.ts';

/** Ends a deployment like a kill: in the middle, without any clean-up. */
class Killed extends Error {}

const TOKEN = { type: 'testToken', symbol: 'TST', name: 'Test', decimals: 6 } as const;

describe('deployment to Solana', function () {
  this.timeout(180_000);
  let ethereum: Anvil;
  let solana: SolanaChain;
  let directory: string;
  before(async () => {
    ethereum = await startAnvil(901_004);
  });
  after(() => ethereum.stop());
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-solana-deploy-'));
    solana = await startSolana(10);
  });
  afterEach(async () => {
    await solana.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const deploy = (change: Partial<SolanaDeployOptions> = {}, onProgress?: (progress: DeployProgress) => void) =>
    deployNetwork({ kind: 'solana', ...solanaOptions(solana, directory, TOKEN), ...change }, onProgress);

  /** The whole deployment. It calls `onProgress` for every step on Solana. */
  async function deployAll(onProgress?: (progress: DeployProgress) => void): Promise<readonly NetworkDeployer[]> {
    const a = must(await deploy({}, onProgress));
    const b = must(await deployEvmNetwork(deployOptions(ethereum, 'ethereum', directory)));
    must(await linkNetworks(a, b));
    must(await openLane(a, b));
    return [a, b];
  }
  const file = () => must(readDeployment(directory, 'solana'));
  const transactions = (chain = solana) => chain.rpc('getTransactionCount', { commitment: 'processed' }).then(Number);
  const account = async (address: PublicKey) => {
    const found = await new Connection(solana.url, 'confirmed').getAccountInfo(address);
    return found ?? assert.fail(`nothing at ${address}`);
  };
  const programOf = ({ bridges }: Deployment) => new PublicKey(bridges.main?.address ?? '');
  const programData = async () => {
    const { data } = await account(programDataAddress(programOf(file())));
    return parseProgramData(data) ?? assert.fail('no program data');
  };

  it('ends with open lanes, mirrored registrations, and a file that equals the chain', async () => {
    const [a, b] = await deployAll();
    assert(a && b);
    assert.deepEqual(file(), a.deployment);
    for (const [here, there] of [
      [a, b],
      [b, a],
    ] as const) {
      const record = here.deployment.bridges.main?.remotes[there.deployment.network];
      assert.deepEqual(must(await here.registration(there.deployment.domain, 'main')), {
        bridge: there.deployment.bridges.main?.address32,
        token: record?.token.address,
        addressLength: there.addressLength,
        wireDecimals: there.deployment.bridges.main?.wireDecimals,
        opened: true,
      });
      assert.equal(record?.opened, true);
    }
    const { chainId, oracle, bridges } = a.deployment;
    const program = programOf(a.deployment);
    assert.equal(chainId, 'local');
    assert.equal(oracle.address, bridgeAddresses(program).oracles.toBase58());
    assert.deepEqual([bridges.main?.canonicalAsset.decimals, bridges.main?.wireDecimals], [6, 6]);
    assert.deepEqual(bridges.main?.remotes.ethereum?.token, {
      name: 'ethereum (ethereum)',
      symbol: 'cwETH',
      decimals: 9,
      address: mintAddress(program, 901_004, 9).toBase58(),
    });
  });

  it('leaves the committed program deployed, and nobody can change it', async () => {
    must(await deploy());
    const { code, authority, slot } = await programData();
    assert(code.equals(bridgeCode()));
    assert.equal(authority, null);
    assert.equal(file().bridges.main?.deployedAtBlock, slot);
  });

  it('keeps the upgrade authority with the deployer on request, until a run without the request', async () => {
    must(await deploy({ upgradeable: true }));
    assert.equal((await programData()).authority?.toBase58(), solDeployer.address);
    must(await deploy());
    assert.equal((await programData()).authority, null);
  });

  it('has every account of the oracle transactions that stays the same in the lookup table', async () => {
    const [a] = await deployAll();
    assert(a);
    const program = programOf(a.deployment);
    const { bridge, oracles, escrow, eventAuthority } = bridgeAddresses(program);
    const { data } = await account(new PublicKey(a.deployment.contracts.lookupTable ?? ''));
    const { addresses } = AddressLookupTableAccount.deserialize(data);
    const remote = [remoteAddress(program, 901_004), mintAddress(program, 901_004, 9)];
    const mint = new PublicKey(a.deployment.bridges.main?.canonicalAsset.address ?? '');
    for (const expected of [bridge, oracles, escrow, eventAuthority, mint, ...remote]) {
      assert(addresses.some((address) => address.equals(expected)));
    }
    assert.equal(new Set(addresses.map(String)).size, addresses.length);
  });

  it('sends nothing when repeated, even without the file, except for a lookup table', async () => {
    await deployAll();
    const [before, written] = [await transactions(), file()];
    await deployAll();
    assert.equal(await transactions(), before);
    assert.deepEqual(file(), written);
    rmSync(join(directory, 'solana.json'));
    const again = must(await deploy());
    assert.equal(await transactions(), before + 1);
    assert.equal(again.deployment.bridges.main?.address, written.bridges.main?.address);
  });

  it('ends with the same result when it is killed after every step and resumed each time', async () => {
    const nameOf = ({ step, state }: DeployProgress) => `${step}: ${state}`;
    const expectedSteps: string[] = [];
    const snapshot = await ethereum.rpc('evm_snapshot');
    await deployAll((progress) => {
      if (progress.state !== 'present') expectedSteps.push(nameOf(progress));
    });
    // Both depend on the slot of their creation.
    const timeless = ({ contracts: _, bridges, ...rest }: Deployment) => ({
      ...rest,
      bridges: { ...bridges.main, deployedAtBlock: 0 },
    });
    const expected = [timeless(file()), await transactions()];
    await ethereum.rpc('evm_revert', snapshot);
    await solana.stop();
    solana = await startSolana(10);
    rmSync(directory, { recursive: true });

    // Each run dies at the first step that no earlier run has reached.
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
    assert.deepEqual([timeless(file()), await transactions()], expected);
  });

  it('continues a half-written program after its endpoint died', async () => {
    const uninterrupted = await startSolana(10);
    const deployed = await deployNetwork({ kind: 'solana', ...solanaOptions(uninterrupted, directory, TOKEN) });
    const expected = await transactions(uninterrupted).finally(() => uninterrupted.stop());
    must(deployed);
    rmSync(directory, { recursive: true });

    const proxy = await RpcProxy.start(solana.url);
    let chunks = 0;
    proxy.setFault({
      kind: 'lying',
      lie: ({ method }, result) => {
        if (method === 'sendTransaction') chunks += 1;
        if (chunks === 20) proxy.setFault({ kind: 'dead' });
        return result;
      },
    });
    const died = await deploy({ rpc: [proxy.url] }).finally(() => proxy.stop());
    assert.equal(codeOf(died), 'RPC_UNAVAILABLE');
    const written = await transactions();
    assert(written >= 20 && written < expected, `${written} of ${expected} transactions`);
    must(await deploy());
    assert.equal(await transactions(), expected);
  });

  it('creates another lookup table when a kill left one in the file that is not on chain', async () => {
    must(await deploy());
    const lost = solOutsider.address;
    writeDeployment(directory, { ...file(), contracts: { lookupTable: lost } });
    must(await deploy());
    assert.notEqual(file().contracts.lookupTable, lost);
    assert((await account(new PublicKey(file().contracts.lookupTable ?? ''))).data.length > 56);
  });

  it('forgets the remotes of a chain that was started anew', async () => {
    await deployAll();
    await solana.stop();
    solana = await startSolana(10);
    const again = must(await deploy());
    assert.deepEqual(again.deployment.bridges.main?.remotes, {});
  });

  it('takes the open lanes from the chain, whatever the file says', async () => {
    const [a] = await deployAll();
    assert(a);
    const main = a.deployment.bridges.main as NonNullable<typeof a.deployment.bridges.main>;
    const remote = { ...main.remotes.ethereum, opened: false } as NonNullable<typeof main.remotes.ethereum>;
    writeDeployment(directory, { ...a.deployment, bridges: { main: { ...main, remotes: { ethereum: remote } } } });
    assert.deepEqual(must(await deploy()).deployment, a.deployment);
  });

  it('gives each asset family a program and a lookup table of its own', async () => {
    const main = must(await deploy()).deployment;
    const second = must(await deploy({ family: 'sol', asset: { type: 'native', symbol: 'SOL', name: 'Solana' } }));
    const { bridges, contracts, oracle } = second.deployment;
    assert.deepEqual(bridges.main, main.bridges.main);
    assert.equal(bridges.sol?.canonicalAsset.address, null);
    assert.notEqual(bridges.sol?.address, bridges.main?.address);
    assert.notEqual(contracts['lookupTable.sol'], contracts.lookupTable);
    assert.deepEqual(oracle, main.oracle);
    assert.deepEqual(oracleOf(second.deployment, 'main'), main.oracle);
    const { oracles } = bridgeAddresses(new PublicKey(bridges.sol?.address ?? ''));
    assert.deepEqual(oracleOf(second.deployment, 'sol'), { ...main.oracle, address: oracles.toBase58() });
  });

  it('refuses calls that contradict the file, the chain or the protocol', async () => {
    const { address } = must(await deploy()).deployment.bridges.main?.canonicalAsset ?? {};
    const others = [...solMembers.slice(1), solOutsider].map(({ address }) => address);
    const mismatches: Partial<SolanaDeployOptions>[] = [
      { oracle: { members: others, threshold: 3 } },
      { oracle: { members: solMembers.map(({ address }) => address), threshold: 4 } },
      { guardian: solOutsider.address },
      { asset: { ...TOKEN, decimals: 7 } },
      { asset: { type: 'native', symbol: 'SOL', name: 'Solana' } },
    ];
    for (const change of mismatches) assert.equal(codeOf(await deploy(change)), 'DEPLOYMENT_MISMATCH');
    must(await deploy({ asset: { type: 'spl', address: address ?? '', symbol: 'TST', name: 'Test' } }));

    const spl = (mint: string) => deploy({ asset: { type: 'spl', address: mint, symbol: 'X', name: 'X' } });
    assert.equal(codeOf(await spl(solOutsider.address)), 'InvalidMint');
    assert.equal(codeOf(await spl('0x11')), 'INVALID_ADDRESS');
    assert.equal(codeOf(await deploy({ guardian: '0x11' })), 'INVALID_ADDRESS');
    assert.equal(codeOf(await deploy({ rpc: ['http://127.0.0.1:1'] })), 'RPC_UNAVAILABLE');
    const limits = { minAmount: '1', maxAmount: '100', capacity: '99', refillPerSecond: '1' };
    assert.equal(codeOf(await deploy({ limits })), 'InvalidLimits');
    const wide = { ...limits, capacity: (2n ** 64n).toString() };
    assert.equal(codeOf(await deploy({ limits: wide })), 'InvalidLimits');
    writeDeployment(directory, { ...file(), chainId: 'mainnet' });
    assert.equal(codeOf(await deploy()), 'DEPLOYMENT_MISMATCH');
  });

  it("fails with the program's own error", async () => {
    const minority = { members: solMembers.map(({ address }) => address), threshold: 2 };
    assert.equal(codeOf(await deploy({ oracle: minority })), 'InvalidOracle');
    assert.equal(codeOf(await deploy({ guardian: solDeployer.address })), 'InvalidRole');
    assert.notEqual(solDeployer.address, solGuardian.address);
  });

  it('opens nothing unless both registrations are mirror images', async () => {
    const a = must(await deploy());
    const b = must(await deployEvmNetwork(deployOptions(ethereum, 'ethereum', directory)));
    const main = b.deployment.bridges.main as NonNullable<typeof b.deployment.bridges.main>;
    const other: Hex = `0x${'00'.repeat(12)}${'11'.repeat(20)}`;
    must(await a.register({ ...b.deployment, bridges: { main: { ...main, address32: other } } }, 'main'));
    must(await b.register(a.deployment, 'main'));
    assert.equal(codeOf(await openLane(a, b)), 'REGISTRATION_MISMATCH');
    assert.equal(must(await a.registration(b.deployment.domain, 'main'))?.opened, false);
    must(await a.register(b.deployment, 'main'));
    must(await openLane(a, b));
  });
});
