import type { Suite } from './suites.ts';

/** A machine's capacity for parallel suites. */
export interface Machine {
  readonly cores: number;
  readonly megabytes: number;
}

/**
 * The suite of `waiting`, which is sorted by importance, to start beside `running`: the first with enough memory and a
 * place. Each core has one place for a suite that computes and one for a suite that waits, but at most one suite more
 * than there are cores runs in parallel. When nothing runs, any suite fits.
 */
export function nextSuite(waiting: readonly Suite[], running: readonly Suite[], machine: Machine): Suite | undefined {
  if (running.length === 0) return waiting[0];
  if (running.length > machine.cores) return undefined;
  const free = running.reduce((megabytes, suite) => megabytes - suite.megabytes, machine.megabytes);
  const alike = (load: Suite['load']) => running.filter((suite) => suite.load === load).length;
  return waiting.find(({ load, megabytes }) => megabytes <= free && alike(load) < machine.cores);
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
