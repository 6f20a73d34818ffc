import { strict as assert } from 'node:assert';
import { countOrders } from '@causeway/api/test-support/figures';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';

describe('the charts of what orders did', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();

  it('are drawn when they come into sight, and say the same in a table, at 320 pixels and after the colours change', async () => {
    await site.locked({ amount: '1.25' });
    const delivered = await site.locked({ amount: '0.5' });
    for (const trigger of ['confirmationsStarted', 'lockFinal', 'proposed', 'submitted', 'executed'] as const) {
      site.api.clock.nowMs += 1_000;
      await site.api.storage.orders.transition(delivered, trigger);
    }
    await countOrders(site.api);
    const page = await browser.open(site.at('/lanes?by=minute&from=ethereum'), {
      viewport: { width: 320, height: 640 },
      reducedMotion: 'reduce',
    });
    const orders = page.getByRole('figure', { name: 'Orders', exact: true });
    await orders.waitFor();
    assert.equal(await page.locator('canvas').count(), 0, 'what nobody sees is not drawn');
    await orders.scrollIntoViewIfNeeded();
    await orders.locator('canvas').waitFor();
    await orders.getByText('As a table').click();
    const counted = orders.getByRole('row').filter({ hasText: '2' }).getByRole('cell').first();
    await page.getByRole('figure', { name: 'Volume in ETH' }).getByText('As a table').click();
    const amount = page.getByTitle('1.75', { exact: true }).last();
    await Promise.all([counted.waitFor(), amount.waitFor()]);
    assert.equal(await orders.getByRole('row').count(), 61, 'the head and 60 minutes');
    const pixels = () => page.evaluate("document.querySelector('.chart canvas').toDataURL()");
    const light = await pixels();
    await page.getByRole('button', { name: 'Colours: system' }).click();
    await page.getByRole('button', { name: 'Colours: light' }).click();
    await page.getByRole('button', { name: 'Colours: dark' }).waitFor();
    assert.notEqual(await pixels(), light, 'drawn again in the other colours');
    await page.getByLabel('Stage').selectOption('until the proof');
    await page
      .getByRole('figure', { name: 'Time of orders: until the proof' })
      .getByText('half took at most 1 s')
      .waitFor();
    await page.setViewportSize({ width: 900, height: 640 });
    await page.waitForFunction("document.querySelector('.chart canvas').clientWidth > 300");
    await page.getByLabel('To', { exact: true }).selectOption('arbitrum');
    await page.getByText('Nothing was sent in this time.').waitFor();
    assert.match(page.url(), /\?by=minute&from=ethereum&to=arbitrum$/);
  });
});
