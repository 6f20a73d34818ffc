import { bytesToHex, concatHex, fail, type Hex, hexToBytes, isHex, ok, type Result } from '@causeway/protocol';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';
import type { AddressFailure } from '../failures.ts';
import { secp256k1KeyAt } from '../keys/bip32.ts';
import type { ForeignWallet, WalletScheme } from '../provider/wallet.ts';

/** BIP-84: native SegWit on the main network. */
const path = (index: number): string => `m/84'/0'/0'/0/${index}`;

/** Human-readable part of addresses on the main network. */
const PREFIX = 'bc';
/** The witness version of P2WPKH, and the length of its key hash. */
const VERSION = 0;
const HASH_BYTES = 20;

const base58check = createBase58check(sha256);
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** The P2WPKH address of a compressed public key. */
const addressOf = (publicKey: Hex): string =>
  bech32.encode(PREFIX, [VERSION, ...bech32.toWords(hash160(hexToBytes(publicKey)))]);

const withoutPrefix = (hex: Hex): string => hex.slice(2);

/** The compressed form of a public key in hexadecimal; null for any other text. */
function compressed(text: string): Hex | null {
  const hex = text.startsWith('0x') ? text : `0x${text}`;
  if (!isHex(hex)) return null;
  try {
    return bytesToHex(secp256k1.Point.fromBytes(hexToBytes(hex)).toBytes(true));
  } catch {
    return null;
  }
}

/** True for a P2WPKH address on the main network. */
function isAddress(text: string): boolean {
  const decoded = bech32.decodeUnsafe(text);
  const [version, ...words] = decoded?.words ?? [];
  return decoded?.prefix === PREFIX && version === VERSION && bech32.fromWordsUnsafe(words)?.length === HASH_BYTES;
}

function parse({
  address,
  publicKey,
}: {
  readonly address?: string;
  readonly publicKey?: string;
}): Result<ForeignWallet, AddressFailure> {
  const key = publicKey === undefined ? null : compressed(publicKey);
  if (publicKey !== undefined && key === null) {
    return fail('INVALID_PUBLIC_KEY', 'a Bitcoin public key is a point of secp256k1 in hexadecimal');
  }
  const own = key === null ? null : addressOf(key);
  const given = address?.toLowerCase() ?? own ?? '';
  if (!isAddress(given)) {
    return fail('INVALID_ADDRESS', 'a Bitcoin address here is native SegWit for one key (P2WPKH): bc1q…');
  }
  if (own !== null && own !== given) return fail('INVALID_PUBLIC_KEY', 'address and public key are of different keys');
  return ok({ address: given, publicKey: key === null ? null : withoutPrefix(key) });
}

/** Bytes before a signed text, with the length of the text (BIP-137). */
function signedHash(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > 0xfc) throw new RangeError('the text is longer than one length byte can say');
  return sha256(
    sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from([bytes.length]), bytes])),
  );
}

/** First header byte of a BIP-137 signature by any kind of address, and of how many. */
const FIRST_HEADER = 27;
const HEADERS = 16;

/** BIP-137: 65 bytes in base64, header ‖ r ‖ s. The header's lowest two bits recover the key. */
function prove(wallet: ForeignWallet, text: string, signature: string): Result<ForeignWallet, AddressFailure> {
  const [header = 0, ...rs] = Buffer.from(signature, 'base64');
  if (rs.length === 64 && header >= FIRST_HEADER && header < FIRST_HEADER + HEADERS) {
    try {
      const recovered = Uint8Array.from([(header - FIRST_HEADER) & 3, ...rs]);
      const point = secp256k1.recoverPublicKey(recovered, signedHash(text), { prehash: false });
      const key = compressed(bytesToHex(point));
      if (key !== null && addressOf(key) === wallet.address) return ok({ ...wallet, publicKey: withoutPrefix(key) });
    } catch {
      // No key made this signature.
    }
  }
  return fail('INVALID_SIGNATURE', 'sign the text with signmessage (BIP-137), in base64');
}

/** Wallets of Bitcoin: addresses only. */
export const bitcoinWallets: WalletScheme = {
  transacts: false,
  path,
  derive(seed, index) {
    const { secret, publicKey } = secp256k1KeyAt(seed, path(index));
    return { address: addressOf(publicKey), publicKey: withoutPrefix(publicKey), secret };
  },
  keyOf: () => null,
  signText: null,
  publicKeyBytes: (publicKey) => `0x${publicKey}`,
  /** Wallet Import Format of a compressed key on the main network. */
  exportForm: (secret) => base58check.encode(hexToBytes(concatHex('0x80', secret, '0x01'))),
  parse,
  prove,
};
