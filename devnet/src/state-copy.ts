import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Deployment, readDeployment, writeDeployment } from '@causeway/chains';
import type { DevnetName, Family } from './networks.ts';
import { unwrap } from './unwrap.ts';

/** Folders of the chains and of deployments/NAME.json, below a devnet's folder. */
export const CHAINS = 'chains';
export const DEPLOYMENTS = 'deployments';

/**
 * Copies the chains of `networks` from the folder of a stopped devnet to that of a new one. The deployments that are
 * written there, and returned, name bridges of `families` and lanes among `networks` only.
 */
export function copyState(
  from: string,
  to: string,
  networks: readonly DevnetName[],
  families: readonly Family[],
): readonly Deployment[] {
  return networks.map((name) => {
    for (const state of [name, `${name}.json`].map((entry) => join(CHAINS, entry))) {
      if (existsSync(join(from, state))) cpSync(join(from, state), join(to, state), { recursive: true });
    }
    const whole = unwrap(readDeployment(join(from, DEPLOYMENTS), name));
    const bridges = Object.entries(only(whole.bridges, families)).map(([family, bridge]) => [
      family,
      { ...bridge, remotes: only(bridge.remotes, networks) },
    ]);
    const deployment = { ...whole, bridges: Object.fromEntries(bridges) };
    writeDeployment(join(to, DEPLOYMENTS), deployment);
    return deployment;
  });
}

/** The entries of `record` under `names`. */
const only = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
