// What the suites of the settler ask of a kind of chain. Each kind implements it in its own tests, in the protocol's
// terms: addresses and assets are words, names are the protocol's, times are seconds, amounts local units.
import type { Domain, Hex } from '@causeway/protocol';
import type { Asset, BridgeUnderTest, Event, Kind, MaybePromise, OutcomeOf } from './bridge-under-test.ts';
import type { Committed } from './messages.ts';

/** A kind of chain that has settlers. */
export interface SettlerKind {
  readonly name: string;
  /** The kind of its bridges. */
  readonly bridge: Kind;
  /** Bytes of an address. */
  readonly addressLength: number;
  /** True where anyone can give a vault something without the bridge. */
  readonly takesGifts: boolean;
  /** True where the native coin is a token like every other, so that a canonical token is the same input. */
  readonly coinIsToken: boolean;
  /** False where a vault takes every payment of the bridge, so that nothing is ever credited to it. */
  readonly creditsVaults: boolean;
  /**
   * A settler of a bridge of `asset`, whose REMOTE is open with LIMITS. The suites deploy each asset once, give their
   * accounts what they need, and restore that state before every test.
   */
  deploy(asset: Asset): SettlerUnderTest | Promise<SettlerUnderTest>;
}

/**
 * What swaps move: the bridge's canonical asset, the bridged token of REMOTE, the native coin, and a token that the
 * bridge does not know.
 */
export type SwapAsset = 'canonical' | 'bridged' | 'native' | 'wanted';

export type SwapState = 'none' | 'filled' | 'settled' | 'returned';

interface OfTerms {
  readonly terms: Hex;
}
interface Filling extends OfTerms {
  readonly maxOut: bigint;
  /** What the caller hands over or lets the settler take; what the fill does not pay stays the caller's. */
  readonly offer: bigint;
}

/** The arguments of the settler's functions. */
export interface SettlerArguments {
  readonly fill: Filling;
  readonly settle: OfTerms;
  readonly settleLess: OfTerms & { readonly least: bigint };
  readonly fillAndSettle: Filling;
  /** `fee` is the delivery fee that the caller offers, smallest units of the native coin. */
  readonly giveBack: OfTerms & { readonly fee: bigint };
  /** `asset` is a word. */
  readonly withdraw: OfTerms & { readonly asset: Hex; readonly to: Hex };
  readonly sweep: OfTerms & { readonly asset: Hex };
  readonly collect: OfTerms;
}

/** A call by the account with the word `by`. */
export type SettlerCall<Name extends keyof SettlerArguments = keyof SettlerArguments> = {
  readonly [Each in Name]: { readonly name: Each; readonly args: SettlerArguments[Each]; readonly by: Hex };
}[Name];

/** The fields of the settler's events. */
export interface SettlerEvents {
  readonly Filled: { readonly id: Hex; readonly solver: Hex; readonly out: bigint };
  readonly Settled: { readonly id: Hex; readonly to: Hex; readonly amount: bigint };
  /** `home` is zero where the token stayed on this chain. */
  readonly Returned: { readonly id: Hex; readonly amount: bigint; readonly home: Domain };
  readonly Swept: { readonly id: Hex; readonly asset: Hex; readonly to: Hex; readonly amount: bigint };
}
export type SettlerEventName = keyof SettlerEvents;
/** An event of the settler, or of its bridge in the same call. */
export type SettlerEvent =
  | {
      readonly [Each in SettlerEventName]: { readonly name: Each; readonly fields: SettlerEvents[Each] };
    }[SettlerEventName]
  | Event;

export type SettlerOutcome = OutcomeOf<SettlerEvent>;

/** A deployed settler with its bridge. */
export interface SettlerUnderTest {
  readonly bridge: BridgeUnderTest;
  /** The settler's address in terms. */
  readonly word: Hex;
  /** Makes the present state of settler and bridge the one that `restore` returns to. */
  checkpoint(): MaybePromise<void>;
  restore(): MaybePromise<void>;

  /** Sends the call in a transaction of its own. */
  send(call: SettlerCall): MaybePromise<SettlerOutcome>;

  swap(id: Hex): MaybePromise<{ readonly state: SwapState; readonly solver: Hex | null }>;
  /** Where the order of the swap must go. */
  vaultOf(id: Hex): MaybePromise<Hex>;
  /**
   * Called when the bridge has executed message `index` for a vault. A settler that does not see deliveries learns of
   * it here.
   */
  delivered(committed: Committed, index: number): MaybePromise<void>;

  /** The asset's word in terms. */
  asset(asset: SwapAsset): Hex;
  balance(asset: SwapAsset, holder: Hex): MaybePromise<bigint>;
  /** What lies in the vault of the swap. */
  held(asset: SwapAsset, id: Hex): MaybePromise<bigint>;
  /** What the settler itself has of the asset, beside its vaults. */
  own(asset: SwapAsset): MaybePromise<bigint>;
  /** Gives an account of the asset, with what its owner must do to receive it. */
  give(asset: SwapAsset, holder: Hex, amount: bigint): MaybePromise<void>;
  /** Makes later payments of the asset to this account fail, or lets them succeed again. Not for `bridged`. */
  block(asset: SwapAsset, holder: Hex, isBlocked: boolean): MaybePromise<void>;
}
