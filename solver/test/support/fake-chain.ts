import { strict as assert } from 'node:assert';
import type { ChainProvider, KeyHandle, Settling, SwapCall, SwapStage } from '@causeway/chains';
import {
  type BlockRef,
  type BridgeEvent,
  decodeTerms,
  fail,
  type Hex,
  ok,
  outAt,
  padLeft,
  type SignedTransaction,
  type SwapEvent,
  termsIdOf,
} from '@causeway/protocol';

/** Local address of the solver's account and of the token that the bridge delivers. */
export const SOLVER = `0x${'5'.repeat(40)}`;
export const TOKEN = `0x${'7'.repeat(40)}`;
export const SETTLER: Hex = padLeft(`0x${'9'.repeat(40)}`);
/** What each transaction costs. */
export const FEE = 7n;
/** Blocks until one is final. */
const FINALITY = 2;

/** A life of a process: it ends before or after one of its calls, and then nothing answers any more. */
export class Life {
  #left: number;
  readonly #end = Promise.withResolvers<void>();
  /** Calls so far. */
  calls = 0;

  /** `calls`: after so many it ends. */
  constructor(calls = Number.POSITIVE_INFINITY) {
    this.#left = calls;
  }

  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** `value` with every function as a call of this life, before which and after which it may end. */
  guard<T extends object>(value: T): T {
    const step = async (): Promise<void> => {
      this.calls += 1;
      this.#left -= 1;
      if (this.#left >= 0) return;
      this.#end.resolve();
      await new Promise(() => {});
    };
    return new Proxy(value, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || SYNCHRONOUS.has(String(name))) return member;
        return async (...args: readonly unknown[]) => {
          await step();
          const result: unknown = await Reflect.apply(member, target, args);
          await step();
          return result;
        };
      },
    });
  }
}

/** Functions that only compute, or that only remember. */
const SYNCHRONOUS = new Set(['vaultOf', 'assetOf', 'onHead', 'parseAddress', 'formatAddress']);

interface FakeSwap {
  stage: SwapStage;
  filler: string | null;
  held: bigint;
}

/**
 * A chain with one settler, which outlives the processes that use it. Each read of its head makes a block; on a quiet
 * one, which is final at once and whose settler sees no deliveries, only transactions do.
 */
export class FakeChain {
  readonly swaps = new Map<Hex, FakeSwap>();
  /** Units of the coin and of the token that the solver holds. */
  coin = 1_000_000n;
  token = 0n;
  /** Signed fills by swap, by their references. */
  readonly fills = new Map<Hex, Set<string>>();
  /** Blocks after a fill in which the input of a swap arrives that has not arrived. */
  readonly #arrivals = new Map<Hex, { readonly at: number; readonly amount: bigint }>();
  readonly #waiting = new Map<string, SignedTransaction>();
  readonly #included = new Map<string, { readonly block: BlockRef; readonly success: boolean }>();
  readonly #events: SwapEvent[] = [];
  readonly #executed: BridgeEvent[] = [];
  readonly #minedAtMs = new Map<number, number>();
  readonly #isQuiet: boolean;
  #number = 10;
  #signed = 0;
  /** The time now, which the next block has. */
  timeMs: number;
  /** True while every call fails on chain. */
  refuses = false;
  /** How often its newest block was read, and its whole history. */
  reads = 0;
  wholeReads = 0;

  constructor(timeMs: number, isQuiet = false) {
    this.timeMs = timeMs;
    this.#isQuiet = isQuiet;
    this.#minedAtMs.set(this.#number, timeMs);
  }

  #swap(id: Hex): FakeSwap {
    const swap = this.swaps.get(id) ?? { stage: 'none', filler: null, held: 0n };
    this.swaps.set(id, swap);
    return swap;
  }

  block(number = this.#number): BlockRef {
    const timeMs = this.#minedAtMs.get(number) ?? assert.fail(`there is no block ${number}`);
    return { number, hash: `0x${number.toString(16).padStart(64, '0')}`, timeMs };
  }

  /** The input of a swap arrives now. */
  arrive(id: Hex, amount: bigint): void {
    this.#swap(id).held += amount;
  }

  #head(): BlockRef {
    this.reads += 1;
    return this.#isQuiet && this.#waiting.size === 0 ? this.block() : this.#mine();
  }

  #mine(): BlockRef {
    this.#number += 1;
    this.#minedAtMs.set(this.#number, this.timeMs);
    for (const [id, { at, amount }] of this.#arrivals) {
      if (at > this.#number) continue;
      this.arrive(id, amount);
      this.#arrivals.delete(id);
      const position = { block: this.block(), transaction: `delivery ${id}`, index: 0 };
      this.#executed.push({
        ...{ type: 'executed', operation: 'mintTokens', messageId: id, recipient: id, wireAmount: amount },
        ...{ reference: id, credited: false, at: position },
      });
    }
    for (const [reference, { raw }] of this.#waiting) {
      const call = parse(raw);
      const before = this.#events.length;
      const success = this.#run(call, reference);
      if (!success) this.#events.length = before;
      this.coin -= FEE;
      this.#included.set(reference, { block: this.block(), success });
      this.#waiting.delete(reference);
    }
    return this.block();
  }

  /** Carries the call out. False when the settler refuses it. */
  #run(call: SwapCall, transaction: string): boolean {
    const decoded = decodeTerms(call.terms);
    if (!decoded.ok || this.refuses) return false;
    const [terms, id] = [decoded.value, termsIdOf(call.terms)];
    const swap = this.#swap(id);
    const time = BigInt(Math.floor(this.timeMs / 1_000));
    const at = { block: this.block(), transaction, index: this.#events.length };
    const settle = (): boolean => {
      if (swap.stage !== 'filled' || swap.held < terms.amountIn) return false;
      swap.held -= terms.amountIn;
      this.token += terms.amountIn;
      swap.stage = 'settled';
      this.#events.push({ type: 'settled', id, to: padLeft(SOLVER), amount: terms.amountIn, at });
      return true;
    };
    switch (call.function) {
      case 'fill':
      case 'fillAndSettle': {
        if (swap.stage !== 'none' || time >= terms.deadline) return false;
        if (call.function === 'fillAndSettle' && swap.held < terms.amountIn) return false;
        const out = outAt(terms, time);
        this.coin -= out;
        swap.stage = 'filled';
        swap.filler = SOLVER;
        this.#events.push({ type: 'filled', id, solver: padLeft(SOLVER), out, at });
        if (swap.held === 0n) this.#arrivals.set(id, { at: this.#number + 1, amount: terms.amountIn });
        return call.function === 'fill' || settle();
      }
      case 'settle':
        return settle();
      case 'giveBack':
        if (swap.stage !== 'none' || time < terms.deadline || swap.held < terms.amountIn) return false;
        swap.held = 0n;
        swap.stage = 'returned';
        this.token += terms.finishFee;
        this.#events.push({ type: 'returned', id, amount: terms.amountIn - terms.finishFee, home: 0, at });
        return true;
      default:
        return false;
    }
  }

  /** The chain as a process sees it during `life`. */
  provider(life: Life): ChainProvider {
    const settler: Settling = {
      address: SETTLER,
      seesDeliveries: !this.#isQuiet,
      vaultOf: (id) => id,
      assetOf: (address) => ok(padLeft(address ?? '0x')),
      swap: async (id) => ok({ stage: this.#swap(id).stage, filler: this.#swap(id).filler }),
      held: async (id) => ok(this.#swap(id).held),
      scan: async (from, to) => {
        const last = typeof to === 'number' ? this.block(to) : to;
        const inside = ({ at }: SwapEvent) => at.block.number >= from && at.block.number <= last.number;
        return ok({ events: this.#events.filter(inside), to: last });
      },
      prepareSwap: async (_key: KeyHandle, call) => {
        this.#signed += 1;
        const reference = `0x${this.#signed.toString(16)}`;
        const id = termsIdOf(call.terms);
        const { stage } = this.#swap(id);
        if (call.function === 'settle' ? stage !== 'filled' : stage !== 'none')
          return fail('AlreadyFilled', 'too late');
        const raw = JSON.stringify(call, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
        return ok([{ reference, raw, payer: SOLVER, sequence: this.#signed, fee: {} }]);
      },
    };
    const chain = {
      ...{ name: 'here', kind: 'evm', family: 'main', domain: 1, bridge: padLeft(`0x${'8'.repeat(40)}`) },
      ...{ settler: life.guard(settler), finalityRule: this.#isQuiet ? 'atOnce' : 'depth' },
      head: async () => ok(this.#head()),
      block: async (number: number) => ok(number > this.#number ? null : this.block(number)),
      finalNumber: async (head: BlockRef) => ok(head.number - (this.#isQuiet ? 0 : FINALITY)),
      scan: async (from: number, to: BlockRef) => {
        if (from === 0) this.wholeReads += 1;
        const events = this.#executed.filter(({ at }) => at.block.number >= from && at.block.number <= to.number);
        return ok({ events, to });
      },
      onHead: () => () => {},
      fee: async () => ok(0n),
      parseAddress: (address: string) => ok(padLeft(address)),
      formatAddress: (word: Hex) => `0x${word.slice(-40)}`,
      wallet: life.guard({
        holding: async (_owner: string, { address }: { readonly address: string | null }) =>
          ok(address === null ? this.coin : this.token),
      }),
      broadcast: async (signed: SignedTransaction) => {
        const call = parse(signed.raw);
        if (call.function === 'fill' || call.function === 'fillAndSettle') {
          const id = termsIdOf(call.terms);
          this.fills.set(id, (this.fills.get(id) ?? new Set()).add(signed.reference));
        }
        if (!this.#included.has(signed.reference)) this.#waiting.set(signed.reference, signed);
        return ok(signed.reference);
      },
      outcome: async ({ reference }: SignedTransaction) => {
        const included = this.#included.get(reference);
        if (!included) return ok({ state: 'pending' });
        const costs = [{ fee: FEE, rent: 0n }];
        return ok({ state: 'included', ...included, events: [], executionUnits: 1n, costs });
      },
      replace: async () => fail('NOT_REPLACEABLE', 'its signatures cover the fee'),
    };
    return life.guard(chain) as unknown as ChainProvider;
  }
}

const parse = (raw: string): SwapCall =>
  JSON.parse(raw, (_, value) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  );
