import { strict as assert } from 'node:assert';
import { ALICE_ADDRESS, RECIPIENT } from '@causeway/api/test-support/api';
import { START_MS, testChains } from '@causeway/api/test-support/chains';
import { MemoryChain } from '@causeway/chains/test-support';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { PASSWORD, registerOn } from '../support/people.ts';
import { useSite } from '../support/site.ts';
import { fakeWallet } from '../support/wallets.ts';

const MARKUP = `<img src=x onerror=alert(1)>"'><script>alert(2)</script><a href="javascript:alert(3)">x</a>`;
/** What the name HOSTILE stands for in every answer of the service: markup, characters of direction, great length. */
const HOSTILE = `${MARKUP}\u202e\u2069\u2066\u0007${'W'.repeat(10_000)}`;
/** Polygon with two letters of another alphabet. */
const TWIN = 'р\u043elygon';

const twin = () =>
  new MemoryChain({
    ...{ name: TWIN, domain: 31_199, members: [], threshold: 3, startMs: START_MS },
    asset: { symbol: 'HOSTILE', name: MARKUP, decimals: 18, address: null },
  });

/** Runs in every page: what a policy refuses, and what goes beyond the window outside the parts that scroll. */
const WATCH = `
  window.walletName = ${JSON.stringify(HOSTILE)};
  window.refused = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.refused.push(violatedDirective));
  window.found = () => ({
    refused: window.refused,
    elements: [...document.querySelectorAll('img, main script, main b, main [onerror], a[href^="javascript"]')].length,
    wide: document.documentElement.scrollWidth - innerWidth,
    beyond: [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll, .sr, option'))
      .map((one) => one.outerHTML.slice(0, 200)),
    directions: /[\\u202a-\\u202e\\u0007]/.test(document.body.innerText + document.title),
  });
`;

describe('hostile names', function () {
  this.timeout(60_000);
  const site = useSite({ chains: testChains({ more: [twin()] }) });
  const browser = useBrowser();

  /** Puts the hostile text wherever an answer has the name. */
  async function makeHostile(page: Page): Promise<void> {
    const json = JSON.stringify(HOSTILE).slice(1, -1);
    await page.route(/\/api\/(?!.*\/events)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('HOSTILE', json) });
    });
  }

  it('run nothing, ask nobody else, and overflow nowhere, in every view', async () => {
    const ways = { fromAddress: ALICE_ADDRESS };
    const orders = [
      await site.locked({ from: TWIN, to: 'ethereum', ...ways }),
      await site.locked({ from: 'ETH', to: TWIN, ...ways }),
    ];
    const failing = await site.locked({ from: 'ETH', to: TWIN, ...ways });
    await site.api.storage.orders.transition(failing, 'lockFinal');
    const failure = { failureCode: MARKUP.slice(0, 40), failureMessage: HOSTILE };
    await site.api.storage.orders.transition(failing, 'failed', failure);

    const page = await browser.open(site.at('/account'));
    const ran: string[] = [];
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(site.at('/'))) ran.push(request.url());
    });
    await page.addInitScript(WATCH);
    await page.addInitScript(fakeWallet('evm', ALICE_ADDRESS));
    await page.reload();
    await registerOn(page, 'HOSTILE');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await fillAccount();
    await makeHostile(page);
    await page.reload();

    const views: readonly (readonly [path: string, ready: string])[] = [
      ['/', `a[href="/o/${failing}"]`],
      [`/?search=${encodeURIComponent(MARKUP)}`, 'main [role=status]'],
      ...[...orders, failing].map((id) => [`/o/${id}`, '.path li'] as const),
      ['/lanes', 'table tbody tr:nth-child(4)'],
      ['/backing', 'section h2'],
      ['/send', 'form'],
      ['/account', 'section li code'],
      [`/o/${encodeURIComponent(MARKUP)}`, 'h1'],
    ];
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [path, ready] of views) {
        await page.evaluate(
          `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new Event('popstate'))`,
        );
        await page.locator(ready).first().waitFor();
        if (path === '/send') await send(page);
        const found = await page.evaluate('window.found()');
        const nothing = { refused: [], elements: 0, wide: 0, beyond: [], directions: false };
        assert.deepEqual({ ...(found as object), ...wideOf(found) }, nothing, `${path} at ${width}`);
        assert.deepEqual(ran, [], path);
      }
    }

    async function fillAccount(): Promise<void> {
      const post = async (url: string, payload: object, token = '') => {
        const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
        const answer = await site.api.app.inject({ method: 'POST', url, payload, headers });
        assert.ok(answer.statusCode < 300, answer.body);
        return answer.json().result;
      };
      const who = { username: 'HOSTILE', password: PASSWORD };
      const { jwtToken, id } = await post('/api/avatar/authenticate', who);
      await post(`/api/avatar/${id}/api-keys`, { name: 'HOSTILE', scopes: ['orders:read'] }, jwtToken);
      await post(`/api/avatar/${id}/api-keys`, { name: MARKUP.slice(0, 100), scopes: ['orders:read'] }, jwtToken);
      const wallet = { walletProviderType: 'ethereum', generateKeyPair: true };
      await post(`/api/Wallet/avatar/${id}/create-wallet`, { ...wallet, name: 'HOSTILE' }, jwtToken);
    }
  });

  /** Finds the wallets and asks for a quote in an asset with a hostile symbol, which the service refuses. */
  async function send(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Use a wallet of this browser' }).click();
    await page.getByLabel('From').waitFor();
    await page.getByLabel('What').selectOption({ index: 3 });
    await page.getByLabel('Amount').fill('2');
    await page.getByLabel('Recipient').fill(RECIPIENT);
  }

  /** A page that is narrower than the window is as good. */
  const wideOf = (found: unknown) => ({ wide: Math.max(0, (found as { readonly wide: number }).wide) });
});
