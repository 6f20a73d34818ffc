import { parseArgs } from 'node:util';
import { collect, printJson } from '../report.ts';
import { benchDiscovery } from './discovery.ts';
import { benchHttp } from './http.ts';
import { benchStreams } from './streams.ts';
import { benchThroughput } from './throughput.ts';
import { benchWaiting } from './waiting.ts';

const HELP = `npm run bench:agents -- [options]

Figures of the agent layer. Without an option for a part, all parts run one after the other. The whole takes about eight
minutes. It ends with status 1 when a figure misses its bar.

  --discovery   discovery over HTTP on one connection, 100,000 agents, SQLite and PostgreSQL
  --waiting     the first claim with 1,000,000 waiting tasks, SQLite and PostgreSQL
  --throughput  submit, claim and complete in process, beside a bare loop, BullMQ and graphile-worker
  --http        the same over HTTP, beside bare Fastify, and the share of time of each step
  --streams     1,000 clients of event streams while tasks run
  --json        print the figures as JSON, at the end
  --help        print this text

It needs PostgreSQL's programs, and for BullMQ a Redis or Debian's packages of it. Processor times are read from /proc.
`;

const PARTS = {
  discovery: benchDiscovery,
  waiting: benchWaiting,
  throughput: benchThroughput,
  http: benchHttp,
  streams: benchStreams,
} as const;

const FLAGS = [...Object.keys(PARTS), 'json', 'help'];
const { values } = parseArgs({
  options: Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'boolean' as const }])),
});
if (values.help) console.log(HELP);
else {
  if (values.json) collect();
  const named = Object.entries(PARTS).filter(([part]) => values[part]);
  for (const [, bench] of named.length > 0 ? named : Object.entries(PARTS)) await bench();
  if (values.json) printJson();
}
