import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PublicKey } from '@solana/web3.js';
import { DeploymentSteps } from '../../src/deploy/deployment-steps.ts';
import { bridgeAddresses } from '../../src/solana/addresses.ts';
import { Administered } from '../../src/solana/changes.ts';
import { solanaSettings } from '../../src/solana/config.ts';
import { connectSolana } from '../../src/solana/connection.ts';
import { programCode } from '../../src/solana/deploy/artifact.ts';
import { Cluster } from '../../src/solana/deploy/cluster.ts';
import { holdsCode } from '../../src/solana/deploy/loader.ts';
import { deployCode, freezeProgram, type ProgramPlan, readProgram } from '../../src/solana/deploy/program.ts';
import { UpgradeAuthority } from '../../src/solana/program-data.ts';
import { codeOf, must } from '../support/bridges.ts';
import { keyOf, type SolanaChain, solDeployer, startSolana } from '../support/solana.ts';

describe('a program on Solana', function () {
  this.timeout(120_000);
  let solana: SolanaChain;
  let cluster: Cluster;
  let directory: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-solana-upgrade-'));
    solana = await startSolana(10);
    cluster = new Cluster(connectSolana(solanaSettings.parse({ rpc: [solana.url] })), solDeployer, 20);
  });
  after(async () => {
    await solana?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const first = programCode('causeway_bridge');
  // The loader reads the program up to its end, and keeps the bytes after it.
  const second = Buffer.concat([first, Buffer.from([1])]);
  const plan = (program: number, code: Buffer, upgradeable: boolean): ProgramPlan => ({
    cluster,
    steps: new DeploymentSteps(
      directory,
      {
        formatVersion: 1,
        network: 'solana',
        kind: 'solana',
        domain: 1,
        chainId: 'local',
        oracle: { address: '-', members: ['-'], threshold: 1 },
        contracts: {},
        bridges: {},
      },
      () => {},
    ),
    name: 'program',
    key: solDeployer,
    programKey: keyOf(program),
    code,
    upgradeable,
  });
  const codeAt = async ({ programKey }: ProgramPlan) =>
    must(await readProgram(cluster, new PublicKey(programKey.address)))?.code ?? Buffer.alloc(0);

  it('is upgraded by a run with another build while it is upgradeable', async () => {
    must(await deployCode(plan(0x1001, first, true)));
    const again = plan(0x1001, second, true);
    must(await deployCode(again));
    assert(holdsCode(await codeAt(again), second));
  });

  it('is upgraded, or frozen, in the view of whoever scans, though no transaction names the bridge', async () => {
    must(await deployCode(plan(0x1003, first, true)));
    const program = new PublicKey(keyOf(0x1003).address);
    const { rpc } = cluster.connection;
    const administered = new Administered(rpc, bridgeAddresses(program), [], new UpgradeAuthority(rpc, program));
    const changes = async () =>
      (await administered.programChange({ number: 7, hash: '', timeMs: 0 })).map(({ detail }) => detail);
    assert.deepEqual(await changes(), [], 'what was there at the start');
    assert.deepEqual(await changes(), []);
    must(await deployCode(plan(0x1003, second, true)));
    const [upgraded = ''] = await changes();
    assert.match(upgraded, new RegExp(`^code of slot \\d+, upgrade authority ${solDeployer.address}$`));
    must(await freezeProgram(plan(0x1003, second, false)));
    assert.match((await changes())[0] ?? '', /upgrade authority nobody$/);
    assert.deepEqual(await changes(), []);
  });

  it('stays unchanged, and the run is refused, once nobody may upgrade it', async () => {
    const frozen = plan(0x1002, first, false);
    must(await deployCode(frozen));
    must(await freezeProgram(frozen));
    assert.equal(codeOf(await deployCode(plan(0x1002, second, true))), 'DEPLOYMENT_MISMATCH');
    assert(holdsCode(await codeAt(frozen), first));
  });
});
