// Builds the committed contract artifacts and contracts/manifest.json.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONTRACT_ERRORS_FILE, contractErrorsModule } from './lib/build/contract-errors.ts';
import { evm } from './lib/build/evm.ts';
import { radix } from './lib/build/radix.ts';
import { radixExample } from './lib/build/radix-example.ts';
import { radixLedger } from './lib/build/radix-ledger.ts';
import { solana } from './lib/build/solana.ts';
import { ROOT, type Target } from './lib/build/target.ts';
import { baseCommit, toRebuild } from './lib/build/to-rebuild.ts';
import { changedSince } from './lib/tests/changed.ts';

const HELP = `npm run build:contracts [-- --check | --rebuild-check [--changed [--base COMMIT]]] [--only NAME]

Compiles the contracts and writes their artifacts, contracts/manifest.json and the module of their errors.

  --check          fails when a source, an artifact or a toolchain version is not the manifest's
  --rebuild-check  the same, then compiles and compares the artifacts byte for byte
  --changed        compiles only what a commit since the base may have changed: sources, artifacts, their entry in the
                   manifest, lock files, build scripts
  --base COMMIT    what was vouched for (default: what is shared with origin's main branch, else 50 commits before)
  --only NAME      just this one: evm, solana, radix-ledger, radix, radix-example`;

type Sums = Record<string, string>;
type Entry = { toolchain: Record<string, string>; sources: Sums; artifacts: Sums };
type Manifest = Record<string, Entry>;

const manifestPath = join(ROOT, 'contracts/manifest.json');
const targets: Readonly<Record<string, Target>> = {
  evm,
  solana,
  'radix-ledger': radixLedger,
  radix,
  'radix-example': radixExample,
};

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function sums(paths: readonly string[]): Sums {
  return Object.fromEntries([...paths].sort().map((path) => [path, sha256(readFileSync(join(ROOT, path)))]));
}

function sourcesOf(target: Target): string[] {
  return globSync([...target.sources], { cwd: ROOT });
}

function readManifest(): Manifest {
  return existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, 'utf8')) : {};
}

/** Names every difference between the manifest and the files. */
function differences(kind: string, expected: Record<string, string> = {}, actual: Record<string, string>): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names]
    .filter((name) => expected[name] !== actual[name])
    .map((name) => `${kind} ${name}: ${actual[name] ?? 'missing'}, manifest ${expected[name] ?? 'has none'}`);
}

/** What is wrong with the generated module of the contracts' errors. */
function staleErrors(): string[] {
  const path = join(ROOT, CONTRACT_ERRORS_FILE);
  const current = existsSync(path) && readFileSync(path, 'utf8') === contractErrorsModule();
  return current ? [] : [`${CONTRACT_ERRORS_FILE}: is not what the ABI, the IDL and the blueprint have`];
}

function check(target: Target, entry: Entry | undefined): string[] {
  const present = target.artifacts.filter((path) => existsSync(join(ROOT, path)));
  return [
    ...target.problems(),
    ...differences('source', entry?.sources, sums(sourcesOf(target))),
    ...differences('artifact', entry?.artifacts, sums(present)),
    ...differences('toolchain', entry?.toolchain, target.toolchain()),
  ];
}

async function rebuildCheck(target: Target): Promise<string[]> {
  const built = await target.build();
  return [...built]
    .filter(([path, content]) => !existsSync(join(ROOT, path)) || !readFileSync(join(ROOT, path)).equals(content))
    .map(([path]) => `artifact ${path}: the sources compile to other bytes`);
}

async function write(target: Target): Promise<Entry> {
  for (const [path, content] of await target.build()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), content);
  }
  return { toolchain: target.toolchain(), sources: sums(sourcesOf(target)), artifacts: sums(target.artifacts) };
}

/** Names of the targets that something has changed since the base; all of them when there is no base. */
function changedTargets(manifest: Manifest): readonly string[] {
  const base = baseCommit(ROOT, values.base);
  if (base === undefined) return Object.keys(targets);
  const show = ['show', `${base}:contracts/manifest.json`];
  let before: Manifest = {};
  try {
    before = JSON.parse(
      execFileSync('git', show, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    // A base without a manifest has vouched for no target.
  }
  const entryDiffers = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(manifest[name]);
  const names = toRebuild(targets, changedSince(ROOT, base), entryDiffers);
  const others = Object.keys(targets).filter((name) => !names.includes(name));
  if (others.length > 0) console.error(`As at ${base.slice(0, 10)}, which was vouched for: ${others.join(', ')}`);
  return names;
}

const { values } = parseArgs({
  options: {
    check: { type: 'boolean' },
    'rebuild-check': { type: 'boolean' },
    changed: { type: 'boolean' },
    base: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
});

async function main(): Promise<readonly string[]> {
  const chosen = Object.entries(targets).filter(([name]) => values.only === undefined || values.only === name);
  if (chosen.length === 0) return [`--only ${values.only}: no such target`];
  process.chdir(ROOT);
  const manifest = readManifest();
  if (!values.check && !values['rebuild-check']) {
    for (const [name, target] of chosen) manifest[name] = await write(target);
    writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(ROOT, CONTRACT_ERRORS_FILE), contractErrorsModule());
    return [];
  }
  const problems = chosen.flatMap(([name, target]) => check(target, manifest[name]));
  problems.push(...staleErrors());
  if (values['rebuild-check']) {
    const names = values.changed ? changedTargets(manifest) : Object.keys(targets);
    for (const [name, target] of chosen.filter(([name]) => names.includes(name))) {
      console.error(`Compiling ${name} again.`);
      problems.push(...(await rebuildCheck(target)));
    }
  }
  return problems.length > 0 ? [...problems, 'Run build-contracts and commit what it writes.'] : [];
}

if (values.help) console.log(HELP);
else {
  const problems = await main();
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  }
}
