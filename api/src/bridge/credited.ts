import type { ChainProvider, Network } from '@causeway/chains';
import type { OrderRow } from '@causeway/storage';
import type { Asset, Catalogue } from './catalogue.ts';

/** A credited payment, with the bridge that has it. */
export interface Credited {
  readonly row: OrderRow;
  readonly asset: Asset;
  readonly network: Network;
  readonly provider: ChainProvider;
  /** Local address. */
  readonly holder: string;
}

/**
 * Where the payment of `row` was credited: its refund's at the source, else its delivery's at the destination.
 * Undefined where the network is no longer configured.
 */
export function creditedOf(catalogue: Catalogue, row: OrderRow): Credited | undefined {
  const isRefund = row.refundTransaction !== null;
  const network = catalogue.networkOf(isRefund ? row.source : row.destination);
  const home = catalogue.networkOf(row.assetHome);
  const asset = home && catalogue.assetAt(home, row.family);
  const provider = network?.providers[row.family];
  const holder = isRefund ? row.sender : row.recipient;
  if (!network || !asset || !provider || holder === null) return undefined;
  return { row, asset, network, provider, holder: provider.formatAddress(holder) };
}
