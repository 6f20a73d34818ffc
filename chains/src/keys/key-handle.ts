import type { Hex } from '@causeway/protocol';

/** The public part of a key. */
export interface KeyIdentity {
  /** The key's local address on its kind of chain (Radix: the address of its account). */
  readonly address: string;
  /** EVM: secp256k1, compressed, 33 bytes; Solana, Radix: ed25519, 32 bytes. */
  readonly publicKey: Hex;
}

/** Signs with one key and never reveals it. Keystores and KMS adapters implement this. */
export interface KeyHandle extends KeyIdentity {
  /** Signs `payload`. EVM: a 32-byte digest; 65 bytes r ‖ s ‖ v, v 27 or 28. Solana, Radix: any payload; 64 bytes. */
  sign(payload: Hex): Promise<Hex>;
}
