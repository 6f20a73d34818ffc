import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const stretch = promisify(pbkdf2);

/** Bytes of entropy of a new recovery phrase, which then has 24 words: every kind of chain has wallets that take it. */
export const ENTROPY_BYTES = 32;

/** The BIP-39 recovery phrase of 16 to 32 bytes of entropy, English words. */
export const phraseOf = (entropy: Uint8Array): string => entropyToMnemonic(entropy, wordlist);

/** The entropy of a BIP-39 phrase. Throws when it is none. */
export const entropyOf = (phrase: string): Uint8Array => mnemonicToEntropy(phrase, wordlist);

/** The BIP-39 seed of entropy without a passphrase, 64 bytes. It is computed beside the event loop. */
export const seedOf = (entropy: Uint8Array): Promise<Uint8Array> =>
  stretch(phraseOf(entropy), 'mnemonic', 2_048, 64, 'sha512');
