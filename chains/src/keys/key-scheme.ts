import type { Hex } from '@causeway/protocol';
import type { KeyHandle } from '../provider/provider.ts';

/** How one kind of chain makes keys of secrets of 32 bytes, and how their keystores name them. */
export interface KeyScheme {
  /** Where a key has another address on each network: the networks, as deployment files call them in `chainId`. */
  readonly networks?: {
    readonly names: readonly string[];
    /** The network of an address; undefined for any other text. */
    of(address: string): string | undefined;
  };
  /** The key of a secret, on `network` where networks matter. Throws RangeError for a network that does not exist. */
  keyOf(secret: Hex, network?: string): KeyHandle;
  /** The public name of a key, which its keystore has in plain text in the field `keyField` of the kind. */
  readonly label: {
    of(address: string): string;
    /** True when a keystore without any kind's name is accepted. */
    readonly optional?: true;
  };
  /** How the kind uses a key that another service holds. Absent where keystores alone hold keys. */
  readonly held?: {
    readonly curve: 'secp256k1' | 'ed25519';
    /** The address of a public key, as in KeyIdentity, on `network` where networks matter. */
    addressOf(publicKey: Hex, network?: string): string;
    /** True when `signature` is what KeyHandle.sign of that key gives for `payload`. */
    verifies(publicKey: Hex, payload: Hex, signature: Hex): boolean;
  };
  /** Key files of the chain's own tools. */
  readonly keyFile?: {
    readonly description: string;
    /** The secret in a file's content. Throws for any other content. */
    secretOf(content: string): Hex;
  };
}
