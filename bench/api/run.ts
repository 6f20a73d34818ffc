import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PASSWORD } from '../../api/test/support/once.ts';
import { type Load, load, type MakeRequest, percentile, requestBytes, StreamClient } from './load.ts';
import { ORDER } from './order.ts';

/**
 * npm run bench:api: the API beside bare Fastify routes with the same answers, in one process and one run, alternately.
 * Prints a table, and ends with status 1 when a figure misses its bar.
 */

const CONNECTIONS = 10;
const ROUND_MS = 3_000;
const ROUNDS = 3;

interface Ready {
  readonly port: number;
  readonly bare: number;
  readonly names: readonly string[];
  readonly tokens: readonly string[];
  readonly orderId: string;
}

const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
const told = async <T>(command: string): Promise<T> => {
  for (;;) {
    const [message] = await once(child, 'message');
    if (message.command === command) return message.result as T;
  }
};
const ask = <T>(command: string): Promise<T> => {
  const answer = told<T>(command);
  child.send(command);
  return answer;
};

const { port, bare, names, tokens, orderId } = await told<Ready>('ready');
const headersOf = (token: string | undefined) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });
const headers = headersOf(tokens[0]);
const reading = (path: string): MakeRequest => {
  const bytes = requestBytes('GET', path, headers);
  return () => bytes;
};
const writing = (path: string): MakeRequest => {
  const requests = tokens.map((token) => {
    const json = { ...headersOf(token), 'content-type': 'application/json' };
    return requestBytes('POST', path, json, JSON.stringify(ORDER));
  });
  let sent = 0;
  return () => {
    sent += 1;
    return requests[sent % requests.length] as string;
  };
};

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;
let missed = false;

/** Loads both alternately; the share of the API's rate in the bare one's must reach `bar`. */
async function compare(name: string, ours: MakeRequest, plain: MakeRequest, bar: number, status = 200): Promise<void> {
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

function report(name: string, figures: string, met: boolean): void {
  if (!met) missed = true;
  console.log(`${met ? 'met   ' : 'MISSED'} ${name}: ${figures}`);
}

await compare('read one order', reading(`/api/v1/orders/${orderId}`), reading('/one'), 0.4);
await compare('list 50 orders', reading('/api/v1/orders?limit=50'), reading('/list'), 0.3);
await compare('create an order', writing('/api/v1/orders'), writing('/created'), 0.5, 201);

await ask('watch');
await Promise.all(
  names.map(async (username) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/avatar/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`a sign-in was answered ${answer.status}: ${text}`);
  }),
);
const delay = await ask<number>('delay');
report('event loop while 50 sign in', `delay p99 ${delay.toFixed(0)} ms (bar 50 ms)`, delay <= 50);

const STREAMS = 1_000;
const EVENTS = 10;
const path = `/api/v1/orders/${orderId}/events`;
const request = requestBytes('GET', path, headers);
const streams = Array.from({ length: STREAMS }, () => new StreamClient(port, request, 'order.created'));
await Promise.all(streams.map((stream) => stream.first));
const delays: number[] = [];
for (let n = 1; n <= EVENTS; n += 1) {
  const arrivals = streams.map((stream) => stream.arrival(`"signatures":${n}}`));
  const written = await ask<number>('event');
  for (const at of await Promise.all(arrivals)) delays.push(at - written);
}
for (const stream of streams) stream.close();
const late = percentile(
  delays.sort((a, b) => a - b),
  0.99,
);
report(`event to ${STREAMS} streams`, `p99 ${late} ms from the write on (bar 100 ms)`, late <= 100);

const page = await ask<{ readonly pages: number; readonly ms: number; readonly mb: number }>('page');
report(
  `reading the page’s ${page.pages} views at the start`,
  `${page.ms.toFixed(1)} ms (bar 20 ms), ${page.mb.toFixed(2)} MB (bar 10 MB)`,
  page.pages > 0 && page.ms <= 20 && page.mb <= 10,
);

interface Moved {
  readonly written: number;
  readonly cpuUs: number;
}

const PUBLIC_STREAMS = 2_000;
const CPU_BAR_US = 5;
const FLUSHES_BAR = 2;
const alone = await ask<Moved>('move');
const opening = requestBytes('GET', '/api/v1/explorer/events', { accept: 'text/event-stream' });
const everyones = Array.from({ length: PUBLIC_STREAMS }, () => new StreamClient(port, opening, 'HTTP/1.1 200'));
await Promise.all(everyones.map((stream) => stream.first));
const pieces = everyones.map((stream) => stream.pieces);
const movedAt = performance.now();
const watched = await ask<Moved>('move');
const seconds = (performance.now() - movedAt) / 1_000;
const flushes = Math.max(...everyones.map((stream, at) => stream.pieces - (pieces[at] ?? 0))) / seconds;
const cpuUs = (watched.cpuUs - alone.cpuUs) / watched.written / PUBLIC_STREAMS;
report(
  `${watched.written} events to ${PUBLIC_STREAMS} streams of everybody’s orders`,
  `${cpuUs.toFixed(2)} µs of processor an event and stream (bar ${CPU_BAR_US} µs), ${flushes.toFixed(1)} flushes/s (bar ${FLUSHES_BAR})`,
  cpuUs <= CPU_BAR_US && flushes <= FLUSHES_BAR * 1.1,
);
for (const stream of everyones) stream.close();
child.disconnect();
if (missed) process.exitCode = 1;
