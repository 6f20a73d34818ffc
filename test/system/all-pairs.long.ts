// Ten chains: every asset to every other chain and back, wallets of every type, and a refund on each lane of a ring.
import { strict as assert } from 'node:assert';
import { type DevnetName, devAccount, parseChains } from '@causeway/devnet';
import { findProfile } from '@causeway/networks';
import { sendsFromEveryWallet } from '../scenarios/wallets.ts';
import { accountOn, networkOf, whilePaused } from '../support/chain-control.ts';
import type { Way } from '../support/control.ts';
import { assertConserved } from '../support/invariants.ts';
import { IN_A_MOMENT, SOON } from '../support/limits.ts';
import { completedOrder, withOwnKey } from '../support/own-key.ts';
import { comesTooLate } from '../support/refunds.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { carries, held, homeOf } from '../support/ways.ts';

const CHAINS = parseChains('10');
/** The chain without a provider type of wallets: its users hold their own keys. */
const OWN: DevnetName = 'gnosis';
const OWNER = devAccount('dave', 'evm');

const assetOf = (name: DevnetName): string => networkOf(name).assets.main.symbol;
const others = (name: DevnetName): DevnetName[] => CHAINS.filter((other) => other !== name);

/** An asset on another chain in an order's words: by its bridged token, where its symbol is that chain's coin. */
const bridgedName = (asset: string, on: DevnetName): string =>
  `${findProfile(on)?.coin === asset ? 'cw' : ''}${asset}@${on}`;

/** Whole seconds of each order by "ASSET source destination". */
const seconds = new Map<string, number>();

/** A table of seconds, a line for each source. A cell has the lock of the source's asset, then the other's burn. */
function matrix(): string {
  const cell = (source: DevnetName, destination: DevnetName): string => {
    if (source === destination) return '–';
    const [out, back] = [assetOf(source), assetOf(destination)].map((asset) =>
      seconds.get(`${asset} ${source} ${destination}`),
    );
    return `${out ?? '?'}/${back ?? '?'}`;
  };
  const lines = CHAINS.map((source) => [source, ...CHAINS.map((destination) => cell(source, destination))]);
  return [['from \\ to', ...CHAINS], ...lines].map((row) => row.map((text) => text.padEnd(10)).join(' ')).join('\n');
}

/** What deliveries cost the payer of each chain: coins an order, over all lanes. */
async function costs(stack: Stack): Promise<string> {
  const text = await (await fetch(`${stack.devnet.configuration.relayer.url}/metrics`)).text();
  const spent = new Map<string, number>();
  for (const [, labels = '', value] of text.matchAll(/^causeway_lane_cost_coins_total\{([^}]*)\} (\S+)$/gm)) {
    const chain = /(?:^|,)chain="([^"]*)"/.exec(labels)?.[1] ?? '';
    spent.set(chain, (spent.get(chain) ?? 0) + Number(value));
  }
  return [...spent].map(([chain, coins]) => `${chain}: ${(coins / 18).toPrecision(3)} coins an order`).join('\n');
}

describe('ten chains', function () {
  this.timeout(1_800_000);
  let stack: Stack;

  /** Where tokens arrive that are sent back later: the wallet that the service holds, or the owner's account. */
  const holder = (name: DevnetName): string => (name === OWN ? OWNER.address : stack.address('bob', name));

  async function note(id: string): Promise<void> {
    const { fromToken, fromChain, toChain, toToken, createdAt, completedAt } = await stack.as('bob').detail(id);
    const took = Math.round((Date.parse(completedAt ?? '') - Date.parse(createdAt)) / 1_000);
    seconds.set(`${fromToken.startsWith('cw') ? toToken : fromToken} ${fromChain} ${toChain}`, took);
  }

  /** Orders by the API all at once, and those from the chain without wallets by its owner's key. */
  async function carryAll(ways: readonly (Way & { readonly at: DevnetName })[], to: (name: DevnetName) => string) {
    const ids = await carries(
      stack,
      'bob',
      ways.filter(({ at }) => at !== OWN),
      to,
    );
    for (const id of ids) await note(id);
    for (const { from, to: destination, amount } of ways.filter(({ at }) => at === OWN)) {
      const [asset = ''] = from.replace(/^cw/, '').split('@');
      const send = asset === assetOf(OWN) ? 'lock' : 'burn';
      const args = [String(amount), '--network', OWN, '--to', destination, '--recipient', to(destination)];
      const sent = await withOwnKey(stack, OWNER.privateKey, send, ...args);
      await note((await completedOrder(stack, sent.transaction)).id);
    }
  }

  describe('that wait for all orders', () => {
    before(async () => {
      stack = await startStack({ networks: CHAINS, families: ['main'], cancelAfterSeconds: { default: 1_500 } });
    });
    after(() => stack?.stop());

    it('carry 90 orders to every other chain, and 90 burns home', async () => {
      const out = CHAINS.flatMap((at) => others(at).map((to) => ({ at, from: assetOf(at), to, amount: '2' })));
      assert.equal(out.length, 90);
      await carryAll(out, holder);
      await assertConserved(stack.registry.providers);
      const back = out.map(({ from, to: at }) => ({
        at,
        from: bridgedName(from, at),
        to: homeOf(from).home,
        amount: '2',
      }));
      await carryAll(back, (name) => accountOn('carol', name));
      await assertConserved(stack.registry.providers);
      for (const { from, to } of out) assert.equal(await held(stack, to, holder(to), from), 0n, `${from} on ${to}`);
      console.log(`\nseconds of an order, lock/burn\n${matrix()}\n\n${await costs(stack)}`);
    });

    it('show and send coin and asset of a wallet of every provider type', async () => {
      const types = CHAINS.filter((name) => name !== OWN);
      assert.deepEqual((await sendsFromEveryWallet(stack)).toSorted(), types.toSorted());
    });
  });

  describe('with short time limits in a ring', () => {
    after(() => stack?.stop());

    it('refund an order on each lane of a ring', async () => {
      const ring = CHAINS.map((from, at) => ({ from, to: CHAINS[(at + 1) % CHAINS.length] as DevnetName }));
      const limit = (to: DevnetName): number => (networkOf(to).kind === 'evm' ? SOON : IN_A_MOMENT);
      const lanes = Object.fromEntries(ring.map(({ from, to }) => [`${from}:${to}`, limit(to)]));
      stack = await startStack({ networks: CHAINS, families: ['main'], cancelAfterSeconds: { default: 1_500, lanes } });
      for (const { from, to } of ring) {
        const asset = assetOf(from);
        const before = await held(stack, from, holder(from), asset);
        await whilePaused(stack, to, async () => {
          const recipient = accountOn('carol', to);
          let id: string;
          if (from === OWN) {
            const args = ['1', '--network', from, '--to', to, '--recipient', recipient];
            const { transaction } = await withOwnKey(stack, OWNER.privateKey, 'lock', ...args);
            id = (await until('there is an order for the lock', () => stack.orderOfLock(transaction))).id;
          } else {
            id = await stack.as('bob').order({ from: asset, to, amount: '1', destinationAddress: recipient });
          }
          await comesTooLate(stack, 'bob', [id], to);
          await stack.as('bob').reaches(id, 'refunded');
        });
        const spent = before - (await held(stack, from, holder(from), asset));
        // The sender's own coins pay for the lock.
        assert.ok(networkOf(from).assets.main.native ? spent >= 0n : spent === 0n, `${asset} on ${from}: ${spent}`);
      }
      await assertConserved(stack.registry.providers);
    });
  });
});
