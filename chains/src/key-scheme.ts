import type { Hex } from '@causeway/protocol';
import type { KeyHandle } from './provider.ts';

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
  /** The public name of a key in its keystore, in plain text. */
  readonly label: {
    readonly field: string;
    of(address: string): string;
    /** True when a keystore without the name is accepted. */
    readonly optional?: true;
  };
  /** Key files of the chain's own tools. */
  readonly keyFile?: {
    readonly description: string;
    /** The secret in a file's content. Throws for any other content. */
    secretOf(content: string): Hex;
  };
}
