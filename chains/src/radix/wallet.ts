import { bytesToHex, fail, formatDecimal, type Hex, isHex, ok, type Result } from '@causeway/protocol';
import type { AddressFailure } from '../failures.ts';
import { ed25519KeyOf } from '../keys/ed25519.ts';
import { provesText } from '../keys/ed25519-proof.ts';
import { deriveEd25519Seed, radixAccountPath } from '../keys/slip10.ts';
import { map } from '../provider/result.ts';
import type { ForeignWallet, WalletOperations, WalletScheme } from '../provider/wallet.ts';
import { nodeIdOf } from './address.ts';
import type { RadixContext } from './context.ts';
import { accountOf, radixKeyFromSeed } from './key.ts';
import { address, bucket, callMethod, decimal, NONE, takeFromWorktop } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import { readHolding } from './reads.ts';
import { signManifest } from './sign-manifest.ts';
import { wellKnown } from './well-known.ts';

/** An ed25519 public key in hexadecimal, with or without 0x; null for any other text. */
function publicKeyOf(text: string): Hex | null {
  const hex = (text.startsWith('0x') ? text : `0x${text}`).toLowerCase();
  return isHex(hex, 32) ? hex : null;
}

const withoutPrefix = (hex: Hex): string => hex.slice(2);

/** Wallets on one Radix network: the address of an account names its network. */
export function radixWallets(network: RadixNetwork): WalletScheme {
  const path = (index: number) => radixAccountPath(network.id, index);
  return {
    transacts: true,
    path: (index) =>
      `m/${path(index)
        .map((step) => `${step}'`)
        .join('/')}`,
    derive(seed, index) {
      const secret = bytesToHex(deriveEd25519Seed(seed, path(index)));
      const { publicKey } = ed25519KeyOf(secret);
      return { address: accountOf(publicKey, network), publicKey: withoutPrefix(publicKey), secret };
    },
    keyOf: (secret) => radixKeyFromSeed(secret, network.id),
    publicKeyBytes: (publicKey) => `0x${publicKey}`,
    exportForm: withoutPrefix,
    parse({ address: given, publicKey }): Result<ForeignWallet, AddressFailure> {
      const key = publicKey === undefined ? null : publicKeyOf(publicKey);
      if (publicKey !== undefined && key === null) {
        return fail('INVALID_PUBLIC_KEY', 'a Radix public key is 32 bytes of ed25519 in hexadecimal');
      }
      const own = key === null ? null : accountOf(key, network);
      const account = given ?? own ?? '';
      if (nodeIdOf(account, 'account', network) === null) {
        return fail('INVALID_ADDRESS', `a Radix address here is that of an account: account_${network.suffix}1…`);
      }
      if (own !== null && own !== account) {
        return fail('INVALID_PUBLIC_KEY', 'address and public key are of different keys');
      }
      return ok({ address: account, publicKey: key === null ? null : withoutPrefix(key) });
    },
    async signText(key, text) {
      return [key.publicKey, await key.sign(bytesToHex(Buffer.from(text)))].map(withoutPrefix).join(':');
    },
    prove(wallet, text, signature) {
      // Only the key reveals itself: the address holds its hash. So the signature comes after the key and a colon.
      const [first = '', second] = signature.split(':');
      const key = publicKeyOf(second === undefined ? (wallet.publicKey ?? '') : first);
      if (key !== null && accountOf(key, network) === wallet.address && provesText(key, text, second ?? first)) {
        return ok({ ...wallet, publicKey: withoutPrefix(key) });
      }
      return fail(
        'INVALID_SIGNATURE',
        'sign the UTF-8 bytes of the text with the account’s ed25519 key: PUBLICKEY:SIGNATURE, both hexadecimal',
      );
    },
  };
}

/**
 * Wallets on one Radix network. The reserve is the 5 XRD that a send sets aside for its fee before it withdraws its
 * amount, and the fees of other sends.
 */
export const radixWalletOperations = (context: RadixContext): WalletOperations => {
  const { connection } = context;
  const resourceOf = (token: string | null): string => token ?? wellKnown('xrd', connection.network);
  return {
    reserve: 10n * 10n ** 18n,
    holding: (account, asset) => readHolding(context, account, resourceOf(asset.address), asset.decimals),
    async canReceive({ asset, to }) {
      if (nodeIdOf(to, 'account', connection.network) === null) {
        return fail('INVALID_ADDRESS', 'a Radix address here is that of an account');
      }
      // The rules of a deposit are about the resource; an empty bucket needs nobody who has some.
      const tokens = bucket('tokens');
      const manifest = [
        takeFromWorktop(address(resourceOf(asset.address)), decimal('0'), tokens),
        callMethod(to, 'try_deposit_or_abort', tokens, NONE),
      ].join('');
      return map(await connection.rpc.refusalOf(manifest), (refusal) => refusal === null);
    },
    async prepareTransfer(key, { asset, to, localAmount }) {
      if (nodeIdOf(to, 'account', connection.network) === null) {
        return fail('INVALID_ADDRESS', 'a Radix address here is that of an account');
      }
      const resource = address(resourceOf(asset.address));
      const amount = decimal(formatDecimal(localAmount, asset.decimals));
      const tokens = bucket('tokens');
      const manifest = [
        callMethod(key.address, 'withdraw', resource, amount),
        takeFromWorktop(resource, amount, tokens),
        callMethod(to, 'try_deposit_or_abort', tokens, NONE),
      ].join('');
      const signed = await signManifest(connection, key, manifest);
      return signed.ok ? ok([signed.value]) : signed;
    },
  };
};
