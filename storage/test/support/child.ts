import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const BUNDLES = fileURLToPath(new URL(`../../../.causeway/test/children-${process.pid}/`, import.meta.url));
/** The one module of the storage that asks for its own place, to find the migrations. */
const OPEN = new URL('../../src/open.ts', import.meta.url);

/** Packages with native parts or files of their own, and packages that few programs need. */
const EXTERNAL = [
  'better-sqlite3',
  'pg',
  '@node-rs/argon2',
  '@aws-sdk/client-s3',
  '@fastify/swagger-ui',
  'bigint-buffer',
];

const bundles = new Map<string, string>();

/**
 * The path of a bundle of `program`, made once. The packages of a program have hundreds of modules, and loading each of
 * them costs a process a second of processor time.
 */
export function bundleOf({ href }: URL): string {
  const made = bundles.get(href);
  if (made !== undefined) return made;
  const outfile = `${BUNDLES}${bundles.size}.mjs`;
  buildSync({
    entryPoints: [fileURLToPath(href)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: EXTERNAL,
    // Older packages call require, which modules lack, and one of them a deprecated module of Node.
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url); process.noDeprecation = true;",
    },
    define: { 'import.meta.url': JSON.stringify(OPEN.href) },
    logLevel: 'error',
  });
  bundles.set(href, outfile);
  return outfile;
}

globalThis.after?.('remove the bundles', () => rmSync(BUNDLES, { recursive: true, force: true }));

/** Starts `program`, a module that a test runs as a process of its own. Its standard output is a pipe. */
export const startChild = (program: URL, ...args: readonly string[]) =>
  spawn(process.execPath, [bundleOf(program), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });

/** The lines that `child` prints, until it ends; `onLine` is called with their number after each. */
export async function linesOf(
  child: ChildProcess & { readonly stdout: NodeJS.ReadableStream },
  onLine: (count: number) => void = () => {},
): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) onLine(lines.push(line));
  return lines;
}

/** Runs `program` until it has printed `count` lines, and kills it. Returns all of its lines. */
export async function killAfter(count: number, program: URL, ...args: readonly string[]): Promise<readonly string[]> {
  const child = startChild(program, ...args);
  const ended = once(child, 'close');
  const lines = await linesOf(child, (printed) => {
    if (printed === count) child.kill('SIGKILL');
  });
  assert.equal((await ended)[1], 'SIGKILL');
  return lines;
}
