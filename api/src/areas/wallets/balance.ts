import { formatDecimal } from '@causeway/protocol';
import type { WalletRow } from '@causeway/storage';
import type { WalletBalanceView } from './schemas.ts';
import { assetsOf, type ConnectedPlace, connected, type WalletNetworks } from './wallet-networks.ts';

/** The wallet's coins and tokens, read from its chain. */
export async function readBalances(wallet: WalletRow, place: ConnectedPlace): Promise<WalletBalanceView> {
  const balances = await Promise.all(
    assetsOf(place).map(async ({ asset, form, home }) => {
      const held = await place.provider.wallet.holding(wallet.address, asset);
      return {
        symbol: asset.symbol,
        name: asset.name,
        form,
        home,
        tokenAddress: asset.address,
        decimals: asset.decimals,
        balance: held.ok ? formatDecimal(held.value, asset.decimals) : null,
      };
    }),
  );
  const [coin] = balances;
  return {
    walletId: wallet.id,
    walletAddress: wallet.address,
    network: place.network.name,
    symbol: coin?.symbol ?? '',
    balance: coin?.balance ?? null,
    balances,
  };
}

/** What a wallet holds: `nothing` only when every balance was read and is zero. */
export async function whatIsIn(row: WalletRow, places: WalletNetworks): Promise<'nothing' | 'something' | 'unknown'> {
  const place = await places.of(row.providerType);
  const chain = place.ok ? connected(place.value) : place;
  if (!chain.ok) return 'unknown';
  const { balances } = await readBalances(row, chain.value);
  if (balances.some(({ balance }) => balance !== null && balance !== '0')) return 'something';
  return balances.some(({ balance }) => balance === null) ? 'unknown' : 'nothing';
}
