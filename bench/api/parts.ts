import { PASSWORD } from '../../api/test/support/once.ts';
import { type BenchServer, creating, readingOf, requestsTo } from './bench-server.ts';
import { followOrder } from './followers.ts';
import { type Load, load, type MakeRequest, median, percentile, requestBytes, StreamClient } from './load.ts';
import { report } from './report.ts';
import { signIn } from './sign-in.ts';

// The parts of the bench. Each measures one server and reports its figures.

const CONNECTIONS = 10;
const ROUND_MS = 3_000;
const ROUNDS = 3;

/** The API beside bare Fastify routes with the same answers, in one process, alternately. */
export async function besideBare(server: BenchServer): Promise<void> {
  const { one, list, create } = requestsTo(server);
  const plain = (path: string) => {
    const bytes = readingOf(server, path);
    return () => bytes;
  };
  await compare(server, 'read one order', one, plain('/one'), 0.4);
  await compare(server, 'list 50 orders', list, plain('/list'), 0.3);
  await compare(server, 'create an order', create, creating(server, '/created'), 0.5, 201);
}

/** Loads both alternately; the share of the API's rate in the bare one's must reach `bar`. */
async function compare(
  { port, bare }: BenchServer,
  name: string,
  ours: MakeRequest,
  plain: MakeRequest,
  bar: number,
  status = 200,
): Promise<void> {
  const rates: [Load, Load][] = [];
  const options = { connections: CONNECTIONS, ms: ROUND_MS, status };
  // The first round warms up and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair: [Load, Load] = [await load(bare, plain, options), await load(port, ours, options)];
    if (round > 0) rates.push(pair);
  }
  const share = median(rates.map(([plainLoad, own]) => own.perSecond / plainLoad.perSecond));
  const of = (which: 0 | 1) => {
    const loads = rates.map((pair) => pair[which]);
    const figure = (key: 'perSecond' | 'p50' | 'p99') => median(loads.map((one) => one[key]));
    return `${figure('perSecond').toFixed(0)}/s, p50 ${figure('p50').toFixed(1)} ms, p99 ${figure('p99').toFixed(1)} ms`;
  };
  report(name, `${(share * 100).toFixed(0)} % of bare (bar ${bar * 100} %); API ${of(1)}; bare ${of(0)}`, share >= bar);
}

/** The event loop while all avatars sign in at once, each from an address of its own. */
export async function signIns({ port, names, ask }: BenchServer): Promise<void> {
  await ask('watch');
  const began = performance.now();
  const waits = await Promise.all(
    names.map((username, at) => signIn(port, { username, password: PASSWORD }, `127.0.1.${at + 1}`)),
  );
  const seconds = (performance.now() - began) / 1_000;
  const delay = await ask<number>('delay');
  const refused = waits.reduce((sum, count) => sum + count, 0);
  report(
    `event loop while ${names.length} sign in`,
    `delay p99 ${delay.toFixed(0)} ms (bar 50 ms); all in after ${seconds.toFixed(1)} s, ${refused} asked again`,
    delay <= 50,
  );
}

const STREAMS = 1_000;
const EVENTS = 10;

/** Ten events of one order to 1,000 streams. */
export async function streams(server: BenchServer): Promise<void> {
  const followers = await followOrder(server, STREAMS);
  const delays: number[] = [];
  for (let event = 0; event < EVENTS; event += 1) delays.push(...(await followers.event()));
  followers.close();
  const late = percentile(
    delays.sort((a, b) => a - b),
    0.99,
  );
  report(`event to ${STREAMS} streams`, `p99 ${late} ms from the write on (bar 100 ms)`, late <= 100);
}

/** What the page costs the start of the service, beside one without the page. */
export async function page({ ask }: BenchServer): Promise<void> {
  const { ms, mb } = await ask<{ readonly ms: number; readonly mb: number }>('page');
  report(
    'the page at a start of the service',
    `${ms.toFixed(1)} ms of processor (bar 20 ms), ${mb.toFixed(2)} MB (bar 10 MB)`,
    mb > 0 && ms <= 20 && mb <= 10,
  );
}

/** What the server's process did while it moved orders. */
interface Moved {
  readonly written: number;
  readonly cpuUs: number;
}

const PUBLIC_STREAMS = 2_000;
const CPU_BAR_US = 5;
const FLUSHES_BAR = 2;

/** 100 events a second of everybody's orders to 2,000 streams, beside the same events to none. */
export async function everyone({ port, ask }: BenchServer): Promise<void> {
  const alone = await ask<Moved>('move');
  const opening = requestBytes('GET', '/api/v1/explorer/events', { accept: 'text/event-stream' });
  const clients = Array.from({ length: PUBLIC_STREAMS }, () => new StreamClient(port, opening, 'HTTP/1.1 200'));
  await Promise.all(clients.map((client) => client.first));
  const pieces = clients.map((client) => client.pieces);
  const movedAt = performance.now();
  const watched = await ask<Moved>('move');
  const seconds = (performance.now() - movedAt) / 1_000;
  const flushes = Math.max(...clients.map((client, at) => client.pieces - (pieces[at] ?? 0))) / seconds;
  const cpuUs = (watched.cpuUs - alone.cpuUs) / watched.written / PUBLIC_STREAMS;
  report(
    `${watched.written} events to ${PUBLIC_STREAMS} streams of everybody’s orders`,
    `${cpuUs.toFixed(2)} µs of processor an event and stream (bar ${CPU_BAR_US} µs), ${flushes.toFixed(1)} flushes/s (bar ${FLUSHES_BAR})`,
    cpuUs <= CPU_BAR_US && flushes <= FLUSHES_BAR * 1.1,
  );
  for (const client of clients) client.close();
}
