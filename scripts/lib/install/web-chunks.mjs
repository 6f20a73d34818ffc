// Which modules of the page share a file. esbuild makes a file for each set of entry points that reach a module, so a
// view with parts of other views would load fifteen files. Here every entry reaches all shared modules, and a view
// loads three files: modules of the first script, modules that several lazily loaded views have, and its own modules.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The module of which the loaded file is the first script. */
const MAIN = 'web/src/main.tsx';

/** The modules of ours that `entry` reaches by imports that are no requests of their own. */
function reachOf(inputs, entry) {
  const found = new Set([entry]);
  for (const path of found)
    for (const { path: imported, kind } of inputs[path]?.imports ?? [])
      if (kind === 'import-statement' && imported.startsWith('web/src/')) found.add(imported);
  return found;
}

/** The modules that entries share: with the first script, and between lazily loaded views alone. */
function sharedOf({ inputs }) {
  const lazy = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
    ),
  );
  const first = reachOf(inputs, MAIN);
  const counts = new Map();
  for (const entry of lazy) for (const path of reachOf(inputs, entry)) counts.set(path, (counts.get(path) ?? 0) + 1);
  const paths = [...counts.keys()].filter((path) => !lazy.has(path)).sort();
  return {
    lazy,
    lists: {
      first: paths.filter((path) => first.has(path)),
      lazy: paths.filter((path) => !first.has(path) && counts.get(path) > 1),
    },
  };
}

/** A plugin for the build with the graph of `metafile`: lets every entry reach the shared modules. */
export function chunksOf(root, metafile) {
  const { lazy, lists } = sharedOf(metafile);
  const shared = new Map([[MAIN, "import 'shared:first';"]]);
  for (const path of lazy) shared.set(path, "import 'shared:first';import 'shared:lazy';");
  const paths = new Map([...shared].map(([path, imports]) => [join(root, path), imports]));
  return {
    name: 'chunks',
    setup(build) {
      build.onResolve({ filter: /^shared:/ }, ({ path }) => ({
        path: path.slice('shared:'.length),
        namespace: 'shared',
      }));
      build.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
        contents: lists[path].map((module) => `import ${JSON.stringify(`./${module}`)};`).join('\n'),
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]web[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
        const imports = paths.get(path);
        if (imports === undefined) return undefined;
        return { contents: `${imports}\n${readFileSync(path, 'utf8')}`, loader: extname(path).slice(1) };
      });
    },
  };
}
