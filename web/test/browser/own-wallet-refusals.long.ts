import { strict as assert } from 'node:assert';
import { useWalletPages, WAYS } from '../support/own-wallets.ts';

describe('a wallet of the browser that does not send', function () {
  this.timeout(60_000);
  const pages = useWalletPages();
  const { site } = pages;

  it('is not asked again without a warning after a reload during its question', async () => {
    const { page, signed, fill, button, says } = await pages.open('reload', ['evm']);
    await fill('evm');
    await page.evaluate("window.answers = 'never'");
    await button.click();
    await page.waitForFunction('window.questions === 1');
    await page.reload();
    await fill('evm');
    await page.evaluate("window.answers = 'yes'");
    await button.click();
    await says('Your wallet was asked before this page was loaded anew.');
    assert.deepEqual(signed, []);
    await button.click();
    await page.getByRole('heading', { level: 1, name: WAYS.evm[1] }).waitFor();
    await pages.onlyOrder(page);
    assert.equal(signed.length, 1);
  });

  it('goes on with an order whose lock was seen, and asks for nothing', async () => {
    const { page, signed, fill, button } = await pages.open('seen', ['evm']);
    await fill('evm');
    await page.evaluate("window.answers = 'never'");
    await button.click();
    await page.waitForFunction('window.questions === 1');
    const { orderId } = JSON.parse(String(await page.evaluate("sessionStorage.getItem('press')")));
    const lock = { messageId: `0x${'5d'.repeat(32)}`, lockTransaction: `0x${'6d'.repeat(32)}` } as const;
    await site.api.storage.orders.transition(orderId, 'lockSeen', lock);
    await page.reload();
    await fill('evm');
    await button.click();
    await page.waitForURL(site.at(`/o/${orderId}`));
    assert.deepEqual([signed.length, await page.evaluate('window.questions')], [0, 0]);
  });

  it('is asked for nothing when the fee has risen, on the wrong network, or without a link', async () => {
    const { page, signed, fill, button, says } = await pages.open('refused', ['evm', 'radix']);
    await fill('evm');
    await page.getByText('If it cannot be delivered, you get back').waitFor();
    site.api.ethereum.settings.fees.set(site.api.polygon.domain, 5n);
    // The service reads a lane's fee again after three seconds.
    site.api.clock.nowMs += 4_000;
    await button.click();
    await says('The fee has risen since you saw it');
    for (const [answer, words] of [
      ['wrong network', 'Your wallet does not know this network'],
      ['busy', 'Your wallet still waits for an answer'],
      ['failure', 'See there whether it has sent the transaction before you press again.'],
    ] as const) {
      await page.evaluate(`window.answers = '${answer}'`);
      await button.click();
      await says(words);
    }
    await page.getByLabel('What').selectOption(WAYS.radix[0]);
    await page.getByLabel('From').waitFor();
    await page.evaluate('window.isLinked = false');
    await button.click();
    await says('No wallet is linked to the Radix Connector.');
    assert.deepEqual(signed, []);
  });

  it('is missed with what to do, for each kind of chain', async () => {
    const { page, look } = await pages.open('nothing', ['evm']);
    await page.getByLabel('What').selectOption(WAYS.solana[0]);
    await look();
    await page.getByText('No wallet of this browser has answered that can send on Solana.').waitFor();
    await page.getByLabel('What').selectOption(WAYS.radix[0]);
    await page.getByText('The Radix Connector has not answered.').waitFor();
    await page.getByLabel('What').selectOption(WAYS.evm[0]);
    await page.getByLabel('From').waitFor();
  });
});
