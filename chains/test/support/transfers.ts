import { strict as assert } from 'node:assert';
import type { ChainProvider, HeldAsset, KeyHandle } from '@causeway/chains';
import { entropyOf, openWalletScheme, seedOf } from '@causeway/chains/wallets';
import { actorsOf } from './actors.ts';
import { must } from './bridges.ts';
import { landed } from './traffic.ts';

/** The phrase of BIP-39's first test vector. Its keys are public. */
export const VECTOR_PHRASE =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** The seed of the vector's phrase. */
export const vectorSeed = (): Promise<Uint8Array> => seedOf(entropyOf(VECTOR_PHRASE));

/** The key that a wallet derives at `index` on the provider's chain. */
export async function derivedKey({ kind }: ChainProvider, chainId: string, index: number): Promise<KeyHandle> {
  const scheme = await openWalletScheme(kind, chainId);
  const key = scheme.keyOf(scheme.derive(await vectorSeed(), index).secret);
  assert(key);
  return key;
}

/** Sends a transfer and waits until it is included and has succeeded. */
async function transfer(provider: ChainProvider, key: KeyHandle, asset: HeldAsset, to: string, localAmount: bigint) {
  const [submission, ...rest] = must(await provider.wallet.prepareTransfer(key, { asset, to, localAmount }));
  assert(submission && rest.length === 0);
  await landed(provider, submission);
}

/**
 * Alice gives coins and tokens to a derived wallet, which sends parts on to another derived wallet. So the chain
 * accepts the signatures of derived keys.
 */
export async function sendThroughWallets(provider: ChainProvider, chainId: string, token: HeldAsset): Promise<void> {
  const { alice, unit } = actorsOf(provider);
  const coin: HeldAsset = { address: null, decimals: 18 };
  const [first, second] = [await derivedKey(provider, chainId, 5), await derivedKey(provider, chainId, 6)];
  const part = 10n ** BigInt(token.decimals);
  await transfer(provider, alice, coin, first.address, 20n * unit);
  await transfer(provider, alice, token, first.address, 2n * part);
  await transfer(provider, first, coin, second.address, 3n * unit);
  await transfer(provider, first, token, second.address, part);
  const held = async (owner: KeyHandle, asset: HeldAsset) => must(await provider.wallet.holding(owner.address, asset));
  assert.equal(await held(second, coin), 3n * unit);
  assert.deepEqual([await held(first, token), await held(second, token)], [part, part]);
  const left = await held(first, coin);
  assert(left < 17n * unit && left > 13n * unit, 'the sender paid the fees');
  for (const asset of [coin, token]) {
    const refused = await provider.wallet.prepareTransfer(first, {
      asset,
      to: second.address,
      localAmount: 100n * unit,
    });
    assert(!refused.ok, 'more than it holds is refused before anything is signed');
  }
}
