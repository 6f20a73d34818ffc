import { strict as assert } from 'node:assert';
import { ALICE_ADDRESS, RECIPIENT } from '@causeway/api/test-support/api';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';

/** A wallet that announces itself, records its calls, and refuses the first transaction. */
const WALLET = `
  window.calls = [];
  let chain = '0x1';
  let refusals = 1;
  const provider = { async request({ method, params }) {
    window.calls.push({ method, params });
    if (method === 'eth_requestAccounts') return ['${ALICE_ADDRESS}'];
    if (method === 'eth_chainId') return chain;
    if (method === 'wallet_switchEthereumChain') { chain = params[0].chainId; return null; }
    if (method === 'eth_sendTransaction') {
      if (refusals-- > 0) throw Object.assign(new Error('no'), { code: 4001 });
      return '0x' + 'ab'.repeat(32);
    }
  } };
  addEventListener('eip6963:requestProvider', () => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
    detail: { info: { uuid: 'test', name: '<b>Wallet</b>'.repeat(50), rdns: 'test', icon: '' }, provider } })));
`;

describe('a wallet of the browser', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();

  it('is asked for the order’s transactions, again after a no, and never twice for one', async () => {
    const page = await browser.open(site.at('/account?back=/send'));
    await page.addInitScript(WALLET);
    await page.reload();
    const register = page.locator('section').filter({ hasText: 'At least 8 characters.' });
    await register.getByLabel('Name').fill('own-keys');
    await register.getByLabel('Password').fill('correct horse battery');
    await register.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Use a wallet of this browser' }).click();
    await page.getByLabel('From').waitFor();
    await page.getByLabel('Amount').fill('2');
    await page.getByLabel('Recipient').fill(RECIPIENT);
    const button = page.getByRole('button', { name: 'Send 2' });
    await button.click();
    await page.getByRole('alert').getByText('You said no in your wallet').waitFor();
    await button.click();
    await page.getByRole('heading', { level: 1, name: '2 ETH → polygon' }).waitFor();
    type Call = { readonly method: string; readonly params?: readonly { readonly [name: string]: string }[] };
    const calls = (await page.evaluate('window.calls')) as readonly Call[];
    const sent = calls.filter(({ method }) => method === 'eth_sendTransaction');
    assert.equal(sent.length, 2, 'the refused one, and its repetition');
    assert.deepEqual(sent[0]?.params, sent[1]?.params);
    const [transaction] = sent[1]?.params ?? [];
    assert.equal(transaction?.from?.toLowerCase(), ALICE_ADDRESS.toLowerCase());
    assert.equal(BigInt(transaction?.value ?? 0), 2n * 10n ** 18n);
    assert.equal(calls.filter(({ method }) => method === 'wallet_switchEthereumChain').length, 1);
    const id = page.url().split('/').at(-1) ?? '';
    const row = await site.api.storage.orders.get(id);
    assert.deepEqual([row?.custody, row?.state], ['self', 'created']);
    const { items } = await site.api.storage.orders.list({ avatarId: row?.avatarId ?? '' }, null, 10);
    assert.equal(items.length, 1, 'one order');
  });
});
