import { posix } from 'node:path';
import { importsOf, packageOf, type SourceFile } from './sources.ts';

const CONTRACTS = ['contracts-evm', 'contracts-solana', 'contracts-radix'];

/**
 * Which workspaces each workspace's shipped code may import: contracts ← protocol ← chains ← storage ← relayer, api ←
 * devnet, scripts, test. The relayer and the API meet in storage and on chain only.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'contracts/evm': [],
  'contracts/solana': [],
  'contracts/radix': [],
  protocol: [],
  chains: [...CONTRACTS, 'protocol'],
  storage: ['protocol', 'chains'],
  relayer: ['protocol', 'chains', 'storage'],
  api: ['protocol', 'chains', 'storage'],
  'radix-ledger': [],
  devnet: [...CONTRACTS, 'radix-ledger', 'protocol', 'chains'],
  scripts: [...CONTRACTS, 'radix-ledger', 'protocol', 'chains', 'storage', 'relayer', 'api', 'devnet'],
  test: [...CONTRACTS, 'protocol', 'chains', 'storage', 'relayer', 'api', 'devnet', 'cli'],
};

/** What the tests of a workspace may import beyond that. */
const TESTS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'contracts/evm': ['protocol'],
  'contracts/solana': ['protocol'],
  'contracts/radix': ['protocol', 'radix-ledger'],
  protocol: ['contracts-evm'],
  chains: ['devnet', 'radix-ledger'],
  storage: ['devnet'],
  relayer: ['contracts-evm', 'devnet'],
  api: ['contracts-evm', 'devnet'],
};

/** Libraries that one place alone knows; its tests may use them everywhere. */
const ONLY_IN: readonly { readonly packages: RegExp; readonly folders: readonly string[] }[] = [
  { packages: /^ethers$/, folders: ['chains', 'contracts/evm', 'devnet'] },
  { packages: /^@safe-global\//, folders: ['chains', 'contracts/evm'] },
  { packages: /^@(?:solana|coral-xyz|radixdlt)\//, folders: ['chains', 'contracts', 'devnet', 'radix-ledger'] },
  { packages: /^(?:drizzle-orm|better-sqlite3)$/, folders: ['storage'] },
  { packages: /^(?:merkletreejs|keccak256)$/, folders: ['protocol'] },
];

const isModule = ({ path }: SourceFile) => /\.(?:ts|mjs)$/.test(path);
const isTest = ({ path }: SourceFile) => /(?:^|\/)test\//.test(path);
const isUnder = (path: string, folder: string) => path.startsWith(`${folder}/`);
/** The workspace of a file. */
const workspaceOf = ({ path }: Pick<SourceFile, 'path'>) =>
  Object.keys(MAY_IMPORT).find((folder) => isUnder(path, folder));

/** Imports that point the wrong way, leave their workspace by a path, or know a library that is not theirs. */
export function dependencyProblems(files: readonly SourceFile[]): string[] {
  return files.filter(isModule).flatMap((file) => {
    const workspace = workspaceOf(file);
    if (workspace === undefined) return [];
    return importsOf(file).flatMap((specifier) => {
      const reason = refusal(file, workspace, specifier);
      return reason === undefined ? [] : [`${file.path}: ${specifier}: ${reason}`];
    });
  });
}

function refusal(file: SourceFile, workspace: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const target = workspaceOf({ path: posix.join(posix.dirname(file.path), specifier) });
    const foreign = target !== undefined && target !== workspace && workspace !== 'test';
    return foreign ? `import ${target} by its package name` : undefined;
  }
  const name = packageOf(specifier);
  if (name?.startsWith('@causeway/')) {
    const target = name.slice('@causeway/'.length);
    const allowed = [...(MAY_IMPORT[workspace] ?? []), ...(isTest(file) ? (TESTS_MAY_IMPORT[workspace] ?? []) : [])];
    const own = target === workspace.replace('/', '-');
    return own || allowed.includes(target) ? undefined : `${workspace} must not depend on ${target}`;
  }
  const rule = isTest(file) ? undefined : ONLY_IN.find(({ packages }) => name !== undefined && packages.test(name));
  if (rule === undefined || rule.folders.some((folder) => isUnder(file.path, folder))) return undefined;
  return `only ${rule.folders.join(', ')} may know ${name}`;
}

/** Tests, configuration of tools, and the folders that hold nothing else may use what only development needs. */
const isTooling = (file: SourceFile) =>
  isTest(file) ||
  file.path.endsWith('.config.ts') ||
  isUnder(file.path, 'contracts') ||
  /(?:^|\/)scripts\//.test(file.path);

/** Imported packages that the workspace's own package.json does not name: they work only by luck of hoisting. */
export function undeclaredProblems(files: readonly SourceFile[]): string[] {
  const problems = files.filter(isModule).flatMap((file) => {
    const workspace = workspaceOf(file);
    const manifest = files.find(({ path }) => path === `${workspace ?? '.'}/package.json`);
    if (workspace === undefined || manifest === undefined) return [];
    const { name, dependencies = {}, devDependencies = {} } = JSON.parse(manifest.text);
    const declared = isTooling(file) ? { ...dependencies, ...devDependencies } : dependencies;
    return importsOf(file)
      .map(packageOf)
      .filter((used) => used !== undefined && used !== name && !(used in declared))
      .map((used) => `${file.path}: ${used} is not in ${workspace}/package.json`);
  });
  return [...new Set(problems)];
}

/** Packages that Causeway is built on; each must be imported by shipped code or configuration, from its turn on. */
const REQUIRED_PACKAGES: readonly { readonly name: string; readonly from?: 'Solana' | 'Radix' }[] = [
  { name: 'hardhat' },
  { name: '@nomicfoundation/hardhat-toolbox' },
  { name: '@coral-xyz/anchor', from: 'Solana' },
  { name: '@solana/web3.js', from: 'Solana' },
  { name: 'bs58', from: 'Solana' },
  { name: '@radixdlt/babylon-core-api-sdk', from: 'Radix' },
  { name: '@radixdlt/radix-engine-toolkit', from: 'Radix' },
  { name: 'ethers' },
  { name: 'merkletreejs' },
  { name: 'keccak256' },
  { name: '@safe-global/protocol-kit' },
  { name: 'fastify' },
  { name: 'drizzle-orm' },
  { name: 'better-sqlite3' },
];

/** Required packages that no shipped module imports. Those of a chain that is not there yet wait for its contracts. */
export function requiredPackageProblems(files: readonly SourceFile[]): string[] {
  const shipped = files.filter((file) => isModule(file) && !isTest(file));
  const imported = new Set(shipped.flatMap(importsOf).map(packageOf));
  const has = (folder: string) => files.some(({ path }) => isUnder(path, folder));
  const present = { Solana: has('contracts/solana'), Radix: has('contracts/radix') };
  const problems = REQUIRED_PACKAGES.filter(({ from }) => from === undefined || present[from])
    .filter(({ name }) => !imported.has(name))
    .map(({ name }) => `${name} is required and no shipped module imports it`);
  const mochaTests = files.some((file) => isUnder(file.path, 'test') && file.path.endsWith('.test.ts'));
  return mochaTests ? problems : [...problems, 'mocha is required to run test/, which has no test'];
}

/** Text that only makes sense on one machine or one network. */
const FORBIDDEN_TEXT: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /https?:\/\/(?:registry|npm|pypi|static|index|proxy)\.[a-z]/i, what: 'the address of a package registry' },
  { pattern: /"resolved": "https?:/, what: 'the address of a package registry' },
  { pattern: /(?<![\w.:~$}/-])\/(?:home|root|Users|work)\/[\w.]/, what: 'a path of one machine' },
];

/** Lines that name a package registry's address or a path of one machine. */
export function textProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    FORBIDDEN_TEXT.flatMap(({ pattern, what }) => {
      const at = text.search(pattern);
      return at < 0 ? [] : [`${path}:${text.slice(0, at).split('\n').length}: ${what}`];
    }),
  );
}
