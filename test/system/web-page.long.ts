import { strict as assert } from 'node:assert';
import { ownWallet } from '@causeway/chains/test-support';
import { devAccount } from '@causeway/devnet';
import { callRpc, type Lie } from '@causeway/local-nodes';
import { type Hex, KIND, padLeft, ZERO_32 } from '@causeway/protocol';
import { useBrowser } from '@causeway/web/test-support/chromium';
import { part, registerOn } from '@causeway/web/test-support/people';
import { type FakeKind, fakeWallet } from '@causeway/web/test-support/wallets';
import { whilePaused } from '../support/chain-control.ts';
import { forge, robber } from '../support/collusion.ts';
import { read } from '../support/invariants.ts';
import { SOON } from '../support/limits.ts';
import { RadixControl } from '../support/radix-control.ts';
import { comesTooLate } from '../support/refunds.ts';
import { type NetworkName, type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

/** Milliseconds until an order is delivered or paid back, or the page shows a verdict, on a busy machine. */
const PATIENCE_MS = 120_000;
const hex = (value: number | bigint): Hex => `0x${value.toString(16)}`;

/** The selector of totalSupply(). */
const TOTAL_SUPPLY = '0x18160ddd';
const MUCH = 10n ** 24n;
/** Claims that far more of every token is in circulation than there is. */
const inventsSupply: Lie = ({ method, params }, result) =>
  method === 'eth_call' && JSON.stringify(params).includes(`"${TOTAL_SUPPLY}"`) ? padLeft(hex(MUCH)) : result;

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

  /** A page on which a new avatar has registered; `prepare` sees it before it has loaded anything. */
  async function registered(name: string, prepare?: (page: Page) => Promise<void>): Promise<Page> {
    const page = await browser.open('about:blank');
    await prepare?.(page);
    await page.goto(at('/account'));
    await registerOn(page, name);
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
    const refused = page.getByRole('alert').locator('.trouble');
    await page.locator('.path').or(refused).first().waitFor({ timeout: PATIENCE_MS });
    if ((await refused.count()) > 0) assert.fail(await refused.innerText());
    return page.url().split('/').at(-1) ?? '';
  }

  const state = (page: Page, words: string) =>
    page.locator('.title').getByText(words).waitFor({ timeout: PATIENCE_MS });

  it('takes somebody from the registration to a delivered order and to one that is paid back, by clicks', async () => {
    const page = await registered('clicks');
    const wallets = part(page, 'Wallets');
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

  /** Brings a signed transaction to a local chain of each kind, with the options that the page asked for. */
  const SENDS: Readonly<Record<FakeKind, (raw: Hex, options: object) => Promise<unknown>>> = {
    evm: (raw) => callRpc(nodeOf('ethereum'), 'eth_sendRawTransaction', [raw]),
    solana: (raw, options) => {
      const base64 = Buffer.from(raw.slice(2), 'hex').toString('base64');
      return callRpc(nodeOf('solana'), 'sendTransaction', [base64, { encoding: 'base64', ...options }]);
    },
    radix: (raw) => new RadixControl(stack).submit(raw),
  };
  /** What a wallet of each kind knows of its chain: the nonce or the epoch. */
  const SEQUENCES: Readonly<Record<FakeKind, (address: string) => Promise<number>>> = {
    evm: async (address) => Number(await callRpc(nodeOf('ethereum'), 'eth_getTransactionCount', [address, 'pending'])),
    solana: async () => 0,
    radix: () => new RadixControl(stack).epoch(),
  };

  for (const [kind, way, amount] of [
    ['evm', 'ETH ethereum solana', '0.03'],
    ['solana', 'SOL solana ethereum', '0.5'],
    ['radix', 'XRD radix ethereum', '20'],
  ] as const)
    it(`delivers what a wallet of the browser for ${kind} signs and sends itself`, async () => {
      const { address, privateKey } = devAccount('dave', kind);
      const page = await registered(`own-${kind}`, async (blank) => {
        await blank.exposeFunction('sign', async (unsigned: Unsigned, options: object) => {
          const raw = await ownWallet(kind, privateKey, await SEQUENCES[kind](address)).sign(unsigned);
          await SENDS[kind](raw, options);
          return raw;
        });
        await blank.addInitScript(`${fakeWallet(kind, address)}; window.answers = 'yes';`);
      });
      const [, , to] = way.split(' ') as [string, string, NetworkName];
      await sent(page, way, amount, stack.address('bob', to), true);
      await state(page, 'delivered');
    });

  /** The page about what backs tokens, with the part of ETH and the number of times that it has asked the service. */
  async function backing() {
    const page = await browser.open(at('/backing'));
    const asset = part(page, 'ETH, at home on ethereum');
    const asked = { times: 0 };
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v1/assets') asked.times += 1;
    });
    const marks = (mood: 'good' | 'bad') => asset.locator(`.mark.${mood}`);
    const shows = (mood: 'good' | 'bad') => marks(mood).first().waitFor({ timeout: PATIENCE_MS });
    return { asked, marks, shows };
  }

  /** The marks of an asset whose every part is backed: of the whole, and of each remote. */
  const ALL_BACKED = 4;

  it('shows no lie of one endpoint about a supply, and would show a lie of the quorum', async () => {
    const { asked, marks, shows } = await backing();
    const isBacked = () =>
      until(
        'all is backed',
        async () => (await marks('good').count()) === ALL_BACKED && (await marks('bad').count()) === 0,
      );
    await isBacked();
    const [one, two] = stack.devnet.chain('arbitrum').endpoints;
    one?.setFault({ kind: 'lying', lie: inventsSupply });
    const end = asked.times + 4;
    await until('the page has asked four times', async () => {
      assert.equal(await marks('bad').count(), 0, 'one endpoint of three decides nothing');
      return asked.times >= end;
    });
    assert.equal(await marks('good').count(), ALL_BACKED);
    two?.setFault({ kind: 'lying', lie: inventsSupply });
    await shows('bad');
    for (const endpoint of [one, two]) endpoint?.setFault(null);
    await isBacked();
  });

  it('shows a mint that nothing backs in red within two of its readings', async () => {
    const { asked, shows } = await backing();
    await shows('good');
    await stack.relayer.stop();
    const [home, remote] = [stack.provider('ethereum'), stack.provider('arbitrum')];
    const { nextInboundNonce: nonce } = await read(remote.lane(home.domain));
    const recipient = await robber(remote);
    await forge(remote, {
      ...{ kind: KIND.lock, source: home.domain, destination: remote.domain, nonce, assetHome: home.domain },
      ...{ sourceBridge: home.bridge, destinationBridge: remote.bridge, sender: recipient, recipient },
      ...{ wireAmount: 10n ** 9n, reference: ZERO_32 },
    });
    const before = asked.times;
    await shows('bad');
    assert.ok(asked.times - before <= 2, `red after ${asked.times - before} readings`);
  });
});

type Page = Awaited<ReturnType<ReturnType<typeof useBrowser>['open']>>;
