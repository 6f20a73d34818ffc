import assert from 'node:assert/strict';
import { type Share, sharesOf } from '@causeway/outbox';
import type { Charge, LaneIncome, Work } from '@causeway/storage';
import { oracleDetails } from '@causeway/storage/test-support/submission-details';
import { type Coin, PRICE_DECIMALS, statementsOf } from '../../src/fees/statement.ts';

const HERE = 1001;
const THERE = 1002;
const LANE = { family: 'main', source: HERE, destination: THERE };
const charge = (work: Work, messages = 1, lane: Pick<Charge, 'source' | 'destination'> = LANE): Charge => ({
  work,
  source: lane.source,
  destination: lane.destination,
  messages,
});
const cost = (fee: bigint, rent = 0n) => ({ fee, rent });
const submission = (charges: readonly Charge[], ...costs: readonly ReturnType<typeof cost>[]) => ({
  domain: THERE,
  family: 'main',
  details: oracleDetails({ charges }),
  costs,
});
const short = (shares: readonly Share[]) => shares.map(({ work, cost, rent }) => [work, cost, rent]);

describe('the shares of a transaction', () => {
  it('are equal among its executions and cancellations, to the last unit', () => {
    const back = { source: THERE, destination: HERE };
    const actions = [charge('commitment', 9), charge('delivery'), charge('refund', 1, back), charge('cancellation')];
    const shares = sharesOf(submission(actions, cost(100n, 5n)));
    assert.deepEqual(short(shares), [
      ['delivery', 34n, 1n],
      ['refund', 35n, 2n],
      ['cancellation', 36n, 2n],
    ]);
    assert.deepEqual(
      shares.map(({ source, destination, chain }) => [source, destination, chain]),
      [
        [HERE, THERE, THERE],
        [THERE, HERE, THERE],
        [HERE, THERE, THERE],
      ],
    );
  });

  it('go by the messages where there are commitments only', () => {
    const shares = sharesOf(submission([charge('commitment', 1), charge('commitment', 3)], cost(100n)));
    assert.deepEqual(short(shares), [
      ['commitment', 25n, 0n],
      ['commitment', 75n, 0n],
    ]);
  });

  it('are what each action cost where each is a transaction, and nothing where it did not land', () => {
    const actions = [charge('commitment', 8), charge('delivery'), charge('delivery')];
    assert.deepEqual(short(sharesOf(submission(actions, cost(5n, 1_400n), cost(7n, 2_000n), cost(0n)))), [
      ['commitment', 1_405n, 1_400n],
      ['delivery', 2_007n, 2_000n],
    ]);
    assert.deepEqual(sharesOf({ ...submission([], cost(5n)), details: oracleDetails() }), []);
  });
});

describe('the statement of a lane', () => {
  /** A coin of `decimals` that is worth `price`. */
  const coin = (decimals: number, price?: number): Coin => ({
    decimals,
    price: price === undefined ? undefined : BigInt(Math.round(price * 1e6)) * 10n ** BigInt(PRICE_DECIMALS - 6),
  });
  const COINS: Readonly<Record<number, Coin>> = { [HERE]: coin(18, 3_000), [THERE]: coin(9, 150) };
  const share = (work: Work, amount: bigint, change: Partial<Share> = {}): Share => ({
    ...{ ...LANE, work, messages: 1, chain: work === 'refund' ? HERE : THERE, cost: amount, rent: 0n },
    ...change,
  });
  const GWEI = 10n ** 9n;
  const ETHER = 10n ** 18n;
  const statement = (shares: readonly Share[], coins = COINS, margin = 25, incomes: readonly LaneIncome[] = []) => {
    const [first, ...rest] = statementsOf(incomes, shares, { coins: (chain) => coins[chain] ?? coin(0), margin });
    assert.ok(first && rest.length === 0);
    return first;
  };

  it('has the sum of each work, the dearest and the deliveries to new accounts', () => {
    const delivered = Array.from({ length: 40 }, (_, index) => share('delivery', BigInt(index + 1)));
    const { works } = statement([...delivered, share('delivery', 2_000n, { rent: 1_500n }), share('refund', 7n)]);
    assert.deepEqual(works.delivery, { count: 41, cost: 2_820n, rent: 1_500n, dearest: 39n, newAccounts: 1 });
    assert.deepEqual(works.refund, { count: 1, cost: 7n, rent: 0n, dearest: 7n, newAccounts: 0 });
    assert.equal(works.cancellation.count, 0);
  });

  it('suggests what a delivery costs with the account that it creates, and its part of a root', () => {
    const { suggestion } = statement([
      share('commitment', 1_400_400n, { messages: 4, rent: 1_400_000n }),
      share('delivery', 2_059_280n, { rent: 2_039_280n }),
      share('cancellation', 20_000n),
      share('refund', 1_000n * GWEI),
    ]);
    // 2,059,380 lamports are worth 0.000102969 ether, and a quarter more 0.00012871125.
    assert.deepEqual(suggestion, { fee: 130_000n * GWEI, covers: 'delivery', estimated: false, lacks: [] });
  });

  it('suggests what a cancellation costs with its refund when that is dearer', () => {
    const refund = ETHER / 100n;
    const { suggestion } = statement(
      [share('delivery', 2_059_280n), share('cancellation', 200_000_000n), share('refund', refund)],
      COINS,
      0,
    );
    // 0.2 SOL are 0.01 ether.
    assert.deepEqual(suggestion, { fee: 2n * refund, covers: 'cancellation', estimated: false, lacks: [] });
  });

  it('takes other work of both chains, without rent, for a cancellation that was never seen', () => {
    const back = { source: THERE, destination: HERE, chain: HERE };
    const lanes = statementsOf(
      [],
      [share('delivery', 3_000_000n, { rent: 2_000_000n }), share('delivery', ETHER / 1_000n, back)],
      { coins: (chain) => COINS[chain] as Coin, margin: 0 },
    );
    const [lane] = lanes.filter(({ source }) => source === HERE);
    // 0.001 SOL are 0.00005 ether.
    assert.deepEqual(lane?.suggestion, {
      fee: 1_100_000n * GWEI,
      covers: 'cancellation',
      estimated: true,
      lacks: [],
    });
  });

  it('names what a suggestion lacks', () => {
    const unpriced = { [HERE]: coin(18), [THERE]: coin(9, 150) };
    const shares = [share('delivery', 1n), share('refund', 1n)];
    assert.deepEqual(statement(shares, unpriced).suggestion.lacks, [{ price: HERE }]);
    assert.deepEqual(statement([share('delivery', 1n)]).suggestion.lacks, ['costs']);
    const income = { ...LANE, messages: 3, fees: 9n, unknown: 1, fee: 3n };
    const idle = statement([], COINS, 25, [income]);
    assert.deepEqual([idle.income, idle.suggestion.fee, idle.suggestion.lacks], [income, null, ['costs']]);
  });

  it('suggests fees that an EVM bridge can hold, never below the cost', () => {
    for (const amount of [1n, 99n, 101n, 262_145n, 123_456_789n, 10n ** 20n + 1n]) {
      const shares = [share('delivery', amount), share('refund', 1n), share('cancellation', 0n)];
      const alike = { [HERE]: coin(18, 1), [THERE]: coin(18, 1) };
      let fee = statement(shares, alike, 0).suggestion.fee ?? 0n;
      assert.ok(fee >= amount && 10n * fee <= 11n * amount + 10n, String(amount));
      while (fee % 10n === 0n) fee /= 10n;
      assert.ok(fee < 2n ** 18n, String(amount));
    }
  });
});
