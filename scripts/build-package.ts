// Builds workspaces as packages for npm.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPackage } from './lib/install/build-package.ts';

const HELP = `npm run build:package -- WORKSPACE…

Builds client or radix-ledger as a package for npm: JavaScript, types, licence texts. Prints its folder, for npm pack.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
if (values.help || positionals.length === 0) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 2;
}
const root = fileURLToPath(new URL('..', import.meta.url));
for (const workspace of positionals) console.log(await buildPackage(root, workspace));
