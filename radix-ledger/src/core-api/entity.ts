import type { AddressType, EntityReference, EntityType } from '@radixdlt/babylon-core-api-sdk';
import { decodeBech32m } from './bech32m.ts';
import type { Network } from './network.ts';

export const NODE_ID_LENGTH = 30;

/** The kinds of entity: the first byte of their node ids, their API type, and the prefix of their addresses. */
const ENTITY_KINDS: readonly (readonly [byte: number, type: EntityType, hrp: string])[] = [
  [0x0d, 'GlobalPackage', 'package'],
  [0x51, 'GlobalVirtualEd25519Account', 'account'],
  [0x52, 'GlobalVirtualEd25519Identity', 'identity'],
  [0x58, 'InternalFungibleVault', 'internal_vault'],
  [0x5d, 'GlobalFungibleResource', 'resource'],
  [0x68, 'GlobalAccountLocker', 'locker'],
  [0x82, 'GlobalTransactionTracker', 'transactiontracker'],
  [0x83, 'GlobalValidator', 'validator'],
  [0x86, 'GlobalConsensusManager', 'consensusmanager'],
  [0x98, 'InternalNonFungibleVault', 'internal_vault'],
  [0x9a, 'GlobalNonFungibleResource', 'resource'],
  [0xb0, 'InternalKeyValueStore', 'internal_keyvaluestore'],
  [0xc0, 'GlobalGenericComponent', 'component'],
  [0xc1, 'GlobalAccount', 'account'],
  [0xc2, 'GlobalIdentity', 'identity'],
  [0xc3, 'GlobalAccessController', 'accesscontroller'],
  [0xc4, 'GlobalOneResourcePool', 'pool'],
  [0xc5, 'GlobalTwoResourcePool', 'pool'],
  [0xc6, 'GlobalMultiResourcePool', 'pool'],
  [0xd1, 'GlobalVirtualSecp256k1Account', 'account'],
  [0xd2, 'GlobalVirtualSecp256k1Identity', 'identity'],
  [0xf8, 'InternalGenericComponent', 'internal_component'],
];

const KIND_BY_BYTE = new Map(ENTITY_KINDS.map(([byte, type, hrp]) => [byte, { type, hrp }]));

/** The kind of entity of an address on this network; null for any other text. */
export function entityType(address: string, network: Network): EntityType | null {
  const decoded = decodeBech32m(address);
  if (decoded?.bytes.length !== NODE_ID_LENGTH) return null;
  const kind = KIND_BY_BYTE.get(decoded.bytes[0] as number);
  return kind && decoded.hrp === `${kind.hrp}_${network.hrpSuffix}` ? kind.type : null;
}

/** The API's reference to the entity at an address from the engine. */
export function entityReference(address: string, network: Network): EntityReference {
  const type = entityType(address, network);
  if (type === null) throw new Error(`the engine gave ${address} for an address`);
  return { entity_type: type, is_global: type.startsWith('Global'), entity_address: address };
}

/** The API's description of the kinds of address. */
export function addressTypes(network: Network): AddressType[] {
  return ENTITY_KINDS.map(([byte, type, hrp]) => ({
    hrp_prefix: `${hrp}_${network.hrpSuffix}`,
    entity_type: type,
    address_byte_prefix: byte,
    address_byte_length: NODE_ID_LENGTH,
  }));
}

/** True for kinds of entity whose methods a transaction can call: global ones, except resources and packages. */
export function isComponent(type: EntityType | null): boolean {
  return type?.startsWith('Global') === true && !NO_COMPONENTS.has(type);
}

const NO_COMPONENTS: ReadonlySet<EntityType> = new Set<EntityType>([
  'GlobalPackage',
  'GlobalFungibleResource',
  'GlobalNonFungibleResource',
]);
