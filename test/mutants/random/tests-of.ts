import { posix } from 'node:path';
import { loadsOf, type SourceFile } from '../../../scripts/lib/check/sources.ts';

/** Most test files that judge a mutant. */
const MOST_TESTS = 6;

/** The modules that load each module, by path. */
type Loaders = ReadonlyMap<string, readonly string[]>;

/** The loaders of every module among `files`. A package of the project is loaded through its package.json. */
export function loadersOf(files: readonly SourceFile[]): Loaders {
  const packages = new Map<string, string>();
  for (const { path, text } of files.filter((file) => posix.basename(file.path) === 'package.json')) {
    const { name, exports = {} } = JSON.parse(text) as { name?: string; exports?: Record<string, unknown> };
    for (const [door, target] of Object.entries(exports)) {
      if (typeof target === 'string')
        packages.set(posix.join(name ?? '', door), posix.join(posix.dirname(path), target));
    }
  }
  const loads = files
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap((file) =>
      loadsOf(file).map((specifier) => ({
        loader: file.path,
        target: specifier.startsWith('.')
          ? posix.join(posix.dirname(file.path), specifier)
          : (packages.get(specifier) ?? ''),
      })),
    );
  return new Map(
    [...Map.groupBy(loads, ({ target }) => target)].map(([target, by]) => [target, by.map(({ loader }) => loader)]),
  );
}

/**
 * The test files of its workspace that load `file`, the nearest first: those whose path is like the file's, and then by
 * the number of modules between. A test elsewhere that has the file's name belongs to them.
 */
export function testsOf(file: string, loaders: Loaders): readonly string[] {
  const steps = new Map([[file, 0]]);
  for (const [module, distance] of steps) {
    for (const loader of loaders.get(module) ?? []) if (!steps.has(loader)) steps.set(loader, distance + 1);
  }
  const { dir, name } = posix.parse(file);
  const mirror = dir.replace('/src', '/test');
  const rankOf = (test: string): number => {
    if (posix.basename(test) === `${name}.test.ts`) return 0;
    return (posix.dirname(test) === mirror ? 0 : steps.size) + (steps.get(test) ?? 0);
  };
  return [...steps.keys()]
    .filter((module) => module.endsWith('.test.ts'))
    .filter((test) => rankOf(test) === 0 || test.startsWith(`${dir.split('/src')[0]}/`))
    .sort((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MOST_TESTS);
}
