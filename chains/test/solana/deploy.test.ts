import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainProvider,
  type Deployment,
  deployNetwork,
  linkNetworks,
  type NetworkDeployer,
  openLane,
  oracleOf,
  readDeployment,
  type SolanaDeployOptions,
  writeDeployment,
} from '@causeway/chains';
import { RpcProxy } from '@causeway/local-nodes';
import { AddressLookupTableAccount, Connection, PublicKey } from '@solana/web3.js';
import { bridgeAddresses, mintAddress, programDataAddress, remoteAddress } from '../../src/solana/addresses.ts';
import { solanaSettings } from '../../src/solana/config.ts';
import { programCode } from '../../src/solana/deploy/artifact.ts';
import { openSolanaProviders } from '../../src/solana/open.ts';
import { parseProgramData } from '../../src/solana/program-data.ts';
import { settlerRecord } from '../../src/solana/settler.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { codeOf, deployEvmNetwork, deployOptions, must, settings } from '../support/bridges.ts';
import { type SolanaChain, solanaOptions, solDeployer, solOutsider, startSolana } from '../support/solana.ts';

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

  const deploy = (change: Partial<SolanaDeployOptions> = {}) =>
    deployNetwork({ kind: 'solana', ...solanaOptions(solana, directory, TOKEN), ...change });

  /** The whole deployment, linked with an EVM chain. */
  async function deployAll(): Promise<readonly [NetworkDeployer, NetworkDeployer]> {
    const a = must(await deploy());
    const b = must(await deployEvmNetwork(deployOptions(ethereum, 'ethereum', directory)));
    must(await linkNetworks(a, b));
    must(await openLane(a, b));
    return [a, b];
  }
  const file = () => must(readDeployment(directory, 'solana'));
  const transactions = (chain = solana) => chain.rpc('getTransactionCount', { commitment: 'processed' }).then(Number);
  /** Waits until the chain has as many more slots. */
  const slots = async (more: number) => {
    const slot = () => solana.rpc('getSlot', { commitment: 'processed' }).then(Number);
    const from = await slot();
    while ((await slot()) < from + more);
  };
  const account = async (address: PublicKey) => {
    const found = await new Connection(solana.url, 'confirmed').getAccountInfo(address);
    return found ?? assert.fail(`nothing at ${address}`);
  };
  const programOf = ({ bridges }: Deployment) => new PublicKey(bridges.main?.address ?? '');
  const programData = async () => {
    const { data } = await account(programDataAddress(programOf(file())));
    return parseProgramData(data) ?? assert.fail('no program data');
  };

  it('registers an EVM remote with its bridged token, and keeps its oracle in the program', async () => {
    const [a] = await deployAll();
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
    assert(code.equals(programCode('causeway_bridge')));
    assert.equal(authority, null);
    assert.equal(file().bridges.main?.deployedAtBlock, slot);
  });

  it('keeps the upgrade authority with the deployer on request, until a run without the request', async () => {
    must(await deploy({ upgradeable: true }));
    assert.equal((await programData()).authority?.toBase58(), solDeployer.address);
    assert.equal(file().contracts.upgradeAuthority, solDeployer.address);
    must(await deploy());
    assert.equal((await programData()).authority, null);
    assert.equal(file().contracts.upgradeAuthority, undefined);
  });

  it('has an oracle whose program only the upgrade authority in the file may change (M6)', async () => {
    must(await deploy({ upgradeable: true }));
    const named = file();
    const { upgradeAuthority: authority, ...contracts } = named.contracts;
    const reader = (deployment: Deployment) =>
      must(openSolanaProviders(solanaSettings.parse(settings([solana.url])), deployment)).main as ChainProvider;
    const seen = async (provider: ChainProvider) => {
      const { deviations } = must(await provider.oracle());
      const verified = await provider.verify();
      assert.equal(verified.ok ? '' : verified.error.code, deviations.length > 0 ? 'DEPLOYMENT_MISMATCH' : '');
      return deviations;
    };
    const [knowing, unknowing] = [reader(named), reader({ ...named, contracts })];
    assert.deepEqual(await seen(knowing), []);
    assert.deepEqual(await seen(unknowing), [`its program can be upgraded by ${authority}, not by nobody`]);
    must(await deploy());
    assert.deepEqual(await seen(unknowing), []);
    assert.deepEqual(await seen(knowing), [`its program can be upgraded by nobody, not by ${authority}`]);
  });

  it('has a settler whose program nobody can change, whatever the bridge’s is', async () => {
    const { deployment } = must(await deploy({ upgradeable: true }));
    const main = deployment.bridges.main as NonNullable<typeof deployment.bridges.main>;
    const verify = (settlerProgram: string | undefined) => {
      const { settlerProgram: _, ...contracts } = {
        ...deployment.contracts,
        ...(settlerProgram && { settlerProgram }),
      };
      const program = new PublicKey(settlerProgram ?? main.address);
      const changed = {
        ...deployment,
        contracts: { ...contracts, ...(settlerProgram && { settlerProgram }) },
        bridges: { main: { ...main, settler: settlerRecord(program, new PublicKey(main.address)) } },
      };
      const provider = openSolanaProviders(solanaSettings.parse(settings([solana.url])), changed);
      return (must(provider).main as ChainProvider).verify();
    };
    must(await verify(deployment.contracts.settlerProgram));
    // The bridge's program is there, but can be changed; the second is nowhere.
    for (const other of [main.address, solDeployer.address, undefined]) {
      assert.equal(codeOf(await verify(other)), 'DEPLOYMENT_MISMATCH', other);
    }
    must(await deploy());
    assert.equal(file().contracts.settlerProgram, deployment.contracts.settlerProgram);
  });

  it('has every account of the oracle transactions that stays the same in the lookup table', async () => {
    const [a] = await deployAll();
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
    // What was sent before the endpoint died is soon final, and the continued run finds it.
    await slots(40);
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

  it('keeps a lookup table that is frozen, and says what it lacks for another remote', async () => {
    const here = must(await deploy());
    const { lookupTable } = file().contracts;
    const bridge = must(openSolanaProviders(solanaSettings.parse(settings([solana.url])), file()))
      .main as ChainProvider;
    must((await bridge.administration?.execute({ name: 'freezeTable' }, solDeployer)) ?? assert.fail());
    must(await deploy());
    assert.equal(file().contracts.lookupTable, lookupTable);
    const linked = await linkNetworks(
      here,
      must(await deployEvmNetwork(deployOptions(ethereum, 'ethereum', directory))),
    );
    assert.equal(codeOf(linked), 'DEPLOYMENT_MISMATCH');
    assert.match(linked.ok ? '' : linked.error.message, /is frozen without/);
  });

  it('gives each asset family a lookup table and an oracle set of its own', async () => {
    must(await deploy());
    const second = must(await deploy({ family: 'sol', asset: { type: 'native', symbol: 'SOL', name: 'Solana' } }));
    const { bridges, contracts } = second.deployment;
    assert.notEqual(contracts['lookupTable.sol'] ?? contracts.lookupTable, contracts.lookupTable);
    const { oracles } = bridgeAddresses(new PublicKey(bridges.sol?.address ?? ''));
    assert.equal(oracleOf(second.deployment, 'sol').address, oracles.toBase58());
  });

  it('refuses addresses that are none, assets that are no mint, and limits above 64 bits', async () => {
    const { address } = must(await deploy()).deployment.bridges.main?.canonicalAsset ?? {};
    must(await deploy({ asset: { type: 'spl', address: address ?? '', symbol: 'TST', name: 'Test' } }));

    const spl = (mint: string) => deploy({ asset: { type: 'spl', address: mint, symbol: 'X', name: 'X' } });
    assert.equal(codeOf(await spl(solOutsider.address)), 'ASSET_MISSING');
    assert.equal(codeOf(await spl('0x11')), 'INVALID_ADDRESS');
    assert.equal(codeOf(await deploy({ guardian: '0x11' })), 'INVALID_ADDRESS');
    const limits = { minAmount: '1', maxAmount: '100', capacity: (2n ** 64n).toString(), refillPerSecond: '1' };
    assert.equal(codeOf(await deploy({ limits })), 'InvalidLimits');
  });
});
