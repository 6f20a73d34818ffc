#!/usr/bin/env node
// node scripts/bootstrap.mjs [--bundle] [--types] SCRIPT [ARGS…]: installs what package-lock.json names when it is not
// there; with --bundle makes the bundle and the page, and with --types the client's types anew where sources have
// changed; then runs SCRIPT under the Node that came with it, with its arguments, signals and exit code.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBundle } from './lib/install/bundle.mjs';
import { ensureTypes } from './lib/install/generated-types.mjs';
import { checkNode, ensureInstalled } from './lib/install/install.mjs';
import { runUnderRuntime } from './lib/install/runtime.mjs';
import { makeWeb } from './lib/install/web.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const before = given.findIndex((word) => word !== '--bundle' && word !== '--types');
const flags = given.slice(0, before < 0 ? given.length : before);
const [script, ...args] = given.slice(flags.length);
const say = (line) => process.stderr.write(`causeway: ${line}\n`);

try {
  if (script === undefined) throw new Error('usage: node scripts/bootstrap.mjs [--bundle] [--types] SCRIPT [ARGS…]');
  checkNode();
  await ensureInstalled(root, { say });
  if (flags.includes('--bundle')) {
    await makeBundle(root, say);
    await makeWeb(root, say);
  }
  if (flags.includes('--types')) ensureTypes(root, say);
} catch (error) {
  say(error.message);
  process.exit(1);
}
await runUnderRuntime(root, resolve(script), args);
