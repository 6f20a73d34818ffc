import { readFileSync } from 'node:fs';
import type { NetworkConfigurationResponse, NetworkStatusResponse } from '@radixdlt/babylon-core-api-sdk';
import { type Endpoints, endpoint, type Node } from '../endpoint.ts';
import { addressTypes } from '../entity.ts';
import { HASH_LENGTH } from '../hashes.ts';
import { epochRound, stateIdentifier } from '../ledger-state.ts';
import { networkRequest } from '../requests.ts';
import { USD_PRICE_IN_XRD } from '../usd.ts';
import { wellKnownAddresses } from '../well-known.ts';

/** The version of the API's schema that these endpoints follow. */
const API_VERSION = 'v1.3.0';
/** The engine's last protocol update. Its initial state includes all of them. */
const PROTOCOL_VERSION = 'eagle-ray';
/** This package's version. */
const { version: CORE_VERSION } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const ZERO_HASH = '00'.repeat(HASH_LENGTH);

/** The first request of clients, which tells them the network. It is the only request that names no network. */
export function networkConfiguration({ network }: Node): NetworkConfigurationResponse {
  return {
    version: { core_version: CORE_VERSION, api_version: API_VERSION },
    network: network.logicalName,
    network_id: network.id,
    network_hrp_suffix: network.hrpSuffix,
    usd_price_in_xrd: USD_PRICE_IN_XRD,
    address_types: addressTypes(network),
    well_known_addresses: wellKnownAddresses(network),
  };
}

function networkStatus({ ledger }: Node): NetworkStatusResponse {
  return {
    pre_genesis_state_identifier: {
      state_version: 0,
      state_tree_hash: ZERO_HASH,
      transaction_tree_hash: ZERO_HASH,
      receipt_tree_hash: ZERO_HASH,
    },
    current_state_identifier: stateIdentifier(ledger.head),
    current_epoch_round: epochRound(ledger.head),
    current_protocol_version: PROTOCOL_VERSION,
  };
}

export const statusEndpoints: Endpoints = {
  '/status/network-status': endpoint(networkRequest, networkStatus),
};
