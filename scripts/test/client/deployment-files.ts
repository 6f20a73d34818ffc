import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '@causeway/chains';

/** A folder of deployment files, as `--deployments` takes it. */
export interface DeploymentFiles {
  readonly folder: string;
  remove(): void;
}

/** Writes the deployments of chains in memory as files. */
export function deploymentFiles(deployments: readonly Deployment[]): DeploymentFiles {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-deployments-'));
  for (const deployment of deployments) {
    // Chains in memory name no members, and a file must.
    const oracle = { ...deployment.oracle, members: ['0x01'], threshold: 1 };
    writeFileSync(join(folder, `${deployment.network}.json`), JSON.stringify({ ...deployment, oracle }));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
