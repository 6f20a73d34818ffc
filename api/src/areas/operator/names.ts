import { kindOf, type Network } from '@causeway/chains';
import { type Domain, formatDecimal } from '@causeway/protocol';
import type { Catalogue } from '../../bridge/catalogue.ts';

/** The name of the network with this domain; the domain itself where the configuration has none. */
export const nameOf = (catalogue: Catalogue, domain: Domain): string =>
  catalogue.networkOf(domain)?.name ?? String(domain);

/** Smallest units of a network's native coin as coins. */
export const coinsOf = ({ deployment }: Network, units: bigint): string =>
  formatDecimal(units, kindOf(deployment.kind).coin.decimals);
