import { START_MS } from '@causeway/api/test-support/api';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { assertPictured } from '../support/screenshots.ts';
import { useSite } from '../support/site.ts';
import { ownerAt } from '../support/work.ts';

const SCREENS = {
  desk: { viewport: { width: 1200, height: 720 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 720 }, colorScheme: 'dark' },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;

describe('the picture of', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();
  let delivered: string;
  const pages = {} as Record<keyof typeof SCREENS, Page>;
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
    for (const screen of ['desk', 'phone'] as const) {
      const options = { ...SCREENS[screen], bypassCSP: true, nowMs: START_MS + 60_000 };
      pages[screen] = await browser.open('about:blank', options);
    }
  });

  const VIEWS: readonly (readonly [name: string, path: () => string, ready: string, screen: keyof typeof SCREENS])[] = [
    ['orders', () => '/', 'table tbody tr', 'desk'],
    ['order', () => `/o/${delivered}`, '.path li', 'desk'],
    ['order-phone', () => `/o/${delivered}`, '.path li', 'phone'],
    ['lanes', () => '/lanes', 'section:nth-of-type(2) table tbody tr', 'desk'],
    ['backing', () => '/backing', 'h2', 'desk'],
    ['send-phone', () => '/send', 'form', 'phone'],
    ['agents', () => '/agents?capability=count', 'table tbody tr', 'desk'],
    ['account', () => '/account', 'form', 'desk'],
  ];
  for (const [name, path, ready, screen] of VIEWS)
    it(name, async () => {
      const page = pages[screen];
      await page.goto(site.at(path()));
      await page.locator(ready).first().waitFor();
      await assertPictured(page, name);
    });
});
