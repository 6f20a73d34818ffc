// Wallets of every kind of chain: seeds, provider types, derivation, validation.
export { ENTROPY_BYTES, entropyOf, phraseOf, seedOf } from '../keys/mnemonic.ts';
export type { DerivedKey, ForeignWallet, WalletKind, WalletScheme, WalletType } from './wallet.ts';
export { openWalletScheme, servesType, walletType, walletTypes } from './wallet-types.ts';
