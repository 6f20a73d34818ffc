import type { Lock, Locking } from './locks.ts';
import type { TxScript } from './steps.ts';

/** Most calls that one job serves, which limits how long others wait. */
const MAX_CALLS = 256;

/** Most locks that the calls of one job take: the lock table of a server is finite. One call may take more. */
const MAX_LOCKS = 96;

const keyOf = ({ kind, id, shared }: Lock): string => `${kind} ${shared ?? false} ${id}`;

interface Call<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Serves many calls by one job: all that have come until the job begins. `run` runs the job. `serve` returns a value
 * for each input, in their order, as if it had served one after the other. When it throws, each call is served by
 * itself, so that only the failing one fails. The job locks what `locksOf` names for each of its inputs.
 */
export function inBatches<Input, Output>(
  run: <T>(steps: () => TxScript<T>, locking: Required<Locking>) => Promise<T>,
  serve: (inputs: readonly Input[]) => TxScript<readonly Output[]>,
  locksOf: (input: Input) => readonly Lock[],
): (input: Input) => Promise<Output> {
  let waiting: Call<Input, Output>[] = [];

  async function work(): Promise<void> {
    let calls: readonly Call<Input, Output>[] | undefined;
    /** How many calls the locks are for: those that come while they are taken are for the next job. */
    let locked = MAX_CALLS;
    let failed = false;
    const locks = (): readonly Lock[] => {
      if (calls) return calls.flatMap(({ input }) => locksOf(input));
      const all = new Map<string, Lock>();
      locked = 0;
      for (const { input } of waiting.slice(0, MAX_CALLS)) {
        const more = locksOf(input).filter((lock) => !all.has(keyOf(lock)));
        if (locked > 0 && all.size + more.length > MAX_LOCKS) break;
        for (const lock of more) all.set(keyOf(lock), lock);
        locked += 1;
      }
      return [...all.values()];
    };
    try {
      const outputs = await run(
        function* () {
          // A job can run again, and then serves the same calls.
          calls ??= take(locked);
          failed = false;
          try {
            return yield* serve(calls.map(({ input }) => input));
          } catch (error) {
            failed = true;
            throw error;
          }
        },
        { locks },
      );
      for (const [index, { resolve }] of (calls ?? []).entries()) resolve(outputs[index] as Output);
    } catch (error) {
      calls ??= take(MAX_CALLS);
      // A failure of the commit says nothing about the calls, and may not be one.
      if (failed && calls.length > 1) await Promise.all(calls.map(alone));
      else for (const { reject } of calls) reject(error);
    }
  }

  const alone = async ({ input, resolve, reject }: Call<Input, Output>): Promise<void> => {
    try {
      const [output] = await run(() => serve([input]), { locks: locksOf(input) });
      resolve(output as Output);
    } catch (error) {
      reject(error);
    }
  };

  function take(most: number): readonly Call<Input, Output>[] {
    const taken = waiting.slice(0, most);
    waiting = waiting.slice(most);
    if (waiting.length > 0) void work();
    return taken;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ input, resolve, reject }) === 1) void work();
    });
}
