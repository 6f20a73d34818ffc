import { join } from 'node:path';
import { withBase } from '../system/lib/compare.ts';
import { type BenchServer, requestsTo, startBenchServer } from './bench-server.ts';
import { followOrder } from './followers.ts';
import { load, type MakeRequest, median } from './load.ts';
import { report } from './report.ts';

// The API beside that of another commit: both servers run all the time, and are loaded in short rounds in turn, so that
// what else the machine does falls on both alike.

const CONNECTIONS = 10;
const ROUND_MS = 500;
const ROUNDS = 20;
const WARM_UP_MS = 3_000;
const STREAMS = 1_000;
const EVENTS = 20;
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

/** Reports the processor time and the rate of each kind of work here and at the commit `base`, in one run. */
export function besideBase(root: string, base: string): Promise<void> {
  const folder = join(root, '.causeway', 'bench-api');
  return withBase(root, folder, base, async () => {
    const there = await startBenchServer(folder);
    const here = await startBenchServer(root);
    try {
      for (const work of WORK) await compare(work, here, there);
    } finally {
      await Promise.all([there.close(), here.close()]);
    }
  });
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
  const of = (key: keyof Round, at: 0 | 1) => median(pairs.map((pair) => pair[at][key]));
  const ratio = (key: keyof Round) => median(pairs.map(([base, own]) => own[key] / base[key]));
  const cpu = ratio('cpuUs');
  report(
    name,
    `${of('cpuUs', 1).toFixed(0)} µs of processor, base ${of('cpuUs', 0).toFixed(0)} µs, ratio ${cpu.toFixed(3)} ` +
      `(bar ${BAR}); ${of('perSecond', 1).toFixed(0)}/s, base ${of('perSecond', 0).toFixed(0)}/s, ratio ${ratio('perSecond').toFixed(3)}`,
    cpu <= BAR,
  );
}
