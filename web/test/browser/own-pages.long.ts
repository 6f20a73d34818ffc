import { strict as assert } from 'node:assert';
import { evmKey, personalSign } from '@causeway/api/test-support/evm-signature';
import { assertFits } from '../support/accessible.ts';
import { useBrowser } from '../support/chromium.ts';
import { PASSWORD, part, registered } from '../support/people.ts';
import { useSite } from '../support/site.ts';

/** A wallet of the browser with one account, whose signatures the test makes. */
const walletOf = (address: string): string => `
  const provider = { async request({ method, params }) {
    if (method === 'eth_requestAccounts') return ['${address.toLowerCase()}'];
    if (method === 'personal_sign') return signText(params[0]);
  } };
  addEventListener('eip6963:requestProvider', () => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
    detail: { info: { uuid: 'test', name: 'Wallet', rdns: 'test', icon: '' }, provider } })));
`;

describe('more pages of one’s own', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();
  const world = { site, browser };

  it('prove a wallet of one’s own by its signature', async () => {
    const key = await evmKey(Buffer.alloc(32, 7));
    const page = await registered(world, 'prover');
    await page.exposeFunction('signText', (hex: string) =>
      personalSign(key, Buffer.from(hex.slice(2), 'hex').toString('utf8')),
    );
    await page.evaluate(walletOf(key.address));
    await page.getByText('Add a wallet whose keys you hold').first().click();
    const form = part(page, 'Wallets').locator('details');
    await form.getByLabel('Chain').selectOption('ethereum');
    await form.getByLabel('Address').fill(key.address);
    await form.getByRole('button').click();
    await page.getByRole('button', { name: 'Show a text to sign elsewhere' }).click();
    await page.getByRole('button', { name: 'Prove it' }).waitFor();
    await page.getByRole('button', { name: 'Sign with a wallet of this browser' }).click();
    await part(page, 'What it is').getByText('yours, proved').waitFor();
  });

  it('make an API key after the password, which is asked for again, show it once, and revoke it', async () => {
    const page = await registered(world, 'maker');
    const keys = part(page, 'API keys');
    await keys.getByText('Make an API key').first().click();
    await keys.getByLabel('What it is for').fill('<b>dashboard</b>');
    await keys.getByLabel('see orders').check();
    // The password of the sign-in counts for five minutes.
    site.api.clock.nowMs += 6 * 60_000;
    await keys.getByRole('button', { name: 'Make an API key' }).click();
    await keys.getByRole('alert').getByText('REAUTHENTICATION_REQUIRED').waitFor();
    await keys.getByLabel('Your password, again').fill(PASSWORD);
    await keys.getByRole('button', { name: 'Make an API key' }).click();
    assert.match(String(await keys.locator('.secret code').textContent()), /^cwk_/);
    await assertFits(page);
    await keys.getByRole('button', { name: 'Hide' }).click();
    await keys.getByRole('listitem').filter({ hasText: '<b>dashboard</b>' }).getByRole('button').click();
    await keys.getByText('revoked').waitFor();
    assert.equal(await keys.locator('.secret').count(), 0);
  });
});
