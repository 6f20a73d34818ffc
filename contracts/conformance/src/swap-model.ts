import { type Hex, LATE_SECONDS, outAt, parseTerms, type SettlerSite, ZERO_32 } from '@causeway/protocol';
import type { Swap } from './settler.ts';
import type { SwapState } from './settler-under-test.ts';

/** What a vault holds of each asset, by its word. */
type Holdings = Map<Hex, bigint>;

/** A payment of a call: `amount` of `asset`, from an account or from the vault. */
export interface Payment {
  readonly asset: Hex;
  readonly from: Hex | 'vault';
  readonly to: Hex;
  readonly amount: bigint;
}

/** What the rules say of a call: the errors of all that it breaks, or its payments and the state after it. */
export type Verdict =
  | { readonly errors: readonly string[] }
  | { readonly payments: readonly Payment[]; readonly state: SwapState; readonly solver: Hex | null };

/** A swap by the protocol's rules, without a line of a contract. Addresses are words, times seconds. */
export class ModelSwap {
  readonly swap: Swap;
  readonly site: SettlerSite;
  /** The address in the recipient's word. */
  readonly recipient: Hex;
  state: SwapState = 'none';
  solver: Hex | null = null;
  /** How many times the recipient was paid for it, in assetOut. */
  fills = 0;
  readonly held: Holdings = new Map();

  constructor(swap: Swap, site: SettlerSite) {
    this.swap = swap;
    this.site = site;
    this.recipient = addressIn(swap.terms.recipient, site);
  }

  get assetIn(): Hex {
    return addressIn(this.swap.terms.assetIn, this.site);
  }

  heldOf(asset = this.assetIn): bigint {
    return this.held.get(asset) ?? 0n;
  }

  arrive(asset: Hex, amount: bigint): void {
    this.held.set(asset, this.heldOf(asset) + amount);
  }

  /** Takes over what a call that succeeded has done. */
  apply(verdict: Verdict): void {
    if ('errors' in verdict) throw new Error(`the call should be refused with ${verdict.errors}`);
    for (const { asset, from, amount } of verdict.payments) {
      if (from === 'vault') this.held.set(asset, this.heldOf(asset) - amount);
      else this.fills += 1;
    }
    this.state = verdict.state;
    this.solver = verdict.solver;
  }

  fill(by: Hex, maxOut: bigint, time: bigint, settles: boolean): Verdict {
    const { terms } = this.swap;
    const parsed = parseTerms(this.swap.encoded, this.site);
    if (!parsed.ok) return { errors: [parsed.error.code] };
    const out = outAt(terms, time);
    const errors = [
      ...this.#isOver(),
      ...(time >= terms.deadline ? ['DeadlinePassed'] : []),
      ...(time < terms.exclusiveUntil && terms.solver !== ZERO_32 && terms.solver !== by ? ['NotSolver'] : []),
      ...(out > maxOut ? ['OutAboveMaximum'] : []),
      ...(settles && this.heldOf() < terms.amountIn ? ['NotDelivered'] : []),
    ];
    if (errors.length > 0) return { errors };
    const paid: Payment = { asset: terms.assetOut, from: by, to: this.recipient, amount: out };
    if (!settles) return { payments: [paid], state: 'filled', solver: by };
    return { payments: [paid, this.#pays(by, terms.amountIn)], state: 'settled', solver: by };
  }

  settle(): Verdict {
    const { amountIn } = this.swap.terms;
    const errors = [...this.#isNotFilled(), ...(this.heldOf() < amountIn ? ['NotDelivered'] : [])];
    return errors.length > 0 ? { errors } : this.#settled(amountIn);
  }

  settleLess(by: Hex, least: bigint): Verdict {
    const held = this.heldOf();
    const errors = [
      ...this.#isNotFilled(),
      ...(by === this.solver ? [] : ['NotFiller']),
      ...(least === 0n ? ['ZeroAmount'] : []),
      ...(held < least ? ['NotDelivered'] : []),
      ...(held >= this.swap.terms.amountIn ? ['FullyDelivered'] : []),
    ];
    return errors.length > 0 ? { errors } : this.#settled(held);
  }

  /** The return of the token; of terms that return home, from 24 hours after the deadline on. */
  giveBack(by: Hex, time: bigint): Verdict {
    const { deadline, amountIn, finishFee } = this.swap.terms;
    const held = this.heldOf();
    const errors = [
      ...this.#isOver(),
      ...(time < deadline ? ['DeadlineNotReached'] : []),
      ...(held === 0n || (held < amountIn && time < deadline + LATE_SECONDS) ? ['NotDelivered'] : []),
    ];
    if (errors.length > 0) return { errors };
    const fee = [finishFee, amountIn / 20n, held / 20n].reduce((a, b) => (a < b ? a : b));
    const payments = [this.#pays(by, fee), this.#pays(this.recipient, held - fee)];
    return { payments, state: 'returned', solver: null };
  }

  withdraw(by: Hex, asset: Hex, to: Hex): Verdict {
    const amount = this.heldOf(asset);
    const errors = [
      ...(by === this.recipient ? [] : ['NotRecipient']),
      ...(this.state === 'filled' ? ['AlreadyFilled'] : []),
      ...(this.state !== 'none' && amount === 0n ? ['NotDelivered'] : []),
    ];
    if (errors.length > 0) return { errors };
    return {
      payments: [{ asset, from: 'vault', to, amount }],
      state: this.state === 'none' ? 'returned' : this.state,
      solver: this.solver,
    };
  }

  sweep(asset: Hex): Verdict {
    const amount = this.heldOf(asset);
    const errors = [
      ...(this.state === 'none' || this.state === 'filled' ? ['NotOver'] : []),
      ...(amount === 0n ? ['NotDelivered'] : []),
    ];
    if (errors.length > 0) return { errors };
    const payments: Payment[] = [{ asset, from: 'vault', to: this.recipient, amount }];
    return { payments, state: this.state, solver: this.solver };
  }

  #pays(to: Hex, amount: bigint): Payment {
    return { asset: this.assetIn, from: 'vault', to, amount };
  }

  #settled(amount: bigint): Verdict {
    return { payments: [this.#pays(this.solver as Hex, amount)], state: 'settled', solver: this.solver };
  }

  #isOver(): readonly string[] {
    return this.state === 'none' ? [] : [OVER[this.state]];
  }

  #isNotFilled(): readonly string[] {
    if (this.state === 'filled') return [];
    return [this.state === 'none' ? 'NotFilled' : OVER[this.state]];
  }
}

const OVER = { filled: 'AlreadyFilled', settled: 'AlreadySettled', returned: 'AlreadyReturned' } as const;

/** The word of the address in the last bytes of `word`. */
const addressIn = (word: Hex, { addressLength }: SettlerSite): Hex =>
  `0x${'00'.repeat(32 - addressLength)}${word.slice(2 + 2 * (32 - addressLength))}`;
