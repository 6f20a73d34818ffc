import { fail, ok, type Result } from '@causeway/protocol';
import { AddressLookupTableAccount, AddressLookupTableProgram, type PublicKey } from '@solana/web3.js';
import { MAIN_FAMILY } from '../deploy/deployer.ts';
import type { CallFailure, ReadFailure } from '../failures.ts';
import type { SolanaRpc } from './rpc.ts';

/** Key of the lookup table of `family`'s bridge in a deployment's `contracts`. */
export const lookupTableName = (family: string): string =>
  family === MAIN_FAMILY ? 'lookupTable' : `lookupTable.${family}`;

/** Key in a deployment's `contracts` of the address that may extend or close the lookup table of `family`'s bridge. */
export const tableAuthorityName = (family: string): string =>
  family === MAIN_FAMILY ? 'lookupTableAuthority' : `lookupTableAuthority.${family}`;

/**
 * The deployment's address lookup table. Entries are only added, so entries that a quorum showed once stay valid. It is
 * read again only when a caller needs more entries.
 */
export class LookupTable {
  readonly address: PublicKey;
  readonly #rpc: SolanaRpc;
  #entries: readonly PublicKey[] = [];
  #authority: PublicKey | null = null;

  constructor(rpc: SolanaRpc, address: PublicKey) {
    this.#rpc = rpc;
    this.address = address;
  }

  /** Who may extend or close the table, as it was read last; null for nobody. */
  get authority(): PublicKey | null {
    return this.#authority;
  }

  /** All current entries. Fails with DEPLOYMENT_MISMATCH when there is no usable table. */
  async read(): Promise<Result<readonly PublicKey[], ReadFailure>> {
    const found = await this.#rpc.account(this.address);
    if (!found.ok) return found;
    const account = found.value;
    if (!account?.owner.equals(AddressLookupTableProgram.programId)) {
      return fail('DEPLOYMENT_MISMATCH', `${this.address.toBase58()} is no address lookup table`);
    }
    const table = new AddressLookupTableAccount({
      key: this.address,
      state: AddressLookupTableAccount.deserialize(account.data),
    });
    if (!table.isActive()) return fail('DEPLOYMENT_MISMATCH', 'the address lookup table is being closed');
    this.#entries = table.state.addresses;
    this.#authority = table.state.authority ?? null;
    return ok(this.#entries);
  }

  /** The table with its first `length` entries. Fails with ANCHOR_MISMATCH while it has fewer. */
  async prefix(length: number): Promise<Result<AddressLookupTableAccount, CallFailure>> {
    if (this.#entries.length < length) {
      const read = await this.read();
      if (!read.ok) return read;
    }
    if (this.#entries.length < length) {
      return fail('ANCHOR_MISMATCH', `the lookup table has ${this.#entries.length} entries, not ${length}`, true);
    }
    return ok(tableOf(this.address, this.#entries.slice(0, length)));
  }
}

/** A table of exactly these entries, for compiling messages. */
export const tableOf = (key: PublicKey, addresses: readonly PublicKey[]): AddressLookupTableAccount =>
  new AddressLookupTableAccount({
    key,
    state: {
      deactivationSlot: BigInt('0xffffffffffffffff'),
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [...addresses],
    },
  });
