import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that a process removes at its end. */
export interface TemporaryFolder {
  readonly folder: string;
  readonly remove: () => void;
}

/** Folders that this process removes at its end. */
const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Lets `folder` go with this process, unless `remove` is called before. */
function goesWithProcess(folder: string): TemporaryFolder {
  folders.add(folder);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  return { folder, remove };
}

/**
 * An empty folder of this process in the system's temporary folder. Folders of the same purpose whose process was
 * killed are removed.
 */
export function temporaryFolder(purpose: string): TemporaryFolder {
  const prefix = `causeway-${purpose}-`;
  const pattern = new RegExp(`^${prefix}(\\d+)-`);
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(pattern.exec(name)?.[1] ?? process.pid);
    if (!isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  return goesWithProcess(mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
