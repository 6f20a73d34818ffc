import { strict as assert } from 'node:assert';
import type { CDPSession, Page } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { type EventFront, eventFront } from '../support/event-front.ts';
import { useSite } from '../support/site.ts';

const ROWS = 1_000;
const MOVES_PER_SECOND = 50;
const SECONDS = 15;
/** Most milliseconds that the main thread works in a frame, in 95 of 100 frames, and in one task. */
const FRAME_MS = 8;
const TASK_MS = 50;
/** A frame at 60 a second, microseconds. */
const FRAME_US = 1_000_000 / 60;

/** Events until the first and the second measurement of the heap, and how much it may grow between them. */
const [FEW, MANY, GROWTH] = [20_000, 200_000, 1.2];
/** Events in one piece, of as many orders. */
const PIECE = 500;

const STATES = ['confirming', 'proving', 'signing', 'minting', 'locked'] as const;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Microseconds by the clock, and of the processor's time alone. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

interface Opened {
  readonly page: Page;
  readonly ids: readonly string[];
  /** An order as everyone sees it. */
  readonly like: object;
}

/** What a browser records while `work` runs. */
async function traced(devtools: CDPSession, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  const categories = 'devtools.timeline,disabled-by-default-devtools.timeline,toplevel';
  await devtools.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await work();
  await devtools.send('Tracing.end');
  await complete;
  return events;
}

/** Milliseconds of each task of the page's main thread, with the time at which it began, microseconds. */
function tasksOf(events: readonly TraceEvent[]): readonly { readonly atUs: number; readonly ms: number }[] {
  const main = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      name === 'RunTask' && ph === 'X' && main.some((one) => one.pid === pid && one.tid === tid),
  );
  // Other programs of this machine may stop a task for a while.
  return tasks.map(({ ts, dur = 0, tdur = dur }) => ({ atUs: ts, ms: tdur / 1_000 }));
}

describe('a list of orders under load', function () {
  this.timeout(300_000);
  const site = useSite();
  const browser = useBrowser();
  let front: EventFront;
  before(async () => {
    front = await eventFront(site.api);
  });
  after(() => front.close());

  let count = 0;
  /** An order that begins, as the stream tells of it. */
  const begun = (like: object) => {
    const orderId = `0198c5b2-6a1e-7c3d-9f10-${(count++).toString(16).padStart(12, '0')}`;
    return {
      orderId,
      version: 2,
      status: 'locked',
      at: new Date().toISOString(),
      order: { ...like, orderId, version: 2 },
    };
  };

  /** A page that shows this number of orders, the newest from the stream. */
  async function opened(rows: number): Promise<Opened> {
    const id = await site.locked();
    const { result } = (await site.api.app.inject(`/api/v1/explorer/orders?search=${id}`)).json();
    const page = await browser.open(front.at('/'));
    await page.locator('tbody tr').first().waitFor();
    await front.opened();
    const all = Array.from({ length: rows }, () => begun(result[0]));
    for (let at = 0; at < rows; at += PIECE) await front.write(all.slice(at, at + PIECE));
    await page.locator(`a[href="/o/${all.at(-1)?.orderId}"]`).waitFor();
    return { page, ids: all.map(({ orderId }) => orderId), like: result[0] };
  }

  const versions = new Map<string, number>();
  const moved = (orderId: string) => {
    const version = (versions.get(orderId) ?? 2) + 1;
    versions.set(orderId, version);
    return { orderId, version, status: STATES[version % STATES.length], at: new Date().toISOString() };
  };

  it(`works at most ${FRAME_MS} ms a frame while ${MOVES_PER_SECOND} of ${ROWS} orders move a second`, async () => {
    const { page, ids } = await opened(ROWS);
    await page.evaluate('new Promise((done) => requestIdleCallback(done))');
    const devtools = await page.context().newCDPSession(page);
    const events = await traced(devtools, async () => {
      const half = MOVES_PER_SECOND / 2;
      for (let second = 0; second < 2 * SECONDS; second++) {
        const orders = Array.from({ length: half }, (_, at) => ids[(second * 389 + at * 41) % ROWS] as string);
        await front.write(orders.map(moved));
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    });
    const tasks = tasksOf(events);
    const frames = new Map<number, number>();
    for (const { atUs, ms } of tasks) {
      const frame = Math.floor(atUs / FRAME_US);
      frames.set(frame, (frames.get(frame) ?? 0) + ms);
    }
    const busy = [...frames.values()].sort((a, b) => a - b);
    const all = Math.max(...frames.keys()) - Math.min(...frames.keys()) + 1;
    const p95 = busy[busy.length - Math.ceil(0.05 * all)] ?? 0;
    const ofBusy = busy[busy.length - Math.ceil(0.05 * busy.length)] ?? 0;
    const longest = Math.max(...tasks.map(({ ms }) => ms));
    console.log(
      `      p95 ${p95.toFixed(1)} ms of ${all} frames, ${ofBusy.toFixed(1)} ms of the ${busy.length} with work; ` +
        `longest task ${longest.toFixed(1)} ms`,
    );
    assert.ok(tasks.length > 0 && longest <= TASK_MS, `a task of ${longest} ms`);
    assert.ok(p95 <= FRAME_MS, `${p95} ms of work in a frame`);
    await page.context().close();
  });

  it(`holds at most ${GROWTH} times as much after ${MANY} events as after ${FEW}`, async () => {
    const { page, ids, like } = await opened(ROWS);
    const devtools = await page.context().newCDPSession(page);
    let written = 0;
    const writeTo = async (total: number) => {
      for (; written < total; written += PIECE)
        await front.write(Array.from({ length: PIECE }, (_, at) => moved(ids[(written + at) % ROWS] as string)));
      // The page shows a new order once it has read everything before it.
      const last = begun(like);
      await front.write([last]);
      await page.locator(`a[href="/o/${last.orderId}"]`).waitFor();
    };
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };
    await writeTo(FEW);
    const few = await heap();
    await writeTo(MANY);
    const many = await heap();
    console.log(`      ${(few / 1e6).toFixed(1)} MB, then ${(many / 1e6).toFixed(1)} MB`);
    assert.ok(many <= GROWTH * few, `${few} bytes, then ${many}`);
  });
});
