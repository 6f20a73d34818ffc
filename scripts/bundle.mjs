// npm run bundle, and the end of every installation: makes the bundle that lib/install/bundle.mjs describes.
import { fileURLToPath } from 'node:url';
import { makeBundle } from './lib/install/bundle.mjs';

await makeBundle(fileURLToPath(new URL('..', import.meta.url)), (line) => process.stderr.write(`causeway: ${line}\n`));
