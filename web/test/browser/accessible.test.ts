import { LONG } from '@causeway/protocol/test-support/cases';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNarrow, SIZES } from '../support/accessible.ts';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';
import { oneOfEach, ownerAt, signInAt, type Work } from '../support/work.ts';

describe('every view', function () {
  this.timeout(60_000);
  const site = useSite({ api: { webhooks: { allowedNetworks: ['127.0.0.1/32'] } } });
  const browser = useBrowser();
  let order: string;
  let work: Work;
  let [stranger, own] = [] as unknown as readonly [Page, Page];
  before('make one of each, and sign its owner in', async () => {
    order = await site.locked();
    const ann = await ownerAt(site, 'ann');
    work = await oneOfEach(site, ann);
    [stranger, own] = [await browser.open('about:blank'), await browser.open(site.at('/account?back=/agents/mine'))];
    await signInAt(own, ann);
    await own.waitForURL(site.at('/agents/mine'));
  });

  type View = readonly [name: string, path: () => string, ready: string];
  const VIEWS: readonly View[] = [
    ['orders', () => '/', 'table tbody tr'],
    ['order', () => `/o/${order}`, '.path li'],
    ['lanes', () => '/lanes', 'table tbody tr'],
    ['backing', () => '/backing', 'h1'],
    ['send', () => '/send', 'form'],
    ['operator', () => '/operator', 'h1'],
    ['account', () => '/account', 'form'],
    ['missions', () => '/missions', 'form'],
    ['reset', () => '/reset-password#token=TOKEN', 'form'],
    ['unknown', () => '/no/such/page', 'h1'],
  ];

  /** Views of somebody who is signed in, which are all shown on one page: three, and in the long mode all. */
  const OWN: readonly View[] = [
    ['agents', () => '/agents?capability=write', 'table tbody tr'],
    ['task', () => `/tasks/${work.taskId}`, '.timeline li'],
    ['run', () => `/runs/${work.runId}`, 'table tbody tr'],
    ['own agents', () => '/agents/mine', 'table tbody tr'],
    ['agent', () => `/a/${work.agentId}`, 'table tbody tr'],
    ['collaboration', () => `/collaborations/${work.collaborationId}`, 'table tbody tr'],
    ['webhooks', () => '/webhooks', 'table tbody tr'],
  ];

  /** Checks what the page shows in sizes and colours, and that the smallest screen is wide enough. */
  async function assertEach(page: Page, index: number, name: string): Promise<void> {
    for (const [at, colorScheme] of (['light', 'dark'] as const).entries())
      for (const [size, viewport] of SIZES.entries()) {
        // One size in one colour, both in turn, as axe takes most of the time. The long mode has all of them.
        if ((at !== size || at !== index % 2) && !LONG) continue;
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        await assertAccessible(page);
      }
    await page.setViewportSize({ width: 320, height: 640 });
    await assertNarrow(page, name);
  }

  for (const [index, [name, path, ready]] of VIEWS.entries())
    it(`${name} is accessible and does not overflow`, async () => {
      await stranger.goto(site.at(path()));
      await stranger.locator(ready).first().waitFor();
      await assertEach(stranger, index, name);
    });

  for (const [index, [name, path, ready]] of (LONG ? OWN : OWN.slice(0, 3)).entries())
    it(`${name} is accessible and does not overflow, for who is signed in`, async () => {
      await own.goto(site.at(path()));
      await own.locator(ready).first().waitFor();
      await assertEach(own, index, name);
    });
});
