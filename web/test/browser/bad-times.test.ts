import { strict as assert } from 'node:assert';
import type { Page, Route } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { PASSWORD, registered, registerOn } from '../support/people.ts';
import { useSite } from '../support/site.ts';

describe('in bad times the page', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();

  /** Answers the next request for `path` with this, and lets the others through. */
  async function answerOnce(page: Page, path: string, answer: Parameters<Route['fulfill']>[0]): Promise<void> {
    await page.route(`**${path}`, (route) => route.fulfill(answer), { times: 1 });
  }
  /** The paths of the API that the page asks for from now on. */
  function askedOf(page: Page): string[] {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    return asked;
  }

  it('asks the service for no id that none can have', async () => {
    const page = await browser.open('about:blank');
    const asked = askedOf(page);
    await page.goto(site.at('/o/%3Cimg%20src=x%3E'));
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/api')),
      [],
    );
  });

  it('shows a part that cannot be read as that, and the rest', async () => {
    const page = await browser.open('about:blank');
    await answerOnce(page, '/api/v1/lanes', { json: { result: [{ asset: 'ETH' }], nextCursor: null } });
    await page.goto(site.at('/lanes'));
    await page.getByText('This part of the answer cannot be read.').waitFor();
    await page.getByRole('cell', { name: 'ethereum', exact: true }).waitFor();
  });

  it('asks to sign in, and goes back to where that was asked for', async () => {
    const page = await browser.open(site.at('/account'));
    await registerOn(page, 'returning');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Send', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Name or e-mail address').fill('returning');
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(site.at('/send'));
  });

  it('says that the service asks to wait, and goes on by itself', async () => {
    const page = await browser.open('about:blank');
    const busy = { isError: true, errorCode: 'RATE_LIMITED', message: 'too many requests', result: null };
    await answerOnce(page, '/api/v1/assets', { status: 429, headers: { 'retry-after': '2' }, json: busy });
    await page.goto(site.at('/backing'));
    await page.getByText(/The service asks to wait [12] s/).waitFor();
    await page.getByRole('heading', { name: 'ETH, at home on ethereum' }).waitFor();
  });

  it('reads the list anew when its stream is far behind', async () => {
    const page = await browser.open('about:blank');
    const asked = askedOf(page);
    const body = 'retry: 60000\n\nid: 0\nevent: reset\ndata: {"lastEventId":"0"}\n\n';
    await answerOnce(page, '/api/v1/explorer/events', { contentType: 'text/event-stream', body });
    const reads = () => asked.filter((path) => path === '/api/v1/explorer/orders').length;
    await page.goto(site.at('/'));
    await page.waitForFunction('document.querySelector("main h1") !== null');
    while (reads() < 3) await page.waitForEvent('request');
  });

  it('has one stream in two tabs, which the second one takes over', async () => {
    const first = await browser.open(site.at('/'));
    await site.locked({ amount: '1.5' });
    await first.getByRole('row').filter({ hasText: '1.5 ETH' }).waitFor();
    const second = await first.context().newPage();
    const asked = askedOf(second);
    await second.goto(site.at('/'));
    await site.locked({ amount: '2.5' });
    await second.getByRole('row').filter({ hasText: '2.5 ETH' }).waitFor();
    const streams = () => asked.filter((path) => path === '/api/v1/explorer/events').length;
    assert.equal(streams(), 0, 'the first tab reads for both');
    await first.close();
    while (streams() < 1) await second.waitForEvent('request');
    await site.locked({ amount: '3.5' });
    await second.getByRole('row').filter({ hasText: '3.5 ETH' }).waitFor();
  });

  it('keeps a session whose renewal was answered by nobody, because the service ended in between', async () => {
    const page = await registered({ site, browser }, 'crashed');
    await page.route(
      '**/refresh-token',
      async (route) => {
        assert.equal((await route.fetch()).status(), 200, 'the service has renewed it');
        await site.stop();
        await route.abort();
      },
      { times: 1 },
    );
    let attempts = 0;
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/refresh-token')) attempts += 1;
    });
    await page.reload();
    await page.getByText('The service does not answer.').waitFor();
    // The client gives up after four attempts, and the page does not.
    while (attempts < 4) await page.waitForEvent('requestfailed');
    assert.equal(await page.getByRole('button', { name: 'Sign out' }).count(), 0);
    await site.start();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByText('crashed', { exact: true }).first().waitFor();
  });
});
