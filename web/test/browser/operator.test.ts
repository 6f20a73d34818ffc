import { strict as assert } from 'node:assert';
import { makeAdmin, PASSWORD, register } from '@causeway/api/test-support/avatars';
import { LONG } from '@causeway/protocol/test-support/cases';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNarrow } from '../support/accessible.ts';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';

const MINUTE_MS = 60_000;

describe('the page for operators', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();
  let stuck: string;
  before('an order is stuck', async () => {
    const { api } = site;
    const { orders, chainView, oracleRecord } = api.storage;
    await register(api, 'usual');
    await makeAdmin(api, (await register(api, 'root')).id);
    stuck = await site.locked({ amount: '12.5' });
    for (const trigger of ['confirmationsStarted', 'lockFinal', 'proposed'] as const)
      await orders.transition(stuck, trigger);
    api.clock.nowMs += 31 * MINUTE_MS;
    for (const { family, domain } of [api.ethereum, api.polygon, api.arbitrum]) {
      const to = { number: 1, hash: `0x${'1'.repeat(64)}`, timeMs: api.clock.nowMs };
      await chainView.recordScan({ family, domain, to, messages: [], outcomes: [], roots: [] });
      await oracleRecord.notePayer({ domain, address: `0x${'0'.repeat(39)}1`, minimum: null });
    }
    const refusal = { code: 'NO_QUORUM', message: '<b>no</b> endpoints agree' };
    await oracleRecord.answered([
      { signer: 'http://127.0.0.1:9201', domain: api.polygon.domain, atMs: api.clock.nowMs, refusal },
    ]);
  });

  const part = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });

  async function signIn(page: Page, username: string): Promise<void> {
    await page.getByRole('link', { name: 'Sign in as an admin' }).click();
    const form = part(page, 'Sign in');
    await form.getByLabel('Name or e-mail address').fill(username);
    await form.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(site.at('/operator'));
  }

  it('shows an admin the stuck order first, with its reason and the commands to copy, and follows it', async () => {
    const page = await browser.open(site.at('/operator'), { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.clock.install();
    await page.reload();
    await signIn(page, 'root');
    const first = part(page, 'What needs a person first').getByRole('listitem').first();
    await first.getByRole('heading', { name: 'An order is stuck' }).waitFor();
    await first.getByText('under way for 31 min, now signing').waitFor();
    await first.getByText('signers refused last with NO_QUORUM').waitFor();
    await first.getByRole('button', { name: `Copy causeway cancel ${stuck}` }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `causeway cancel ${stuck}`);
    await part(page, 'Signers').getByText('<b>no</b> endpoints agree').waitFor();
    assert.equal(await part(page, 'Payers').getByRole('row').count(), 4, 'the head and three chains');

    const log = part(page, 'Audit log');
    await log.getByRole('row').nth(1).waitFor();
    await log.getByLabel('Action').selectOption('avatar.roleChanged');
    await log.getByRole('button', { name: 'Show', exact: true }).click();
    await log.getByRole('row').filter({ hasText: 'session.started' }).first().waitFor({ state: 'detached' });
    await log.getByRole('row').filter({ hasText: 'avatar.roleChanged' }).waitFor();
    assert.equal(await log.getByRole('row').count(), 2, 'the head and one event');

    for (const width of [1_440, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      // The long mode has both sizes of the other views.
      if (width === 390 || (width === 1_440 && LONG)) await assertAccessible(page);
      else await assertNarrow(page);
    }

    await site.api.storage.orders.transition(stuck, 'failed', { failureCode: 'InvalidProof', failureMessage: 'why' });
    site.api.clock.nowMs += 3_000;
    await page.clock.fastForward(5_000);
    const failed = part(page, 'What needs a person first').getByRole('listitem').filter({ hasText: 'InvalidProof' });
    await failed.getByRole('heading', { name: 'An order has failed' }).waitFor();
  });

  it('shows a usual avatar a sentence, and asks the service for nothing of it', async () => {
    const page = await browser.open(site.at('/operator'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signIn(page, 'usual');
    await page.getByText('Only admins of the service see what is here.').waitFor();
    await page.getByRole('link', { name: 'usual' }).waitFor();
    assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'Operator' }).count(), 0);
    assert.equal(await page.getByText('stuck').count(), 0);
    assert.deepEqual(
      asked.filter((url) => /operator|audit/.test(new URL(url).pathname) && !url.includes('/assets/')),
      [],
    );
  });
});
