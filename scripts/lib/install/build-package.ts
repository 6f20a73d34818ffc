// Builds a workspace as a package for npm: plain JavaScript with types instead of the sources that the repository runs.
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder of the built packages below the project's root. */
const PACKAGES = '.causeway/packages';
/** Folder of the modules in a package. */
const LIB = 'lib';

/** What of a workspace's package.json the package keeps. `publishConfig.exports` replaces `exports`, as in pnpm. */
interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, string>> };
  readonly bin?: Readonly<Record<string, string>>;
  /** Further files and folders of the package. */
  readonly files?: readonly string[];
  readonly [field: string]: unknown;
}

const KEPT = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'type',
  'engines',
  'sideEffects',
  'dependencies',
];

/**
 * Builds `workspace`, a folder of the project at `root`. Returns the package's folder, which `npm pack` takes. Throws
 * with the compiler's messages when the sources do not compile.
 */
export async function buildPackage(root: string, workspace: string): Promise<string> {
  const source = join(root, workspace);
  const target = join(root, PACKAGES, workspace);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const manifest: Manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  await compile(root, source, join(target, LIB));
  const { files = [], bin } = manifest;
  for (const file of files) cpSync(join(source, file), join(target, file), { recursive: true });
  for (const file of ['README.md', 'NOTICE']) cpSync(join(source, file), join(target, file));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  for (const program of Object.values(bin ?? {})) chmodSync(join(target, built(program)), 0o755);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
  return target;
}

async function compile(root: string, source: string, outDir: string): Promise<void> {
  const configuration = join(outDir, '../tsconfig.json');
  const options = {
    ...{
      noEmit: false,
      incremental: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      stripInternal: true,
    },
    // What Node 20 and the browsers of its time know.
    ...{ target: 'es2022', lib: ['es2023'], types: ['node'] },
    ...{ rootDir: join(source, 'src'), outDir },
  };
  const extended = relative(join(outDir, '..'), join(root, 'tsconfig.json'));
  writeFileSync(
    configuration,
    JSON.stringify({ extends: extended, compilerOptions: options, include: [join(source, 'src')] }),
  );
  try {
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', configuration]);
  } catch (error) {
    throw new Error(`${source} does not compile: ${(error as { stdout: string }).stdout}`, { cause: error });
  } finally {
    rmSync(configuration);
  }
  for (const declarations of globSync('**/*.d.ts', { cwd: outDir })) rewriteImports(join(outDir, declarations));
}

/** Declarations name each other by their modules' paths, too. The compiler rewrites only the modules. */
function rewriteImports(path: string): void {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/(\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
}

/** The path in the package of what is built from a source. */
const built = (path: string, ending = '.js'): string =>
  path.replace(/^\.\/src\//, `./${LIB}/`).replace(/\.ts$/, ending);

/** The package's own package.json. */
function published(manifest: Manifest): object {
  const { exports, publishConfig, bin, files = [] } = manifest;
  const entries = Object.entries(publishConfig?.exports ?? exports).map(([name, path]) => [
    name,
    { types: built(path, '.d.ts'), default: built(path) },
  ]);
  return {
    ...Object.fromEntries(KEPT.flatMap((field) => (field in manifest ? [[field, manifest[field]]] : []))),
    exports: Object.fromEntries(entries),
    ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([name, path]) => [name, built(path)])) }),
    files: [LIB, 'NOTICE', ...files],
  };
}
