import { strict as assert } from 'node:assert';
import { chainConfig, type DeploymentHealth, type Difference, registryOf } from '@causeway/chains';
import { MemoryChain, MemorySettler, memoryKey } from '@causeway/chains/test-support';
import type { Running } from '@causeway/process';
import { ok, uintToHex } from '@causeway/protocol';
import { systemClock } from '@causeway/runtime';
import { openSolverStorage, type SolverStorage } from '@causeway/storage';
import { pino } from 'pino';
import { solverConfig } from '../src/config.ts';
import { startSolver } from '../src/solver.ts';

const KEY = memoryKey(1);
const CODE: Difference = {
  ...{ chain: 'beta', family: 'main', what: 'the code of the bridge' },
  ...{ expected: '0x01', found: '0x02', severity: 'refuse' },
};

describe('a solver that starts', () => {
  let storage: SolverStorage;
  let beta: MemoryChain;
  let registry: ReturnType<typeof registryOf>;
  const running: Running[] = [];

  beforeEach(async () => {
    storage = await openSolverStorage(':memory:', {});
    const chains = ['alpha', 'beta'].map(
      (name, index) =>
        new MemoryChain({
          ...{ name, domain: 51_001 + index, members: [KEY.address], threshold: 1, startMs: systemClock.now() },
          asset: { symbol: name.toUpperCase(), name, decimals: 18, address: null },
        }),
    );
    const [alpha, other] = chains as [MemoryChain, MemoryChain];
    beta = other;
    alpha.connect(beta, true);
    beta.connect(alpha, true);
    Object.assign(beta, { settler: new MemorySettler(beta, uintToHex(0x5e, 20)) });
    const config = chainConfig.parse({ value: false, rpc: ['http://127.0.0.1:1'] });
    registry = registryOf(
      chains.map((chain) => ({
        ...{ name: chain.name, config, deployment: chain.deployment(), providers: { [chain.family]: chain } },
      })),
    );
  });
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop();
    await storage.close();
  });

  const start = async (acceptDeviations: readonly object[]) => {
    process.env.TEST_SOLVER_API_KEY = 'key';
    const parsed = solverConfig.parse({
      database: 'solver.db',
      chains: {},
      solver: {
        ...{ http: { port: 0 }, keys: { evm: { keystore: 'none', password: { env: 'NONE' } } }, acceptDeviations },
        api: { url: 'http://127.0.0.1:1', key: { env: 'TEST_SOLVER_API_KEY' } },
        rates: { local: { ALPHA: '1', BETA: '1' } },
        lanes: [{ from: 'ALPHA@alpha', to: 'BETA@beta', minAmount: '1', maxAmount: '2' }],
      },
    });
    const started = await startSolver(
      { ...parsed, baseDir: '.' },
      { registry, storage, keys: { evm: KEY }, log: pino({ level: 'silent' }) },
    );
    running.push(started);
    return started.url;
  };

  it('refuses a bridge that differs, unless the operator accepts exactly that, and shows it', async () => {
    beta.compare = async () => ok({ found: {}, differences: [CODE] });
    const { chain, what, found } = CODE;
    for (const other of [[], [{ chain, what, found: '0x03' }], [{ chain: 'alpha', what, found }]]) {
      await assert.rejects(start(other), /chains\.beta: beta main: the code of the bridge is 0x02/);
    }
    const url = await start([{ chain, what, found }]);
    const { deployments } = (await (await fetch(`${url}/health`)).json()) as { deployments: DeploymentHealth[] };
    assert.deepEqual(
      deployments.flatMap(({ differences }) => differences),
      [{ ...CODE, accepted: true }],
    );
    const metrics = await (await fetch(`${url}/metrics`)).text();
    assert.match(metrics, /causeway_deployment_differs\{.*what="the code of the bridge",severity="accepted"\} 1/);
  });
});
