// npm run bundle, and the end of every installation: makes the bundle that lib/install/bundle.mjs describes, and the
// page at /.
import { fileURLToPath } from 'node:url';
import { makeBundle } from './lib/install/bundle.mjs';
import { makeWeb } from './lib/install/web.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line) => process.stderr.write(`causeway: ${line}\n`);
await makeBundle(root, say);
await makeWeb(root, say);
