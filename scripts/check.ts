// npm run check: checks the project without running it. npm run fix: runs the formatters.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commentProblems, longCommentProblems, phraseProblems } from './lib/check/comment-rules.ts';
import { decisionProblems } from './lib/check/document-rules.ts';
import { cycleProblems } from './lib/check/import-cycles.ts';
import {
  clockProblems,
  dependencyProblems,
  requiredPackageProblems,
  textProblems,
  topLevelProblems,
  undeclaredProblems,
  versionProblems,
} from './lib/check/source-rules.ts';
import { projectFiles } from './lib/check/sources.ts';

const HELP = `npm run check [-- --only NAME] [--json]      npm run fix

Formatter, linters, types, contract artifacts, secrets and the project's own rules about its sources.

  --only NAME  just this part; repeatable
  --json       one JSON object instead of lines
  --fix        lets the formatters and linters rewrite what they can, and checks nothing else`;

const root = fileURLToPath(new URL('..', import.meta.url));
const SOLIDITY = 'contracts/evm/{src,test}/**/*.sol';
const PRETTIER = ['prettier', '--config', 'contracts/evm/.prettierrc.json'];

/** A part of the check: a command that must succeed, or a function that returns problems. */
type Part = { readonly name: string } & (
  | { readonly command: readonly string[] }
  | { readonly problems: () => readonly string[] }
);

const PARTS: readonly Part[] = [
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of the page', command: ['tsc', '-p', 'web'] },
  { name: 'secrets', command: ['secretlint', '--maskSecrets', '--secretlintignore', '.gitignore', '**/*'] },
  {
    name: 'format and lint',
    command: ['biome', 'ci', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off', '.'],
  },
  { name: 'format Solidity', command: [...PRETTIER, '--check', SOLIDITY] },
  {
    name: 'lint Solidity',
    command: [
      'solhint',
      '--config',
      'contracts/evm/.solhint.json',
      '--max-warnings',
      '0',
      'contracts/evm/src/**/*.sol',
    ],
  },
  { name: 'contract artifacts', command: ['node', 'scripts/build-contracts.ts', '--check'] },
  { name: 'dependency directions', problems: () => dependencyProblems(projectFiles(root)) },
  { name: 'import cycles', problems: () => cycleProblems(projectFiles(root)) },
  { name: 'declared dependencies', problems: () => undeclaredProblems(projectFiles(root)) },
  { name: 'exact versions', problems: () => versionProblems(projectFiles(root)) },
  { name: 'required packages', problems: () => requiredPackageProblems(projectFiles(root)) },
  { name: 'top level', problems: () => topLevelProblems(projectFiles(root)) },
  { name: 'decisions', problems: () => decisionProblems(projectFiles(root)) },
  { name: 'machine clocks', problems: () => clockProblems(projectFiles(root)) },
  { name: 'machine paths', problems: () => textProblems(projectFiles(root)) },
  { name: 'columns of comments', problems: () => longCommentProblems(projectFiles(root)) },
  { name: 'words of comments', problems: () => commentProblems(projectFiles(root)) },
  { name: 'phrases of comments', problems: () => phraseProblems(projectFiles(root)) },
];

const FIXES: readonly Part[] = [
  { name: 'format and lint', command: ['biome', 'check', '--write', '.'] },
  { name: 'format Solidity', command: [...PRETTIER, '--write', '--log-level', 'warn', SOLIDITY] },
];

interface PartResult {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

async function runPart(part: Part): Promise<PartResult> {
  const started = performance.now();
  const { ok, output } = 'command' in part ? await runCommand(part.command) : listProblems(part.problems());
  return { name: part.name, ok, output, seconds: (performance.now() - started) / 1000 };
}

const listProblems = (problems: readonly string[]) => ({ ok: problems.length === 0, output: problems.join('\n') });

function runCommand([file, ...args]: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file as string, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (status) => resolve({ ok: status === 0, output }));
  });
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    fix: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

function chosenParts(): Part[] {
  const parts = values.fix ? FIXES : PARTS;
  const unknown = (values.only ?? []).filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`there is no part ${unknown.join(', ')}; the parts are ${parts.map(({ name }) => name).join(', ')}`);
    process.exit(2);
  }
  return parts.filter(({ name }) => values.only?.includes(name) ?? true);
}

async function work(queue: Part[], results: PartResult[]): Promise<void> {
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    const result = await runPart(part);
    results.push(result);
    if (values.json) continue;
    console.log(`${result.ok ? 'ok    ' : 'FAILED'}  ${result.name.padEnd(22)} ${result.seconds.toFixed(1)} s`);
    if (!result.ok) console.log(result.output.trimEnd().replace(/^/gm, '    '));
  }
}

if (values.help) {
  console.log(HELP);
} else {
  const queue = chosenParts();
  const results: PartResult[] = [];
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, () => work(queue, results)));
  const failed = results.filter(({ ok }) => !ok);
  if (values.json) console.log(JSON.stringify({ ok: failed.length === 0, parts: results }));
  else console.log(failed.length === 0 ? 'all is well' : `${failed.length} of ${results.length} parts failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
