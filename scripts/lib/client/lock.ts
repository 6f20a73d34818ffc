import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '@causeway/keys/file-lock';

/** Milliseconds between two attempts to get a lock. */
const POLL_MS = 20;

/**
 * Runs `work` while no other process does so under the same `path`, a lock as takeLock takes it. Rejects after
 * `waitMs`.
 */
export async function locked<T>(path: string, work: () => Promise<T>, waitMs = 120_000): Promise<T> {
  const end = performance.now() + waitMs;
  let release = takeLock(path, 0);
  while (release === null) {
    if (performance.now() > end) throw new Error(`another causeway process holds ${path}`);
    await sleep(POLL_MS);
    release = takeLock(path, 0);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
