import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.ts';
import { besideBase } from './beside-base.ts';
import { besideBare, everyone, page, signIns, streams } from './parts.ts';
import { collect, printJson } from './report.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const HELP = `npm run bench:api -- [options]

Figures of the API over chains in memory and SQLite, in a process of its own. Without an option for a part, all parts
run one after the other, in two minutes. It ends with status 1 when a figure misses its bar.

  --bare           requests beside bare Fastify routes with the same answers, alternately
  --sign-ins       the event loop while 50 avatars sign in
  --streams        ten events to 1,000 streams
  --page           what reading the page costs at the start
  --everyone       100 events a second to 2,000 streams of everybody's orders
  --base <commit>  instead: requests and events beside those of another commit, in short rounds in turn; it is checked
                   out and installed below .causeway, and removed in the end
  --json           print the figures as JSON, at the end
  --help           print this text

Example: npm run bench:api -- --page --everyone
`;

const PARTS = { bare: besideBare, 'sign-ins': signIns, streams, page, everyone } as const;

const FLAG = { type: 'boolean' } as const;
const { values } = parseArgs({
  options: {
    ...{ bare: FLAG, 'sign-ins': FLAG, streams: FLAG, page: FLAG, everyone: FLAG, json: FLAG, help: FLAG },
    base: { type: 'string' },
  },
});
const { base } = values;
const parts = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];
const named = parts.filter((part) => values[part]);

async function measureParts(): Promise<void> {
  const server = await startBenchServer(ROOT);
  for (const part of named.length > 0 ? named : parts) await PARTS[part](server);
  await server.close();
}

if (values.help) console.log(HELP);
else if (base !== undefined && named.length > 0) {
  console.error(`--base stands alone: leave out --${named.join(', --')}`);
  process.exitCode = 1;
} else {
  if (values.json) collect();
  if (base === undefined) await measureParts();
  else await besideBase(ROOT, base);
  if (values.json) printJson();
}
