// The client's types of the API, which are generated and not in the repository. Plain JavaScript on node builtins.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeNode } from './install.mjs';

/** The generated module. */
const TYPES = 'client/src/schema.ts';
/** What the API's document is made of: files, and folders of TypeScript. */
const SOURCES = [
  ...['agents', 'api', 'chains', 'config', 'keys', 'protocol', 'runtime', 'storage'].map((name) => `${name}/src`),
  'scripts/lib/install/client-types.ts',
  'package-lock.json',
];
/** The sums of the sources and of the module that was made from them. */
const RECORD = '.causeway/client-types.sha256';

/**
 * The TypeScript files of the folder `path`, or `path` itself if it is a file. An older Node, which starts this, has no
 * glob.
 */
function filesOf(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(path, file));
}

/** One sum over the paths and contents of all files that `paths` name. */
function sumOf(root, paths) {
  const sum = createHash('sha256');
  for (const file of paths.flatMap((path) => filesOf(root, path)).sort()) {
    sum.update(file).update(readFileSync(join(root, file)));
  }
  return sum.digest('hex');
}

/** Makes the client's types unless they were made from the present sources. Throws when they cannot be made. */
export function ensureTypes(root, say = () => {}) {
  const made = () => `${sumOf(root, SOURCES)} ${sumOf(root, [TYPES])}\n`;
  const record = join(root, RECORD);
  if (existsSync(record) && readFileSync(record, 'utf8') === made()) return;
  say('making the client’s types');
  const { status } = spawnSync(runtimeNode(root), [join(root, 'scripts/client-types.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the client’s types cannot be made from the API’s document');
  mkdirSync(join(root, '.causeway'), { recursive: true });
  writeFileSync(record, made());
}
