import { execFileSync } from 'node:child_process';
import { matchesGlob, posix } from 'node:path';
import { importsOf, type SourceFile } from '../check/sources.ts';
import type { Suite } from './suites.ts';

/** Files that decide what every suite runs with. */
const EVERYWHERE = /^(?:package\.json|package-lock\.json|tsconfig\.json|scripts\/lib\/tests\/.*)$/;
/** Files that no test reads. */
const UNREAD = /^(?:bench|examples|\.github|\.vscode)\/|^[^/]*\.md$|^\.(?:editorconfig|nvmrc|gitignore)$/;
/** Suites that start programs, which reach more than the tests import: every change of shipped code concerns them. */
const STARTS_PROGRAMS = /^(?:system\/|scripts)/;

/**
 * Paths, relative to `root`, of the files that differ between the commit `base` and the working tree, and of those that
 * git does not know yet. Throws when there is no such commit.
 */
export function changedSince(root: string, base: string): readonly string[] {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const lists = [
    git('diff', '--name-only', '-z', '--no-renames', base, '--'),
    git('ls-files', '-z', '--others', '--exclude-standard'),
  ];
  return [...new Set(lists.flatMap((list) => list.toString().split('\0')).filter((path) => path !== ''))].sort();
}

/** A workspace by its package.json. */
interface Package {
  readonly folder: string;
  readonly name: string;
  /** Modules by what is imported of the package, `.` or `./part`; a `*` stands for any text. */
  readonly exports?: Readonly<Record<string, string>>;
}

/** The workspace whose folder holds `path`; the deepest one. */
const holderOf = (path: string, folders: readonly string[]): string | undefined =>
  folders.filter((folder) => path.startsWith(`${folder}/`)).toSorted((a, b) => b.length - a.length)[0];

/**
 * The suites whose tests reach one of the `changed` files by imports. A file that is no module, such as a migration or
 * an artifact, is reached by whoever reaches a module of its workspace, and a page of docs/ by a test that names it.
 * `files` are all of the project.
 */
export function suitesFor(
  suites: readonly Suite[],
  changed: readonly string[],
  files: readonly SourceFile[],
): readonly Suite[] {
  const read = changed.filter((path) => !UNREAD.test(path));
  if (read.some((path) => EVERYWHERE.test(path))) return suites;
  const packages = files
    .filter(({ path }) => path.endsWith('/package.json'))
    .map(({ path, text }): Package => ({ ...JSON.parse(text), folder: posix.dirname(path) }));
  const folders = packages.map(({ folder }) => folder);
  const reached = new Map(files.map((file) => [file.path, targetsOf(file, packages)]));
  const isModule = (path: string) => /\.(?:ts|mjs|mts)$/.test(path);
  const touched = new Set(read.map((path) => (isModule(path) ? path : (holderOf(path, folders) ?? path))));
  for (const page of read.filter((path) => path.startsWith('docs/'))) {
    for (const { path, text } of files) if (isModule(path) && text.includes(page)) touched.add(path);
  }
  const shipped = read.some((path) => !/(?:^|\/)test\/|\.md$/.test(path));

  return suites.filter((suite) => {
    if (STARTS_PROGRAMS.test(suite.name) && shipped) return true;
    const tests = files.map(({ path }) => path).filter((path) => belongs(suite, path));
    const seen = new Set(tests);
    for (const path of seen) {
      const folder = holderOf(path, folders);
      if (touched.has(path) || (folder !== undefined && touched.has(folder))) return true;
      for (const target of reached.get(path) ?? []) seen.add(target);
    }
    return false;
  });
}

/** True when `path` is a test of the suite. */
const belongs = ({ commands }: Suite, path: string): boolean =>
  commands.some((command) =>
    command.kind === 'mocha'
      ? command.files.some((pattern) => matchesGlob(path, pattern))
      : path.startsWith('contracts/evm/') || path === 'hardhat.config.ts',
  );

/** The modules of the project that `file` imports, by their paths. */
function targetsOf(file: SourceFile, packages: readonly Package[]): readonly string[] {
  if (!/\.(?:ts|mjs)$/.test(file.path)) return [];
  return importsOf(file).flatMap((specifier) => {
    if (specifier.startsWith('.')) return [posix.join(posix.dirname(file.path), specifier)];
    const from = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
    const target = from && exported(from, `.${specifier.slice(from.name.length)}`);
    return target === undefined ? [] : [target];
  });
}

/** The module that `part` of a package is. */
function exported({ folder, exports = {} }: Package, part: string): string | undefined {
  for (const [key, target] of Object.entries(exports)) {
    const [before = '', after = ''] = key.split('*');
    if (part === key) return posix.join(folder, target);
    if (!key.includes('*') || !part.startsWith(before) || !part.endsWith(after)) continue;
    return posix.join(folder, target.replace('*', part.slice(before.length, part.length - after.length)));
  }
  return undefined;
}
