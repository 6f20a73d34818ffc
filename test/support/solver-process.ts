import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '@causeway/config';
import { signerConfig } from '@causeway/relayer';
import { networkOf } from './chain-control.ts';
import type { SystemKind } from './control.ts';
import { CausewayProcess } from './processes.ts';
import type { Stack } from './stack.ts';

/** Environment variable with the API key of a solver under test. */
const API_KEY = 'CAUSEWAY_TEST_SOLVER_KEY';

/** `causeway solver` as a process, with the keys of the first signer, whose accounts send nothing else. */
export interface SolverProcess {
  readonly process: CausewayProcess;
  /** Its configuration file, and its database. */
  readonly config: string;
  readonly database: string;
}

/** Writes the configuration of a solver that takes the peer's coin for the chain's asset, and names the process. */
export async function solverProcess(kind: SystemKind, stack: Stack, apiUrl: string): Promise<SolverProcess> {
  const { configuration, folder, guard } = stack.devnet;
  const { chain, peer, asset } = kind;
  const coin = networkOf(peer).assets.main.symbol;
  const { config: signer = '' } = configuration.signers[0] ?? {};
  const { baseDir: _, signer: section, ...shared } = loadConfig(signer, signerConfig);
  const port = await freePort();
  process.env[API_KEY] = 'test';
  const config = join(folder, 'solver.yaml');
  const solver = {
    ...{ http: { port }, keys: section.keys, api: { url: apiUrl, key: { env: API_KEY } } },
    rates: { local: { [coin]: '1000000', [asset]: '1' } },
    lanes: [{ from: `${coin}@${peer}`, to: `${asset}@${chain}`, minAmount: '0.0001', maxAmount: '1' }],
    intervals: { listMs: 100 },
  };
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ ...shared, database: 'solver.db', solver }));
  const named = { name: 'solver', config, url: `http://127.0.0.1:${port}` };
  return {
    process: new CausewayProcess('solver', named, folder, guard),
    ...{ config, database: join(folder, 'solver.db') },
  };
}

/** A port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
