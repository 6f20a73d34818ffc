import type { Deployment } from '../config/deployment.ts';
import { walletKinds } from '../kinds.ts';
import type { WalletKind, WalletScheme, WalletType } from './wallet.ts';

/** Every supported provider type, by its number. */
export const walletTypes = (): readonly WalletType[] =>
  walletKinds()
    .flatMap((kind) => kind.walletTypes)
    .sort((a, b) => a.id - b.id);

/** The provider type with that number. */
export const walletType = (id: number): WalletType | undefined => walletTypes().find((type) => type.id === id);

/** True when wallets of `type` are wallets on the deployment's network. */
export function servesType({ network, kind, chainId }: Deployment, type: WalletType): boolean {
  if (kind !== type.kind) return false;
  return type.chainIds === undefined || network === type.name || type.chainIds.includes(chainId);
}

/**
 * How wallets of `kind` work on the network with this chain id, or on the main network without one. A kind's SDK is
 * loaded when it is first asked for. Throws RangeError when there is no such kind or network.
 */
export async function openWalletScheme(kind: WalletKind, chainId?: string): Promise<WalletScheme> {
  const found = walletKinds().find(({ name }) => name === kind);
  if (found === undefined) throw new RangeError(`there are no wallets of kind ${kind}`);
  return found.wallets(chainId);
}
