import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

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
