import { strict as assert } from 'node:assert';
import { ALICE, ALICE_ADDRESS } from '@causeway/api/test-support/api';
import { testChains } from '@causeway/api/test-support/chains';
import { Causeway } from '@causeway/client';
import { fieldsOfSwap, type SwapQuote, swapMembers } from '../../lib/client/swap-quote.ts';
import { type Service, startService } from './service.ts';

describe('causeway quote --swap', function describeSwaps() {
  this.timeout(60_000);
  let service: Service;
  before(async () => {
    const rates = { local: { ETH: '3000', POL: '0.4' } };
    service = await startService({ rates }, { chains: testChains({ settlers: ['polygon'] }) });
    const offer = { from: 'ETH@ethereum', to: 'POL@polygon', rate: '7425', minAmount: '0.1', maxAmount: '10' };
    await new Causeway({ baseUrl: service.url, apiKey: ALICE }).market.replaceOffers([
      { ...offer, validSeconds: 60, solverAddress: ALICE_ADDRESS },
    ]);
  });
  after(() => service.stop());

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
