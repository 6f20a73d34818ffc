import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Deployment,
  type DeployProgress,
  deployNetwork,
  type KeyHandle,
  linkNetworks,
  type NetworkDeployer,
  openLane,
  oracleOf,
  type RadixDeployOptions,
  readDeployment,
} from '@causeway/chains';
import { type Hex, toAddress32 } from '@causeway/protocol';
import { id } from 'ethers';
import { DeploymentSteps } from '../../src/deploy/deployment-steps.ts';
import { encodeAddress, nodeIdOf as nodeIdIn } from '../../src/radix/address.ts';
import { radixSettings } from '../../src/radix/config.ts';
import { packageCreation } from '../../src/radix/deploy/artifact.ts';
import { bridgeCreation } from '../../src/radix/deploy/bridge.ts';
import { create } from '../../src/radix/deploy/creation.ts';
import { rolesOf } from '../../src/radix/deploy/roles.ts';
import { openRadixProviders } from '../../src/radix/open.ts';
import { list, option, reference, variant } from '../../src/radix/sbor.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { codeOf, deployEvmNetwork, deployOptions, must, settings } from '../support/bridges.ts';
import { fund, ledgerAs, type RadixChain, radixOptions, startRadix } from '../support/radix.ts';
import { keyOf, nodeIdOf, radAlice, SIMULATOR } from '../support/radix-offline.ts';

const TOKEN = { type: 'testToken', symbol: 'TST', name: 'Test', decimals: 6 } as const;
const XRD = { type: 'native', symbol: 'XRD', name: 'Radix' } as const;

describe('deployment to Radix', function () {
  this.timeout(180_000);
  let ethereum: Anvil;
  let radix: RadixChain;
  let directory: string;
  let deployer: KeyHandle;
  let deployers = 0;
  let pristine: unknown;
  before(async () => {
    [ethereum, radix] = await Promise.all([startAnvil(901_005), startRadix()]);
    pristine = await ethereum.rpc('evm_snapshot');
  });
  after(() => Promise.all([ethereum.stop(), radix.stop()]));

  /** A deployer without any entities, an EVM chain without a bridge, and an empty folder. */
  async function startAnew(): Promise<void> {
    await ethereum.rpc('evm_revert', pristine);
    pristine = await ethereum.rpc('evm_snapshot');
    deployers += 1;
    deployer = keyOf(0xde9107 + deployers);
    directory = mkdtempSync(join(tmpdir(), 'causeway-radix-deploy-'));
    await fund(radix, deployer);
  }
  const clear = () => rmSync(directory, { recursive: true, force: true });

  const deploy = (change: Partial<RadixDeployOptions> = {}, onProgress?: (progress: DeployProgress) => void) =>
    deployNetwork({ kind: 'radix', ...radixOptions(radix, directory, TOKEN), key: deployer, ...change }, onProgress);

  /** The whole deployment, linked with an EVM chain. */
  async function deployAll(
    change: Partial<RadixDeployOptions> = {},
  ): Promise<readonly [NetworkDeployer, NetworkDeployer]> {
    const a = must(await deploy(change));
    const b = must(await deployEvmNetwork(deployOptions(ethereum, 'ethereum', directory)));
    must(await linkNetworks(a, b));
    must(await openLane(a, b));
    return [a, b];
  }
  const file = () => must(readDeployment(directory, 'radix'));
  /** Every transaction so far. */
  const history = () =>
    Array.from({ length: radix.ledger.head.stateVersion }, (_, index) => radix.ledger.transaction(index + 1));
  describe('that is finished', () => {
    let deployed: readonly [NetworkDeployer, NetworkDeployer];
    before(async () => {
      await startAnew();
      deployed = await deployAll();
    });
    after(clear);

    it('records its package, its locker and the bridged token of an EVM remote', async () => {
      const [a] = deployed;
      const { chainId, contracts, oracle, bridges } = a.deployment;
      assert.equal(chainId, 'simulator');
      assert(nodeIdIn(contracts.package ?? '', 'package', SIMULATOR));
      assert(nodeIdIn(contracts.locker ?? '', 'locker', SIMULATOR));
      const component = nodeIdIn(bridges.main?.address ?? '', 'component', SIMULATOR);
      assert.equal(bridges.main?.address32, toAddress32(component as Hex));
      assert.equal(oracle.address, bridges.main?.address);
      assert.deepEqual([bridges.main?.canonicalAsset.decimals, bridges.main?.wireDecimals], [6, 6]);
      const { address, ...token } = bridges.main?.remotes.ethereum?.token ?? {};
      assert.deepEqual(token, { name: 'ethereum (ethereum)', symbol: 'cwETH', decimals: 18 });
      assert(nodeIdIn(address ?? '', 'resource', SIMULATOR));
    });

    it('completes the deployer’s own dApp definition, and tells what another one lacks', async () => {
      const { contracts, bridges } = file();
      const token = bridges.main?.remotes.ethereum?.token.address;
      const told: string[] = [];
      const line = (index: number): string => told[index] ?? '';
      const note = ({ step, state }: DeployProgress) => state === 'lacking' && told.push(step);
      must(await deploy({}, note));
      assert.deepEqual(told, []);
      const other = { family: 'shown', asset: XRD, dapp: { definition: radAlice.address } };
      const { deployment } = must(await deploy(other, note));
      const { address } = deployment.bridges.shown ?? {};
      assert.equal(told.length, 3);
      assert.match(line(0), /lacks account_type: dapp definition$/);
      for (const part of [address, deployment.contracts['locker.shown'], contracts.package])
        assert(line(1).includes(part ?? 'nothing'));
      assert(line(2).endsWith(`account_locker: ${deployment.contracts['locker.shown']}`));
      const ledger = await ledgerAs(radix, deployer);
      const manifest = `CALL_METADATA_METHOD Address("${deployer.address}") "get" "claimed_entities";`;
      const claimed = must(await ledger.read(manifest, option(variant(136, list(reference)))))?.[0] ?? [];
      for (const entity of [bridges.main?.address, contracts.locker, contracts.package, token])
        assert(claimed.includes(entity ?? 'nothing'));
    });

    it('names the home of the asset in the bridged token on EVM chains', async () => {
      const [a, b] = deployed;
      const asset = nodeIdIn(a.deployment.bridges.main?.canonicalAsset.address ?? '', 'resource', SIMULATOR);
      const { address } = b.deployment.bridges.main?.remotes.radix?.token ?? {};
      const call = { to: address, data: id('originAsset()').slice(0, 10) };
      assert.equal(await ethereum.rpc('eth_call', call, 'latest'), toAddress32(asset as Hex));
    });

    it('finds the bridge as of a state version before it', async () => {
      const { address, deployedAtBlock } = file().bridges.main ?? {};
      const creation = history().find((one) => one?.receipt.newEntities.components.includes(address ?? ''));
      assert(creation && deployedAtBlock !== undefined);
      assert(deployedAtBlock < creation.stateVersion && deployedAtBlock > creation.stateVersion - 10);
    });

    it('refuses a dApp definition that another bridge has, and creates nothing', async () => {
      const { contracts } = file();
      const other = keyOf(0xde9107 + 1_000);
      await fund(radix, other);
      const before = radix.ledger.head.stateVersion;
      const refused = await deploy({ key: other, family: 'taken', asset: XRD, dapp: { definition: deployer.address } });
      assert(!refused.ok);
      assert.equal(refused.error.code, 'DEFINITION_TAKEN');
      for (const part of [deployer.address, contracts.locker, 'dapp.definition'])
        assert(refused.error.message.includes(part ?? 'nothing'));
      assert.equal(radix.ledger.head.stateVersion, before);
    });

    it('gives each asset family a locker of its own and the one package, and its bridge as oracle', async () => {
      const main = file();
      const told: string[] = [];
      const note = ({ step, state }: DeployProgress) => state === 'lacking' && told.push(step);
      const second = must(await deploy({ family: 'xrd', asset: XRD }, note));
      // The deployer's account names the locker of the first bridge.
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', /lacks account_locker: locker_sim\S+, but it names that of another bridge/);
      const { bridges, contracts } = second.deployment;
      assert.notEqual(contracts['locker.xrd'] ?? contracts.locker, contracts.locker);
      assert.deepEqual([contracts.package, contracts['package.xrd']], Array(2).fill(main.contracts.package));
      assert.equal(oracleOf(second.deployment, 'xrd').address, bridges.xrd?.address);
      assert.equal(contracts.settlerPackage, contracts['settlerPackage.xrd']);
    });

    it('has a settler that is not the one of another bridge, whose package it shares', async () => {
      const { deployment } = must(await deploy({ family: 'xrd', asset: XRD }));
      const { main, xrd } = deployment.bridges;
      const swapped = { ...deployment, bridges: { main: { ...main, settler: xrd?.settler } } } as Deployment;
      const opened = must(openRadixProviders(radixSettings.parse(settings([radix.url])), swapped));
      const verified = await opened.main?.verify();
      assert(verified && !verified.ok && verified.error.message.includes("the settler's bridge is"));
    });

    it("keeps a bridge's package when another one is built", async () => {
      const ledger = await ledgerAs(radix, deployer);
      const steps = new DeploymentSteps(directory, file(), () => {});
      const older = { ...(await packageCreation(ledger, 'causeway_bridge')), name: 'package.older' };
      const { address } = must(await create(ledger, steps, 'older package', older));
      const wanted = {
        ...must(rolesOf({ ...radixOptions(radix, directory), key: deployer }, SIMULATOR)),
        domain: file().domain,
        canonical: wellKnown('xrd', SIMULATOR),
      };
      const bridge = must(await create(ledger, steps, 'older bridge', bridgeCreation(address, 'older', wanted)));
      const looked: string[] = [];
      const again = await deploy({ family: 'older', asset: XRD }, ({ step }) => looked.push(step));
      const { contracts, bridges } = must(again).deployment;
      assert(!looked.includes('package'), 'nothing newer is published');
      assert.equal(bridges.older?.address, bridge.address);
      assert.equal(contracts['package.older'], address);
      assert.notEqual(contracts.package, address);
    });

    it("accepts a resource that is not divisible, or one non-fungible, as the guardian's badge", async () => {
      const badge = { type: 'testToken', symbol: 'BDG', name: 'Badge', decimals: 0 } as const;
      const { bridges } = must(await deploy({ family: 'badges', asset: badge })).deployment;
      const guardian = bridges.badges?.canonicalAsset.address ?? '';
      must(await deploy({ family: 'guarded', guardian }));
      must(await deploy({ family: 'guarded', guardian }));
      assert.equal(codeOf(await deploy({ family: 'guarded' })), 'DEPLOYMENT_MISMATCH');
      const owner = `${wellKnown('ed25519SignatureBadge', SIMULATOR)}:[${'ab'.repeat(29)}]`;
      must(await deploy({ family: 'signed', guardian: owner }));
    });

    it('refuses XRD and every divisible resource as the guardian’s badge, and creates nothing', async () => {
      const { bridges } = file();
      const before = radix.ledger.head.stateVersion;
      for (const guardian of [wellKnown('xrd', SIMULATOR), bridges.main?.canonicalAsset.address as string]) {
        const refused = await deploy({ family: 'anybodys', asset: XRD, guardian });
        assert(!refused.ok && refused.error.code === 'InvalidRole');
        assert.match(refused.error.message, /cannot be the badge of the guardian: it is divisible/);
      }
      assert.equal(radix.ledger.head.stateVersion, before);
    });

    it('refuses addresses that are none, and assets that are not fungible', async () => {
      const { address } = file().bridges.main?.canonicalAsset ?? {};
      must(await deploy({ asset: { type: 'resource', address: address ?? '', symbol: 'TST', name: 'Test' } }));

      const resource = (one: string) =>
        deploy({ family: 'x', asset: { type: 'resource', address: one, symbol: 'X', name: 'X' } });
      assert.equal(codeOf(await resource(wellKnown('ed25519SignatureBadge', SIMULATOR))), 'ASSET_MISSING');
      assert.equal(codeOf(await resource('0x11')), 'INVALID_ADDRESS');
      assert.equal(codeOf(await deploy({ guardian: '0x11' })), 'INVALID_ADDRESS');
      const nobodys = encodeAddress(nodeIdOf('c1', 'ab'), SIMULATOR);
      assert.equal(codeOf(await deploy({ oracle: { members: [nobodys], threshold: 1 } })), 'INVALID_ADDRESS');
    });
  });

  describe('that begins', () => {
    beforeEach(startAnew);
    afterEach(clear);

    it('creates one of each, even when two runs deploy at once', async () => {
      const start = radix.ledger.head.stateVersion;
      const both = await Promise.all([deploy(), deploy()]);
      const [first, second] = both.map((result) => must(result).deployment.bridges.main);
      assert.deepEqual(first, second);
      const created = history()
        .slice(start)
        .flatMap((one) => Object.entries(one?.receipt.newEntities ?? {}))
        .flatMap(([kind, addresses]) => addresses.map(() => kind));
      // The bridge and its locker, the settler and its account.
      const components = Array(4).fill('components');
      assert.deepEqual(created.sort(), [...components, 'packages', 'packages', 'resources']);
    });

    it('costs with one remote what docs/deploying.md tells', async () => {
      const start = radix.ledger.head.stateVersion;
      await deployAll({ asset: XRD });
      const receipts = history()
        .slice(start)
        .flatMap((one) => (one?.kind === 'user' ? [one.receipt] : []));
      const publishing = receipts.filter(({ newEntities }) => newEntities.packages.length > 0);
      const [all, published] = [receipts, publishing].map((some) =>
        Math.round(some.reduce((sum, { fee }) => sum + Number(fee.totalXrd), 0)),
      );
      const page = readFileSync(new URL('../../../docs/deploying.md', import.meta.url), 'utf8');
      assert.match(
        page,
        new RegExp(`fees: ${all} XRD in total with one remote .* ${published} of them for publishing`),
      );
    });
  });
});
