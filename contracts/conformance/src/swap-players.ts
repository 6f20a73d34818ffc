import assert from 'node:assert/strict';
import { type Hex, KIND, LATE_SECONDS, type Terms, ZERO_32 } from '@causeway/protocol';
import { Random } from '@causeway/protocol/test-support/random';
import { LEAST, LITTLE, QUOTED, type Settler, swapOf, WIRE_IN } from './settler.ts';
import type { SettlerCall, SwapAsset } from './settler-under-test.ts';
import { ModelSwap, type Verdict } from './swap-model.ts';

/** What every player has of each asset at the start. */
const WEALTH = 10n ** 15n;
const ASSETS: readonly SwapAsset[] = ['canonical', 'bridged', 'native', 'wanted'];

/**
 * Plays users, solvers, finishers and thieves on a settler, at random times and in any order: swaps with good and bad
 * terms, deliveries that are late, missing, cancelled, too small, doubled or of another asset, and gifts. For every
 * call, ModelSwap says whether it succeeds, and its payments. A call that it refuses must fail with an error of one of
 * the broken rules, and any other call must succeed.
 */
export class SwapPlayers {
  readonly settler: Settler;
  readonly swaps: ModelSwap[] = [];
  /** Successful calls by function. */
  readonly done = new Map<string, number>();
  readonly #random: Random;
  readonly #players: readonly Hex[];
  readonly #recipients: readonly Hex[];
  /** Refuses the coins and the canonical asset at times. */
  readonly #moody: Hex;
  #isRefusing = false;
  /** By asset and account, both words. */
  readonly #balances = new Map<string, bigint>();
  readonly #names = new Map<Hex, SwapAsset>();
  #now: bigint;

  private constructor(settler: Settler, seed: number, now: bigint) {
    this.settler = settler;
    this.#random = new Random(seed);
    this.#now = now;
    this.#players = ['alice', 'bob', 'mallory'].map((name) => settler.account(name));
    this.#moody = settler.account('moody');
    this.#recipients = [settler.account('family'), settler.account('friend'), this.#moody];
    for (const asset of ASSETS) this.#names.set(settler.under.asset(asset), asset);
  }

  static async meet(settler: Settler, seed: number): Promise<SwapPlayers> {
    const players = new SwapPlayers(settler, seed, await settler.bridge.under.time());
    for (const account of [...players.#players, ...players.#recipients])
      for (const asset of players.#names.values()) await settler.under.give(asset, account, WEALTH);
    for (const account of [...players.#players, ...players.#recipients])
      for (const [word, asset] of players.#names)
        players.#balances.set(`${word} ${account}`, await settler.under.balance(asset, account));
    return players;
  }

  /** One action of one player. */
  async step(): Promise<void> {
    const acts: readonly (readonly [weight: number, act: () => Promise<void>])[] = [
      [3, () => this.#open()],
      [4, () => this.#arrive()],
      [2, () => this.#pass()],
      [1, () => this.#moods()],
      [10, () => this.#act(this.#pick())],
    ];
    if (this.swaps.length === 0) return this.#open();
    return this.#random.pick(acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act)))();
  }

  #pick(): ModelSwap {
    // Later swaps are more interesting: earlier ones are over.
    const last = this.swaps.slice(-3);
    return this.#random.pick(this.#random.oneIn(4) ? this.swaps : last);
  }

  async #open(): Promise<void> {
    const { settler } = this;
    const random = this.#random;
    const assetIn = random.pick(['canonical', 'bridged'] as const);
    const assetOut = random.pick(['wanted', 'native'] as const);
    const swap = await settler.swap(
      {
        recipient: random.pick(this.#recipients),
        solver: random.pick([ZERO_32, ...this.#players]),
        exclusiveUntil: this.#now + BigInt(random.below(200)),
        deadline: this.#now + 200n + BigInt(random.below(1_000)),
        minOut: random.oneIn(3) ? QUOTED : LEAST,
        ...(random.oneIn(3) ? { finishFee: BigInt(random.below(1_000)) } : {}),
        ...(random.oneIn(4) ? this.#fault() : {}),
      },
      assetIn,
      assetOut,
    );
    const { domain, settler: at } = (await settler.swap()).terms;
    this.swaps.push(
      new ModelSwap(swapOf(swap.terms), { domain, settler: at, addressLength: settler.kind.addressLength }),
    );
  }

  /** A rule that terms break. None of them is without a way out. */
  #fault(): Partial<Terms> {
    return this.#random.pick<Partial<Terms>>([
      { version: 9 },
      { domain: 77 },
      { minOut: QUOTED + 1n },
      { exclusiveUntil: this.#now + 5_000n },
      { fallback: 3 },
      { finishFee: 10n ** 30n },
      { quotedOut: 0n, minOut: 0n },
    ]);
  }

  /** A delivery of any kind, or a cancelled one, which never comes. */
  async #arrive(): Promise<void> {
    const { settler } = this;
    const random = this.#random;
    const model = this.#pick();
    const { id } = model.swap;
    const input = this.#names.get(model.assetIn) === 'bridged' ? 'bridged' : 'canonical';
    const asset = random.oneIn(8) ? (input === 'bridged' ? 'canonical' : 'bridged') : input;
    const word = settler.under.asset(asset);
    if (settler.kind.takesGifts && random.oneIn(2)) {
      const amount = random.oneIn(2) ? WIRE_IN * settler.unitOf(asset) : LITTLE * BigInt(1 + random.below(50));
      await settler.under.give(asset, await settler.under.vaultOf(id), amount);
      return model.arrive(word, amount);
    }
    if (random.oneIn(6)) {
      const { bridge } = settler;
      const recipient = await settler.under.vaultOf(id);
      const message = bridge.inbound(KIND.lock, { recipient, wireAmount: WIRE_IN, reference: id });
      await bridge.run(bridge.cancel(await bridge.commit([message]), 0));
      return;
    }
    const wireAmount = random.oneIn(3) ? LITTLE * BigInt(1 + random.below(Number(WIRE_IN / LITTLE))) : WIRE_IN;
    await settler.deliver(model.swap, { asset, wireAmount });
    model.arrive(word, wireAmount * settler.unitOf(asset));
  }

  async #pass(): Promise<void> {
    const seconds = this.#random.oneIn(8) ? LATE_SECONDS - 200n : 1n + BigInt(this.#random.below(250));
    await this.settler.bridge.under.pass(seconds);
    this.#now += seconds;
  }

  async #moods(): Promise<void> {
    this.#isRefusing = !this.#isRefusing;
    for (const asset of ['canonical', 'native'] as const)
      await this.settler.under.block(asset, this.#moody, this.#isRefusing);
  }

  async #act(model: ModelSwap): Promise<void> {
    const { settler } = this;
    const random = this.#random;
    const { swap } = model;
    const { solver } = swap.terms;
    const anyone = random.pick([...this.#players, ...this.#recipients]);
    const by = random.oneIn(2) && solver !== ZERO_32 ? solver : anyone;
    // Nobody fills for oneself: a token does not change its own holder's balance.
    const filler = this.#players.includes(by) ? by : random.pick(this.#players);
    const asset = random.oneIn(4) ? random.pick([...this.#names.keys()]) : model.assetIn;
    const maxOut = random.oneIn(5) ? LEAST : QUOTED;
    const least = BigInt(random.below(3) * 1_000);
    const to = random.pick([by, ...this.#players]);
    const who = random.oneIn(3) ? by : model.recipient;
    const [call, verdict] = random.pick<readonly [SettlerCall, Verdict]>([
      [settler.fill(swap, filler, maxOut), model.fill(filler, maxOut, this.#now, false)],
      [settler.fillAndSettle(swap, filler, maxOut), model.fill(filler, maxOut, this.#now, true)],
      [settler.fillAndSettle(swap, filler, QUOTED), model.fill(filler, QUOTED, this.#now, true)],
      [settler.settle(swap, by), model.settle()],
      [settler.settleLess(swap, least, model.solver ?? by), model.settleLess(model.solver ?? by, least)],
      [settler.settleLess(swap, least, by), model.settleLess(by, least)],
      [settler.giveBack(swap, 0n, by), model.giveBack(by, this.#now)],
      [settler.giveBack(swap, 0n, by), model.giveBack(by, this.#now)],
      [settler.withdraw(swap, { by: who, asset, to }), model.withdraw(who, asset, to)],
      [settler.sweep(swap, asset, by), model.sweep(asset)],
    ]);
    await this.#expect(model, call, verdict);
  }

  async #expect(model: ModelSwap, call: SettlerCall, verdict: Verdict): Promise<void> {
    const outcome = await this.settler.under.send(call);
    if ('errors' in verdict) {
      // A recipient may refuse before the settler does.
      if (this.#isRefusing && model.recipient === this.#moody && !('events' in outcome)) return;
      assert('refused' in outcome, `${call.name} should fail with one of ${verdict.errors}: ${text(outcome)}`);
      assert(verdict.errors.includes(outcome.refused), `${call.name}: ${outcome.refused}, not ${verdict.errors}`);
      return;
    }
    if (this.#isRefused(verdict)) {
      assert(!('events' in outcome), `${call.name} should fail with its payment`);
      return;
    }
    assert('events' in outcome, `${call.name} should succeed: ${text(outcome)}`);
    model.apply(verdict);
    for (const { asset, from, to, amount } of verdict.payments) {
      if (from !== 'vault') this.#change(asset, from, -amount);
      this.#change(asset, to, amount);
    }
    this.done.set(call.name, (this.done.get(call.name) ?? 0) + 1);
  }

  /** Whether a payment of the call goes to the recipient that refuses it now. */
  #isRefused(verdict: Verdict): boolean {
    const refused = [this.settler.under.asset('canonical'), this.settler.under.asset('native')];
    const payments = 'payments' in verdict ? verdict.payments : [];
    return (
      this.#isRefusing &&
      payments.some(({ asset, to, amount }) => amount > 0n && to === this.#moody && refused.includes(asset))
    );
  }

  #change(asset: Hex, account: Hex, amount: bigint): void {
    const key = `${asset} ${account}`;
    const balance = this.#balances.get(key);
    if (balance !== undefined) this.#balances.set(key, balance + amount);
  }

  /** W1, W2, W3 and W5 as numbers: all accounts and vaults have what the rules say. */
  async assertBalances(): Promise<void> {
    const { settler } = this;
    for (const [key, balance] of this.#balances) {
      const [asset, account] = key.split(' ') as [Hex, Hex];
      const name = this.#names.get(asset) as SwapAsset;
      assert.equal(await settler.under.balance(name, account), balance, `W1, W5: ${name} of ${account}`);
    }
    for (const model of this.swaps) {
      assert(model.fills <= 1, 'W2');
      await settler.assertState(model.swap, model.state, model.solver);
      for (const [asset, amount] of model.held)
        assert.equal(await settler.under.held(this.#names.get(asset) as SwapAsset, model.swap.id), amount, 'W3');
    }
    await settler.assertOwnsNothing();
  }

  /** W6: after the last deadline, with users, fillers and anyone else at work, no vault holds anything. */
  async drain(): Promise<void> {
    const { settler } = this;
    if (this.#isRefusing) await this.#moods();
    const deadlines = this.swaps.map(({ swap }) => swap.terms.deadline);
    const last = deadlines.reduce((a, b) => (a > b ? a : b));
    const wait = last + LATE_SECONDS > this.#now ? last + LATE_SECONDS - this.#now : 0n;
    await settler.bridge.under.pass(wait);
    this.#now += wait;
    const [by] = this.#players as [Hex];
    for (const model of this.swaps) {
      await this.#finish(model, by);
      for (const asset of model.held.keys())
        if (model.heldOf(asset) > 0n)
          await this.#expect(model, settler.sweep(model.swap, asset, by), model.sweep(asset));
      for (const amount of model.held.values()) assert.equal(amount, 0n, 'W6');
    }
  }

  async #finish(model: ModelSwap, by: Hex): Promise<void> {
    const { settler } = this;
    const { swap } = model;
    if (model.state === 'filled') {
      if (model.heldOf() === 0n) {
        // The delivery is late, but it comes.
        const asset = this.#names.get(model.assetIn) === 'bridged' ? 'bridged' : 'canonical';
        await settler.deliver(swap, { asset, wireAmount: LITTLE });
        model.arrive(model.assetIn, LITTLE * settler.unitOf(asset));
      }
      if (model.heldOf() >= swap.terms.amountIn) return this.#expect(model, settler.settle(swap, by), model.settle());
      const solver = model.solver as Hex;
      return this.#expect(model, settler.settleLess(swap, 1n, solver), model.settleLess(solver, 1n));
    }
    if (model.state !== 'none') return;
    if (model.heldOf() > 0n) return this.#expect(model, settler.giveBack(swap, 0n, by), model.giveBack(by, this.#now));
    const to = model.recipient;
    return this.#expect(model, settler.withdraw(swap, { by: to, to }), model.withdraw(to, model.assetIn, to));
  }
}

const text = (outcome: object): string =>
  JSON.stringify(outcome, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
