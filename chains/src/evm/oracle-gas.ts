import type { OracleCall } from '../provider/provider.ts';

type CallName = OracleCall['function'];

/**
 * Gas of one call in a batch, single and packed, above what gas-snapshot.json measures for this release's contracts. A
 * canonical ERC-20 token may use more, which `learn` finds out.
 */
const GAS: Readonly<Record<CallName, { readonly single: bigint; readonly packed: bigint }>> = {
  commitRoot: { single: 60_000n, packed: 60_000n },
  mintTokens: { single: 55_000n, packed: 42_000n },
  releaseTokens: { single: 75_000n, packed: 60_000n },
  cancelOrder: { single: 50_000n, packed: 25_000n },
};

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
  /** Hundredths of the figures that the last estimate with calls took, its margin included. */
  #stretch = AS_WRITTEN;

  /** An upper bound of the gas of one call, packed or not. */
  of(call: CallName, packed: boolean): bigint {
    return (GAS[call][packed ? 'packed' : 'single'] * this.#stretch) / AS_WRITTEN;
  }

  /** The gas limit for a transaction of `calls` that no node can estimate yet. */
  limitFor(calls: readonly Pick<OracleCall, 'function'>[], packed: boolean): bigint {
    return (figureOf(calls, packed) * this.#stretch) / AS_WRITTEN;
  }

  /** Gas of a transaction without its calls. */
  get base(): bigint {
    return (BASE * this.#stretch) / AS_WRITTEN;
  }

  /**
   * Learns from the gas limit that a node's estimate gave a transaction of `calls`. What was learnt fades with the
   * estimates after it, down to the figures as they are written.
   */
  learn(calls: readonly Pick<OracleCall, 'function'>[], packed: boolean, gasLimit: bigint): void {
    if (calls.length === 0) return;
    const seen = (gasLimit * AS_WRITTEN) / figureOf(calls, packed);
    const faded = (this.#stretch * 9n) / 10n;
    this.#stretch = [AS_WRITTEN, faded, seen < MOST_STRETCH ? seen : MOST_STRETCH].reduce((a, b) => (a > b ? a : b));
  }
}

/** The most gas of one transaction of the oracle where blocks hold `blockGas`. */
export const gasShareOf = (blockGas: bigint): bigint => {
  const part = blockGas / PARTS_OF_BLOCK;
  return part < MOST_IN_TRANSACTION ? part : MOST_IN_TRANSACTION;
};

const figureOf = (calls: readonly Pick<OracleCall, 'function'>[], packed: boolean): bigint =>
  calls.reduce((sum, call) => sum + GAS[call.function][packed ? 'packed' : 'single'], BASE);
