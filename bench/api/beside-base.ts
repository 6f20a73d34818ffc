import { join } from 'node:path';
import { withBase } from '../system/lib/compare.ts';
import { type BenchServer, requestsTo, startBenchServer } from './bench-server.ts';
import { followOrder } from './followers.ts';
import { load, type MakeRequest, percentile } from './load.ts';
import { report } from './report.ts';

// The API beside that of another commit: both servers run all the time, and are loaded in short rounds in turn, so that
// what else the machine does falls on both alike.

const CONNECTIONS = 10;
const ROUND_MS = 250;
const ROUNDS = 40;
const WARM_UP_MS = 3_000;
const STREAMS = 1_000;
const EVENTS = 10;
/** The most processor time of a piece of work, as a multiple of the base's. */
const BAR = 1.03;

/** What one round of a server took. */
interface Round {
  /** Pieces of work in a second. */
  readonly perSecond: number;
  /** Processor time of the server for a piece, microseconds. */
  readonly cpuUs: number;
}

/** One kind of work: a round of it on a server that is ready for it. */
interface Work {
  readonly name: string;
  prepare(server: BenchServer): Promise<{ round(ms: number): Promise<Round>; end(): void }>;
}

/** The round of `count` pieces that `work` does on `server`. */
async function measured({ ask }: BenchServer, work: () => Promise<number>): Promise<Round> {
  const [cpu, began] = [await ask<number>('cpu'), performance.now()];
  const count = await work();
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: count / seconds, cpuUs: ((await ask<number>('cpu')) - cpu) / count };
}

const requests = (name: string, of: (server: BenchServer) => MakeRequest, status = 200): Work => ({
  name,
  async prepare(server) {
    const make = of(server);
    const options = { connections: CONNECTIONS, status };
    const round = (ms: number) =>
      measured(server, async () => (await load(server.port, make, { ...options, ms })).requests);
    return { round, end() {} };
  },
});

/** Events of one order to many streams; a piece is one event to all of them. */
const EVENTS_TO_STREAMS: Work = {
  name: `an event to ${STREAMS} streams`,
  async prepare(server) {
    const followers = await followOrder(server, STREAMS);
    const round = () =>
      measured(server, async () => {
        for (let event = 0; event < EVENTS; event += 1) await followers.event();
        return EVENTS;
      });
    return { round, end: followers.close };
  },
};

const WORK: readonly Work[] = [
  requests('read one order', (server) => requestsTo(server).one),
  requests('list 50 orders', (server) => requestsTo(server).list),
  requests('create an order', (server) => requestsTo(server).create, 201),
  EVENTS_TO_STREAMS,
];

/** Reports what each kind of work costs here and at the commit `base`, in one run. */
export function besideBase(root: string, base: string): Promise<void> {
  const folder = join(root, '.causeway', 'bench-api');
  return withBase(root, folder, base, () => besideOther(root, folder));
}

/** The same for the project at `other`, which is installed. */
export async function besideOther(root: string, other: string): Promise<void> {
  const there = await startBenchServer(other);
  const here = await startBenchServer(root);
  try {
    for (const work of WORK) await compare(work, here, there);
  } finally {
    await Promise.all([there.close(), here.close()]);
  }
}

async function compare({ name, prepare }: Work, here: BenchServer, there: BenchServer): Promise<void> {
  const sides = [await prepare(there), await prepare(here)] as const;
  for (const side of sides) await side.round(WARM_UP_MS);
  const pairs: (readonly [base: Round, here: Round])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each goes first as often as the other.
    const [first, second] = round % 2 === 0 ? sides : [sides[1], sides[0]];
    const both = [await first.round(ROUND_MS), await second.round(ROUND_MS)] as const;
    pairs.push(round % 2 === 0 ? both : [both[1], both[0]]);
  }
  for (const side of sides) side.end();
  // Other work of the machine makes a round dearer and never cheaper, so the cheaper ones tell what the work costs.
  const usual = (key: keyof Round, share: number) =>
    ([0, 1] as const).map((at) =>
      percentile(
        pairs.map((pair) => pair[at][key]).sort((a, b) => a - b),
        share,
      ),
    ) as [base: number, here: number];
  const [baseCpu, cpu] = usual('cpuUs', 0.25);
  const [baseRate, rate] = usual('perSecond', 0.75);
  report(
    name,
    `${cpu.toFixed(0)} µs of processor, base ${baseCpu.toFixed(0)} µs, ratio ${(cpu / baseCpu).toFixed(3)} (bar ${BAR}); ` +
      `${rate.toFixed(0)}/s, base ${baseRate.toFixed(0)}/s, ratio ${(rate / baseRate).toFixed(3)}`,
    cpu <= BAR * baseCpu,
  );
}
