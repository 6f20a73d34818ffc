import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Random } from '@causeway/protocol/test-support/random';
import { projectFiles } from '../../../scripts/lib/check/sources.ts';
import { isNoticed, judge, limitOf, type Verdict, whileBroken } from '../judge.ts';
import type { SuiteCommands } from '../suites.ts';
import { copyWorkspace } from '../workspace.ts';
import { isEquivalent, staleAmong } from './equivalent.ts';
import { type RandomMutant, Sources } from './sources.ts';
import { loadersOf, testsOf } from './tests-of.ts';

/** Part of the mutants that must be caught. */
const PASSES = 0.95;

/** Time limit of one test, milliseconds. */
const TEST_TIMEOUT_MS = 30_000;

export interface RandomRun {
  readonly root: string;
  /** Patterns of shipped TypeScript files from the root. */
  readonly globs: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface RandomOutcome extends Omit<RandomMutant, 'text'> {
  readonly result: Verdict;
  /** The test file that noticed it. */
  readonly by: string | null;
}

export interface RandomReport {
  readonly outcomes: readonly RandomOutcome[];
  /** Changes that were drawn and are no valid types, and those known to change nothing. */
  readonly invalid: number;
  readonly equivalent: number;
  /** Entries of the list of equivalent changes that no longer describe a change of their file. */
  readonly stale: readonly string[];
  /** True when enough are caught and no entry is stale. */
  readonly passed: boolean;
}

/** Exits once the tests have ended: a failed one may leave a process waiting. */
const commandsOf = (test: string): SuiteCommands => ({
  run: ['mocha', '--bail', '--exit', '--timeout', String(TEST_TIMEOUT_MS), test],
});

/**
 * Draws `count` mutants of the files that `globs` match, each with valid types and none known to change nothing, and
 * runs the nearest test files of each until one fails. The seed alone decides which are drawn.
 */
export async function runRandom({ root, globs, count, seed, say }: RandomRun): Promise<RandomReport> {
  const files = globs.flatMap((glob) => globSync(glob, { cwd: root })).sort();
  if (files.length === 0) throw new Error(`no file matches ${globs.join(' ')}`);
  const { mutants, ...drawn } = draw(root, [...new Set(files)], count, new Random(seed));
  const loaders = loadersOf(projectFiles(root));
  const unbroken = copyWorkspace(root);
  const workspaces = Array.from({ length: availableParallelism() }, () => copyWorkspace(root));
  const outcomes: RandomOutcome[] = [];
  try {
    const limitFor = askOnce((test: string) => limitOf(unbroken.root, test, commandsOf(test)));
    await shareOut(workspaces, mutants, async (workspace, { text, ...mutant }) => {
      const judged = await whileBroken(join(workspace.root, mutant.file), text, async () => {
        for (const test of testsOf(mutant.file, loaders)) {
          const result = await judge(workspace.root, commandsOf(test), await limitFor(test));
          if (result !== 'survived') return { result, by: test };
        }
        return { result: 'survived' as const, by: null };
      });
      outcomes.push({ ...mutant, ...judged });
      const change = `${mutant.file}:${mutant.at}: ${mutant.line} → ${mutant.becomes}`;
      say(`${outcomes.length}/${mutants.length} ${judged.result.padEnd(8)} ${change}`);
    });
  } finally {
    for (const workspace of [unbroken, ...workspaces]) workspace.remove();
  }
  const noticed = outcomes.filter(({ result }) => isNoticed(result)).length;
  return { outcomes, ...drawn, passed: drawn.stale.length === 0 && noticed >= PASSES * outcomes.length };
}

function draw(root: string, files: readonly string[], count: number, random: Random) {
  const sources = new Sources(root);
  const mutants: RandomMutant[] = [];
  let invalid = 0;
  let equivalent = 0;
  try {
    const all = files.flatMap((file) => sources.mutantsOf(file));
    const stale = staleAmong(files, all);
    const left = [...all];
    while (mutants.length < count && left.length > 0) {
      const [mutant] = left.splice(random.below(left.length), 1) as [RandomMutant];
      if (isEquivalent(mutant)) equivalent += 1;
      else if (sources.isValid(mutant)) mutants.push(mutant);
      else invalid += 1;
    }
    return { mutants, invalid, equivalent, stale };
  } finally {
    sources.close();
  }
}

/** Runs `job` for every item, one at a time for each worker. */
async function shareOut<Worker, Item>(
  workers: readonly Worker[],
  items: readonly Item[],
  job: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    workers.map(async (worker) => {
      for (const item of left) await job(worker, item);
    }),
  );
}

/** `ask`, which answers each question once. */
function askOnce<T>(ask: (question: string) => Promise<T>): (question: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (question) => {
    const answer = answers.get(question) ?? ask(question);
    answers.set(question, answer);
    return answer;
  };
}
