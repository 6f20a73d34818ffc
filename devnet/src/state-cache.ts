import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startDevnet } from './devnet.ts';
import { madeOnce } from './made-once.ts';
import { type DevnetName, USUAL_NETWORKS } from './networks.ts';
import { CHAINS } from './state-copy.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Where states are kept. */
const CACHE = join(ROOT, '.causeway/test/state');

/**
 * Everything that decides what a deployed devnet is: contracts, the code that deploys them, and the chains' own code.
 */
const DECISIVE = [
  'package-lock.json',
  'contracts/manifest.json',
  'contracts/*/artifacts/**',
  '{protocol,networks,chains,devnet}/src/**',
  'radix-ledger/{src,artifacts}/**',
];

/** Seconds between blocks while the bridges are deployed. */
const BLOCK_TIME = 0.1;

/**
 * Folder of a stopped devnet with every bridge deployed on `networks`, or on the usual five where these are among them,
 * for `startDevnet({ deployed })`. It is made once and then kept under a hash of everything that decides what is in it.
 */
export function deployedState(networks: readonly DevnetName[] = USUAL_NETWORKS): Promise<string> {
  const usual = networks.every((name) => USUAL_NETWORKS.includes(name));
  const name = [hashOf(ROOT, DECISIVE), ...(usual ? [] : [...networks].sort())].join('-');
  return madeOnce(join(CACHE, name), async (folder) => {
    const devnet = await startDevnet({ folder, blockTime: BLOCK_TIME, ...(usual ? {} : { networks }) });
    await devnet.stop();
    const files = devnet.chains.filter(({ network }) => network.kind === 'evm');
    requireWritten(files.map(({ network }) => join(folder, CHAINS, `${network.name}.json`)));
  });
}

/**
 * Throws unless a node has written its chain to each of `files`. On a full disk it leaves an empty one, and ends as
 * usual.
 */
export function requireWritten(files: readonly string[]): void {
  for (const file of files) {
    try {
      JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      throw new Error(`${file} is not a whole chain; is there room on the disk?`);
    }
  }
}

/** A hash of the names and contents of all files below `root` that match `patterns`. */
export function hashOf(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync(patterns, { cwd: root }).sort()) {
    if (!statSync(join(root, path)).isFile()) continue;
    const content = createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
    hash.update(`${path} ${content}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}
