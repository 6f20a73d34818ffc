// Wallets of every kind of chain: seeds, provider types, derivation, validation.
export { ENTROPY_BYTES, entropyOf, phraseOf, seedOf } from './mnemonic.ts';
export type { DerivedKey, ForeignWallet, WalletKind, WalletScheme } from './wallet.ts';
export { openWalletScheme } from './wallet-kinds.ts';
export { servesType, WALLET_TYPES, type WalletType, walletType } from './wallet-types.ts';
