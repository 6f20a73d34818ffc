import { strict as assert } from 'node:assert';
import { ownWallet } from '@causeway/chains/test-support';
import { devAccount } from '@causeway/devnet';
import { callRpc } from '@causeway/local-nodes';
import type { Hex } from '@causeway/protocol';
import { useBrowser } from '@causeway/web/test-support/chromium';
import { type FakeKind, fakeWallet } from '@causeway/web/test-support/wallets';
import { whilePaused } from '../support/chain-control.ts';
import { EvmControl } from '../support/evm-control.ts';
import { SOON } from '../support/limits.ts';
import { comesTooLate } from '../support/refunds.ts';
import { type NetworkName, type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

/** Milliseconds until an order is delivered or paid back on a busy machine. */
const PATIENCE_MS = 120_000;
const PASSWORD = 'correct horse battery';
const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

type Unsigned = Parameters<ReturnType<typeof ownWallet>['sign']>[0];

describe('the page on local chains', function () {
  this.timeout(600_000);
  const browser = useBrowser();
  let stack: Stack;
  before(async () => {
    stack = await startStack({
      networks: ['ethereum', 'arbitrum', 'solana', 'radix'],
      families: ['main'],
      cancelAfterSeconds: { default: 900, lanes: { 'ethereum:arbitrum': SOON } },
    });
  });
  after(() => stack?.stop());

  const nodeOf = (name: NetworkName) => stack.devnet.chain(name).node.url;
  const at = (path: string) => `${stack.api.url}${path}`;

  /** A page on which a new avatar has registered, with these scripts. */
  async function registered(name: string, prepare?: (page: Page) => Promise<void>): Promise<Page> {
    const page = await browser.open('about:blank');
    await prepare?.(page);
    await page.goto(at('/account'));
    const form = page.locator('section').filter({ hasText: 'At least 8 characters.' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    return page;
  }

  /** Sends by clicks, and returns the order's id once its page is shown. */
  async function sent(page: Page, way: string, amount: string, recipient: string, own = false): Promise<string> {
    await page.getByRole('link', { name: 'Send', exact: true }).click();
    await page.getByLabel('What').selectOption(way);
    if (own) {
      await page.getByRole('button', { name: 'Use a wallet of this browser' }).click();
      await page.getByLabel('From').waitFor();
    }
    await page.getByLabel('Amount').fill(amount);
    await page.getByLabel('Recipient').fill(recipient);
    await page.getByRole('button', { name: `Send ${amount}` }).click();
    await page.waitForURL(/\/o\//, { timeout: PATIENCE_MS });
    return page.url().split('/').at(-1) ?? '';
  }

  const state = (page: Page, words: string) =>
    page.locator('.title').getByText(words).waitFor({ timeout: PATIENCE_MS });

  it('takes somebody from the registration to a delivered order and to one that is paid back, by clicks', async () => {
    const page = await registered('clicks');
    const wallets = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Wallets' }) });
    await wallets.getByLabel('Network').first().selectOption('ethereum');
    await wallets.getByRole('button', { name: 'Create a wallet' }).click();
    const address = await wallets.locator('td[data-name="Address"] bdi').getAttribute('title');
    await callRpc(nodeOf('ethereum'), 'anvil_setBalance', [address, hex(10n ** 18n)]);

    const recipient = stack.address('bob', 'arbitrum');
    await sent(page, 'ETH ethereum arbitrum', '0.05', recipient);
    await state(page, 'delivered');
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Everything fits').waitFor();

    await whilePaused(stack, 'arbitrum', async () => {
      const id = await sent(page, 'ETH ethereum arbitrum', '0.04', recipient);
      await comesTooLate(stack, 'bob', [id], 'arbitrum');
      await state(page, 'refunded');
      await page.getByText('Message id of its refund').waitFor();
    });
  });

  /** Brings a signed transaction to a local chain of each kind. */
  const SENDS: Readonly<Record<FakeKind, (raw: Hex) => Promise<unknown>>> = {
    evm: (raw) => callRpc(nodeOf('ethereum'), 'eth_sendRawTransaction', [raw]),
    solana: (raw) => {
      const base64 = Buffer.from(raw.slice(2), 'hex').toString('base64');
      return callRpc(nodeOf('solana'), 'sendTransaction', [base64, { encoding: 'base64' }]);
    },
    radix: (raw) => radix('/core/transaction/submit', { notarized_transaction_hex: raw.slice(2) }),
  };
  /** What a wallet of each kind knows of its chain: the nonce or the epoch. */
  const SEQUENCES: Readonly<Record<FakeKind, (address: string) => Promise<number>>> = {
    evm: async (address) => Number(await callRpc(nodeOf('ethereum'), 'eth_getTransactionCount', [address, 'pending'])),
    solana: async () => 0,
    radix: async () => {
      const status = await radix('/core/status/network-status', {});
      return (status as { current_epoch_round: { epoch: number } }).current_epoch_round.epoch;
    },
  };
  async function radix(path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${nodeOf('radix')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'simulator', ...body }),
    });
    assert.ok(answer.ok, await answer.clone().text());
    return answer.json();
  }

  for (const [kind, way, amount] of [
    ['evm', 'ETH ethereum solana', '0.03'],
    ['solana', 'SOL solana ethereum', '0.5'],
    ['radix', 'XRD radix ethereum', '20'],
  ] as const)
    it(`delivers what a wallet of the browser for ${kind} signs and sends itself`, async () => {
      const { address, privateKey } = devAccount('dave', kind);
      const page = await registered(`own-${kind}`, async (blank) => {
        await blank.exposeFunction('sign', async (unsigned: Unsigned) => {
          const raw = await ownWallet(kind, privateKey as Hex, await SEQUENCES[kind](address)).sign(unsigned);
          await SENDS[kind](raw);
          return raw;
        });
        await blank.addInitScript(`${fakeWallet(kind, address)}; window.answers = 'yes';`);
      });
      const [, , to] = way.split(' ') as [string, string, NetworkName];
      await sent(page, way, amount, stack.address('bob', to), true);
      await state(page, 'delivered');
    });

  it('shows a mint that nothing backs in red within two of its readings', async () => {
    const page = await browser.open(at('/backing'));
    const asset = page.locator('section').filter({ hasText: 'ETH, at home on ethereum' });
    await asset.locator('.mark.good').first().waitFor({ timeout: PATIENCE_MS });
    const { main } = stack.devnet.deployment('arbitrum').bridges;
    const token = main?.remotes.ethereum?.token.address;
    const to = devAccount('dave').address.slice(2).toLowerCase().padStart(64, '0');
    const mint = `0x40c10f19${to}${(10n ** 18n).toString(16).padStart(64, '0')}`;
    const url = nodeOf('arbitrum');
    await callRpc(url, 'anvil_setBalance', [main?.address, hex(10n ** 18n)]);
    await callRpc(url, 'anvil_impersonateAccount', [main?.address]);
    const minted = await callRpc(url, 'eth_sendTransaction', [{ from: main?.address, to: token, data: mint }]);
    await until('the mint is included', () => callRpc(url, 'eth_getTransactionReceipt', [minted]) as Promise<unknown>);
    // Only what is final counts.
    await new EvmControl(stack, 'arbitrum').mine(40);
    let readings = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/api/v1/assets')) readings += 1;
    });
    await asset.locator('.mark.bad').first().waitFor({ timeout: PATIENCE_MS });
    console.log(`      red after ${readings} readings`);
    assert.ok(readings <= 2, `${readings} readings`);
  });
});

type Page = Awaited<ReturnType<ReturnType<typeof useBrowser>['open']>>;
