import assert from 'node:assert/strict';
import type { Address } from './addresses.ts';
import type { Bridge } from './bridge.ts';
import type { Chain, Receipt } from './chain.ts';
import { decimalText } from './types.ts';

/** Calls a method of the account as its owner. */
function asOwner(chain: Chain, account: Address, call: string): void {
  const { error } = chain.execute([`CALL_METHOD Address("${account}") ${call};`], [account]);
  assert.equal(error, undefined);
}

/** Makes the account refuse every deposit, except of resources that it allows individually. */
export const refuseDeposits = (chain: Chain, account: Address): void =>
  asOwner(chain, account, '"set_default_deposit_rule" Enum<1u8>()');

/** Makes the account refuse resources that it does not hold. XRD counts as held. */
export const refuseUnknown = (chain: Chain, account: Address): void =>
  asOwner(chain, account, '"set_default_deposit_rule" Enum<2u8>()');

export const allowResource = (chain: Chain, account: Address, resource: Address): void =>
  asOwner(chain, account, `"set_resource_preference" Address("${resource}") Enum<0u8>()`);

export const refuseResource = (chain: Chain, account: Address, resource: Address): void =>
  asOwner(chain, account, `"set_resource_preference" Address("${resource}") Enum<1u8>()`);

/**
 * The instructions that claim `creditor`'s credit from the bridge's locker, in units of 10^-18, and deposit it to `to`.
 */
export const claimText = ({ locker }: Bridge, creditor: Address, resource: Address, amount: bigint, to = creditor) => [
  `CALL_METHOD Address("${locker}") "claim" Address("${creditor}") Address("${resource}") Decimal("${decimalText(amount)}");`,
  `CALL_METHOD Address("${to}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
];

/** Claims with the signatures of the creditor and of the account that receives the deposit, or with others. */
export const claim = (
  bridge: Bridge,
  creditor: Address,
  resource: Address,
  amount: bigint,
  to = creditor,
  signers = [creditor, to],
): Receipt => bridge.chain.execute(claimText(bridge, creditor, resource, amount, to), signers);
