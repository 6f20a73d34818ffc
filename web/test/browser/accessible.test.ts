import { LONG } from '@causeway/protocol/test-support/cases';
import { assertAccessible, assertNarrow, SIZES } from '../support/accessible.ts';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';

describe('every view', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();
  let order: string;
  before(async () => {
    order = await site.locked();
  });

  const VIEWS: readonly (readonly [name: string, path: () => string, ready: string])[] = [
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

  for (const [name, path, ready] of VIEWS)
    for (const [at, colorScheme] of (['light', 'dark'] as const).entries())
      for (const [size, viewport] of SIZES.entries()) {
        // The long mode has every size in every colour.
        if (at !== size && !LONG) continue;
        it(`${name} is accessible and does not overflow, ${colorScheme}, ${viewport.width} wide`, async () => {
          const page = await browser.open(site.at(path()), { colorScheme, viewport });
          await page.locator(ready).first().waitFor();
          await assertAccessible(page);
          await page.context().close();
        });
      }

  it('has no place wider than the smallest screen, 320 pixels', async () => {
    for (const [name, path, ready] of VIEWS) {
      const page = await browser.open(site.at(path()), { viewport: { width: 320, height: 640 } });
      await page.locator(ready).first().waitFor();
      await assertNarrow(page, name);
      await page.context().close();
    }
  });
});
