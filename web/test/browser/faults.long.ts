import { strict as assert } from 'node:assert';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { useLiveSite } from '../support/live-site.ts';
import { registered } from '../support/people.ts';

const KILLS = 20;
/** Orders before the page is opened, and how many of them it lists. */
const FIRST = 30;
const SHOWN = 25;
/** Milliseconds from a service that is back to a page that shows what has happened meanwhile. */
const BACK_MS = 2_000;
/** Milliseconds from a commit to the page, of 99 of 100 changes. */
const SEEN_MS = 1_000;
const CHANGES_PER_SECOND = 100;
const CHANGES = 2_000;
/** Orders that change in turn, so that each stays in a state longer than the delay. */
const MOVING = 150;

/** A window in which all orders of the tests are drawn. */
const TALL = { width: 1_440, height: 24_000 } as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The ids of the rows of the page, from the top, each with the words of its state. */
const rowsOf = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('tbody tr:has(a)')].map((row) =>
    [row.querySelector('a').getAttribute('href').slice(3), row.querySelector('.mark').lastChild.textContent.trim()])`) as Promise<
    readonly (readonly [id: string, words: string])[]
  >;

/** The words of the states that the test's orders go through. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ locked: 'locked', confirming: 'confirming', proving: 'proving', signing: 'signing' },
  ...{ minting: 'delivering', completed: 'delivered' },
};

describe('a service that crashes while orders move', function () {
  this.timeout(300_000);
  const site = useLiveSite();
  const browser = useBrowser();

  it(`loses and doubles nothing on the page in ${KILLS} crashes, and the page goes on within ${BACK_MS} ms`, async () => {
    const open: string[] = [];
    for (let at = 0; at < FIRST; at++) open.push(await site.lock());
    const page = await browser.open(site.at('/'), { viewport: TALL });
    await page
      .locator('tbody tr')
      .nth(SHOWN - 1)
      .waitFor();
    const state = { isOver: false };
    const moving = (async () => {
      for (let step = 0; !state.isOver; step++) {
        if (step % 20 === 0) open.push(await site.lock());
        const at = (step * 7_919) % open.length;
        if (!(await site.move(open[at] as string))) open.splice(at, 1);
        await pause(10);
      }
    })();
    const waits: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(200 + 37 * kill);
      await site.kill();
      await page.getByText('The service does not answer.').waitFor();
      const during = await site.lock();
      await site.start();
      const backAtMs = performance.now();
      await page.locator(`a[href="/o/${during}"]`).waitFor();
      await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
      waits.push(performance.now() - backAtMs);
    }
    state.isOver = true;
    await moving;
    const slowest = Math.max(...waits);
    console.log(`      the page was back after ${waits.map((ms) => Math.round(ms)).join(', ')} ms`);
    const { items } = await site.storage.orders.everyones({}, null, 1_000);
    const now = items.map(({ id, state: name }) => [id, WORDS[name]]);
    // The last changes are shown within a second.
    const until = performance.now() + BACK_MS;
    let rows = await rowsOf(page);
    while (JSON.stringify(rows) !== JSON.stringify(now.slice(0, rows.length)) && performance.now() < until) {
      await pause(50);
      rows = await rowsOf(page);
    }
    assert.deepEqual(rows, now.slice(0, rows.length));
    assert.ok(rows.length >= items.length - FIRST + SHOWN, `${rows.length} of ${items.length} orders are shown`);
    assert.ok(slowest <= BACK_MS, `${slowest} ms`);
  });

  it('keeps a session in crashes between its renewal and the answer', async () => {
    const page = await registered({ site, browser }, 'crashed');
    for (let kill = 0; kill < 3; kill++) {
      await page.route(
        '**/refresh-token',
        async (route) => {
          assert.equal((await route.fetch()).status(), 200);
          await site.kill();
          await route.abort();
        },
        { times: 1 },
      );
      await page.reload();
      await page.getByText('The service does not answer.').waitFor();
      await site.start();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    }
    await page.context().close();
  });

  it(`shows ${CHANGES_PER_SECOND} changes a second within ${SEEN_MS} ms each, 99 of 100 times`, async () => {
    const orders: string[] = [await site.lock()];
    const page = await browser.open(site.at('/'), { viewport: TALL });
    await page.locator('tbody tr').first().waitFor();
    while (orders.length < MOVING) orders.push(await site.lock());
    for (const id of orders) for (let step = 0; step < 3; step++) await site.move(id);
    const areDrawn = async () => (await rowsOf(page)).filter(([, words]) => words === WORDS.signing).length >= MOVING;
    const byMs = performance.now() + 10_000;
    while (!(await areDrawn()) && performance.now() < byMs) await pause(100);
    assert.ok(await areDrawn(), 'all of them are drawn');
    await page.evaluate(`
      window.seen = [];
      const wordsOf = (row) => row.querySelector('.mark').lastChild.textContent.trim();
      const rows = new Map([...document.querySelectorAll('tbody tr:has(a)')].map((row) =>
        [row.querySelector('a').getAttribute('href').slice(3), [row, wordsOf(row)]]));
      new MutationObserver(() => {
        for (const [id, [row, before]] of rows) {
          const words = wordsOf(row);
          if (words === before) continue;
          rows.set(id, [row, words]);
          window.seen.push([id, Date.now()]);
        }
      }).observe(document.querySelector('table'), { subtree: true, childList: true, characterData: true });
    `);
    const written = new Map<string, number[]>();
    const beginMs = performance.now();
    for (let at = 0; at < CHANGES; at++) {
      const id = orders[at % MOVING] as string;
      // Each order goes to and fro, and stays long enough to be seen there.
      await site.storage.orders.transition(id, Math.floor(at / MOVING) % 2 === 0 ? 'proposalDropped' : 'proposed', {});
      written.set(id, [...(written.get(id) ?? []), Date.now()]);
      const dueMs = beginMs + ((at + 1) * 1_000) / CHANGES_PER_SECOND;
      if (dueMs > performance.now()) await pause(dueMs - performance.now());
    }
    await pause(2 * SEEN_MS);
    const seen = new Map<string, number[]>();
    for (const [id, atMs] of (await page.evaluate('window.seen')) as readonly (readonly [string, number])[])
      seen.set(id, [...(seen.get(id) ?? []), atMs]);
    const delays = [...written]
      .flatMap(([id, times]) => times.map((atMs, at) => (seen.get(id)?.[at] ?? Number.POSITIVE_INFINITY) - atMs))
      .sort((a, b) => a - b);
    const at = (share: number) => delays[Math.ceil(share * delays.length) - 1] ?? 0;
    console.log(`      seen after ${at(0.5)} ms (p50), ${at(0.99)} ms (p99), ${at(1)} ms (all)`);
    assert.ok(at(0.99) <= SEEN_MS, `${at(0.99)} ms`);
  });
});
