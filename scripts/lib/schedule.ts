import type { Suite } from './suites.ts';

/** A machine's capacity for parallel suites. */
export interface Machine {
  readonly cores: number;
  readonly megabytes: number;
}

/** Cores that may be promised in excess, because suites that wait for blocks leave gaps. */
const OVERLAP = 0.4;

/**
 * The suite of `waiting`, which is sorted by importance, to start beside `running`: the first that fits into the free
 * capacity of `machine`. When nothing runs, any suite fits.
 */
export function nextSuite(waiting: readonly Suite[], running: readonly Suite[], machine: Machine): Suite | undefined {
  const used = (field: 'cores' | 'megabytes') => running.reduce((sum, suite) => sum + suite[field], 0);
  const free = { cores: machine.cores + OVERLAP - used('cores'), megabytes: machine.megabytes - used('megabytes') };
  return waiting.find(
    ({ cores, megabytes }) => running.length === 0 || (cores <= free.cores && megabytes <= free.megabytes),
  );
}

/** Runs every suite of `suites` in order, as many in parallel as `machine` has capacity for. */
export async function runAtOnce(
  suites: readonly Suite[],
  machine: Machine,
  run: (suite: Suite) => Promise<void>,
): Promise<void> {
  const waiting = [...suites];
  const running = new Map<Suite, Promise<void>>();
  for (;;) {
    for (let next = nextSuite(waiting, [...running.keys()], machine); next; ) {
      const suite = next;
      waiting.splice(waiting.indexOf(suite), 1);
      running.set(
        suite,
        run(suite).finally(() => running.delete(suite)),
      );
      next = nextSuite(waiting, [...running.keys()], machine);
    }
    if (running.size === 0) return;
    await Promise.race(running.values());
  }
}
