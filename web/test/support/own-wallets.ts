import { strict as assert } from 'node:assert';
import { RECIPIENT } from '@causeway/api/test-support/api';
import { radixChain, solanaChain, testChains } from '@causeway/api/test-support/chains';
import { type OwnWallet, ownWallet } from '@causeway/chains/test-support';
import type { Page } from 'playwright-core';
import { useBrowser } from './chromium.ts';
import { registerOn } from './people.ts';
import { type Site, useSite } from './site.ts';
import { type FakeKind, fakeWallet } from './wallets.ts';

const SECRET = `0x${'5e'.repeat(32)}` as const;
const KINDS = ['evm', 'solana', 'radix'] as const;

/** Where a wallet of each kind sends from: the route’s value, and how the order is then called. */
export const WAYS: Readonly<Record<FakeKind, readonly [route: string, title: string]>> = {
  evm: ['ETH ethereum polygon', '2 ETH → polygon'],
  solana: ['SOL solana polygon', '2 SOL → polygon'],
  radix: ['XRD radix polygon', '2 XRD → polygon'],
};

type Signed = Awaited<ReturnType<OwnWallet['sign']>>;

/** A page of a new avatar with fake wallets that sign for real. */
export interface WalletPage {
  readonly page: Page;
  readonly wallets: Readonly<Record<FakeKind, OwnWallet>>;
  /** What the wallets have signed, and the options that the page asked for with each. */
  readonly signed: Signed[];
  readonly options: object[];
  /** Finds a wallet of this kind, and fills in the form. */
  fill(kind: FakeKind): Promise<void>;
  /** The button that sends. */
  readonly button: ReturnType<Page['getByRole']>;
  /** Presses for the wallets of this browser. */
  look(): Promise<void>;
  /** Resolves once the form says this. */
  says(words: string): Promise<void>;
}

/** A site with a chain of each kind, and pages with wallets for them. */
export function useWalletPages(): {
  readonly site: Site;
  open(name: string, kinds?: readonly FakeKind[]): Promise<WalletPage>;
  /** The one order of whoever made the order that the page shows. */
  onlyOrder(
    page: Page,
    orders?: number,
  ): Promise<NonNullable<Awaited<ReturnType<Site['api']['storage']['orders']['get']>>>>;
} {
  const site = useSite({
    chains: testChains({ more: [solanaChain(), radixChain()] }),
    api: { dappDefinitions: { radix: ownWallet('radix', SECRET).address } },
  });
  const browser = useBrowser();
  return {
    site,
    async open(name, kinds = KINDS) {
      const wallets = {
        evm: ownWallet('evm', SECRET),
        solana: ownWallet('solana', SECRET),
        radix: ownWallet('radix', SECRET),
      };
      const signed: Signed[] = [];
      const options: object[] = [];
      const page = await browser.open('about:blank');
      await page.exposeFunction('sign', async (unsigned: Parameters<OwnWallet['sign']>[0], asked: object) => {
        const raw = await wallets[unsigned.kind as FakeKind].sign(unsigned);
        signed.push(raw);
        options.push(asked);
        return raw;
      });
      for (const kind of kinds) await page.addInitScript(fakeWallet(kind, wallets[kind].address));
      await page.goto(site.at('/account?back=/send'));
      await registerOn(page, name);
      const look = () => page.getByRole('button', { name: 'Use a wallet of this browser' }).click();
      return {
        ...{ page, wallets, signed, options, look },
        button: page.getByRole('button', { name: 'Send 2' }),
        says: (words) => page.getByRole('alert').getByText(words).waitFor(),
        async fill(kind) {
          await page.getByLabel('What').selectOption(WAYS[kind][0]);
          await look();
          await page.getByLabel('From').waitFor();
          await page.getByLabel('Amount').fill('2');
          await page.getByLabel('Recipient').fill(RECIPIENT);
        },
      };
    },
    async onlyOrder(page, orders = 1) {
      const row = await site.api.storage.orders.get(page.url().split('/').at(-1) ?? '');
      assert.ok(row?.avatarId);
      const { items } = await site.api.storage.orders.list({ avatarId: row.avatarId }, null, 10);
      assert.equal(items.length, orders, 'one order for each press');
      return row;
    },
  };
}
