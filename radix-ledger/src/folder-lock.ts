import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'lock';

/**
 * Locks `folder` for this process and returns a function that unlocks it. Throws when a running process has it. The
 * lock of a killed process is replaced.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, FILE);
  const claim = () => writeFileSync(path, String(process.pid), { flag: 'wx' });
  try {
    claim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(path, 'utf8'));
    if (isRunning(owner)) throw new Error(`${folder} is in use by process ${owner}`);
    rmSync(path);
    claim();
  }
  return () => rmSync(path, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
