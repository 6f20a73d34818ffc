import type { Lock } from './locks.ts';
import { lock, type TxScript } from './steps.ts';

/**
 * The answer of `read`, once everything that `locksOf` names for it is locked: for a job whose subjects are known only
 * after a read. Reads again until nothing else is to be locked, so that the answer stays true until the commit.
 */
export function* readLocked<T>(read: () => TxScript<T>, locksOf: (found: T) => readonly Lock[]): TxScript<T> {
  const held = new Set<string>();
  for (;;) {
    const found = yield* read();
    const missing = new Map(
      locksOf(found).flatMap((one) => {
        const name = JSON.stringify(one);
        return held.has(name) ? [] : [[name, one] as const];
      }),
    );
    if (missing.size === 0) return found;
    yield* lock(...missing.values());
    for (const name of missing.keys()) held.add(name);
  }
}
