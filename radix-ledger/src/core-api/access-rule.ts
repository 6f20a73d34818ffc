import type {
  AccessRule,
  BasicRequirement,
  CompositeRequirement,
  NonFungibleGlobalId,
  OwnerRole,
  OwnerRoleUpdater,
  Requirement,
} from '@radixdlt/babylon-core-api-sdk';
import type { SborJson } from '../types.ts';
import { nonFungibleLocalId } from './non-fungible.ts';
import { elementsOf, fieldsOf, textOf, variantOf } from './sbor.ts';

/** The updaters of an owner role, in the engine's order. */
const UPDATERS: readonly OwnerRoleUpdater[] = ['None', 'Owner', 'Object'];

/** Parses the field that holds an entity's owner role. */
export function ownerRole(field: SborJson): OwnerRole {
  const [entry] = fieldsOf(field);
  const [rule, updater] = fieldsOf(entry);
  return { rule: accessRule(rule), updater: UPDATERS[variantOf(updater)] as OwnerRoleUpdater };
}

function accessRule(value: SborJson | undefined): AccessRule {
  const variants: readonly (() => AccessRule)[] = [
    () => ({ type: 'AllowAll' }),
    () => ({ type: 'DenyAll' }),
    () => ({ type: 'Protected', access_rule: compositeRequirement(fieldsOf(value)[0]) }),
  ];
  return pick(variants, value);
}

function compositeRequirement(value: SborJson | undefined): CompositeRequirement {
  const [content] = fieldsOf(value);
  const all = () => elementsOf(content).map(compositeRequirement);
  const variants: readonly (() => CompositeRequirement)[] = [
    () => ({ type: 'ProofRule', proof_rule: basicRequirement(content) }),
    () => ({ type: 'AnyOf', access_rules: all() }),
    () => ({ type: 'AllOf', access_rules: all() }),
  ];
  return pick(variants, value);
}

function basicRequirement(value: SborJson | undefined): BasicRequirement {
  const [first, second] = fieldsOf(value);
  const list = (of: SborJson | undefined) => elementsOf(of).map(requirement);
  const variants: readonly (() => BasicRequirement)[] = [
    () => ({ type: 'Require', requirement: requirement(first) }),
    () => ({ type: 'AmountOf', amount: textOf(first), resource: textOf(second) }),
    () => ({ type: 'CountOf', count: Number(textOf(first)), list: list(second) }),
    () => ({ type: 'AllOf', list: list(first) }),
    () => ({ type: 'AnyOf', list: list(first) }),
  ];
  return pick(variants, value);
}

function requirement(value: SborJson | undefined): Requirement {
  const [content] = fieldsOf(value);
  const variants: readonly (() => Requirement)[] = [
    () => ({ type: 'NonFungible', non_fungible: nonFungibleGlobalId(content) }),
    () => ({ type: 'Resource', resource: textOf(content) }),
  ];
  return pick(variants, value);
}

function nonFungibleGlobalId(value: SborJson | undefined): NonFungibleGlobalId {
  const [resource, id] = fieldsOf(value);
  return { resource_address: textOf(resource), local_id: nonFungibleLocalId(textOf(id)) };
}

/** Parses `value` with the reader of its variant. */
function pick<T>(variants: readonly (() => T)[], value: SborJson | undefined): T {
  const read = variants[variantOf(value)];
  if (!read) throw new Error(`the engine gave a variant ${variantOf(value)} of a rule`);
  return read();
}
