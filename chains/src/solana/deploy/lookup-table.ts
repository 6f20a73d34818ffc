import { fail, ok, type Result } from '@causeway/protocol';
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import { bridgeAddresses, mintAddress, remoteAddress, TOKEN_PROGRAM } from '../addresses.ts';
import { lookupTableName, tableAuthorityName } from '../lookup-table.ts';
import type { Cluster } from './cluster.ts';

/** Deactivation slot of an active table. */
const NEVER = 2n ** 64n - 1n;

/** Accounts that every oracle transaction needs. Programs that it calls cannot come from a table. */
export function constantEntries(program: PublicKey, canonicalMint: PublicKey | null): readonly PublicKey[] {
  const { bridge, oracles, escrow, eventAuthority } = bridgeAddresses(program);
  const asset = canonicalMint === null ? [] : [canonicalMint];
  return [bridge, oracles, escrow, eventAuthority, TOKEN_PROGRAM, SystemProgram.programId, ...asset];
}

/** The table's entries for one registered remote. */
export const remoteEntries = (program: PublicKey, domain: number, wireDecimals: number): readonly PublicKey[] => [
  remoteAddress(program, domain),
  mintAddress(program, domain, wireDecimals),
];

/** An active lookup table that the deployer can extend, or that is frozen, so that it stays as it is. */
interface Table {
  readonly addresses: readonly PublicKey[];
  readonly frozen: boolean;
}

/** The active table at `address`; null when there is none, or another account can extend it. */
async function readTable(cluster: Cluster, address: PublicKey): Promise<Result<Table | null, DeployFailure>> {
  const found = await cluster.account(address);
  if (!found.ok) return found;
  if (!found.value?.owner.equals(AddressLookupTableProgram.programId)) return ok(null);
  const { authority, addresses, deactivationSlot } = AddressLookupTableAccount.deserialize(found.value.data);
  const usable = authority === undefined || authority.equals(cluster.payer);
  return ok(usable && deactivationSlot === NEVER ? { addresses, frozen: authority === undefined } : null);
}

/**
 * The instructions that add the missing `entries` to the table at `address`: one, or none. Fails with
 * DEPLOYMENT_MISMATCH when the table is frozen without them, or when the deployer has none there.
 */
export async function missingEntries(
  cluster: Cluster,
  address: PublicKey,
  entries: readonly PublicKey[],
): Promise<Result<readonly TransactionInstruction[], DeployFailure>> {
  const there = await readTable(cluster, address);
  if (!there.ok) return there;
  if (there.value === null) return fail('DEPLOYMENT_MISMATCH', `${address} is no lookup table of the deployer`);
  const known = new Set(there.value.addresses.map((entry) => entry.toBase58()));
  const missing = entries.filter((entry) => !known.has(entry.toBase58()));
  if (missing.length === 0) return ok([]);
  if (!there.value.frozen) return ok([extend(cluster, address, missing)]);
  const lacks = missing.map((entry) => entry.toBase58()).join(', ');
  return fail(
    'DEPLOYMENT_MISMATCH',
    `the lookup table ${address} is frozen without ${lacks}: remove it from the deployment file, and deploy makes another table`,
  );
}

const extend = ({ payer }: Cluster, lookupTable: PublicKey, addresses: readonly PublicKey[]): TransactionInstruction =>
  AddressLookupTableProgram.extendLookupTable({ payer, authority: payer, lookupTable, addresses: [...addresses] });

/**
 * Creates the lookup table of `family`'s bridge with `entries`. Its address depends on a slot, so the file records it
 * before the chain has it.
 */
export function deployLookupTable(
  cluster: Cluster,
  steps: DeploymentSteps,
  family: string,
  entries: readonly PublicKey[],
): Promise<Result<void, DeployFailure>> {
  const name = lookupTableName(family);
  return steps.run({
    name: 'lookup table',
    present: async () => {
      const known = steps.deployment.contracts[name];
      if (known === undefined) return ok(false);
      const there = await readTable(cluster, new PublicKey(known));
      return there.ok ? ok(there.value !== null) : there;
    },
    act: async () => {
      const slot = await cluster.slot();
      if (!slot.ok) return slot;
      const [create, address] = AddressLookupTableProgram.createLookupTable({
        authority: cluster.payer,
        payer: cluster.payer,
        recentSlot: slot.value,
      });
      const saved = steps.save({ contracts: { ...steps.deployment.contracts, [name]: address.toBase58() } });
      if (!saved.ok) return saved;
      // The lookup table program accepts a slot only once the next slot exists.
      const passed = await cluster.untilSlot(slot.value + 1);
      if (!passed.ok) return passed;
      return cluster.send({ instructions: [create, extend(cluster, address, entries)] });
    },
    // `readTable` finds only tables of the payer.
    record: () => {
      const { contracts } = steps.deployment;
      return steps.save({ contracts: { ...contracts, [tableAuthorityName(family)]: cluster.payer.toBase58() } });
    },
  });
}
