import type { TxScript } from './steps.ts';

/** Most calls that one job serves, which limits how long others wait. */
const MAX_CALLS = 256;

interface Call<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Serves many calls by one job: all that have come until the job begins. `run` runs the job. `serve` returns a value
 * for each input, in their order, as if it had served one after the other. When it throws, each call is served by
 * itself, so that only the failing one fails.
 */
export function inBatches<Input, Output>(
  run: <T>(steps: () => TxScript<T>) => Promise<T>,
  serve: (inputs: readonly Input[]) => TxScript<readonly Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Call<Input, Output>[] = [];

  async function work(): Promise<void> {
    let calls: readonly Call<Input, Output>[] | undefined;
    let failed = false;
    try {
      const outputs = await run(function* () {
        // A job can run again, and then serves the same calls.
        calls ??= take();
        failed = false;
        try {
          return yield* serve(calls.map(({ input }) => input));
        } catch (error) {
          failed = true;
          throw error;
        }
      });
      for (const [index, { resolve }] of (calls ?? []).entries()) resolve(outputs[index] as Output);
    } catch (error) {
      calls ??= take();
      // A failure of the commit says nothing about the calls, and may not be one.
      if (failed && calls.length > 1) await Promise.all(calls.map(alone));
      else for (const { reject } of calls) reject(error);
    }
  }

  const alone = async ({ input, resolve, reject }: Call<Input, Output>): Promise<void> => {
    try {
      const [output] = await run(() => serve([input]));
      resolve(output as Output);
    } catch (error) {
      reject(error);
    }
  };

  function take(): readonly Call<Input, Output>[] {
    const taken = waiting.slice(0, MAX_CALLS);
    waiting = waiting.slice(MAX_CALLS);
    if (waiting.length > 0) void work();
    return taken;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ input, resolve, reject }) === 1) void work();
    });
}
