import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet } from './devnet.ts';
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

/** Milliseconds between two checks whether another process has finished. */
const LOOK_MS = 100;

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

/**
 * The path `folder`, after `make` has filled it. `make` fills a draft that gets its name only when it is complete. When
 * several processes ask at the same time, one makes the folder and the others wait.
 */
export async function madeOnce(folder: string, make: (draft: string) => Promise<void>): Promise<string> {
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!takeLock(lock)) {
      await sleep(LOOK_MS);
      continue;
    }
    try {
      if (!existsSync(folder)) await fill(folder, make);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return folder;
}

async function fill(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  const among = dirname(folder);
  for (const left of globSync(`${basename(folder)}.*.draft`, { cwd: among })) {
    // A killed process finishes none.
    if (!isAlive(left.split('.').at(-2))) rmSync(join(among, left), { recursive: true, force: true });
  }
  const draft = `${folder}.${randomUUID()}.${process.pid}.draft`;
  try {
    await make(draft);
    renameSync(draft, folder);
  } catch (error) {
    // Two processes may remove the lock of a dead one at the same time and both make the folder.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * True when this process has the lock now. The lock of a process that has ended, or that had no room for its id, is
 * removed for the next try. Throws when the lock cannot be written.
 */
function takeLock(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (!isTaken || !holderLives(path)) rmSync(path, { force: true });
    if (isTaken) return false;
    throw error;
  }
}

function holderLives(lock: string): boolean {
  try {
    return isAlive(readFileSync(lock, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether the process of an id runs. A file without an id is of none. */
function isAlive(pid: string | undefined): boolean {
  try {
    return Number(pid) > 0 && process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
