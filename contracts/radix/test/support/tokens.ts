import assert from 'node:assert/strict';
import { type Address, FAUCET, XRD } from './addresses.ts';
import type { Chain } from './chain.ts';
import { decimalText } from './types.ts';

/** The faucet's gift per call, in units of 10^-18 XRD. */
export const FREE_XRD = 10_000n * 10n ** 18n;
/** The creator's balance of a new token, in units of 10^-18. */
export const WEALTH = 10n ** 38n;

const deposit = (to: Address): string =>
  `CALL_METHOD Address("${to}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`;

function must(chain: Chain, instructions: readonly string[], signers: readonly Address[] = []) {
  const receipt = chain.execute(instructions, signers);
  assert.equal(receipt.error, undefined);
  return receipt;
}

/** Gives `to` at least `amount` XRD, in units of 10^-18, with as many calls of the faucet as necessary. */
export function fund(chain: Chain, to: Address, amount: bigint): void {
  for (let given = 0n; given < amount; given += FREE_XRD)
    must(chain, [`CALL_METHOD Address("${FAUCET}") "free";`, deposit(to)]);
}

/** A fungible resource that cannot be minted any more. `owner` has all of it. */
export function createToken(chain: Chain, owner: Address, divisibility: number): Address {
  const rules = `Tuple(${Array.from({ length: 6 }, () => 'Enum<0u8>()').join(', ')})`;
  const created = must(chain, [
    `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY Enum<0u8>() true ${divisibility}u8 Decimal("${decimalText(WEALTH)}") ${rules} Tuple(Map<String, Tuple>(), Map<String, Enum>()) Enum<0u8>();`,
    deposit(owner),
  ]);
  return created.created.resources[0] as Address;
}

/** The most that the engine mints per call, in units of 10^-18. */
export const MOST_MINTED = 2n ** 152n;

/**
 * A fungible resource with 18 digits of which `owner` has at least `amount`, which may exceed the limit of one mint.
 */
export function createPlenty(chain: Chain, owner: Address, amount: bigint): Address {
  const anyone = 'Enum<1u8>(Tuple(Enum<1u8>(Enum<0u8>()), Enum<1u8>(Enum<1u8>())))';
  const rules = `Tuple(${anyone}, ${Array.from({ length: 5 }, () => 'Enum<0u8>()').join(', ')})`;
  const { created } = must(chain, [
    `CREATE_FUNGIBLE_RESOURCE Enum<0u8>() true 18u8 ${rules} Tuple(Map<String, Tuple>(), Map<String, Enum>()) Enum<0u8>();`,
  ]);
  const resource = created.resources[0] as Address;
  const mint = `MINT_FUNGIBLE Address("${resource}") Decimal("${decimalText(MOST_MINTED)}");`;
  const times = Number(amount / MOST_MINTED) + 1;
  must(chain, [...Array.from({ length: times }, () => mint), deposit(owner)]);
  return resource;
}

/** An account without a key or an owner. */
export function createAccount(chain: Chain): Address {
  const { created } = must(chain, ['CREATE_ACCOUNT_ADVANCED Enum<0u8>() Enum<0u8>();']);
  return created.components[0] as Address;
}

const transferText = (from: Address, to: Address, resource: Address, amount: bigint): string[] => [
  `CALL_METHOD Address("${from}") "withdraw" Address("${resource}") Decimal("${decimalText(amount)}");`,
  deposit(to),
];

/** Moves `amount`, in units of 10^-18, of a resource between accounts. */
export function transfer(chain: Chain, from: Address, to: Address, resource: Address, amount: bigint): void {
  must(chain, transferText(from, to, resource, amount), [from]);
}

/** A number of transfers that always fits into a transaction. */
const TRANSFERS = 20;

/** Gives each account the smallest amount of XRD, so that it counts as used. */
export function useAccounts(chain: Chain, from: Address, accounts: readonly Address[]): void {
  if (accounts.length === 0) return;
  const some = accounts.slice(0, TRANSFERS);
  must(
    chain,
    some.flatMap((to) => transferText(from, to, XRD, 1n)),
    [from],
  );
  useAccounts(chain, from, accounts.slice(TRANSFERS));
}

/** A resource with one non-fungible, which `owner` has. */
export function createNonFungible(chain: Chain, owner: Address): Address {
  const rules = `Tuple(${Array.from({ length: 7 }, () => 'Enum<0u8>()').join(', ')})`;
  const created = must(chain, [
    `CREATE_NON_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY Enum<0u8>() Enum<1u8>() true Enum<0u8>(Enum<0u8>(Tuple(Array<Enum>(), Array<Tuple>(), Array<Enum>())), Enum<0u8>(66u8), Array<String>()) Map<NonFungibleLocalId, Tuple>(NonFungibleLocalId("#1#") => Tuple(Tuple())) ${rules} Tuple(Map<String, Tuple>(), Map<String, Enum>()) Enum<0u8>();`,
    deposit(owner),
  ]);
  return created.created.resources[0] as Address;
}
