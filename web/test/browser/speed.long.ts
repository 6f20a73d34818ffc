import { strict as assert } from 'node:assert';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';
import { type Owner, oneOfEach, ownerAt, signInAt, type Work } from '../support/work.ts';

/** What a page took, milliseconds; and how far its parts moved. */
interface Paint {
  readonly first: number;
  readonly largest: number;
  readonly shift: number;
  /** The parts that moved. */
  readonly moved?: readonly string[];
}

const OBSERVE = `
  window.paint = { first: 0, largest: 0, shift: 0 };
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') window.paint.first = entry.startTime; });
  observe('largest-contentful-paint', (entry) => { window.paint.largest = entry.startTime; });
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) { window.paint.shift += entry.value; window.paint.moved = [...(window.paint.moved ?? []), ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]; } });
`;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[1] ?? 0;

describe('a slow phone: a processor four times slower, 1.6 Mbit/s, 150 ms', function () {
  this.timeout(180_000);
  const site = useSite({ api: { webhooks: { allowedNetworks: ['127.0.0.1/32'] } } });
  const browser = useBrowser();
  let order: string;
  let ann: Owner;
  let work: Work;
  before(async () => {
    for (let at = 0; at < 30; at++) order = await site.locked();
    ann = await ownerAt(site, 'ann');
    work = await oneOfEach(site, ann);
  });

  async function measure(path: string, ready: string, isOwn: boolean): Promise<Paint> {
    const page = await browser.open('about:blank', { viewport: { width: 390, height: 844 } });
    if (isOwn) {
      await page.goto(site.at('/account?back=/agents'));
      await signInAt(page, ann);
      await page.waitForURL(site.at('/agents'));
      await page.goto('about:blank');
    }
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    await devtools.send('Network.enable');
    const bytesPerSecond = (1.6 * 1024 * 1024) / 8;
    const network = {
      offline: false,
      latency: 150,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    };
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(OBSERVE);
    await page.goto(site.at(path));
    await page.locator(ready).first().waitFor();
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 2000 }))');
    const paint = (await page.evaluate('window.paint')) as Paint;
    await page.context().close();
    return paint;
  }

  for (const [name, path, ready, isOwn] of [
    ['the list of orders', () => '/', 'table tbody tr', false],
    ['an order', () => `/o/${order}`, '.path li', false],
    ['lanes', () => '/lanes', 'table tbody tr', false],
    ['backing', () => '/backing', 'h1', false],
    ['a run of a workflow', () => `/runs/${work.runId}`, 'table tbody tr', true],
  ] as const)
    it(`paints ${name} within 1.2 s, whole within 1.8 s, and nothing moves`, async () => {
      const paints: Paint[] = [];
      while (paints.length < 3) paints.push(await measure(path(), ready, isOwn));
      const of = (part: 'first' | 'largest' | 'shift') => median(paints.map((paint) => paint[part]));
      console.log(
        `      ${name}: first ${of('first')} ms, largest ${of('largest')} ms, shift ${of('shift')}`,
        paints[0],
      );
      assert.ok(of('first') <= 1_200 && of('largest') <= 1_800 && of('shift') <= 0.02, JSON.stringify(paints));
    });
});
