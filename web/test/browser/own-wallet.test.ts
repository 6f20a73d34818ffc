import { strict as assert } from 'node:assert';
import { useWalletPages, WAYS } from '../support/own-wallets.ts';

describe('a wallet of the browser', function () {
  this.timeout(60_000);
  const pages = useWalletPages();

  it('of each kind signs the order’s own transaction, again after a no, and never twice for one', async () => {
    const { page, wallets, signed, options, fill, button, says } = await pages.open('own-keys');
    for (const [at, kind] of (['evm', 'solana', 'radix'] as const).entries()) {
      await fill(kind);
      await page.evaluate("window.answers = 'no'");
      await button.click();
      await says('You said no in your wallet');
      await button.dblclick();
      await page.getByRole('heading', { level: 1, name: WAYS[kind][1] }).waitFor();
      const row = await pages.onlyOrder(page, at + 1);
      assert.deepEqual([row.custody, row.state], ['self', 'created']);
      const [unsigned] = row.unsignedTransactions ?? [];
      const [raw] = signed.splice(0);
      assert.ok(unsigned && raw);
      assert.deepEqual(signed, [], 'one signature');
      // Unless asked otherwise, endpoints of Solana check on the finalized state, which has no block hash of now.
      assert.deepEqual(options.splice(0), [kind === 'solana' ? { preflightCommitment: 'confirmed' } : {}]);
      assert.ok(await wallets[kind].hasSigned(raw, unsigned), kind);
      assert.equal(await page.evaluate('window.questions'), 2 * (at + 1), 'the refused question, and its repetition');
      assert.equal(await page.evaluate("sessionStorage.getItem('press')"), null);
      await page.getByRole('link', { name: 'Send', exact: true }).click();
    }
  });
});
