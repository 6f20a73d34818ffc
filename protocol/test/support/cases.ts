// The random cases of all tests. Each run has the same ones. CAUSEWAY_SEED=N chooses others. CAUSEWAY_LONG=1 makes the
// tests long and, without a seed, chooses one.
import { randomInt } from 'node:crypto';
import fc from 'fast-check';

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

/** Time between two lines of progress, milliseconds. */
const PROGRESS_MS = 30_000;

/** Says how far the running test is, in the long mode, at most every half minute. `text` is called for each line. */
export const sayProgress = progressLines();

function progressLines(): (text: () => string) => void {
  if (!LONG) return () => {};
  let title = '';
  let saidMs = performance.now();
  let ran = 0;
  const say = (text: () => string): void => {
    if (performance.now() - saidMs < PROGRESS_MS) return;
    saidMs = performance.now();
    console.error(`${new Date().toISOString().slice(11, 19)}  ${text()}: ${title}`);
  };
  globalThis.beforeEach?.(function begin(this: Mocha.Context) {
    title = this.currentTest?.fullTitle() ?? '';
    ran = 0;
  });
  fc.configureGlobal({
    ...fc.readConfigureGlobal(),
    beforeEach: () => {
      ran += 1;
      say(() => `${ran} cases`);
    },
  });
  return say;
}

function seedOf(given: string): number {
  if (given === '') return LONG ? randomInt(2 ** 31) : USUAL_SEED;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`CAUSEWAY_SEED must be an integer, not ${given}`);
  return seed;
}

/**
 * Time limit in milliseconds of a test that takes up to `usual` in the usual mode; none (0) in the long mode, whose
 * suites have limits that grow while others use the machine.
 */
export const timeLimit = (usual: number): number => (LONG ? 0 : usual);
