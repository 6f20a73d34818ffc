import { strict as assert } from 'node:assert';
import { hold, RECIPIENT, units } from '@causeway/api/test-support/api';
import { useBrowser } from '../support/chromium.ts';
import { PASSWORD, part, registered } from '../support/people.ts';
import { useSite } from '../support/site.ts';

describe('an account', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();
  const world = { site, browser };

  it('is registered, signed out of and into, by the keyboard alone', async () => {
    const page = await browser.open(site.at('/account'));
    const register = part(page, 'Register');
    await register.getByLabel('Name').focus();
    await page.keyboard.type('keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    const out = page.getByRole('button', { name: 'Sign out' });
    await out.waitFor();
    await out.focus();
    await page.keyboard.press('Enter');
    const signIn = part(page, 'Sign in');
    await signIn.getByLabel('Name or e-mail address').fill('keyboard');
    await signIn.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await signIn.getByRole('alert').getByText('CREDENTIALS').waitFor();
    await signIn.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await out.waitFor();
  });

  it('has wallets, which it makes once on a double click', async () => {
    const page = await registered(world, 'wallets');
    const wallets = part(page, 'Wallets');
    await wallets.getByText('You have no wallet yet.').waitFor();
    await wallets.getByLabel('Network').first().selectOption('polygon');
    await wallets.getByRole('button', { name: 'Create a wallet' }).dblclick();
    await wallets.getByRole('row').nth(1).waitFor();
    await wallets.getByRole('button', { name: 'Create a wallet' }).waitFor();
    assert.equal(await wallets.getByRole('row').count(), 2, 'the head and one wallet');
  });

  it('is still signed in to after a reload and in another tab, and in none after a sign-out in one', async () => {
    const page = await registered(world, 'tabs');
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(site.at('/send'));
    await other.getByRole('link', { name: 'tabs' }).waitFor();
    const stored = await page.evaluate(
      '[JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join()',
    );
    assert.equal(stored, '{"had-session":"1"},{},', 'no script can read a token');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('link', { name: 'Account' }).waitFor();
    await page.reload();
    await part(page, 'Sign in').waitFor();
  });

  it('sends what its wallet holds, sees the costs before and the order after', async () => {
    const page = await registered(world, 'sender');
    const wallets = part(page, 'Wallets');
    await wallets.getByLabel('Network').first().selectOption('ethereum');
    await wallets.getByRole('button', { name: 'Create a wallet' }).click();
    const address = await wallets.getByRole('row').nth(1).locator('bdi').last().getAttribute('title');
    await page.getByRole('link', { name: 'Send', exact: true }).click();
    const form = part(page, 'Send').first();
    await form.getByLabel('Amount').fill('1.5');
    await form.getByLabel('Recipient').fill(RECIPIENT);
    await page.getByText('If it cannot be delivered, you get back').waitFor();
    const button = form.getByRole('button', { name: 'Send 1.5' });
    await button.click();
    await form.getByRole('alert').getByText('Your wallet here does not hold this amount').waitFor();
    hold(site.api.ethereum, String(address), units(10));
    await button.dblclick();
    await page.getByRole('heading', { level: 1, name: '1.5 ETH → polygon' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'sender' }).click();
    await part(page, 'Your orders').getByRole('listitem').first().waitFor();
    assert.equal(await part(page, 'Your orders').getByRole('listitem').count(), 1, 'one order for a double click');
  });

  it('leaves nothing of it on the page when it is signed out of', async () => {
    const page = await registered(world, 'leaving');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await part(page, 'Sign in').waitFor();
    assert.ok(!(await page.content()).includes('leaving'));
    assert.deepEqual(await page.evaluate('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]'), []);
    await registered(world, 'another');
  });
});
