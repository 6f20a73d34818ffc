import { encodeTerms, FALLBACK, type Hex, KIND, keccak256, type Terms, termsIdOf, ZERO_32 } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { wordOf } from './addresses.ts';
import { Bridge, type BridgeOptions } from './bridge.ts';
import { keyOf } from './keys.ts';
import { HERE, REMOTE, STRANGER, THERE, USER } from './setting.ts';
import { payeeOf, Settler } from './settler.ts';
import { mintAccount } from './tokens.ts';

/** Local units of assetIn, more than the rent of a wallet; of assetOut; and lamports of a delivery fee. */
export const AMOUNT_IN = 5_000_000n;
export const OUT = 2_000_000n;
export const FINISH_FEE = 100_000n;
export const LANE_FEE = 7_000n;
/** Seconds until the deadline. */
export const OPEN = 600n;
export const LATE = 86_400n;

export const RECIPIENT = keyOf('recipient of swaps');
/** Solver of all terms. */
export const SOLVER = USER;
export const WANTED = keyOf('wanted mint');

export interface Swap {
  readonly terms: Terms;
  readonly encoded: Hex;
  readonly id: Hex;
}

export type Input = 'sol' | 'canonical' | 'bridged';

/** Terms that return home by the lane to REMOTE. */
export const HOME: Partial<Terms> = { fallback: FALLBACK.home, home: REMOTE.domain, homeAddress: THERE };

/** A settler whose users, solver and stranger can be paid in every asset, with swaps and deliveries. Rent is real. */
export class Swaps extends Settler {
  #salts = 0;

  constructor(bridge: Bridge) {
    super(bridge);
    const { chain } = bridge;
    chain.put(WANTED, mintAccount(chain, { decimals: 6 }));
    bridge.fund(RECIPIENT);
    bridge.run(bridge.calls.setFee(REMOTE, LANE_FEE));
    const mints = [WANTED, this.bridged, ...(bridge.asset.mint === undefined ? [] : [bridge.asset.mint])];
    for (const owner of [RECIPIENT, SOLVER, STRANGER])
      for (const mint of mints) bridge.giveTokens(owner, 10n ** 12n, mint);
    chain.checkpoint();
  }

  get bridged(): Address {
    return this.bridge.calls.mintOf(REMOTE);
  }

  /** The word of an input. */
  asset(input: Input): Hex {
    const { mint } = this.bridge.asset;
    if (input === 'bridged') return wordOf(this.bridged);
    return input === 'sol' || mint === undefined ? ZERO_32 : wordOf(mint);
  }

  swap(input: Input, fields: Partial<Terms> = {}): Swap {
    const now = this.bridge.chain.time;
    const terms = {
      version: 1,
      domain: HERE,
      settler: wordOf(this.address),
      assetIn: this.asset(input),
      amountIn: AMOUNT_IN,
      assetOut: wordOf(WANTED),
      quotedOut: OUT,
      minOut: OUT,
      recipient: wordOf(RECIPIENT),
      solver: wordOf(SOLVER),
      exclusiveUntil: now + OPEN - 1n,
      deadline: now + OPEN,
      fallback: FALLBACK.token,
      home: 0,
      homeAddress: ZERO_32,
      finishFee: FINISH_FEE,
      salt: keccak256(`0x${(this.#salts++).toString(16).padStart(8, '0')}`),
      ...fields,
    };
    const encoded = encodeTerms(terms);
    return { terms, encoded, id: termsIdOf(encoded) };
  }

  /** The bridge delivers to the vault, whose token account the deliverer makes if it `opens` one. */
  deliver({ id }: Pick<Swap, 'id'>, input: Input, wireAmount = AMOUNT_IN, opens = true): void {
    const { bridge } = this;
    const vault = this.vault(id);
    const asset = this.asset(input);
    const account = payeeOf(asset, vault);
    if (opens && asset !== ZERO_32 && bridge.chain.account(account) === undefined)
      bridge.giveTokens(vault, 0n, input === 'bridged' ? this.bridged : bridge.asset.mint);
    const fields = { recipient: wordOf(vault), wireAmount, reference: id };
    if (input === 'bridged') {
      bridge.run(bridge.calls.mint(bridge.commit([bridge.inbound(KIND.lock, fields)]), 0));
      return;
    }
    bridge.run(bridge.calls.lock({ amount: wireAmount, maxFee: LANE_FEE }));
    bridge.run(bridge.calls.release(bridge.commit([bridge.inbound(KIND.burn, fields)]), 0));
  }

  /** A delivered swap. */
  delivered(input: Input, fields: Partial<Terms> = {}): Swap {
    const swap = this.swap(input, fields);
    this.deliver(swap, input);
    return swap;
  }

  /** A delivered swap after its deadline. */
  expired(input: Input, fields: Partial<Terms> = {}): Swap {
    const swap = this.delivered(input, fields);
    this.until(swap.terms.deadline);
    return swap;
  }

  until(time: bigint): void {
    this.bridge.chain.setTime(time);
  }

  /** Freezes the account where `owner` is paid in `mint`, or makes it as it was. */
  freeze(mint: Address, owner: Address, frozen = true): void {
    this.bridge.giveTokens(owner, this.balance(wordOf(mint), owner), mint, frozen);
  }
}

const shared = new Map<string, Swaps>();
/** Swaps at a bridge of SOL, or of a token with these decimals, restored for every test of the suite. */
export function useSwaps(options: BridgeOptions = {}): Swaps {
  const key = JSON.stringify(options);
  const swaps = shared.get(key) ?? new Swaps(Bridge.deploy(options));
  shared.set(key, swaps);
  beforeEach(() => swaps.bridge.chain.restore());
  return swaps;
}
