import type { Clock } from '@causeway/runtime';
import type { Durability, Engine, Writing } from './engine.ts';
import { type Fenced, guardedBy, type LeaseStatements, requireLease } from './leases.ts';
import type { TxScript } from './steps.ts';
import { together } from './together.ts';

/** The parts that every repository works with. */
export interface Context {
  /** Runs reads, see Engine.read. */
  readonly read: Engine['read'];
  /** Runs a transaction, see Engine.write. With a `fence`, fails with LeaseLost when another holder has that lease. */
  readonly write: <T>(durability: Durability, steps: () => TxScript<T>, how: Fenced & Writing) => Promise<T>;
  /** Unix milliseconds of this process. */
  readonly clock: Clock;
  /** A new UUID v7, greater than all earlier ones. */
  readonly newId: () => string;
}

/** The context over `engine`. */
export function createContext(engine: Engine, leases: LeaseStatements, clock: Clock, newId: () => string): Context {
  return {
    read: (steps) => engine.read(steps),
    write: (durability, steps, { fence, ...how }) => {
      if (fence === undefined) return engine.write(durability, steps, how);
      return engine.write(
        durability,
        function* () {
          // The look at the lease costs no round trip of its own; without the lease the job is undone.
          const [, value] = yield* together(requireLease(leases, fence), steps());
          return value;
        },
        { ...how, locks: guardedBy(fence, how.locks) },
      );
    },
    clock,
    newId,
  };
}
