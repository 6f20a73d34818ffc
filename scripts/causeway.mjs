#!/usr/bin/env node
// The `causeway` command: runs causeway.ts under the Node that Causeway is installed with.
import { fileURLToPath } from 'node:url';
import { runUnderRuntime } from './lib/install/runtime.mjs';

await runUnderRuntime(
  fileURLToPath(new URL('..', import.meta.url)),
  fileURLToPath(new URL('causeway.ts', import.meta.url)),
  process.argv.slice(2),
);
