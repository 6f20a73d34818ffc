import { strict as assert } from 'node:assert';
import type { Network } from '@causeway/chains';
import { DESTINATION, FAMILY, SOURCE } from '@causeway/storage/test-support/rows';
import { Catalogue } from '../../../../src/bridge/catalogue.ts';

/** What a catalogue reads of a network. Amounts of the only asset have no decimals. */
const networkOf = (name: string, domain: number, bridges: object): Network =>
  ({ name, config: {}, deployment: { domain, bridges } }) as unknown as Network;

const made = Catalogue.create(
  [
    networkOf('ethereum', SOURCE, { [FAMILY]: { canonicalAsset: { symbol: FAMILY }, wireDecimals: 0 } }),
    networkOf('polygon', DESTINATION, {}),
  ],
  {},
);
assert.ok(made.ok);

/** The networks of `newOrder`, with the asset that it moves from ethereum to polygon. */
export const catalogue: Catalogue = made.value;
