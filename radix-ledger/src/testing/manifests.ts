import { hash, ManifestSborStringRepresentation, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { SIMULATOR } from '../core-api/network.ts';
import { FAUCET } from './addresses.ts';

// Instructions of a transaction manifest, as text. Arguments are in manifest syntax too: `5u64`, `Decimal("1.5")`.

/** Lets the faucet lock `xrd`, a decimal, for the fee; the rest returns to it. */
export const lockFee = (xrd: string): string => `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("${xrd}");`;

/** Takes 10,000 XRD from the faucet to the worktop. */
export const free = (): string => `CALL_METHOD Address("${FAUCET}") "free";`;

/** Deposits the whole worktop into `account`. */
export const deposit = (account: string): string =>
  `CALL_METHOD Address("${account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`;

/** Withdraws `amount`, a decimal, of a fungible resource from `account` to the worktop. */
export const withdraw = (account: string, resource: string, amount: string): string =>
  callMethod(account, 'withdraw', [`Address("${resource}")`, `Decimal("${amount}")`]);

export const callMethod = (component: string, method: string, args: readonly string[] = []): string =>
  `CALL_METHOD ${[`Address("${component}")`, `"${method}"`, ...args].join(' ')};`;

export const callFunction = (
  packageAddress: string,
  blueprint: string,
  name: string,
  args: readonly string[] = [],
): string => `CALL_FUNCTION ${[`Address("${packageAddress}")`, `"${blueprint}"`, `"${name}"`, ...args].join(' ')};`;

/** Publishes a package without an owner. The transaction needs `code`, the package's WebAssembly, as a blob. */
export function publish(code: Uint8Array, definition: string): string {
  const codeHash = Buffer.from(hash(code)).toString('hex');
  return `PUBLISH_PACKAGE_ADVANCED Enum<0u8>() ${definition} Blob("${codeHash}") Map<String, Tuple>() Enum<0u8>();`;
}

/** A package's definition, the bytes of its `.rpd` file, as a manifest argument. Throws when it does not decode. */
export const definitionText = (definition: Uint8Array): Promise<string> =>
  RadixEngineToolkit.ManifestSbor.decodeToString(
    Uint8Array.from(definition),
    SIMULATOR.id,
    ManifestSborStringRepresentation.ManifestString,
  );
