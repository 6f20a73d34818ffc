import type { AssetRecord, Network } from '@causeway/chains';
import { type Hex, toLocalAmount } from '@causeway/protocol';
import type { Holding } from '@causeway/storage';
import type { Asset } from './catalogue.ts';

/** A wallet by its address in the chain's own form, and left-padded. */
export interface Holder {
  readonly address: string;
  readonly sender: Hex;
}

/** The holding of `token` in a wallet on `network`; `asset` is what orders move as this token, if any do. */
export function holdingOf(
  network: Network,
  { address: holder, sender }: Holder,
  { address: token, decimals }: AssetRecord,
  asset: Asset | undefined,
): Holding {
  const bridged = asset && {
    family: asset.family,
    assetHome: asset.home.deployment.domain,
    unit: toLocalAmount(1n, decimals, asset.wireDecimals),
  };
  return { domain: network.deployment.domain, holder, sender, token, bridged: bridged ?? null };
}
