// Builds the committed contract artifacts and contracts/manifest.json.
//
//   build-contracts                  compile, write the artifacts and the manifest
//   build-contracts --check          fail when a source, an artifact or a toolchain version is not the manifest's
//   build-contracts --rebuild-check  the same, then compile and compare the artifacts byte for byte
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

type Sums = Record<string, string>;
type Entry = { toolchain: Record<string, string>; sources: Sums; artifacts: Sums };
type Manifest = Record<string, Entry>;

/** One kind of chain: where its sources are, what it builds, with which tools. Paths are relative to the root. */
type Target = {
  sources: readonly string[];
  artifacts: readonly string[];
  toolchain(): Record<string, string>;
  /** Compiles from scratch and returns the content of every artifact by path. */
  build(): Promise<Map<string, string>>;
};

const root = fileURLToPath(new URL('..', import.meta.url));
const manifestPath = join(root, 'contracts/manifest.json');

const evmContracts = ['CausewayBridge', 'BridgedToken', 'TestToken'];
const evmArtifact = (name: string) => `contracts/evm/artifacts/${name}.json`;

const evm: Target = {
  sources: ['contracts/evm/src/**/*.sol', 'contracts/evm/compiler.json'],
  artifacts: evmContracts.map(evmArtifact),
  toolchain: () => ({
    solc: packageVersion('solc'),
    '@openzeppelin/contracts': packageVersion('@openzeppelin/contracts'),
  }),
  async build() {
    const { default: hre } = await import('hardhat');
    await hre.tasks.getTask('build').run({ force: true, quiet: true, noTests: true });
    const built = new Map<string, string>();
    for (const name of evmContracts) {
      const { contractName, abi, bytecode, deployedBytecode } = await hre.artifacts.readArtifact(name);
      const trimmed = { contractName, abi, bytecode, deployedBytecode };
      built.set(evmArtifact(name), `${JSON.stringify(trimmed, null, 2)}\n`);
    }
    return built;
  },
};

const targets: Record<string, Target> = { evm };

function packageVersion(name: string): string {
  return createRequire(import.meta.url)(`${name}/package.json`).version;
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function sums(paths: readonly string[]): Sums {
  return Object.fromEntries([...paths].sort().map((path) => [path, sha256(readFileSync(join(root, path)))]));
}

function sourcesOf(target: Target): string[] {
  return globSync([...target.sources], { cwd: root });
}

function readManifest(): Manifest {
  return existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, 'utf8')) : {};
}

/** Names every difference between what the manifest says and what there is. */
function differences(kind: string, expected: Record<string, string> = {}, actual: Record<string, string>): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names]
    .filter((name) => expected[name] !== actual[name])
    .map((name) => `${kind} ${name}: ${actual[name] ?? 'missing'}, manifest ${expected[name] ?? 'has none'}`);
}

function check(target: Target, entry: Entry | undefined): string[] {
  const present = target.artifacts.filter((path) => existsSync(join(root, path)));
  return [
    ...differences('source', entry?.sources, sums(sourcesOf(target))),
    ...differences('artifact', entry?.artifacts, sums(present)),
    ...differences('toolchain', entry?.toolchain, target.toolchain()),
  ];
}

async function rebuildCheck(target: Target): Promise<string[]> {
  const built = await target.build();
  return [...built]
    .filter(([path, content]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== content)
    .map(([path]) => `artifact ${path}: the sources compile to other bytes`);
}

async function write(target: Target): Promise<Entry> {
  for (const [path, content] of await target.build()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return { toolchain: target.toolchain(), sources: sums(sourcesOf(target)), artifacts: sums(target.artifacts) };
}

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, 'rebuild-check': { type: 'boolean' } },
});
process.chdir(root);
const manifest = readManifest();
const problems: string[] = [];
for (const [name, target] of Object.entries(targets)) {
  if (values.check || values['rebuild-check']) problems.push(...check(target, manifest[name]));
  if (values['rebuild-check']) problems.push(...(await rebuildCheck(target)));
  if (!values.check && !values['rebuild-check']) manifest[name] = await write(target);
}
if (!values.check && !values['rebuild-check']) writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error('Run build-contracts and commit what it writes.');
  process.exitCode = 1;
}
