import { posix } from 'node:path';
import {
  IMPORTED_BY_PATH,
  LAYERS,
  MAY_IMPORT,
  NAMES_NO_KIND,
  NEVER_BACK,
  ONLY_IN,
  QUOTES_NO_KIND,
  SIBLINGS,
  type Siblings,
  TESTS_MAY_IMPORT,
} from './import-table.ts';
import { importsOf, loadsOf, packageOf, type SourceFile } from './sources.ts';

const isModule = ({ path }: SourceFile) => /\.(?:ts|mjs)$/.test(path);
const isTest = ({ path }: SourceFile) => /(?:^|\/)(?:test|test-support|conformance)\//.test(path);
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
      const reason = specifier.startsWith('.')
        ? pathRefusal(file, workspace, posix.join(posix.dirname(file.path), specifier))
        : packageRefusal(file, workspace, specifier);
      return reason === undefined ? [] : [`${file.path}: ${specifier}: ${reason}`];
    });
  });
}

/** Why `file` must not import the module at `target` by its path. */
function pathRefusal(file: SourceFile, workspace: string, target: string): string | undefined {
  const other = workspaceOf({ path: target });
  if (other !== undefined && other !== workspace) {
    const byPath = IMPORTED_BY_PATH[other];
    if (byPath !== undefined) {
      return isTest(file) && byPath.includes(workspace)
        ? undefined
        : `only tests of ${byPath.join(', ')} may use ${other}`;
    }
    return workspace === 'test' ? undefined : `import ${other} by its package name`;
  }
  return siblingRefusal(file.path, target) ?? layerRefusal(file.path, target) ?? backRefusal(file.path, target);
}

function packageRefusal(file: SourceFile, workspace: string, specifier: string): string | undefined {
  const name = packageOf(specifier);
  if (name?.startsWith('@causeway/')) {
    if (specifier.endsWith('/test-support') && !isTest(file)) return 'only tests may use it';
    const target = name.slice('@causeway/'.length);
    const allowed = [...(MAY_IMPORT[workspace] ?? []), ...(isTest(file) ? (TESTS_MAY_IMPORT[workspace] ?? []) : [])];
    const own = target === workspace.replace('/', '-');
    return own || allowed.includes(target) ? undefined : `${workspace} must not depend on ${target}`;
  }
  const rule = isTest(file) ? undefined : ONLY_IN.find(({ packages }) => name !== undefined && packages.test(name));
  if (rule === undefined || rule.folders.some((folder) => isUnder(file.path, folder))) return undefined;
  return `only ${rule.folders.join(', ')} may know ${name}`;
}

/** The folder directly below `parent` that `path` is in; undefined for a file that stands in `parent` itself. */
function folderBelow(parent: string, path: string): string | undefined {
  if (!isUnder(path, parent)) return undefined;
  const [folder, ...rest] = path.slice(parent.length + 1).split('/');
  return rest.length === 0 ? undefined : folder;
}

/** Why a module of one sibling folder must not import a module of another. */
function siblingRefusal(from: string, to: string): string | undefined {
  for (const siblings of SIBLINGS) {
    const [own, other] = [siblingOf(siblings, from), siblingOf(siblings, to)];
    if (own === undefined || other === undefined || own === other || other === siblings.base) continue;
    const { parent, base, door } = siblings;
    if (own === base) return `${parent}/${base} imports none of the folders beside it`;
    if (door === undefined) return `${parent}/${own} and ${parent}/${other} know nothing of each other`;
    if (to !== `${parent}/${other}/${door}`) return `import ${parent}/${other} through its ${door}`;
  }
  return undefined;
}

function siblingOf({ parent, folders }: Siblings, path: string): string | undefined {
  const folder = folderBelow(parent, path);
  return folder !== undefined && (folders?.includes(folder) ?? true) ? folder : undefined;
}

/** Why a module of a lower layer must not import a module of a higher one. */
function layerRefusal(from: string, to: string): string | undefined {
  for (const { parent, layers } of LAYERS) {
    const [own, other] = [from, to].map((path) => folderBelow(parent, path));
    const heightOf = (folder: string | undefined) => layers.findIndex((layer) => layer.includes(folder ?? ''));
    const isBelow = own !== other && heightOf(own) >= 0 && heightOf(other) >= heightOf(own);
    if (isBelow) return `${parent}/${own} does not know ${parent}/${other}`;
  }
  return undefined;
}

/** Why a module must not import one that calls it. */
function backRefusal(from: string, to: string): string | undefined {
  const rule = NEVER_BACK.find((one) => {
    const match = one.from.exec(from);
    return match !== null && new RegExp(one.to.replaceAll('$1', match[1] ?? '')).test(to);
  });
  return rule?.reason;
}

/** The shipped code of these workspaces takes the time from an injected clock, most of it the database's. */
const BY_CLOCK = [
  ...['keys/src', 'chains/src', 'storage/src', 'agents/src', 'outbox/src', 'relayer/src', 'api/src'],
  ...['prices/src', 'process/src', 'solver/src'],
];
/** The engines of storage, which are below every clock: they ask the machine, and make the database's time. */
const BELOW_CLOCKS = 'storage/src/core';

/** Shipped code that asks the machine for the time where a clock is injected. */
export function clockProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isModule(file) && !isUnder(file.path, BELOW_CLOCKS))
    .filter(({ path }) => BY_CLOCK.some((folder) => isUnder(path, folder)))
    .filter(({ text }) => /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/.test(text))
    .map(({ path }) => `${path}: take the time of the injected \`clock\` (@causeway/runtime), not the machine’s`);
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
    // Types are gone when the module runs.
    const loaded = new Set(isTooling(file) ? [] : loadsOf(file).map(packageOf));
    return importsOf(file)
      .map(packageOf)
      .filter((used) => used !== undefined && used !== name)
      .filter(
        (used) => !((used as string) in dependencies) && (loaded.has(used) || !((used as string) in devDependencies)),
      )
      .map((used) => `${file.path}: ${used} is not in ${workspace}/package.json`);
  });
  return [...new Set(problems)];
}

/**
 * Packages that Causeway is built on; each must be imported by shipped code or configuration. docs/packages.md says for
 * what.
 */
const REQUIRED_PACKAGES: readonly string[] = [
  'hardhat',
  '@nomicfoundation/hardhat-toolbox',
  '@coral-xyz/anchor',
  '@solana/web3.js',
  'bs58',
  '@radixdlt/babylon-core-api-sdk',
  '@radixdlt/radix-engine-toolkit',
  'ethers',
  'merkletreejs',
  'keccak256',
  '@safe-global/protocol-kit',
  'fastify',
  'drizzle-orm',
  'better-sqlite3',
];

/** Required packages that no shipped module imports, or that the page of packages does not explain. */
export function requiredPackageProblems(files: readonly SourceFile[]): string[] {
  const shipped = files.filter((file) => isModule(file) && !isTest(file));
  const imported = new Set(shipped.flatMap(importsOf).map(packageOf));
  const problems = REQUIRED_PACKAGES.filter((name) => !imported.has(name)).map(
    (name) => `${name} is required and no shipped module imports it`,
  );
  const page = files.find(({ path }) => path === 'docs/packages.md')?.text ?? '';
  for (const name of [...REQUIRED_PACKAGES, 'mocha']) {
    if (!page.includes(`| \`${name}\` |`)) problems.push(`docs/packages.md does not say for what ${name} is there`);
  }
  const mochaTests = files.some((file) => isUnder(file.path, 'test') && file.path.endsWith('.test.ts'));
  return mochaTests ? problems : [...problems, 'mocha is required to run test/, which has no test'];
}

/**
 * Dependencies whose version is a range: an installation without the lock file would get versions that nobody has
 * tried.
 */
export const versionProblems = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>;
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !/^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${path}: ${name} ${version} is no exact version`);
    });

/** What stands at the top of the project, where documents and other projects look for it. */
const TOP_LEVEL: readonly string[] = [
  'package.json',
  'hardhat.config.ts',
  'contracts/evm/',
  'contracts/solana/',
  'contracts/radix/',
  'relayer/',
  'api/',
  'scripts/',
  'test/',
];

/** Entries of the top level that are missing: files, or folders without a file. */
export const topLevelProblems = (files: readonly SourceFile[]): string[] =>
  TOP_LEVEL.filter(
    (entry) => !files.some(({ path }) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry)),
  ).map((entry) => `${entry} must stand at the top of the project`);

/** Text that only makes sense on one machine or one network, and names of kinds of chain where all kinds are one. */
const FORBIDDEN_TEXT: readonly { readonly pattern: RegExp; readonly what: string; readonly inside?: RegExp }[] = [
  { pattern: /https?:\/\/(?:registry|npm|pypi|static|index|proxy)\.[a-z]/i, what: 'the address of a package registry' },
  { pattern: /"resolved": "https?:/, what: 'the address of a package registry' },
  { pattern: /(?<![\w.:~$}/-])\/(?:home|root|Users|work)\/[\w.]/, what: 'a path of one machine' },
  {
    pattern: /\b(?:evm|solana|radix)\b/i,
    what: 'the name of a kind of chain: take what differs from the kind, as data of its provider',
    inside: NAMES_NO_KIND,
  },
  {
    pattern: /(['"])(?:evm|solana|radix)\1/,
    what: 'the name of a kind of chain: take what differs from its descriptor, kind.ts',
    inside: QUOTES_NO_KIND,
  },
];

/** Lines that name a package registry's address, a path of one machine, or a kind of chain above `chains`. */
export function textProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    FORBIDDEN_TEXT.flatMap(({ pattern, what, inside }) => {
      if (inside?.test(path) === false) return [];
      const at = text.search(pattern);
      return at < 0 ? [] : [`${path}:${text.slice(0, at).split('\n').length}: ${what}`];
    }),
  );
}
