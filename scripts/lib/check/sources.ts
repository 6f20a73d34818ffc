import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One text file of the project; `path` is relative to its root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const BINARY = /\.(?:png|jpe?g|gif|ico|wasm|so|rpd|db)$/;

/** Every text file that is, or is about to be, under version control. A link to a folder does not count. */
export function projectFiles(root: string): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const isFile = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
  return [...new Set(list.toString().split('\0'))]
    .filter((path) => path !== '' && !BINARY.test(path) && isFile(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const SPECIFIER =
  /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+|\brequire(?:\.resolve)?\s*\(\s*|\bimport\.meta\.resolve\s*\(\s*)(['"])([@.#\w][\w@./:#+-]*)\1/gm;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`])\/\/[^\n]*/g, '$1');

const specifiersOf = (code: string): string[] =>
  [...code.matchAll(SPECIFIER)].map(([, , specifier]) => specifier as string);

/** The specifiers that a module imports. Comments are ignored. */
export const importsOf = ({ text }: SourceFile): string[] => specifiersOf(withoutComments(text));

/** The specifiers that a module loads when it runs: `import type` and `export type` are left out. */
export const loadsOf = ({ text }: SourceFile): string[] =>
  specifiersOf(withoutComments(text).replace(/^(?:import|export)\s+type\s[^;'"]*?from\s*['"][^'"]*['"]/gm, ''));

/** The package that a specifier belongs to; undefined for relative ones and node builtins. */
export function packageOf(specifier: string): string | undefined {
  if (/^(?:[./#]|node:)/.test(specifier)) return undefined;
  const [scope, name] = specifier.split('/') as [string, string?];
  return scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope;
}
