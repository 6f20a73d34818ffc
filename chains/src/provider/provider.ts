import type { ChainKind, Domain, Hex, Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import type { AddressBook } from './address-book.ts';
import type { Administration } from './administration.ts';
import type { Accepted, Comparison } from './differences.ts';
import type { OracleSigning } from './oracle-signing.ts';
import type { ChainReader } from './reader.ts';
import type { Sender } from './sender.ts';
import type { Settling } from './settling.ts';
import type { WalletOperations } from './wallet.ts';

export type { KeyHandle, KeyIdentity } from '../keys/key-handle.ts';
export type * from './address-book.ts';
export type * from './administration.ts';
export type * from './oracle-signing.ts';
export type * from './reader.ts';
export type * from './sender.ts';
export type * from './settling.ts';

/** State of one RPC endpoint. `url` has only scheme and host, because the rest may hold a secret. */
export interface EndpointHealth {
  readonly url: string;
  readonly up: boolean;
  readonly latencyMs: number;
  /** Number of its newest block; null when it does not answer. */
  readonly head: number | null;
}

/** The facts that identify a bridge. */
export interface ChainIdentity {
  /** Name in configuration, e.g. "ethereum". */
  readonly name: string;
  readonly kind: ChainKind;
  readonly family: string;
  readonly domain: Domain;
  /** This bridge's address, left-padded. */
  readonly bridge: Hex;
}

/**
 * One bridge (a chain and an asset family): the interface between chains/ and everything above it, in four views. Take
 * the narrowest view that suffices. Reads fail with retryable codes such as RPC_UNAVAILABLE and NO_QUORUM; a contract's
 * refusal has the contract's error name as code.
 */
export interface ChainProvider extends ChainIdentity, ChainReader, Sender, OracleSigning, AddressBook {
  /** Balances and plain transfers of wallets on this chain. */
  readonly wallet: WalletOperations;
  /** The bridge's settler of swaps; absent where the deployment file names none. */
  readonly settler?: Settling | undefined;
  /** The calls of admin and guardian; absent on chains in memory. */
  readonly administration?: Administration | undefined;

  /** Live state of each configured RPC endpoint. */
  health(): Promise<readonly EndpointHealth[]>;
  /**
   * Compares the deployment file and the builds with the chain, and names every difference. Fails only where the chain
   * cannot be read, serves another network, or lacks the asset or the bridge.
   */
  compare(): Promise<Result<Comparison, ReadFailure>>;
  /**
   * Fails with DEPLOYMENT_MISMATCH, which names the differences for which signers refuse and that are not `accepted`,
   * or as `compare` does.
   */
  verify(accepted?: readonly Accepted[]): Promise<Result<void, ReadFailure>>;
  /** Ends subscriptions and connections. */
  close(): Promise<void>;
}
