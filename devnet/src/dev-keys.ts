import type { KeyHandle } from '@causeway/chains';
import type { Hex } from '@causeway/protocol';

/** How one kind of chain derives the keys of development accounts. */
export interface DevKeys {
  /** Derives the account at `index` from the mnemonic's seed, as the kind's wallets do. */
  derive(seed: Hex, index: number): { readonly address: string; readonly privateKey: Hex };
  keyOf(privateKey: Hex): KeyHandle;
}
