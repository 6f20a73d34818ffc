import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Deployment,
  type DeployProgress,
  linkNetworks,
  type NetworkDeployer,
  type OnProgress,
  openLane,
  oracleOf,
  readDeployment,
  writeDeployment,
} from '@causeway/chains';
import type { Hex } from '@causeway/protocol';
import { codeOf, deployOptions, must } from '../test/support/bridges.ts';
import { asWrittenBy, EARLIER } from '../test/support/earlier-deployment.ts';
import { MemoryNetwork } from './memory-network.ts';
import { type Change, NETWORKS } from './network-under-test.ts';

/** Ends a deployment like a kill: in the middle, without any clean-up. */
class Killed extends Error {}

const COIN = { type: 'native', symbol: 'COIN', name: 'Coin' } as const;
/** Delivery fee towards the far network. */
const FEE = 2_100_000n;
const FAR_ASSET = { symbol: 'FAR', name: 'Far', decimals: 18, address: null };
type Bridge = Deployment['bridges'][string];
type Remote = Bridge['remotes'][string];

for (const network of NETWORKS) {
  describe(`a deployment: ${network.name}`, function () {
    this.timeout(180_000);
    let folder: string;
    /** The other end of the lanes. */
    let far: MemoryNetwork;
    before(() => network.start());
    after(() => network.stop());

    /** A network without a deployment, and an empty folder. */
    async function startAnew(): Promise<void> {
      folder = mkdtempSync(join(tmpdir(), 'causeway-deploy-'));
      far = new MemoryNetwork(901_008);
      await network.renew();
    }
    const clear = () => rmSync(folder, { recursive: true, force: true });
    const deploy = (change?: Change, onProgress?: OnProgress) => network.deploy(folder, change, onProgress);
    const deployFar = () =>
      far.deploy({ ...deployOptions({ url: 'http://127.0.0.1:1' }, 'far', folder), asset: FAR_ASSET }).then(must);

    /** The whole deployment. It calls `onProgress` for every step on the network. */
    async function deployAll(onProgress?: OnProgress): Promise<readonly [NetworkDeployer, NetworkDeployer]> {
      const [a, b] = [must(await deploy({ fees: { far: FEE } }, onProgress)), await deployFar()];
      must(await linkNetworks(a, b));
      must(await openLane(a, b));
      return [a, b];
    }
    const file = () => must(readDeployment(folder, network.name));
    const main = ({ bridges }: Deployment) => bridges.main ?? assert.fail('there is no bridge');

    describe('that is finished', () => {
      let deployed: readonly [NetworkDeployer, NetworkDeployer];
      before(async () => {
        await startAnew();
        deployed = await deployAll();
      });
      after(clear);

      it('has open lanes, mirrored registrations, and a file that equals the chain', async () => {
        const [a, b] = deployed;
        assert.deepEqual(file(), a.deployment);
        for (const [here, there] of [
          [a, b],
          [b, a],
        ] as const) {
          const record = main(here.deployment).remotes[there.deployment.network];
          assert.deepEqual(must(await here.registration(there.deployment.domain, 'main')), {
            bridge: main(there.deployment).address32,
            token: record?.token.address,
            addressLength: there.addressLength,
            wireDecimals: main(there.deployment).wireDecimals,
            opened: true,
          });
          assert.equal(record?.opened, true);
        }
        const { canonicalAsset, wireDecimals } = main(a.deployment);
        assert.deepEqual([canonicalAsset.decimals, wireDecimals], [6, 6]);
        assert.equal(main(a.deployment).remotes.far?.token.symbol, 'cwFAR');
        assert.equal(must(await a.fee(b.deployment.domain, 'main')), FEE);
      });

      it('changes a delivery fee that is asked for, and leaves the others', async () => {
        const [a, b] = deployed;
        const feeAfter = async (fees?: Readonly<Record<string, bigint>>) => {
          const before = await network.transactions();
          const again = must(await deploy(fees ? { fees } : {}));
          must(await again.register(b.deployment, 'main'));
          const fee = must(await a.fee(b.deployment.domain, 'main'));
          return [fee, (await network.transactions()) - before];
        };
        assert.deepEqual(await feeAfter(), [FEE, 0]);
        assert.deepEqual(await feeAfter({ other: 1n }), [FEE, 0]);
        assert.deepEqual(await feeAfter({ far: 0n }), [0n, 1]);
        assert.deepEqual(await feeAfter({ far: FEE }), [FEE, 1]);
      });

      it('is refused with a fee that no bridge could hold, before anything is sent', async () => {
        const before = await network.transactions();
        for (const fee of [2_621_450_000_000_001n, 262_145n, 2n ** 128n, -1n]) {
          assert.equal(codeOf(await deploy({ fees: { far: fee } })), 'InvalidFee', String(fee));
        }
        assert.equal(await network.transactions(), before);
      });

      it('sends nothing when it is repeated, with the file or without', async () => {
        const [before, written] = [await network.transactions(), file()];
        await deployAll();
        assert.equal(await network.transactions(), before);
        assert.deepEqual(file(), written);
        rmSync(join(folder, `${network.name}.json`));
        await deployAll();
        assert.equal(await network.transactions(), before + network.sentWithoutFile);
        assert.deepEqual(file().bridges, written.bridges);
      });

      it('has one settler for each bridge, and adds that of a bridge which was deployed before there were any', async () => {
        const [written, before] = [file(), await network.transactions()];
        const { settler, ...withoutSettler } = main(written);
        assert(settler && settler.address32 !== main(written).address32);
        writeDeployment(folder, { ...written, bridges: { main: withoutSettler } });
        assert.deepEqual(must(await deploy()).deployment, written);
        assert.equal(await network.transactions(), before);
        const { bridges } = must(await deploy({ family: 'coin', asset: COIN })).deployment;
        assert.deepEqual(bridges.main?.settler, settler);
        assert.notEqual(bridges.coin?.settler?.address32, settler.address32);
        const theirs = main(must(readDeployment(folder, 'far'))).settler;
        far.release += 1;
        // Orders on their way name a settler, so it stays with a later release.
        assert.deepEqual(main((await deployFar()).deployment).settler, theirs);
        writeDeployment(folder, written);
      });

      for (const form of EARLIER) {
        it(`completes a file that was written ${form}, without a transaction`, async () => {
          const [written, before] = [file(), await network.transactions()];
          writeDeployment(folder, asWrittenBy(form, written));
          const again = must(await deploy());
          must(await again.register(deployed[1].deployment, 'main'));
          assert.deepEqual(file(), written);
          assert.equal(await network.transactions(), before);
        });
      }

      it('refuses an asset whose issuer has powers that are not accepted, and keeps a bridge that is there', async () => {
        if (!network.issue) return;
        const [written, before] = [file(), await network.transactions()];
        const { asset, powers } = await network.issue(main(written).canonicalAsset.address ?? '');
        const issued = await network.transactions();
        const refused = await deploy({ family: 'issued', asset });
        assert(!refused.ok && refused.error.code === 'ISSUER_POWERS', JSON.stringify(refused));
        for (const power of powers) assert.match(refused.error.message, new RegExp(`\\b${power} \\(`));
        assert.match(refused.error.message, new RegExp(`acceptIssuerPowers: \\[${powers.join(', ')}\\]`));
        assert.equal(await network.transactions(), issued);
        assert.deepEqual(file(), written);
        const accepting = { family: 'issued', asset, acceptIssuerPowers: powers };
        const { bridges } = must(await deploy(accepting)).deployment;
        assert.deepEqual(bridges.issued?.issuerPowers, powers);
        assert(issued > before);
        // The bridge is there, so that its users cannot move, and the powers are shown only.
        must(await deploy({ family: 'issued', asset }));
        assert.deepEqual(file().bridges.issued?.issuerPowers, powers);
        writeDeployment(folder, written);
      });

      it('takes the open lanes from the chain, whatever the file says', async () => {
        const written = file();
        const remote = { ...main(written).remotes.far, opened: false } as Remote;
        writeDeployment(folder, { ...written, bridges: { main: { ...main(written), remotes: { far: remote } } } });
        assert.deepEqual(must(await deploy()).deployment, written);
      });

      it('gives each asset family a bridge of its own, and all of them one oracle', async () => {
        const written = file();
        const { bridges, oracle } = must(await deploy({ family: 'coin', asset: COIN })).deployment;
        assert.deepEqual(bridges.main, written.bridges.main);
        assert.equal(bridges.coin?.canonicalAsset.address, null);
        assert.notEqual(bridges.coin?.address, bridges.main?.address);
        assert.deepEqual(oracle, written.oracle);
        assert.deepEqual(oracleOf(file(), 'main'), written.oracle);
        assert.deepEqual(oracleOf(file(), 'coin'), {
          ...oracle,
          address: bridges.coin?.oracle ?? written.oracle.address,
        });
        const others = { members: membersWith(network.outsider.address), threshold: 3 };
        assert.equal(codeOf(await deploy({ family: 'third', oracle: others })), 'DEPLOYMENT_MISMATCH');
        const reversed = { members: addresses().reverse(), threshold: 3 };
        assert.deepEqual(must(await deploy({ oracle: reversed })).deployment.oracle, written.oracle);
      });

      it('is refused when it contradicts the file or the chain, and the file stays', async () => {
        const written = file();
        const contradictions: readonly Change[] = [
          { oracle: { members: membersWith(network.outsider.address), threshold: 3 } },
          { oracle: { members: addresses(), threshold: 4 } },
          { guardian: network.outsider.address },
          { key: network.otherDeployer },
          { asset: { type: 'testToken', symbol: 'TST', name: 'Test', decimals: 7 } },
          { asset: COIN },
        ];
        for (const change of contradictions) {
          const before = await network.transactions();
          assert.equal(codeOf(await deploy(change)), 'DEPLOYMENT_MISMATCH', Object.keys(change).join());
          assert.deepEqual(file(), written);
          // At most a test token.
          assert((await network.transactions()) <= before + 1, Object.keys(change).join());
        }
        for (const wrong of [{ chainId: 'mainnet' }, { kind: network.name === 'radix' ? 'evm' : 'radix' }] as const) {
          writeDeployment(folder, { ...written, ...wrong } as Deployment);
          assert.equal(codeOf(await deploy()), 'DEPLOYMENT_MISMATCH');
        }
        writeDeployment(folder, written);
      });

      it('is refused with limits that could not be kept, before anything is sent', async () => {
        const before = await network.transactions();
        const limits = { minAmount: '1', maxAmount: '100', capacity: '99', refillPerSecond: '1' };
        assert.equal(codeOf(await deploy({ limits })), 'InvalidLimits');
        assert.equal(codeOf(await deploy({ limits: { ...limits, minAmount: '101' } })), 'InvalidLimits');
        const wide = { ...limits, capacity: (2n ** 128n).toString() };
        assert.equal(codeOf(await deploy({ limits: wide })), 'InvalidLimits');
        const [a, b] = deployed;
        const theirs = { ...main(b.deployment), limits: wide };
        const registered = await a.register({ ...b.deployment, bridges: { main: theirs } }, 'main');
        assert.equal(codeOf(registered), 'InvalidLimits');
        assert.equal(await network.transactions(), before);
      });

      it("fails with the contract's own error", async () => {
        const minority = { members: addresses(), threshold: 2 };
        assert.equal(codeOf(await deploy({ network: 'minority', family: 'x', oracle: minority })), 'InvalidOracle');
        const guardian = network.deployer().address;
        assert.equal(codeOf(await deploy({ network: 'role', family: 'x', guardian })), 'InvalidRole');
      });

      if (network.remote) {
        it('fails when no endpoint answers', async () => {
          assert.equal(codeOf(await deploy({ rpc: ['http://127.0.0.1:1'] })), 'RPC_UNAVAILABLE');
        });
      }

      it('forgets the remotes of a chain that was started anew', async () => {
        await network.restart();
        assert.deepEqual(main(must(await deploy()).deployment).remotes, {});
      });
    });

    describe('that begins', () => {
      beforeEach(startAnew);
      afterEach(clear);

      it('ends with the same result when it is killed after every step and resumed each time', async () => {
        const nameOf = ({ step, state }: DeployProgress) => `${step}: ${state}`;
        const expectedSteps: string[] = [];
        const start = await network.transactions();
        await deployAll((progress) => {
          if (progress.state !== 'present') expectedSteps.push(nameOf(progress));
        });
        const expected = (await network.transactions()) - start;
        const { bridges } = file();
        clear();
        await startAnew();

        // Each run dies at the first step that no earlier run has reached: before it is sent, once it is on chain, and
        // once it is in the file.
        const survived = new Set<string>();
        const dieAtNews = (progress: DeployProgress) => {
          const name = nameOf(progress);
          if (progress.state === 'present' || survived.has(name)) return;
          survived.add(name);
          throw new Killed();
        };
        const restart = await network.transactions();
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
        assert.equal((await network.transactions()) - restart, expected);
        assert.equal(main(file()).remotes.far?.opened, true);
        assert.deepEqual(Object.keys(file().bridges), Object.keys(bridges));
      });

      const missing = network.missingAsset;
      if (missing) {
        it('is refused with an asset that is not there, before anything is sent', async () => {
          const before = await network.transactions();
          const refused = await deploy({ asset: missing });
          assert(!refused.ok && refused.error.code === 'ASSET_MISSING');
          const setting = `deploy.networks.${network.name}.asset.address`;
          assert.match(
            refused.error.message,
            new RegExp(`^${setting}: no token answers at ${missing.address}; give the`),
          );
          assert.equal(await network.transactions(), before);
        });
      }

      it('opens nothing unless both registrations are mirror images', async () => {
        const [a, b] = [must(await deploy()), await deployFar()];
        const other: Hex = `0x${'00'.repeat(12)}${'11'.repeat(20)}`;
        const opened = async () => must(await a.registration(b.deployment.domain, 'main'))?.opened;
        must(await b.register(a.deployment, 'main'));
        assert.equal(codeOf(await openLane(a, b)), 'REGISTRATION_MISMATCH');
        const forgeries: readonly Partial<Bridge>[] = [{ address32: other }, { wireDecimals: 8 }];
        for (const forged of forgeries) {
          const theirs = { ...main(b.deployment), ...forged };
          must(await a.register({ ...b.deployment, bridges: { main: theirs } }, 'main'));
          assert.equal(codeOf(await openLane(a, b)), 'REGISTRATION_MISMATCH');
          assert.equal(await opened(), false);
        }
        must(await a.register(b.deployment, 'main'));
        must(await openLane(a, b));
        assert.equal(await opened(), true);
      });
    });

    const addresses = () => network.members.map(({ address }) => address);
    const membersWith = (other: string) => [...addresses().slice(1), other];
  });
}
