import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^run-(\d+)$/;

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a folder for this run below `parent`. Its name contains the process id, so that parallel runs have separate
 * folders. Removes folders of ended processes: the last run's files stay until the next run starts.
 */
export function createRunFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
    if (!alive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `run-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}
