import type { Lock } from './locks.ts';
import { lock, type TxScript } from './steps.ts';

/**
 * What `read` finds, once everything that `locksOf` names for it is locked: for a job that learns only by reading what
 * it decides about. It reads again until it finds nothing else to lock, so what it returns stays true until the commit.
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
