import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { type Command, SUITES, type SuiteCommands, type SuiteName } from './suites.ts';
import { copyWorkspace } from './workspace.ts';

const HELP = `npm run mutants [-- --only ID] [--list] [--json]

Breaks one line at a time in a copy of the project and runs the tests that must notice.
Exit status 0 when every mutant is caught, 1 when one survives, does not compile or no longer applies. Tests without an end
(overtime) have noticed their mutant, too.

  --only ID   just the mutants whose id contains ID
  --list      the mutants, without running them
  --json      one JSON object at the end instead of lines`;

/** What a suite says of the sources. overtime: its tests, which pass unbroken, had no end. */
type Verdict = 'caught' | 'overtime' | 'survived' | 'unbuildable';

/** The outcome of one mutant. stale: the file no longer has its text exactly once; unbuildable: it does not compile. */
interface Outcome {
  readonly id: string;
  readonly result: Verdict | 'stale';
  readonly milliseconds: number;
}

/** How long a suite may take unbroken. A first build installs compilers. */
const UNBROKEN_MS = 60 * 60_000;

/** A broken suite may take this many times its unbroken time, and SPARE_MS more. */
const TIMES = 4;
const SPARE_MS = 60_000;

/** How `command` ended: with status 0, with another one, or ended here after `limitMs`. */
function run(root: string, [file, ...args]: Command, limitMs: number): Promise<'passed' | 'failed' | 'overtime'> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, PATH: path },
      stdio: 'ignore',
      timeout: limitMs,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0 ? 'passed' : child.killed ? 'overtime' : 'failed'));
  });
}

/** The suite's verdict on the present sources. Each of its commands has `limitMs`. */
async function judge(root: string, suite: SuiteName, limitMs: number): Promise<Verdict> {
  const { build, run: tests, more }: SuiteCommands = SUITES[suite];
  if (build && (await run(root, build, limitMs)) !== 'passed') return 'unbuildable';
  for (const command of more === undefined ? [tests] : [tests, more]) {
    const ended = await run(root, command, limitMs);
    if (ended !== 'passed') return ended === 'failed' ? 'caught' : 'overtime';
  }
  return 'survived';
}

async function tryMutant(root: string, mutant: Mutant, limitMs: number): Promise<Outcome> {
  const file = join(root, mutant.file);
  const original = readFileSync(file, 'utf8');
  const started = performance.now();
  const done = (result: Outcome['result']): Outcome => ({
    id: mutant.id,
    result,
    milliseconds: Math.round(performance.now() - started),
  });
  if (original.split(mutant.find).length !== 2) return done('stale');
  writeFileSync(
    file,
    original.replace(mutant.find, () => mutant.replace),
  );
  try {
    return done(await judge(root, mutant.suite, limitMs));
  } finally {
    writeFileSync(file, original);
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      list: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const chosen = MUTANTS.filter(({ id }) => id.includes(values.only ?? ''));
  if (values.list) {
    for (const { id, rule, file } of chosen) console.log(`${id.padEnd(36)} ${file}: ${rule}`);
    return 0;
  }
  if (chosen.length === 0) {
    console.error(`no mutant has an id with "${values.only}"; see --list`);
    return 1;
  }
  const say = (line: string) => values.json || console.log(line);
  const workspace = copyWorkspace(join(import.meta.dirname, '../..'));
  const outcomes: Outcome[] = [];
  try {
    for (const suite of new Set(chosen.map((mutant) => mutant.suite))) {
      say(`${suite}: unbroken`);
      const started = performance.now();
      const verdict = await judge(workspace.root, suite, UNBROKEN_MS);
      if (verdict !== 'survived')
        throw new Error(`the suite ${suite} is ${verdict} without any mutant; mend that first`);
      const limitMs = Math.round(TIMES * (performance.now() - started)) + SPARE_MS;
      for (const mutant of chosen.filter((candidate) => candidate.suite === suite)) {
        const outcome = await tryMutant(workspace.root, mutant, limitMs);
        outcomes.push(outcome);
        say(
          `${outcomes.length}/${chosen.length} ${outcome.result.padEnd(8)} ${outcome.id} (${(outcome.milliseconds / 1000).toFixed(1)} s)`,
        );
      }
    }
  } finally {
    workspace.remove();
  }
  const missed = outcomes.filter(({ result }) => result !== 'caught' && result !== 'overtime');
  if (values.json) console.log(JSON.stringify({ outcomes }));
  else console.log(`${outcomes.length - missed.length} of ${outcomes.length} mutants caught`);
  return missed.length === 0 ? 0 : 1;
}

process.exitCode = await main();
