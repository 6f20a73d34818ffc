// npm run bench:chains: what many local chains cost, beside the usual five.
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { numberOption } from '@causeway/config';
import { parseChains, USUAL_NETWORKS } from '@causeway/devnet';
import { Command, Option } from 'commander';
import { type RequestFacts, requestsAtRest } from '../../test/support/requests-at-rest.ts';
import { hereAndMachine, show } from './lib/compare.ts';
import { measureStay, type StayFacts } from './lib/measure-stay.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const HELP = `
"requests": signers, relayer and API on five chains and then on more, in turn; their RPC requests at rest, while each
chain makes --blocks blocks. "stay": npm start -- --chains, from the command to ready, and then idle for --minutes with
its processor time, largest memory and disk. Reads /proc, so this needs Linux; 100 % is one processor. Everything that
this starts has ended when it ends.`;

interface Options {
  readonly chains: string;
  readonly blocks: number;
  readonly minutes: number;
  readonly only?: 'requests' | 'stay';
  readonly json?: true;
}

const program = new Command('npm run bench:chains --')
  .description('measures what many local chains cost')
  .option('--chains <which>', 'how many chains, or their names with commas', '10')
  .option(
    '--blocks <n>',
    'blocks of each chain in which requests are counted',
    numberOption({ least: 10, most: 100_000 }),
    250,
  )
  .option('--minutes <n>', 'how long npm start stays up', numberOption({ least: 1, most: 120 }), 30)
  .addOption(new Option('--only <part>', 'only this part').choices(['requests', 'stay']))
  .option('--json', 'print one line of JSON')
  .addHelpText('after', HELP)
  .parse();
const { chains, blocks, minutes, only, json } = program.opts<Options>();
const many = parseChains(chains);
const say = (line: string) => process.stderr.write(`${line}; load ${loadavg()[0]?.toFixed(1)}\n`);

const requestsLine = (count: number, { requests, perBlock, byCall }: RequestFacts): string => {
  const most = Object.entries(byCall).map(([call, times]) => `${call} ${times}`);
  return `${count} chains: ${requests} RPC requests, ${show(perBlock, '')} a block of a chain; calls: ${most.join(', ')}`;
};

async function requests() {
  const five = await requestsAtRest(USUAL_NETWORKS, blocks);
  say(requestsLine(USUAL_NETWORKS.length, five));
  const more = await requestsAtRest(many, blocks);
  say(requestsLine(many.length, more));
  return { five, many: more, ratio: more.requests / five.requests };
}

const stayLine = (facts: StayFacts): string =>
  [
    `ready after ${show(facts.readySeconds, 's')}`,
    `idle ${show(facts.cpu, '%')}`,
    ...Object.entries(facts.cpuOf).map(([part, cpu]) => `${part} ${show(cpu, '%')}`),
    `memory at most ${show(facts.mostPss, 'MB')}`,
    `disk at most ${show(facts.mostDisk, 'MB')}`,
  ].join(', ');

function stay(): Promise<StayFacts> {
  return measureStay(ROOT, chains, 60 * minutes, (soFar) => say(stayLine(soFar)));
}

const counted = only === 'stay' ? undefined : await requests();
const stayed = only === 'requests' ? undefined : await stay();
if (json) console.log(JSON.stringify({ ...hereAndMachine(ROOT), chains: many, blocks, minutes, counted, stayed }));
else {
  if (counted) console.log(`RPC requests of ${many.length} chains to those of five: ${show(counted.ratio, '')}`);
  if (stayed) console.log(`npm start -- --chains ${chains}, ${minutes} minutes: ${stayLine(stayed)}`);
}
