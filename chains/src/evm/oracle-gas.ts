import { groupCalls } from '../provider/group-calls.ts';
import type { OracleCall } from '../provider/provider.ts';

type CallName = OracleCall['function'];

type Figures = Readonly<Record<CallName, { readonly single: bigint; readonly packed: bigint }>>;

/**
 * Gas of one call in a batch, single and packed, above what gas-snapshot.json measures for this release's contracts. A
 * canonical ERC-20 token may use more, which `learn` finds out. A mint is to an account that holds nothing: one that
 * does at the estimate may hold nothing in the block.
 */
const GAS: Figures = {
  commitRoot: { single: 60_000n, packed: 60_000n },
  mintTokens: { single: 55_000n, packed: 42_000n },
  releaseTokens: { single: 75_000n, packed: 60_000n },
  cancelOrder: { single: 50_000n, packed: 25_000n },
};

/** A payment of the native coin runs its recipient, which may take all of a payment's gas and then is credited. */
const NATIVE_GAS: Figures = { ...GAS, releaseTokens: { single: 140_000n, packed: 110_000n } };

/** Gas that must be left at the last payment of a token, with a margin: TOKEN_PAYMENT_GAS and GAS_BESIDE_PAYMENT. */
const LEFT_AT_PAYMENT = 400_000n;

/** Gas of a Safe's transaction without calls, with the signatures of a large oracle. */
const BASE = 150_000n;

/** Most gas of one transaction since the upgrade Osaka. Source: https://eips.ethereum.org/EIPS/eip-7825 */
const MOST_IN_TRANSACTION = 1n << 24n;

/** One transaction of the oracle uses at most one part in this many of a block, so that as many fit into one. */
const PARTS_OF_BLOCK = 4n;

/** Hundredths: the figures as they stand. */
const AS_WRITTEN = 100n;
/** The most that a node's estimate may stretch the figures, hundredths. */
const MOST_STRETCH = 1_000n;

/** What the oracle's transactions of one bridge use, by figures that estimates of nodes correct upwards. */
export class GasBook {
  readonly #figures: Figures;
  /** Hundredths of the figures that the last estimate with calls took, its margin included. */
  #stretch = AS_WRITTEN;

  /** `native`: whether the canonical asset is the chain's own coin. */
  constructor(native: boolean) {
    this.#figures = native ? NATIVE_GAS : GAS;
  }

  /** An upper bound of the gas of one call, packed or not. */
  of(call: CallName, packed: boolean): bigint {
    return (this.#figures[call][packed ? 'packed' : 'single'] * this.#stretch) / AS_WRITTEN;
  }

  /** The gas limit for a transaction of `calls` that no node can estimate yet. */
  limitFor(calls: readonly OracleCall[], packed: boolean): bigint {
    return (this.leastFor(calls, packed) * this.#stretch) / AS_WRITTEN;
  }

  /**
   * The least gas limit for a transaction of `calls`, whatever a node estimates: recipients can use more gas in the
   * block than at the estimate, and without it all orders of the transaction fail.
   */
  leastFor(calls: readonly OracleCall[], packed: boolean): bigint {
    const pays = calls.some((call) => call.function === 'releaseTokens');
    const gasOf = (form: 'single' | 'packed') => (sum: bigint, call: OracleCall) =>
      sum + this.#figures[call.function][form];
    const groups = packed ? groupCalls(calls) : calls.map((alone) => ({ alone }));
    const most = groups.reduce(
      (sum, group) =>
        'alone' in group ? gasOf('single')(sum, group.alone) : group.together.reduce(gasOf('packed'), sum),
      BASE + (pays ? LEFT_AT_PAYMENT : 0n),
    );
    return most < MOST_IN_TRANSACTION ? most : MOST_IN_TRANSACTION;
  }

  /** Gas of a transaction without its calls, and what must be left at its last payment. */
  get base(): bigint {
    return ((BASE + LEFT_AT_PAYMENT) * this.#stretch) / AS_WRITTEN;
  }

  /**
   * Learns from the gas limit that a node's estimate gave a transaction of `calls`. What was learnt fades with the
   * estimates after it, down to the figures as they are written.
   */
  learn(calls: readonly OracleCall[], packed: boolean, gasLimit: bigint): void {
    if (calls.length === 0) return;
    const seen = (gasLimit * AS_WRITTEN) / this.leastFor(calls, packed);
    const faded = (this.#stretch * 9n) / 10n;
    this.#stretch = [AS_WRITTEN, faded, seen < MOST_STRETCH ? seen : MOST_STRETCH].reduce((a, b) => (a > b ? a : b));
  }
}

/** The most gas of one transaction of the oracle where blocks hold `blockGas`. */
export const gasShareOf = (blockGas: bigint): bigint => {
  const part = blockGas / PARTS_OF_BLOCK;
  return part < MOST_IN_TRANSACTION ? part : MOST_IN_TRANSACTION;
};
