import { strict as assert } from 'node:assert';
import type { ChildProcess } from 'node:child_process';
import { ALICE, ALICE_ADDRESS, RECIPIENT, START_MS } from '@causeway/api/test-support/api';
import { testChains } from '@causeway/api/test-support/chains';
import { Causeway } from '@causeway/client';
import type { Hex, OrderTrigger } from '@causeway/protocol';
import { fieldsOfSwap, type SwapQuote, swapMembers } from '../../lib/client/swap-quote.ts';
import { deploymentFiles } from './deployment-files.ts';
import { type Service, startService } from './service.ts';

/** What brings a swap from each of its states to the next, until it waits for a solver. */
const NEXT: Readonly<Record<string, OrderTrigger>> = {
  created: 'lockSeen',
  locked: 'confirmationsStarted',
  confirming: 'lockFinal',
  proving: 'proposed',
  signing: 'submitted',
  minting: 'executed',
};

/** The settler's event of a swap that nobody filled, in a new block of its chain. */
async function giveBack({ api }: Service, swapId: Hex): Promise<void> {
  const { family, domain } = api.polygon;
  api.polygon.mine();
  const head = await api.polygon.head();
  assert.ok(head.ok);
  const to = { number: head.value.number, hash: head.value.hash, timeMs: api.clock.nowMs };
  assert.ok((await api.storage.chainView.recordScan({ family, domain, to, messages: [], outcomes: [], roots: [] })).ok);
  const at = { block: to, transaction: '0x0f', index: 0 };
  const events = [{ swapId, type: 'returned', account: RECIPIENT, amount: 10n ** 18n, home: null, at }] as const;
  await api.storage.swaps.record({ family, domain, to, finalTo: -1, events });
}

describe('the commands for swaps', function describeSwaps() {
  this.timeout(60_000);
  let service: Service;
  let following: ChildProcess | undefined;
  before(async () => {
    const rates = { local: { ETH: '3000', POL: '0.4' } };
    service = await startService({ rates }, { chains: testChains({ settlers: ['polygon'] }) });
    const offer = { from: 'ETH@ethereum', to: 'POL@polygon', rate: '7425', minAmount: '0.1', maxAmount: '10' };
    await new Causeway({ baseUrl: service.url, apiKey: ALICE }).market.replaceOffers([
      { ...offer, validSeconds: 60, solverAddress: ALICE_ADDRESS },
    ]);
  });
  after(() => {
    // It would not end by itself while it follows an order that a failed test has left.
    following?.kill();
    return service.stop();
  });

  it('shows what a solver pays, at least and until when, and what is lost when it does not', async () => {
    const { stdout, stderr, status } = await service.causeway([
      'quote',
      'ETH',
      'POL',
      '2',
      '--swap',
      '--slippage-bps',
      '50',
    ]);
    assert.deepEqual([stderr, status], ['', 0]);
    assert.match(stdout, /^sent +2 ETH on ethereum\narrives +14850 POL on polygon\nat least +14775\.75 POL\n/);
    assert.match(stdout, /^rate +7425 POL for one ETH; the market has 7500, this is 1\.00 % less$/m);
    assert.match(stdout, /^delivery fee +0 ETH\nif nobody fills +2 ETH come back; ending it costs 0 cwETH$/m);
    assert.match(stdout, /^expected time +\d+ s when the solver pays early, otherwise \d+ s$/m);
    assert.match(stdout, /^has filled +0 of its latest 0 orders\nit alone until +\d{4}-.*Z\nvalid until +\d{4}-.*Z$/m);
  });

  it('says in words what to change', async () => {
    const none = await service.causeway(['quote', 'ETH', 'POL', '20', '--swap']);
    assert.match(
      none.stderr,
      /from 0\.1 up to 10 is on offer.* \(NO_OFFER\)\n {2}give another amount, or --min-to-amount /,
    );
    assert.deepEqual([none.stdout, none.status], ['', 1]);
    const words = await service.causeway(['quote', 'ETH', 'POL', '2', '--swap', '--slippage-bps', '0.5']);
    assert.match(words.stderr, /'--slippage-bps <n>'.* such as 50 for half a percent/);
    assert.equal(words.status, 2);
  });

  it('places a swap of the caller’s own key that is as asked, and follows it until it is returned', async () => {
    await service.signedUp('ann');
    const files = deploymentFiles(service.api.networks.map(({ deployment }) => deployment));
    const deadline = new Date(START_MS + 1_200_000).toISOString();
    const ends = ['--from-address', ALICE_ADDRESS, '--to', RECIPIENT, '--fallback', 'token', '--deadline', deadline];
    const seen: string[] = [];
    const args = ['order', 'ETH', 'POL', '2', '--swap', '--slippage-bps', '50', '--deployments', files.folder];
    const { stdout, stderr, status } = await service.causeway([...args, ...ends, '--watch'], {
      onStart: (child) => {
        following = child;
      },
      async onOutput(stdout) {
        const id = /^Order (\S+): /m.exec(stdout)?.[1];
        const state = stdout.match(/^(?:created|locked|confirming|proving|signing|minting|swapping)(?= )/gm)?.at(-1);
        if (id === undefined || state === undefined || seen.includes(state)) return;
        seen.push(state);
        const trigger = NEXT[state];
        const lock = { messageId: `0x${'77'.repeat(32)}`, lockTransaction: '0xabc' } as const;
        const facts = trigger === 'lockSeen' ? lock : {};
        if (trigger !== undefined) await service.api.storage.orders.transition(id, trigger, facts);
        else await giveBack(service, (await service.api.storage.orders.get(id))?.reference ?? assert.fail());
      },
    });
    files.remove();
    assert.equal(stderr, '');
    assert.match(
      stdout,
      new RegExp(`\nVerified: the terms pay ${RECIPIENT} at least 14775\\.75 POL, or return the asset\\.\nCompare `),
    );
    assert.match(
      stdout,
      /\n {2}causeway lock 2 --network ethereum --family main --to polygon --recipient 0x\w{40} --reference 0x\w{64} --refund-/,
    );
    assert.match(stdout, /\nSign and send, in this order:\n\{/);
    assert.deepEqual(seen, [...Object.keys(NEXT), 'swapping']);
    assert.match(stdout, /\nreturned +\S.*\nreturned: /);
    assert.equal(status, 1);
    const [order] = await service.json('order', 'list', '--limit', '1');
    const shown = await service.causeway(['order', 'show', String(order?.orderId)]);
    assert.match(shown.stdout, /^at least +14775\.75 POL, until 2026-01-05T12:20:00\.000Z\npaid +–\n/m);
    assert.match(
      shown.stdout,
      /^if nobody pays +the recipient gets what the bridge delivers\nreturn +0x0f\nvault +0x\w{40}\nterms +0x01\w{626}$/m,
    );
  });

  it('refuses options that contradict each other', () => {
    assert.throws(() => swapMembers({ slippageBps: 5 }), /^UsageError: --slippage-bps belongs to a swap: add --swap/);
    assert.throws(() => swapMembers({ minToAmount: '5' }), /^UsageError: --min-to-amount belongs to a swap/);
    assert.throws(
      () => swapMembers({ swap: true, slippageBps: 5, minToAmount: '5' }),
      /^UsageError: .* give one of them/,
    );
    assert.deepEqual(swapMembers({}), {});
    assert.deepEqual(swapMembers({ swap: true }), {});
    assert.deepEqual(swapMembers({ swap: true, slippageBps: 0 }), { slippageBps: 0 });
    assert.deepEqual(swapMembers({ swap: true, minToAmount: '5' }), { minToAmount: '5' });
  });

  it('calls a quote without a solver a limit order', async () => {
    const query = { from: 'ETH', to: 'POL', amount: '2', minToAmount: '20000' };
    const quote: SwapQuote = await new Causeway({ baseUrl: service.url }).market.swapQuote(query);
    const fields = Object.fromEntries(fieldsOfSwap(quote));
    assert.deepEqual(
      [fields.arrives, fields['at least'], fields.rate, fields.solver, fields['has filled'], fields['it alone until']],
      ['20000 POL on polygon', '20000 POL', 'the market has 7500', 'anyone: a limit order', null, null],
    );
    const better = { ...quote, rate: '7600', spreadBps: -133, exchangeRate: '7500', quoteId: 'a:7600' };
    assert.equal(Object.fromEntries(fieldsOfSwap(better)).quote, 'a:7600');
    assert.match(String(Object.fromEntries(fieldsOfSwap(better)).rate), /this is 1\.33 % more$/);
    const unknown = { ...quote, exchangeRate: null, expectedSeconds: null };
    assert.equal(Object.fromEntries(fieldsOfSwap(unknown)).rate, 'the market has none');
    assert.equal(Object.fromEntries(fieldsOfSwap(unknown))['expected time'], null);
  });
});
