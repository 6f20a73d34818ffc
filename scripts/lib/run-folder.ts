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
 * A folder of this run below `parent`, named after the process, so that runs side by side have their own. Those of
 * processes that have ended are removed: what the last run left can be looked at until the next one starts.
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
