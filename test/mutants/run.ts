import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isNoticed, judge, limitOf, type Verdict, whileBroken } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { runRandom } from './random/run.ts';
import { SUITES, type SuiteName } from './suites.ts';
import { copyWorkspace } from './workspace.ts';

const HELP = `npm run mutants [-- --only ID] [--suite NAME] [--list] [--json]
npm run mutants -- --random N [--seed S] --files GLOB [--suite NAME] [--json]

Breaks one line at a time in a copy of the project and runs the tests that must notice. Tests without an end (overtime)
have noticed their mutant, too. Exit status 0 when every mutant is caught, 1 when one survives, does not compile or no longer
applies.

  --only ID     just the mutants whose id contains ID
  --suite NAME  just those of this suite; repeatable
  --list        the mutants, without running them
  --random N    N small changes at random places of the TypeScript files that --files names, instead of the list; a
                comparison, a condition, a constant or an early return each. The nearest test files judge it. With
                --suite the files are a contract's, in Solidity or Rust, and that suite judges. Exit status 1 when
                fewer than 95 % are caught, or an entry of test/mutants/random/equivalent.ts is stale
  --seed S      other places: the integer S chooses them; 1 when absent
  --files GLOB  files from the project's root; repeatable
  --json        one JSON object at the end instead of lines`;

/** The outcome of one mutant. stale: the file no longer has its text exactly once; unbuildable: it does not compile. */
interface Outcome {
  readonly id: string;
  readonly result: Verdict | 'stale';
  readonly milliseconds: number;
}

const ROOT = join(import.meta.dirname, '../..');

async function tryMutant(root: string, mutant: Mutant, limitMs: number): Promise<Outcome> {
  const file = join(root, mutant.file);
  const original = readFileSync(file, 'utf8');
  const started = performance.now();
  const broken = original.replace(mutant.find, () => mutant.replace);
  const result =
    original.split(mutant.find).length === 2
      ? await whileBroken(file, broken, () => judge(root, SUITES[mutant.suite], limitMs))
      : 'stale';
  return { id: mutant.id, result, milliseconds: Math.round(performance.now() - started) };
}

/** Tries `chosen`, suite by suite, each suite unbroken first. */
async function tryAll(chosen: readonly Mutant[], say: (line: string) => void): Promise<readonly Outcome[]> {
  const workspace = copyWorkspace(ROOT);
  const outcomes: Outcome[] = [];
  try {
    for (const [suite, mutants] of Map.groupBy(chosen, (mutant) => mutant.suite)) {
      say(`${suite}: unbroken`);
      const limitMs = await limitOf(workspace.root, `the suite ${suite}`, SUITES[suite]);
      for (const mutant of mutants) {
        const outcome = await tryMutant(workspace.root, mutant, limitMs);
        outcomes.push(outcome);
        const seconds = (outcome.milliseconds / 1000).toFixed(1);
        say(`${outcomes.length}/${chosen.length} ${outcome.result.padEnd(8)} ${outcome.id} (${seconds} s)`);
      }
    }
  } finally {
    workspace.remove();
  }
  return outcomes;
}

const isSuite = (name: string): name is SuiteName => Object.hasOwn(SUITES, name);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      suite: { type: 'string', multiple: true },
      list: { type: 'boolean' },
      random: { type: 'string' },
      seed: { type: 'string', default: '1' },
      files: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const say = (line: string) => values.json || console.log(line);
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.random !== undefined) {
    const [count, seed] = [Number(values.random), Number(values.seed)];
    if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
      console.error('--random takes a number of mutants and --seed an integer');
      return 2;
    }
    const [suite, ...further] = values.suite ?? [];
    if (further.length > 0 || (suite !== undefined && !isSuite(suite))) {
      console.error(`--random takes one suite at most: ${Object.keys(SUITES).join(', ')}`);
      return 2;
    }
    const report = await runRandom({ root: ROOT, globs: values.files, suite, count, seed, say });
    const { outcomes, invalid, equivalent, stale } = report;
    const caught = outcomes.filter(({ result }) => isNoticed(result)).length;
    for (const entry of stale) say(`stale in equivalent.ts: ${entry}`);
    say(
      `${caught} of ${outcomes.length} mutants caught; left out: ${invalid} that do not compile, ${equivalent} that change nothing`,
    );
    if (values.json) console.log(JSON.stringify(report));
    return report.passed ? 0 : 1;
  }
  const chosen = MUTANTS.filter(({ id, suite }) => id.includes(values.only) && (values.suite?.includes(suite) ?? true));
  if (values.list) {
    for (const { id, rule, file } of chosen) console.log(`${id.padEnd(36)} ${file}: ${rule}`);
    return 0;
  }
  if (chosen.length === 0) {
    console.error('no mutant has that id and suite; see --list');
    return 1;
  }
  const outcomes = await tryAll(chosen, say);
  const caught = outcomes.filter(({ result }) => isNoticed(result)).length;
  if (values.json) console.log(JSON.stringify({ outcomes }));
  else console.log(`${caught} of ${outcomes.length} mutants caught`);
  return caught === outcomes.length ? 0 : 1;
}

process.exitCode = await main();
