import type { ChainKind, Hex, Result, SignedTransaction } from '@causeway/protocol';
import type { AddressFailure, ReadFailure, SendFailure } from '../failures.ts';
import type { KeyHandle } from '../keys/key-handle.ts';

/** The kinds of address that wallets can have. Bitcoin has addresses only: no chain of this kind is connected. */
export type WalletKind = ChainKind | 'bitcoin';

/** A provider type of wallets, with the number that clients send. */
export interface WalletType {
  readonly id: number;
  /** Also the usual name of its network in a configuration. */
  readonly name: string;
  readonly kind: WalletKind;
  /** The native coin; a deployment may name it otherwise. */
  readonly coin: { readonly symbol: string; readonly decimals: number };
  /** EIP-155 chain ids of its main network and its test networks; absent where the kind has one chain. */
  readonly chainIds?: readonly string[];
}

/** A key derived from a seed. */
export interface DerivedKey {
  /** The chain's own form; EVM: EIP-55. */
  readonly address: string;
  /** EVM and Bitcoin: compressed, hexadecimal; Solana: base58, equal to the address; Radix: hexadecimal. */
  readonly publicKey: string;
  /** The private key; Solana and Radix: the ed25519 seed. */
  readonly secret: Hex;
}

/** The public part of a wallet that its owner holds. */
export interface ForeignWallet {
  readonly address: string;
  /** Null when only the address is known. */
  readonly publicKey: string | null;
}

/** How wallets of one kind work on one network. Nothing here needs the network's endpoints. */
export interface WalletScheme {
  /** False for a kind without transactions here: wallets of it are addresses only. */
  readonly transacts: boolean;
  /** Path of the key at `index` below a seed, such as `m/44'/60'/0'/0/0`. */
  path(index: number): string;
  /** The key at `index` below a BIP-39 seed. */
  derive(seed: Uint8Array, index: number): DerivedKey;
  /** Signs transactions with a derived key's secret. Null for a kind without transactions here. */
  keyOf(secret: Hex): KeyHandle | null;
  /** The bytes of a public key in the form of the kind. */
  publicKeyBytes(publicKey: string): Hex;
  /** The secret in the form in which wallets of this kind import it. */
  exportForm(secret: Hex): string;
  /**
   * Checks an address or a public key that a caller names, and that they belong together. Fails with INVALID_ADDRESS or
   * INVALID_PUBLIC_KEY.
   */
  parse(given: { readonly address?: string; readonly publicKey?: string }): Result<ForeignWallet, AddressFailure>;
  /**
   * The wallet with its public key, when `signature` is one of `text` by its key in the form of the kind's wallets.
   * Fails with INVALID_SIGNATURE.
   */
  prove(wallet: ForeignWallet, text: string, signature: string): Result<ForeignWallet, AddressFailure>;
  /** A signature of `text` that `prove` accepts; null for a kind without transactions here. */
  readonly signText: ((key: KeyHandle, text: string) => Promise<string>) | null;
}

/** An asset on one chain; `address` is null for the native coin. */
export interface HeldAsset {
  readonly address: string | null;
  readonly decimals: number;
}

/** A plain transfer. */
export interface TransferArguments {
  readonly asset: HeldAsset;
  /** Local address of the recipient. */
  readonly to: string;
  readonly localAmount: bigint;
}

/** What a chain does for wallets besides the bridge. */
export interface WalletOperations {
  /** Local units of the native coin that a wallet keeps beside the coins that it sends: rent, and fees of its sends. */
  readonly reserve: bigint;
  /** Local units of `asset` that `address` holds. */
  holding(address: string, asset: HeldAsset): Promise<Result<bigint, ReadFailure>>;
  /**
   * False when the recipient could not be paid this now: its code refuses coins that come with the gas of a payment
   * (EVM), its account would stay below the rent exemption (Solana), or its rules refuse the deposit (Radix).
   */
  canReceive(args: TransferArguments): Promise<Result<boolean, ReadFailure>>;
  /** Signs a transfer from `key`'s account without broadcasting it, after a check that finds a refusal. */
  prepareTransfer(key: KeyHandle, args: TransferArguments): Promise<Result<readonly SignedTransaction[], SendFailure>>;
}
