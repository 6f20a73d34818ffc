import type { Pour } from '../faucet/pour.ts';
import { giveXrd, mintResource } from './token.ts';

/** Gives XRD and test tokens of the local Radix ledger at `url`. */
export function radixPour(url: string): Pour {
  return ({ address }, to, units) =>
    address === null ? giveXrd(url, to, units) : mintResource(url, address, [to], units);
}
