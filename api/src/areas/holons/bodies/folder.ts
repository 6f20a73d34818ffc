import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '@causeway/protocol';
import { type BodyKey, type BodyProvider, pathOf } from './provider.ts';

/** A file in every folder of bodies. Without it, the folder is a mount point without its file system. */
const MARKER = '.causeway-holons';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Writes the entries of `folder` to the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The last two digits of an id, which are random: they spread the folders of holons over 256 folders. */
const shardOf = (holonId: string): string => holonId.slice(-2);

/**
 * Opens a folder of files, one per body, and creates it where it is absent, for its owner alone. Throws when `root` has
 * other files, or cannot be written.
 */
export async function openFolder(name: string, root: string): Promise<BodyProvider> {
  const marker = join(root, MARKER);
  await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER });
  if (!(await exists(marker))) {
    if ((await readdir(root)).length > 0) throw new Error(`${root} has other files and no ${MARKER}`);
    await writeFile(marker, '', { flag: 'a', flush: true, mode: PRIVATE_FILE });
    await syncFolder(root);
  }

  const fileOf = (key: BodyKey): string => {
    const [holonId, bodyId] = pathOf(key);
    return join(root, shardOf(holonId), holonId, `${bodyId}.json`);
  };
  /** Throws when the folder is not there: then nobody knows which bodies it has. */
  const requireMarker = async (): Promise<void> => void (await stat(marker));

  return {
    name,

    async put(key, body, signal) {
      const file = fileOf(key);
      const folder = dirname(file);
      await requireMarker();
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      const temporary = join(root, `${randomUUID()}.tmp`);
      try {
        await writeFile(temporary, body, { flag: 'wx', flush: true, mode: PRIVATE_FILE, signal });
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      // The new names of file and folders must be on the disk as well.
      for (const changed of [folder, dirname(folder), root]) await syncFolder(changed);
    },

    async get(key, signal) {
      try {
        return await readFile(fileOf(key), { encoding: 'utf8', signal });
      } catch (error) {
        if (!isMissing(error)) throw error;
        await requireMarker();
        return undefined;
      }
    },

    async remove(key) {
      await requireMarker();
      await rm(fileOf(key), { force: true });
    },

    probe: requireMarker,

    async close() {},
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
