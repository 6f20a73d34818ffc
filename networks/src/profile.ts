/** A number or name, and the page that has it. */
export interface Figure<T> {
  readonly value: T;
  /** Null marks an estimate of this project. */
  readonly source: string | null;
  /** The day on which the page was read or the estimate made, YYYY-MM-DD. */
  readonly on: string;
}

/** When blocks of a network are final. */
export interface FinalityFigures {
  /** What makes a block final there, as half a sentence. */
  readonly rule: string;
  /** Time until 32 blocks lie above a block, seconds; null where blocks are final at once. */
  readonly depthSeconds: Figure<number> | null;
  /** The usual time until the network's own word makes a block final, least and most, seconds. */
  readonly seconds: Figure<readonly [least: number, most: number]>;
}

/** Settings of `chains.NAME` that a profile gives, by their names in a configuration file. */
export interface ProfileSettings {
  readonly finality?: Figure<{ readonly blocks: number; readonly finalizedTag: boolean }>;
  /** gwei */
  readonly maxFeePerGasGwei?: Figure<number>;
  /** Blocks. */
  readonly logRange?: Figure<number>;
  /** Milliseconds. */
  readonly pollMs: Figure<number>;
}

/** The asset that the bridge of a network locks. */
export interface HomeAsset {
  readonly symbol: string;
  /** False: a token, because another network is the home of this one's coin. */
  readonly native: boolean;
}

/** A public network: its names, its coin, when its blocks are final, and the settings that suit it. */
export interface NetworkProfile {
  /** Its name in `profile` of a configuration file. */
  readonly name: string;
  readonly title: string;
  readonly kind: 'evm' | 'solana' | 'radix';
  /**
   * As a deployment file has it. EVM: the EIP-155 chain id. Solana: the cluster's name, by its genesis hash. Radix: the
   * network's logical name.
   */
  readonly chainId: Figure<string>;
  /** False for a test network, whose assets are worth nothing. */
  readonly value: boolean;
  /** Symbol of the coin in which it takes fees. */
  readonly coin: string;
  readonly asset: HomeAsset;
  /** Number of the provider type of its wallets; null where none exists, so that its users hold their own keys. */
  readonly walletType: number | null;
  readonly finality: FinalityFigures;
  readonly settings: ProfileSettings;
  /** Pages that give coins of a test network. */
  readonly faucets?: readonly string[];
}

/** The usual time until a block is final by depth and the network's own word, the later of both, seconds. */
export function secondsToFinal({ finality }: NetworkProfile): readonly [least: number, most: number] {
  const depth = finality.depthSeconds?.value ?? 0;
  const [least, most] = finality.seconds.value;
  return [Math.max(depth, least), Math.max(depth, most)];
}

/** Makes figures of one page. */
export const from =
  (source: string, on: string) =>
  <T>(value: T): Figure<T> => ({ value, source, on });

/** A figure that no page has. */
export const estimate = <T>(value: T, on: string): Figure<T> => ({ value, source: null, on });

/** Depth and tag, the later of both: what every EVM profile asks for. */
export const DEPTH_AND_TAG = { blocks: 32, finalizedTag: true } as const;
