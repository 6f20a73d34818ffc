import type { Domain, Hex, Result } from '@causeway/protocol';
import type { LimitsRecord } from '../config/deployment.ts';
import type { AddressFailure, AdminFailure, ReadFailure } from '../failures.ts';
import type { KeyHandle } from '../keys/key-handle.ts';
import type { LimitSide } from './reader.ts';

/** What a pause stops: one direction of every lane, or both directions with one remote. Cancellations always go on. */
export type PauseScope = { readonly direction: 'outbound' | 'inbound' } | { readonly remote: Domain };

/** An oracle as its members and how many of them must sign. */
export interface OracleSet {
  readonly members: readonly string[];
  readonly threshold: number;
}

/** One limit set of a remote. */
export interface SideLimits {
  readonly side: LimitSide;
  readonly limits: LimitsRecord;
}

/** One interval of a source's messages at this bridge. */
export interface IntervalOf {
  readonly source: Domain;
  readonly firstNonce: bigint;
  readonly count: number;
}

/** One call of a bridge's administration; the same on every kind of chain. */
export type AdminAction =
  | { readonly name: 'pause' | 'unpause'; readonly scope: PauseScope }
  | { readonly name: 'setLimits'; readonly remote: Domain; readonly limits: readonly SideLimits[] }
  /** `fee`: smallest units of this chain's native coin. */
  | { readonly name: 'setFee'; readonly remote: Domain; readonly fee: bigint }
  /** `to`: local address that gets all collected fees. */
  | { readonly name: 'collectFees'; readonly to: string }
  /** The zero root drops the interval, with no `changed`. `changed`: nonces whose statuses begin anew. */
  | {
      readonly name: 'replaceRoot';
      readonly interval: IntervalOf;
      readonly root: Hex;
      readonly changed: readonly bigint[];
    }
  /** EVM: the oracle is a Safe, which is created where it is missing. */
  | { readonly name: 'setOracle'; readonly oracle: OracleSet }
  | { readonly name: 'setGuardian'; readonly guardian: string }
  /** Null takes a proposal back. */
  | { readonly name: 'proposeAdmin'; readonly admin: string | null }
  | { readonly name: 'acceptAdmin' }
  /** Solana: nobody can extend the lookup table any more. Other kinds fail with ACTION_UNKNOWN. */
  | { readonly name: 'freezeTable' };

/** Who holds the roles, as addresses or badges, in the form of the deployment file. */
export interface Roles {
  readonly admin: string;
  readonly proposedAdmin: string | null;
  readonly guardian: string;
}

/** A file that a multisignature's tool takes. */
export interface PlanFile {
  /**
   * File name with its extension. Files of one name have the same content, whichever bridge of the network they are
   * for.
   */
  readonly name: string;
  readonly text: string;
}

/** What a plan's execution needs beside the action. */
export interface PlanOptions {
  /** Local address that executes: the multisignature's account. The present holder of the needed role when absent. */
  readonly from?: string;
  /** Solana: account of a durable nonce, so that the message stays valid while signatures are gathered. */
  readonly nonceAccount?: string;
}

/** Administering one bridge. Everything is simulated before anything is signed; a refusal has the contract's name. */
export interface Administration {
  /** Fails with NETWORK_UNSUITABLE when the endpoints serve another chain than the deployment file's. */
  ownChain(): Promise<Result<void, ReadFailure>>;
  roles(): Promise<Result<Roles, ReadFailure>>;
  /** The text under which `key` holds a role, for a comparison with `roles`: its address, or its badge. */
  roleOf(key: KeyHandle): string;
  /** `text` as a holder of a role in the form of `roles`. Fails with INVALID_ADDRESS. */
  parseHolder(text: string): Result<string, AddressFailure>;
  /**
   * True when `holder` has signed or executed a transaction on this chain, so somebody can act for it. True also for a
   * contract that shows no such thing.
   */
  hasActed(holder: string): Promise<Result<boolean, ReadFailure>>;
  /** Solana: true when nobody can extend the lookup table any more. Absent where there is no such table. */
  readonly tableFrozen?: (() => Promise<Result<boolean, ReadFailure>>) | undefined;
  /**
   * Whether the bridge would accept `action` from `from` now: an address, or a holder of `roles`. Sends nothing. Fails
   * with the contract's error.
   */
  check(action: AdminAction, from: string): Promise<Result<void, AdminFailure>>;
  /**
   * Checks `action`, then signs, sends and follows each of its transactions until it is included. Returns their
   * hashes.
   */
  execute(action: AdminAction, key: KeyHandle): Promise<Result<readonly string[], AdminFailure>>;
  /**
   * Checks `action` and returns the files for the tool of a multisignature that holds the role, in the order of their
   * execution. Sends nothing.
   */
  plan(action: AdminAction, options: PlanOptions): Promise<Result<readonly PlanFile[], AdminFailure>>;
}
