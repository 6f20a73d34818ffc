import type {
  DefaultDepositRule,
  NonFungibleIdType,
  ResourceAmount,
  StateAccountResponse,
  StateComponentResponse,
  StatePackageResponse,
  StateResourceManager,
  StateResourceResponse,
  Substate,
  VaultBalance,
} from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import type { Entity, Resource, Vault } from '../../types.ts';
import { ownerRole } from '../access-rule.ts';
import { type Endpoints, endpoint, type Node } from '../endpoint.ts';
import { entityReference, entityType } from '../entity.ts';
import { clientError, invalidField, notFound } from '../errors.ts';
import { writer } from '../format.ts';
import { ledgerStateSummary } from '../ledger-state.ts';
import { nonFungibleLocalId } from '../non-fungible.ts';

import { programmaticJson, read } from '../read.ts';
import { UNIT_SBOR } from '../receipt.ts';
import { networkRequest } from '../requests.ts';
import { fieldsOf, variantOf } from '../sbor.ts';

const accountRequest = networkRequest.extend({ account_address: z.string() });
const componentRequest = networkRequest.extend({ component_address: z.string() });
const resourceRequest = networkRequest.extend({ resource_address: z.string() });
const packageRequest = networkRequest.extend({ package_address: z.string() });

/** The deposit rules of accounts, in the engine's order. */
const DEPOSIT_RULES: readonly DefaultDepositRule[] = ['Accept', 'Reject', 'AllowExisting'];

function account(node: Node, { account_address: address }: z.infer<typeof accountRequest>): StateAccountResponse {
  const type = entityType(address, node.network);
  if (type === null) throw invalidField('account_address', 'InvalidAddress');
  if (!address.startsWith('account_')) throw clientError('Only account addresses work with this endpoint');
  const info = entity(node, address, 'Account not found');
  const [state] = fieldsOf(programmaticJson(node, info.state));
  return {
    at_ledger_state: ledgerStateSummary(node.ledger.head),
    info: typeInfo(info),
    owner_role: ownerRoleSubstate(node, info),
    state: {
      substate_type: 'AccountFieldState',
      is_locked: false,
      value: { default_deposit_rule: DEPOSIT_RULES[variantOf(fieldsOf(state)[0])] as DefaultDepositRule },
    },
    vaults: vaultBalances(node, address),
  };
}

function component(node: Node, request: z.infer<typeof componentRequest>): StateComponentResponse {
  const { component_address: address } = request;
  if (entityType(address, node.network) === null) throw invalidField('component_address', 'InvalidAddress');
  if (!address.startsWith('component_')) throw clientError('Only component addresses work with this endpoint');
  const info = entity(node, address, 'Component not found');
  return {
    at_ledger_state: ledgerStateSummary(node.ledger.head),
    info: typeInfo(info),
    state: {
      substate_type: 'GenericScryptoComponentFieldState',
      is_locked: false,
      value: {
        data_struct: {
          struct_data: writer(node).sbor(info.state ?? UNIT_SBOR),
          owned_entities: [],
          referenced_entities: [],
        },
      },
    },
    owner_role: ownerRoleSubstate(node, info),
    vaults: vaultBalances(node, address),
    descendent_nodes: [],
  };
}

function resource(node: Node, { resource_address: address }: z.infer<typeof resourceRequest>): StateResourceResponse {
  const type = entityType(address, node.network);
  if (type !== 'GlobalFungibleResource' && type !== 'GlobalNonFungibleResource')
    throw invalidField('resource_address', 'InvalidAddress');
  const found = read(node, (engine) => engine.resource(address));
  if (!found) throw notFound('Resource not found');
  return {
    at_ledger_state: ledgerStateSummary(node.ledger.head),
    manager: resourceManager(found),
    owner_role: ownerRoleSubstate(node, entity(node, address, 'Resource not found')),
  };
}

function pkg(node: Node, { package_address: address }: z.infer<typeof packageRequest>): StatePackageResponse {
  if (entityType(address, node.network) !== 'GlobalPackage') throw invalidField('package_address', 'InvalidAddress');
  return {
    at_ledger_state: ledgerStateSummary(node.ledger.head),
    owner_role: ownerRoleSubstate(node, entity(node, address, 'Package not found')),
  };
}

function entity(node: Node, address: string, missing: string): Entity {
  const found = read(node, (engine) => engine.entity(address));
  if (!found) throw notFound(missing);
  return found;
}

const typeInfo = (info: Entity): Substate => ({
  substate_type: 'TypeInfoModuleFieldTypeInfo',
  is_locked: false,
  value: {
    details: {
      type: 'Object',
      global: true,
      module_versions: info.modules.flatMap(({ module, version }) => (module === 'Main' ? [] : [{ module, version }])),
      blueprint_info: {
        package_address: info.package,
        blueprint_name: info.blueprint,
        blueprint_version: info.blueprintVersion,
        ...(info.outer !== null && { outer_object: info.outer }),
        features: [...info.features],
        generic_substitutions: [],
      },
    },
  },
});

const ownerRoleSubstate = (node: Node, info: Entity): Substate => ({
  substate_type: 'RoleAssignmentModuleFieldOwnerRole',
  is_locked: false,
  value: { owner_role: ownerRole(programmaticJson(node, info.ownerRole)) },
});

const vaultBalances = (node: Node, address: string): VaultBalance[] =>
  (read(node, (engine) => engine.vaults(address)) ?? []).map((vault) => ({
    vault_entity: entityReference(vault.vault, node.network),
    resource_amount: resourceAmount(vault),
  }));

function resourceAmount(vault: Vault): ResourceAmount {
  const { resource: resource_address, amount } = vault;
  if (vault.kind === 'Fungible') return { resource_type: 'Fungible', resource_address, amount };
  const non_fungible_ids = vault.ids.map(nonFungibleLocalId);
  return { resource_type: 'NonFungible', resource_address, amount, non_fungible_ids };
}

function resourceManager(resource: Resource): StateResourceManager {
  const { totalSupply: total_supply } = resource;
  const is_locked = false;
  if (resource.kind === 'Fungible')
    return {
      resource_type: 'Fungible',
      divisibility: {
        substate_type: 'FungibleResourceManagerFieldDivisibility',
        is_locked,
        value: { divisibility: resource.divisibility },
      },
      ...(total_supply !== null && {
        total_supply: { substate_type: 'FungibleResourceManagerFieldTotalSupply', is_locked, value: { total_supply } },
      }),
    };
  return {
    resource_type: 'NonFungible',
    id_type: {
      substate_type: 'NonFungibleResourceManagerFieldIdType',
      is_locked,
      value: { non_fungible_id_type: resource.idType as NonFungibleIdType },
    },
    ...(total_supply !== null && {
      total_supply: { substate_type: 'NonFungibleResourceManagerFieldTotalSupply', is_locked, value: { total_supply } },
    }),
    mutable_fields: {
      substate_type: 'NonFungibleResourceManagerFieldMutableFields',
      is_locked,
      value: { mutable_fields: [] },
    },
  };
}

export const stateEndpoints: Endpoints = {
  '/state/account': endpoint(accountRequest, account),
  '/state/component': endpoint(componentRequest, component),
  '/state/resource': endpoint(resourceRequest, resource),
  '/state/package': endpoint(packageRequest, pkg),
};
