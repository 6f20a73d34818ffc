import { strict as assert } from 'node:assert';
import { type DerivedKey, openWalletScheme, seedOf } from '@causeway/chains/wallets';
import { bytesToHex, keccak256 } from '@causeway/protocol';

/** The first EVM key below a phrase's entropy. */
export const evmKey = async (entropy: Uint8Array): Promise<DerivedKey> =>
  (await openWalletScheme('evm')).derive(await seedOf(entropy), 0);

/** The signature that wallets make with personal_sign (EIP-191). */
export async function personalSign({ secret }: DerivedKey, text: string): Promise<string> {
  const message = Buffer.from(`\x19Ethereum Signed Message:\n${text.length}${text}`);
  const key = (await openWalletScheme('evm')).keyOf(secret);
  assert.ok(key);
  return key.sign(keccak256(bytesToHex(message)));
}
