import { START_MS } from '@causeway/api/test-support/api';
import type { BrowserContextOptions } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { assertPictured } from '../support/screenshots.ts';
import { useSite } from '../support/site.ts';
import { ownerAt } from '../support/work.ts';

const DESK: BrowserContextOptions = { viewport: { width: 1200, height: 720 }, colorScheme: 'light' };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 720 }, colorScheme: 'dark' };

describe('the picture of', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();
  let delivered: string;
  before('move some orders', async () => {
    const { orders } = site.api.storage;
    delivered = await site.locked({ amount: '12.5' });
    for (const [seconds, trigger, facts] of [
      [2, 'confirmationsStarted', {}],
      [38, 'lockFinal', {}],
      [3, 'proposed', {}],
      [2, 'submitted', { signatures: 3 }],
      [9, 'executed', { mintTransaction: `0x${'5'.repeat(64)}`, final: true }],
    ] as const) {
      site.api.clock.nowMs += seconds * 1_000;
      await orders.transition(delivered, trigger, facts);
    }
    await orders.transition(await site.locked({ amount: '0.25' }), 'confirmationsStarted');
    await site.locked({ amount: '400' });
    await (await ownerAt(site, 'ann')).worker('count', { name: 'Counter' });
    site.api.clock.nowMs += 6_000;
  });

  const VIEWS: readonly (readonly [name: string, path: () => string, ready: string, as: BrowserContextOptions])[] = [
    ['orders', () => '/', 'table tbody tr', DESK],
    ['order', () => `/o/${delivered}`, '.path li', DESK],
    ['order-phone', () => `/o/${delivered}`, '.path li', PHONE],
    ['lanes', () => '/lanes', 'section:nth-of-type(2) table tbody tr', DESK],
    ['backing', () => '/backing', 'h2', DESK],
    ['send-phone', () => '/send', 'form', PHONE],
    ['agents', () => '/agents?capability=count', 'table tbody tr', DESK],
    ['account', () => '/account', 'form', DESK],
  ];
  for (const [name, path, ready, as] of VIEWS)
    it(name, async () => {
      const page = await browser.open(site.at(path()), { ...as, bypassCSP: true, nowMs: START_MS + 60_000 });
      await page.locator(ready).first().waitFor();
      await assertPictured(page, name);
      await page.context().close();
    });
});
