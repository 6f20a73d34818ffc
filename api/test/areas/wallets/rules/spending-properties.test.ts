import assert from 'node:assert/strict';
import { nextState, type OrderState, type OrderTrigger } from '@causeway/protocol';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import { onEngines } from '@causeway/storage/test-support/engines';
import { bytes32, newOrder } from '@causeway/storage/test-support/rows';
import { type TemporaryStorage, temporaryStorage } from '@causeway/storage/test-support/temporary';
import fc from 'fast-check';
import { orderStorage } from '../../../../src/areas/orders/rules/order-storage.ts';
import type { Spender } from '../../../../src/areas/wallets/rules/spends.ts';
import { walletStorage } from '../../../../src/areas/wallets/rules/wallet-storage.ts';
import { spenderOf, spendOf } from '../../../../test/support/spends.ts';

const DAY_MS = 86_400_000;
const LIMIT = 100n;
/** A tenth of the limit. */
const PART = 10n;

/** One spend of the model: it counts by the state of its transfer or order. */
interface Spent {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly atMs: number;
  readonly isRecent: boolean;
  readonly id: string;
  /** Of an order; a transfer has none. */
  state: OrderState | 'sent' | 'failed';
}

const weightOf = ({ state, amount, fee }: Spent): bigint => {
  if (state === 'expired' || state === 'failed') return 0n;
  return state === 'refunded' ? fee : amount + fee;
};

const TRIGGERS = ['expired', 'lockSeen', 'cancelStarted', 'cancelled', 'refunded', 'refundVanished'] as const;

const command = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), amount: fc.bigInt(1n, 60n), isRecent: fc.boolean() }),
  fc.record({
    kind: fc.constant('order' as const),
    amount: fc.bigInt(1n, 60n),
    fee: fc.bigInt(0n, 5n),
    isRecent: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('trigger' as const), which: fc.nat(), trigger: fc.constantFrom(...TRIGGERS) }),
  fc.record({ kind: fc.constant('trigger' as const), which: fc.nat(), trigger: fc.constantFrom(...TRIGGERS) }),
  fc.record({ kind: fc.constant('fail' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 3_600_000, DAY_MS / 2, DAY_MS, -3_600_000) }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** The ledger of a new avatar beside a model of it. */
class Comparison {
  readonly #temporary: TemporaryStorage;
  readonly #avatarId: string;
  readonly #spent: Spent[] = [];
  #made = 0;
  #walletId = '';
  readonly #spenders = new Map<boolean, Spender>();

  constructor(temporary: TemporaryStorage, avatarId: string) {
    this.#temporary = temporary;
    this.#avatarId = avatarId;
  }

  async begin(): Promise<void> {
    const { storage } = this.#temporary;
    const avatarId = this.#avatarId;
    const facts = { avatarId, providerType: 3, name: '', description: '', publicKey: null, seedIndex: 0, address: 'w' };
    const wallet = await walletStorage(storage).add({ ...facts, verified: true, isDefault: true });
    assert.ok(wallet.ok);
    this.#walletId = wallet.value.id;
    for (const isRecent of [true, false]) {
      this.#spenders.set(isRecent, await spenderOf(storage, isRecent ? 'recent' : 'session', { avatarId }));
    }
  }

  #used(counts: (row: Spent) => boolean = () => true): bigint {
    const sinceMs = this.#temporary.nowMs - DAY_MS;
    return this.#spent
      .filter((row) => row.atMs >= sinceMs && counts(row))
      .reduce((sum, row) => sum + weightOf(row), 0n);
  }

  #expected(total: bigint, isRecent: boolean): string {
    if (this.#used() + total > LIMIT) return 'TOO_MUCH';
    if (!isRecent && this.#used((row) => !row.isRecent) + total > PART) return 'NEEDS_PASSWORD';
    return 'ok';
  }

  async #spend(kind: 'send' | 'order', amount: bigint, fee: bigint, isRecent: boolean): Promise<void> {
    const { storage, nowMs } = this.#temporary;
    const avatarId = this.#avatarId;
    const [walletId, spender] = [this.#walletId, this.#spenders.get(isRecent) as Spender];
    const base = spendOf(walletId, spender, amount, { kind, limit: LIMIT, avatarId, sendsPerDay: 10_000 });
    const [leaving] = base.leaving;
    assert.ok(leaving);
    const fees = { ...leaving, kind: 'fee' as const, amount: { units: fee * 1_000n, decimals: 3 } };
    const expected = this.#expected(amount + fee, isRecent);
    this.#made += 1;
    const place = { domain: 1, family: 'main', from: 'w', to: 'x', symbol: 'ETH', token: null, decimals: 0 };
    const made =
      kind === 'send'
        ? await walletStorage(storage).transfers.request({ walletId, avatarId, ...place, amount }, { spend: base })
        : await orderStorage(storage).createWithin(
            { maxOpen: 10_000, spend: { ...base, leaving: [leaving, fees] } },
            newOrder({ avatarId, custody: 'service', reference: referenceOf(avatarId, this.#made) }),
          );
    assert.equal(made.ok ? 'ok' : made.error.code, expected);
    if (!made.ok) return;
    const state = kind === 'send' ? 'sent' : 'created';
    this.#spent.push({ amount, fee, atMs: nowMs, isRecent, id: made.value.id, state });
  }

  async run(step: Command): Promise<void> {
    const { storage } = this.#temporary;
    if (step.kind === 'send') await this.#spend('send', step.amount, 0n, step.isRecent);
    if (step.kind === 'order') await this.#spend('order', step.amount, step.fee, step.isRecent);
    if (step.kind === 'wait') this.#temporary.nowMs += step.ms;
    if (step.kind === 'fail') {
      const sent = this.#spent.filter(({ state }) => state === 'sent' || state === 'failed');
      const row = sent[step.which % Math.max(1, sent.length)];
      if (!row) return;
      await walletStorage(storage).transfers.update(row.id, { state: 'failed' });
      row.state = 'failed';
    }
    if (step.kind === 'trigger') {
      const orders = this.#spent.filter(({ state }) => state !== 'sent' && state !== 'failed');
      const row = orders[step.which % Math.max(1, orders.length)];
      if (!row) return;
      const to = nextState(row.state as OrderState, step.trigger as OrderTrigger);
      const moved = await storage.orders.transition(row.id, step.trigger);
      assert.equal(moved?.state, to);
      if (to) row.state = to;
    }
  }

  async compare(): Promise<void> {
    const rows = await walletStorage(this.#temporary.storage).limits.spent(this.#avatarId);
    const thousandths = rows.reduce((sum, { units, decimals }) => sum + units * 10n ** BigInt(3 - decimals), 0n);
    assert.equal(thousandths, this.#used() * 1_000n);
  }
}

const referenceOf = (avatarId: string, number: number) => bytes32((BigInt(avatarId.slice(1)) << 64n) | BigInt(number));

onEngines('the ledger beside a model', (engine) => {
  it('counts the same after any sends, orders, locks, expiries, refunds, late locks and days', async function () {
    this.timeout(timeLimit(60_000));
    const temporary = await temporaryStorage(engine);
    let avatars = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (steps) => {
        avatars += 1;
        const comparison = new Comparison(temporary, `a${avatars}`);
        await comparison.begin();
        for (const step of steps) {
          await comparison.run(step);
          await comparison.compare();
        }
      }),
      cases(8, 1_500),
    );
  });
});
