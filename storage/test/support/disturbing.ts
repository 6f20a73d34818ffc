import type { Engine } from '../../src/core/engine.ts';
import { runText, type TxScript } from '../../src/core/steps.ts';
import { aroundEngine } from './around.ts';

/** What a server answers to a transaction that it takes back: serialization failure, deadlock, no lock in time. */
const TAKEN_BACK = ['40001', '40P01', '55P03'] as const;

/** Requests of a job, of which one is chosen. */
const REQUESTS = 6;

/** `steps`, which the server takes back before the request number `at`, if there is one. */
function* disturb<T>(steps: TxScript<T>, at: number, code: string, tell: (code: string) => void): TxScript<T> {
  let step = steps.next();
  for (let number = 0; !step.done; number += 1) {
    if (number === at) {
      tell(code);
      yield* runText(`do $$ begin raise sqlstate '${code}'; end $$`);
    }
    try {
      step = steps.next(yield step.value);
    } catch (error) {
      step = steps.throw(error);
    }
  }
  return step.value;
}

const below = (limit: number): number => Math.floor(Math.random() * limit);

/**
 * Puts something around a PostgreSQL engine by which the server takes back a share of the jobs, once or twice each, at
 * any of their requests. `tell` gets the server's code each time.
 */
export const disturbing =
  (share: number, tell: (code: string) => void = () => {}) =>
  (inner: Engine): Engine =>
    aroundEngine(inner, {
      write(durability, steps, how) {
        let left = Math.random() < share ? 1 + below(2) : 0;
        const some = () => {
          if (left === 0) return steps();
          left -= 1;
          return disturb(steps(), below(REQUESTS), TAKEN_BACK[below(TAKEN_BACK.length)] as string, tell);
        };
        return inner.write(durability, some, how);
      },
    });
