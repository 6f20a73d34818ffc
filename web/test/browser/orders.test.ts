import { strict as assert } from 'node:assert';
import { ALICE, postOrder, RECIPIENT } from '@causeway/api/test-support/api';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';

describe('the list of orders', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();

  it('shows everybody’s orders and follows them without a reload', async () => {
    const first = await site.locked({ amount: '12.5' });
    const page = await browser.open(site.at('/'));
    const row = page.getByRole('row').filter({ hasText: '12.5 ETH' });
    await row.getByText('locked').waitFor();
    const second = await site.locked({ amount: '0.25' });
    const gone = page.getByRole('row').filter({ hasText: '0.25 ETH' });
    await gone.waitFor();
    await site.api.storage.orders.transition(second, 'lockVanished');
    await gone.waitFor({ state: 'detached' });
    await site.api.storage.orders.transition(first, 'confirmationsStarted');
    await row.getByText('confirming').waitFor();
    await row.getByRole('link').first().click();
    await page.waitForURL(site.at(`/o/${first}`));
    assert.notEqual(first, second);
    await page.getByRole('heading', { level: 1, name: '12.5 ETH → polygon' }).waitFor();
  });

  it('finds an order by its transaction, and says what it means when there is none', async () => {
    const id = await site.locked({ amount: '3.75' });
    const row = await site.api.storage.orders.get(id);
    const page = await browser.open(site.at('/'));
    await page.keyboard.press('/');
    await page.keyboard.type(String(row?.lockTransaction));
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: '3.75 ETH' }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2, 'the head and one order');
    await page.getByRole('searchbox').fill(`0x${'9'.repeat(64)}`);
    await page.keyboard.press('Enter');
    await page.getByText('No order with this is known.').waitFor();
    for (const text of ['no order at all!', 'word']) {
      await page.getByRole('searchbox').fill(text);
      await page.keyboard.press('Enter');
      await page.getByText('No order can have this.').waitFor();
    }
  });

  it('tells an order that is not seen yet, and a chain that is down, from one that nobody knows', async () => {
    const body = { from: 'ETH', to: 'polygon', amount: '5.5', destinationAddress: RECIPIENT };
    const { orderId, reference } = (await postOrder(site.api, ALICE, body)).json();
    const page = await browser.open(site.at(`/?search=${reference}`));
    await page.getByText('Its lock is not seen yet.').waitFor();
    assert.equal(await page.locator('main [role=status] a').getAttribute('href'), `/o/${orderId}`);
    const lock = { messageId: `0x${'5f'.repeat(32)}`, lockTransaction: `0x${'6f'.repeat(32)}` } as const;
    await site.api.storage.orders.transition(orderId, 'lockSeen', lock);
    await page.getByRole('row').filter({ hasText: '5.5 ETH' }).waitFor();
    site.api.polygon.endpoints = ['dead', 'dead', 'dead'];
    site.api.clock.nowMs += 10_000;
    await page.goto(site.at(`/?search=0x${'7e'.repeat(32)}`));
    await page.getByText('polygon cannot be read at the moment').waitFor();
    site.api.polygon.endpoints = ['honest', 'honest', 'honest'];
    site.api.clock.nowMs += 10_000;
  });

  it('shows a refund at its order, and the order for the refund’s message', async () => {
    const id = await site.locked({ amount: '6.25' });
    const cancelMessageId = `0x${'ca'.repeat(32)}` as const;
    await site.api.storage.orders.transition(id, 'cancelStarted');
    await site.api.storage.orders.transition(id, 'cancelled', { cancelMessageId });
    const page = await browser.open(site.at(`/?search=${cancelMessageId}`));
    await page.getByRole('row').filter({ hasText: '6.25 ETH' }).getByRole('link').first().click();
    await page.getByText('Message id of its refund').waitFor();
    await page.locator(`a[href="/?search=${cancelMessageId}"]`).waitFor();
  });

  it('shows a page at an unknown path, with 404', async () => {
    const page = await browser.open(site.at('/no/such/page'));
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
    assert.equal((await fetch(site.at('/no/such/page'), { headers: { accept: 'text/html' } })).status, 404);
  });

  it('goes on by itself after the service was away', async () => {
    const page = await browser.open(site.at('/'));
    await page.getByRole('row').nth(1).waitFor();
    await site.stop();
    await page.getByText('The service does not answer.').waitFor();
    assert.ok((await page.getByRole('row').count()) > 1, 'what is there stays');
    await site.start();
    await site.locked({ amount: '7.125' });
    await page.getByRole('row').filter({ hasText: '7.125 ETH' }).waitFor();
    await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
  });
});
