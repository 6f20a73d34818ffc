import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * States of earlier blocks that a node keeps on disk, beside about ten in memory. Nothing here reads further back than a chain's
 * finality and what a lagging endpoint may lack. A state has about a megabyte, and without this bound a node writes one for each block.
 */
export const PAST_STATES = 40;

const PREFIX = 'causeway-anvil-';
const NAME = new RegExp(`^${PREFIX}(\\d+)-`);

/** Folders of running nodes, which this process removes at its end. */
const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes the folders of processes that were killed. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
    if (!isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/**
 * An empty folder for a node's past states: beside its state file, or in the system's temporary folder without one. What a killed
 * node left is removed. The returned function removes the folder.
 */
export function pastStates(stateFile: string | undefined): { readonly folder: string; readonly remove: () => void } {
  if (stateFile === undefined) sweep();
  const folder =
    stateFile === undefined ? mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)) : `${stateFile}.past`;
  if (stateFile !== undefined) rmSync(folder, { recursive: true, force: true });
  folders.add(folder);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  return { folder, remove };
}

/** What earlier versions left below the user's home, and the command that removes it; undefined when there is nothing. */
export function leftBehind(home = homedir()): string | undefined {
  const folder = join(home, '.foundry', 'anvil', 'tmp');
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => basename(name).startsWith('anvil-state-'));
  } catch {
    return undefined;
  }
  if (names.length === 0) return undefined;
  return `earlier local chains left ${names.length} folders, maybe gigabytes: rm -r ${join(folder, 'anvil-state-')}*`;
}
