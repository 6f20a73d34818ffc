// The page at /: builds web/ into web/dist, which the API serves. It runs at the end of every installation and with the
// bundle, and does nothing while the page equals its sources. Plain JavaScript on node builtins and esbuild.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { chunksOf } from './web-chunks.mjs';

const folderOf = (root) => join(root, 'web', 'dist');
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** Most bytes, compressed with gzip, of what the first view loads, of the whole page, and of its HTML. */
export const BUDGETS = { firstScript: 60_000, style: 10_000, html: 8_000, whole: 160_000, firstRequests: 12 };

/** Types of the files by their ends. */
const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const endOf = (path) => path.slice(path.lastIndexOf('.'));

/** Everything that the page is made of, by path below the root. */
function sourcesOf(root) {
  const found = [
    'package.json',
    'node_modules/.package-lock.json',
    'scripts/lib/install/web.mjs',
    'scripts/lib/install/web-chunks.mjs',
  ];
  for (const folder of ['web', 'client/src'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (entry.isFile() && !/^web\/(?:dist|test|node_modules)\//.test(path) && !path.endsWith('/schema.ts'))
        found.push(path);
    }
  return found.sort();
}

function hashOf(root) {
  const hash = createHash('sha256');
  for (const path of sourcesOf(root)) hash.update(`${path}\0${sha256(readFileSync(join(root, path)))}\n`);
  return hash.digest('hex');
}

/** The manifest of the page that was built; undefined when there is none. */
function manifestOf(folder) {
  const path = join(folder, 'manifest.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/**
 * Builds the page unless it is fresh. True when it was built. A page that cannot be built is only reported to `say`,
 * because the API also runs without it.
 */
export async function makeWeb(root, say = () => {}) {
  if (process.env.CAUSEWAY_BUNDLE === 'off' && existsSync(join(folderOf(root), 'manifest.json'))) return false;
  try {
    const sources = hashOf(resolve(root));
    if (manifestOf(folderOf(root))?.sources === sources) return false;
    say('building the page');
    await build(resolve(root), sources);
    return true;
  } catch (error) {
    say(`no page at /: ${error.message}`);
    return false;
  }
}

/** Builds the page. Throws when it does not compile, or is larger than its budgets. */
export async function build(root, sources = hashOf(root)) {
  const making = join(root, 'web', `dist-${process.pid}`);
  rmSync(making, { recursive: true, force: true });
  mkdirSync(join(making, 'assets'), { recursive: true });
  try {
    const { metafile } = await runEsbuild(root, making);
    const outputs = outputsOf(metafile);
    const pages = writePages(root, making, outputs);
    const files = compress(making);
    const sizes = sizesOf(outputs, files, making, pages);
    refuseLarge(sizes);
    writeFileSync(join(making, 'manifest.json'), JSON.stringify({ sources, files, pages, sizes }, null, 1));
    rmSync(folderOf(root), { recursive: true, force: true });
    renameSync(making, folderOf(root));
    return sizes;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

async function runEsbuild(root, making) {
  const esbuild = await import('esbuild');
  const options = optionsOf(root, making);
  const { metafile } = await esbuild.build({ ...options, write: false });
  return esbuild.build({ ...options, plugins: [chunksOf(root, metafile)] });
}

function optionsOf(root, making) {
  return {
    absWorkingDir: root,
    entryPoints: {
      main: 'web/src/main.tsx',
      theme: 'web/src/theme.ts',
      style: 'web/src/style/index.css',
      icon: 'web/src/icon.svg',
    },
    loader: { '.svg': 'copy', '.woff2': 'copy' },
    outdir: join(making, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    // The compiler options of the whole project are for the checker alone.
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', verbatimModuleSyntax: true } },
  };
}

/** The outputs by the name of their entry: each with its path on the service, and the modules that it needs at once. */
function outputsOf({ outputs }) {
  const entries = {};
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue;
    const name = basename(entryPoint).replace(/\.\w+$/, '');
    const key = entryPoint.startsWith('web/src/views/') ? `views/${name}` : name === 'index' ? 'style' : name;
    entries[key] = { url: urlOf(path), needs: statics(path, outputs).map(urlOf) };
  }
  return { entries };
}

const urlOf = (path) => `/assets/${basename(path)}`;

/** The outputs that `path` imports statically, at any depth. */
function statics(path, outputs, found = new Set()) {
  for (const { path: imported, kind, external } of outputs[path]?.imports ?? [])
    if (kind === 'import-statement' && !external && !found.has(imported)) {
      found.add(imported);
      statics(imported, outputs, found);
    }
  return [...found];
}

/** The script and style that every page loads first. */
const FIRST = ['main', 'theme', 'style', 'icon'];

/** The HTML of a page, which starts to load the modules of its view beside the main one. */
function htmlOf(template, { entries }, view) {
  const [main, theme, style, icon] = FIRST.map((name) => entries[name]);
  const shown = entries[`views/${view}`];
  const modules = new Set([...main.needs, ...(shown ? [shown.url, ...shown.needs] : [])]);
  modules.delete(main.url);
  const head = [
    `<link rel="icon" href="${icon.url}" type="image/svg+xml">`,
    `<link rel="stylesheet" href="${style.url}">`,
    `<script src="${theme.url}"></script>`,
    `<script type="module" src="${main.url}"></script>`,
    ...[...modules].map((url) => `<link rel="modulepreload" href="${url}">`),
  ];
  return template.replace('<!-- head -->', head.join('\n    '));
}

/** Writes the HTML of every page, and `index.html` for paths without a page. Returns the pages of the manifest. */
function writePages(root, making, outputs) {
  const template = readFileSync(join(root, 'web/index.html'), 'utf8');
  const pages = JSON.parse(readFileSync(join(root, 'web/src/pages.json'), 'utf8'));
  for (const view of new Set(['index', ...pages.map(({ view }) => view)]))
    writeFileSync(join(making, `${view}.html`), htmlOf(template, outputs, view));
  return pages.map(({ path, view, preload }) => ({ path, file: `${view}.html`, preload }));
}

/** Writes every file compressed beside itself, and returns the manifest's list of assets. */
function compress(making) {
  const files = {};
  for (const entry of readdirSync(making, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const data = readFileSync(path);
    const end = endOf(path);
    if (end !== '.woff2') {
      writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
      writeFileSync(`${path}.br`, brotliCompressSync(data, { params }));
    }
    if (end !== '.html') files[`/${relative(making, path)}`] = { type: TYPES[end], sha256: sha256(data) };
  }
  return files;
}

/** Bytes of what is loaded, compressed with gzip. */
function sizesOf({ entries }, files, making, pages) {
  const sizeOf = (path) => statSync(join(making, `${path}.gz`)).size;
  const sum = (paths) => [...paths].reduce((total, path) => total + sizeOf(path), 0);
  const firstOf = (view) => {
    const shown = entries[`views/${view}`];
    return new Set([
      entries.main.url,
      entries.theme.url,
      ...entries.main.needs,
      ...(shown ? [shown.url, ...shown.needs] : []),
    ]);
  };
  const firsts = pages.map(({ file, preload }) => {
    const scripts = firstOf(file.replace('.html', ''));
    // The HTML, the style, the icon, the scripts and the data.
    return { script: sum(scripts), requests: 3 + scripts.size + preload.length, html: sizeOf(file) };
  });
  return {
    firstScript: Math.max(...firsts.map(({ script }) => script)),
    firstRequests: Math.max(...firsts.map(({ requests }) => requests)),
    html: Math.max(...firsts.map(({ html }) => html)),
    style: sizeOf(entries.style.url),
    whole: sum(Object.keys(files)),
  };
}

function refuseLarge(sizes) {
  const large = Object.entries(BUDGETS).filter(([name, most]) => sizes[name] > most);
  if (large.length > 0)
    throw new Error(`too large: ${large.map(([name, most]) => `${name} ${sizes[name]} of ${most}`).join(', ')}`);
}
