import { readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { goesWithProcess, type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';

/**
 * States of earlier blocks that a node keeps on disk, beside about ten in memory. Nothing here reads further back than
 * a chain's finality and what a lagging endpoint may lack. A state has about a megabyte, and without this bound a node
 * writes one for each block.
 */
export const PAST_STATES = 40;

/**
 * An empty folder for a node's past states: beside its state file, or in the system's temporary folder without one.
 * What a killed node left is removed.
 */
export function pastStates(stateFile: string | undefined): TemporaryFolder {
  if (stateFile === undefined) return temporaryFolder('anvil');
  const folder = `${stateFile}.past`;
  rmSync(folder, { recursive: true, force: true });
  return goesWithProcess(folder);
}

/**
 * What earlier versions left below the user's home, and the command that removes it; undefined when there is nothing.
 */
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
