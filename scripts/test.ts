// npm test: every suite of the project, two at a time.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runSuite, type SuiteResult } from './lib/suite-run.ts';
import { SUITES, type Suite } from './lib/suites.ts';

const HELP = `npm test [-- --only NAME] [--list] [--json]

Runs every suite and ends with the line "N passed, N failed". A skipped test counts as failed.

  --only NAME  just this suite; repeatable
  --list       the suites, without running them
  --json       one JSON object at the end instead of lines`;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}.causeway/test`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const say = (line: string) => {
  if (!values.json) console.log(line);
};

function chosenSuites(): readonly Suite[] {
  const names = values.only ?? [];
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    console.error(
      `there is no suite ${unknown.join(', ')}; the suites are ${SUITES.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  return names.length === 0 ? SUITES : SUITES.filter(({ name }) => names.includes(name));
}

/** Runs what `take` gives until there is nothing left. */
async function work(take: () => Suite | undefined, signal: AbortSignal, results: SuiteResult[]): Promise<void> {
  for (let suite = take(); suite !== undefined && !signal.aborted; suite = take()) {
    const result = await runSuite(suite, root, folder, signal);
    results.push(result);
    const { name, passed, failed, seconds } = result;
    const verdict = failed > 0 ? 'FAILED' : 'passed';
    say(`${verdict}  ${name.padEnd(16)} ${passed} passed, ${failed} failed  ${seconds.toFixed(1)} s`);
  }
}

/** Two at a time, one from each end of the list. */
async function runAll(suites: readonly Suite[], signal: AbortSignal): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  const queue = [...suites];
  const workers = [() => queue.shift(), () => queue.pop()].slice(0, availableParallelism());
  await Promise.all(workers.map((take) => work(take, signal, results)));
  return results;
}

if (values.help) {
  console.log(HELP);
} else if (values.list) {
  for (const { name } of chosenSuites()) console.log(name);
} else {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const started = performance.now();
  const results = await runAll(chosenSuites(), stop.signal);
  const total = (field: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[field], 0);
  const seconds = (performance.now() - started) / 1000;
  for (const { name, failures } of results) {
    for (const failure of failures) say(`\n${name}: ${failure.trimEnd()}`);
  }
  say(`\n${stop.signal.aborted ? 'interrupted after' : 'all suites took'} ${seconds.toFixed(1)} s`);
  const [passed, failed] = [total('passed'), total('failed')];
  if (values.json) console.log(JSON.stringify({ passed, failed, seconds, suites: results }));
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 && !stop.signal.aborted ? 0 : 1;
}
