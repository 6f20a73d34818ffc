import type { Hex, Result } from '@causeway/protocol';
import type { AddressFailure } from '../failures.ts';

/** The addresses of a kind of chain, between their local text form and left-padded bytes. */
export interface AddressBook {
  /**
   * Raw bytes of a local address (EVM: 20; Solana: 32; Radix: an account's 30), left-padded to 32. Fails with
   * INVALID_ADDRESS and how to fix it.
   */
  parseAddress(address: string): Result<Hex, AddressFailure>;
  /** The local text form of a left-padded address. EVM: EIP-55; Radix: bech32m, or hex for bytes that no entity has. */
  formatAddress(address: Hex): string;
  /**
   * True for an address of the chain itself, or of this bridge, from which nobody can send: precompiled contracts,
   * programs, sysvars. `address` is left-padded. Radix: never, because only accounts are addresses of recipients.
   */
  isReserved(address: Hex): boolean;
}
