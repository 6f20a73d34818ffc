import { resolve } from 'node:path';
import { type KeyHandle, openKey } from '@causeway/chains';
import { openWalletScheme } from '@causeway/chains/wallets';
import type { ChainKind } from '@causeway/protocol';
import { passwordSource, secretOf, unwrap, usageError } from './key-flags.ts';

/** Flags that locate a user's own key. */
export interface KeyFlags {
  readonly keystore?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
  readonly keyEnv?: string;
}

/** The key of the flags on chains of `kind`. Throws a UsageError when they name none, or one that cannot be opened. */
export async function keyOf(kind: ChainKind, flags: KeyFlags, chainId?: string): Promise<KeyHandle> {
  if (flags.keyEnv !== undefined) {
    const key = (await openWalletScheme(kind, chainId)).keyOf(secretOf(flags.keyEnv));
    if (key) return key;
  }
  if (flags.keystore === undefined) throw usageError('give your key: --keystore or --key-env');
  return unwrap(await openKey(kind, { keystore: resolve(flags.keystore), password: passwordSource(flags) }, '.'));
}
