// The bundle: Causeway's programs and their packages as a few modules instead of thousands. Loading it takes a third of
// the time and half of the memory. The installation of packages makes it. It is used only while it equals the sources;
// this module alone decides that. Plain JavaScript on node builtins.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The bundled programs, by path below the root. All others run from their sources. */
const PROGRAMS = ['scripts/causeway.ts', 'scripts/start.ts'];

/** Packages outside of the bundle: native ones, packages that look for files in their own folder, and large
 * ones that few installations load. */
const EXTERNAL = [
  '@aws-sdk/client-s3',
  '@node-rs/argon2',
  'better-sqlite3',
  'bigint-buffer',
  'bufferutil',
  'esbuild',
  'keccak',
  'litesvm',
  'secp256k1',
  'utf-8-validate',
  '@fastify/swagger-ui',
];

/** The module that a process of the bundle loads first. */
const STACK_MAPS = new URL('./stack-maps.mjs', import.meta.url).href;

/** Number of kept bundles, because a running process may still load a part of its bundle. */
const KEPT = 4;

const folderOf = (root) => join(root, 'node_modules', '.cache', 'causeway');
const manifestOf = (root) => join(folderOf(root), 'bundle.json');
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** The file's text; undefined when it does not exist. */
function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** npm's own record of the installed packages. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Further files that the bundle depends on. A change of one of them makes it stale. */
function settingsOf(root) {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [
    'package.json',
    INSTALLED,
    'scripts/lib/install/bundle.mjs',
    ...workspaces.map((workspace) => `${workspace}/package.json`),
  ];
}

/**
 * The bundle's programs, by their sources' paths below the root. Undefined when there is no bundle, when any source or
 * package has changed since, or when the environment has CAUSEWAY_BUNDLE=off.
 */
function freshPrograms(root) {
  if (process.env.CAUSEWAY_BUNDLE === 'off') return undefined;
  const text = readIfThere(manifestOf(root));
  if (text === undefined) return undefined;
  const { root: madeAt, files, programs } = JSON.parse(text.toString());
  if (madeAt !== root) return undefined;
  const same = ([path, hash]) => {
    const data = readIfThere(join(root, path));
    return data !== undefined && sha256(data) === hash;
  };
  return Object.entries(files).every(same) ? programs : undefined;
}

/**
 * The path that Node should run for the program whose source is `script`, an absolute path: the bundle's module while
 * the bundle equals the sources, otherwise the source itself. Stack traces name the sources in both cases.
 */
export function programOf(root, script) {
  const bundled = freshPrograms(resolve(root))?.[relative(root, script).split(sep).join('/')];
  return bundled === undefined
    ? { path: script, flags: [], bundled: false }
    : { path: join(folderOf(resolve(root)), bundled), flags: ['--import', STACK_MAPS], bundled: true };
}

/**
 * Makes the bundle unless it is fresh. True when it was made. Everything also runs from its sources, so a bundle that
 * cannot be made, for example while a source is half written, is only reported to `say`.
 */
export async function makeBundle(root, say = () => {}) {
  if (process.env.CAUSEWAY_BUNDLE === 'off' || freshPrograms(resolve(root)) !== undefined) return false;
  say('bundling the sources');
  try {
    await build(resolve(root));
    return true;
  } catch (error) {
    say(`no bundle, so everything runs from its sources: ${error.message}`);
    return false;
  }
}

async function build(root) {
  const settings = settingsOf(root).map((path) => [path, sha256(readFileSync(join(root, path)))]);
  const sources = new Map();
  mkdirSync(folderOf(root), { recursive: true });
  const making = join(folderOf(root), `making-${process.pid}`);
  try {
    const { outputs } = await runEsbuild(root, making, sources);
    const files = Object.fromEntries([...settings, ...[...sources].sort()]);
    const name = sha256(JSON.stringify(files)).slice(0, 16);
    const finished = join(folderOf(root), name);
    rmSync(finished, { recursive: true, force: true });
    renameSync(making, finished);
    const programs = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint === undefined || !PROGRAMS.includes(entryPoint)
        ? []
        : [[entryPoint, `${name}/${relative(making, join(root, path))}`]],
    );
    writeManifest(root, { root, files, programs: Object.fromEntries(programs) });
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  removeOld(root);
}

async function runEsbuild(root, outdir, sources) {
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: PROGRAMS,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    charset: 'utf8',
    entryNames: '[dir]/[name]',
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    external: EXTERNAL,
    // Older packages call require, which modules lack.
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta['url']);",
    },
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [ownSources(root, sources)],
  });
  return metafile;
}

/** Records the hash of every bundled source, and keeps the source's own value of import.meta. */
const ownSources = (root, sources) => ({
  name: 'own-sources',
  setup(build) {
    const packages = join(root, 'node_modules') + sep;
    build.onLoad({ filter: /\.(?:ts|mjs|json)$/ }, ({ path }) => {
      if (path.startsWith(packages) || path.includes(`${sep}node_modules${sep}`)) return undefined;
      const text = readFileSync(path, 'utf8');
      sources.set(relative(root, path).split(sep).join('/'), sha256(text));
      const loader = path.endsWith('.mjs') ? 'js' : path.endsWith('.json') ? 'json' : 'ts';
      const here = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
      const contents = text.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_all, name) =>
        JSON.stringify(here[name]),
      );
      return { contents, loader };
    });
  },
});

/** Atomic: a reader sees the old manifest or the new one. */
function writeManifest(root, manifest) {
  const temporary = `${manifestOf(root)}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(manifest));
  renameSync(temporary, manifestOf(root));
}

function removeOld(root) {
  const folders = readdirSync(folderOf(root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('making-'))
    .map(({ name }) => ({ path: join(folderOf(root), name), madeMs: statSync(join(folderOf(root), name)).mtimeMs }))
    .sort((a, b) => b.madeMs - a.madeMs);
  for (const { path } of folders.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}
