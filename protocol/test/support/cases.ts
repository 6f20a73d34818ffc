// The random cases of all tests. Each run has the same ones. CAUSEWAY_SEED=N chooses others. CAUSEWAY_LONG=1 makes the
// tests long and, without a seed, chooses one.
import { randomInt } from 'node:crypto';

/** True in the long mode, `npm run test:long`. */
export const LONG = process.env.CAUSEWAY_LONG === '1';

const USUAL_SEED = 20_260_101;

/** The seed of every random test of this process. */
export const SEED = seedOf(process.env.CAUSEWAY_SEED ?? '');

/** A test may say what its cases must reach: they are the usual ones, or so many that they reach everything. */
export const IS_TELLING = LONG || SEED === USUAL_SEED;

if (SEED !== USUAL_SEED) console.error(`random cases: CAUSEWAY_SEED=${SEED}`);

/** Parameters of fast-check: the number of cases in the usual and in the long mode, and the seed. */
export const cases = (usual: number, long: number): { readonly numRuns: number; readonly seed: number } => ({
  numRuns: LONG ? long : usual,
  seed: SEED,
});

function seedOf(given: string): number {
  if (given === '') return LONG ? randomInt(2 ** 31) : USUAL_SEED;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`CAUSEWAY_SEED must be an integer, not ${given}`);
  return seed;
}

/** Time limit in milliseconds of a test that takes up to `usual` in the usual mode. */
export const timeLimit = (usual: number): number => (LONG ? 3_600_000 : usual);
