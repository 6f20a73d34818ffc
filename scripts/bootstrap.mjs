#!/usr/bin/env node
// node scripts/bootstrap.mjs [--bundle] SCRIPT [ARGS…]: installs what package-lock.json names when it is not there, and
// with --bundle makes the bundle anew where sources have changed; then runs SCRIPT under the Node that came with it, with
// its arguments, signals and exit code.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBundle } from './lib/bundle.mjs';
import { checkNode, ensureInstalled } from './lib/install.mjs';
import { runUnderRuntime } from './lib/runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundles = process.argv[2] === '--bundle';
const [script, ...args] = process.argv.slice(bundles ? 3 : 2);
const say = (line) => process.stderr.write(`causeway: ${line}\n`);

try {
  if (script === undefined) throw new Error('usage: node scripts/bootstrap.mjs [--bundle] SCRIPT [ARGS…]');
  checkNode();
  await ensureInstalled(root, { say });
  if (bundles) await makeBundle(root, say);
} catch (error) {
  say(error.message);
  process.exit(1);
}
await runUnderRuntime(root, resolve(script), args);
