import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Random } from '@causeway/protocol/test-support/random';
import { projectFiles } from '../../../scripts/lib/check/sources.ts';
import { isNoticed, judge, limitOf, type Verdict, whileBroken } from '../judge.ts';
import { SUITES, type SuiteCommands, type SuiteName } from '../suites.ts';
import { copyWorkspace, type Workspace } from '../workspace.ts';
import { isEquivalent, staleAmong } from './equivalent.ts';
import { contractMutantsOf, type RandomMutant, Sources } from './sources.ts';
import { loadersOf, testsOf } from './tests-of.ts';

/** Part of the mutants that must be caught. */
const PASSES = 0.95;

/** Time limit of one test, milliseconds. */
const TEST_TIMEOUT_MS = 30_000;

export interface RandomRun {
  readonly root: string;
  /** Patterns of shipped TypeScript files from the root, or of a contract's files when `suite` judges them. */
  readonly globs: readonly string[];
  readonly suite?: SuiteName | undefined;
  readonly count: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface RandomOutcome extends Omit<RandomMutant, 'text'> {
  readonly result: Verdict;
  /** The test file, or the suite, that noticed it. */
  readonly by: string | null;
}

export interface RandomReport {
  readonly outcomes: readonly RandomOutcome[];
  /** Changes that were drawn and are no valid types or do not compile, and those known to change nothing. */
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

/** Makes mutants of files, and judges them. */
interface Judging {
  readonly all: readonly RandomMutant[];
  /** Whether it compiles, if that is quick to tell. */
  isValid(mutant: RandomMutant): boolean;
  /** The verdict in a folder that has the mutant; `unbroken`: one where nothing is broken. */
  judge(mutant: RandomMutant, folder: string, unbroken: string): Promise<Pick<RandomOutcome, 'result' | 'by'>>;
  close(): void;
}

/**
 * Draws `count` mutants of the files that `globs` match, each one that compiles and none known to change nothing. A
 * mutant of TypeScript is judged by its nearest test files until one fails, and one of a contract by `suite`. The seed
 * alone decides which are drawn.
 */
export async function runRandom({ root, globs, suite, count, seed, say }: RandomRun): Promise<RandomReport> {
  const files = [...new Set(globs.flatMap((glob) => globSync(glob, { cwd: root })).sort())];
  if (files.length === 0) throw new Error(`no file matches ${globs.join(' ')}`);
  const judging = suite ? byItsSuite(root, files, suite) : byTestsNear(root, files);
  const unbroken = copyWorkspace(root);
  const workspaces = Array.from({ length: availableParallelism() }, () => copyWorkspace(root));
  const random = new Random(seed);
  const left = [...judging.all];
  const outcomes: RandomOutcome[] = [];
  const drawn = { invalid: 0, equivalent: 0 };
  const next = (): RandomMutant | undefined => {
    while (left.length > 0) {
      const [mutant] = left.splice(random.below(left.length), 1) as [RandomMutant];
      if (isEquivalent(mutant)) drawn.equivalent += 1;
      else if (judging.isValid(mutant)) return mutant;
      else drawn.invalid += 1;
    }
    return undefined;
  };
  let underWay = 0;
  const work = async ({ root: folder }: Workspace) => {
    while (outcomes.length + underWay < count) {
      const mutant = next();
      if (mutant === undefined) return;
      const { text, ...shown } = mutant;
      underWay += 1;
      const judged = await whileBroken(join(folder, mutant.file), text, () =>
        judging.judge(mutant, folder, unbroken.root),
      );
      underWay -= 1;
      if (judged.result === 'unbuildable') {
        drawn.invalid += 1;
        continue;
      }
      outcomes.push({ ...shown, ...judged });
      const change = `${mutant.file}:${mutant.at}: ${mutant.line} → ${mutant.becomes}`;
      say(`${outcomes.length}/${count} ${judged.result.padEnd(8)} ${change}`);
    }
  };
  try {
    await Promise.all(workspaces.map(work));
  } finally {
    judging.close();
    for (const workspace of [unbroken, ...workspaces]) workspace.remove();
  }
  const noticed = outcomes.filter(({ result }) => isNoticed(result)).length;
  const stale = staleAmong(files, judging.all);
  return { outcomes, ...drawn, stale, passed: stale.length === 0 && noticed >= PASSES * outcomes.length };
}

/** TypeScript, by the tests that load a file. */
function byTestsNear(root: string, files: readonly string[]): Judging {
  const sources = new Sources(root);
  const loaders = loadersOf(projectFiles(root));
  const limitFor = askOnce((test: string, unbroken: string) => limitOf(unbroken, test, commandsOf(test)));
  return {
    all: files.flatMap((file) => sources.mutantsOf(file)),
    isValid: (mutant) => sources.isValid(mutant),
    async judge({ file }, folder, unbroken) {
      for (const test of testsOf(file, loaders)) {
        const result = await judge(folder, commandsOf(test), await limitFor(test, unbroken));
        if (result !== 'survived') return { result, by: test };
      }
      return { result: 'survived', by: null };
    },
    close: () => sources.close(),
  };
}

const isGenerated = (root: string, file: string): boolean =>
  readFileSync(join(root, file), 'utf8').startsWith('//! Written by ');

/** A contract, by all tests of its suite, which also compiles it. */
function byItsSuite(root: string, files: readonly string[], suite: SuiteName): Judging {
  const commands = SUITES[suite];
  const limitFor = askOnce((name: string, unbroken: string) => limitOf(unbroken, `the suite ${name}`, commands));
  return {
    // The build writes the generated ones anew.
    all: files.filter((file) => !isGenerated(root, file)).flatMap((file) => contractMutantsOf(root, file)),
    isValid: () => true,
    async judge(_mutant, folder, unbroken) {
      const result = await judge(folder, commands, await limitFor(suite, unbroken));
      return { result, by: isNoticed(result) ? suite : null };
    },
    close: () => {},
  };
}

/** `ask`, which answers each question once. */
function askOnce<T>(ask: (question: string, place: string) => Promise<T>): typeof ask {
  const answers = new Map<string, Promise<T>>();
  return (question, place) => {
    const answer = answers.get(question) ?? ask(question, place);
    answers.set(question, answer);
    return answer;
  };
}
