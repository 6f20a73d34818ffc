import { strict as assert } from 'node:assert';
import { ALICE_ADDRESS, RECIPIENT } from '@causeway/api/test-support/api';
import { START_MS, testChains } from '@causeway/api/test-support/chains';
import { MemoryChain } from '@causeway/chains/test-support';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { goTo, HOSTILE, MARKUP, makeHostile, watched } from '../support/hostile.ts';
import { PASSWORD, registerOn } from '../support/people.ts';
import { useSite } from '../support/site.ts';
import { fakeWallet } from '../support/wallets.ts';

/** Polygon with two letters of another alphabet. */
const TWIN = 'р\u043elygon';

const twin = () =>
  new MemoryChain({
    ...{ name: TWIN, domain: 31_199, members: [], threshold: 3, startMs: START_MS },
    asset: { symbol: 'HOSTILE', name: MARKUP, decimals: 18, address: null },
  });

describe('hostile names', function () {
  this.timeout(60_000);
  const site = useSite({ chains: testChains({ more: [twin()] }) });
  const browser = useBrowser();

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
    const { check } = await watched(page, site.at('/'));
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
        await goTo(page, path);
        await page.locator(ready).first().waitFor();
        if (path === '/send') await send(page);
        await check(path, ready, width);
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
});
