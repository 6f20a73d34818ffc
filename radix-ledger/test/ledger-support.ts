import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash, PrivateKey } from '@radixdlt/radix-engine-toolkit';
import { Ledger, type LedgerOptions, type UserTransaction } from '../src/index.ts';
import {
  accountOf,
  commit as commitRaw,
  FAUCET,
  manifests,
  notarize,
  type TransactionOptions,
  XRD,
} from '../src/testing/index.ts';

export { FAUCET, XRD };

export const KEY = new PrivateKey.Ed25519(new Uint8Array(32).fill(7));
export const ACCOUNT = await accountOf(KEY);

/** The badge of the key's signature: the non-fungible whose id is the last 29 bytes of the key's hash. */
export const BADGE = `resource_sim1nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx8x44q5:[${Buffer.from(
  hash(KEY.publicKeyBytes()).slice(-29),
).toString('hex')}]`;

export const LOCK_FEE = manifests.lockFee('100');

/** Moves the faucet's gift to the account. */
export const FREE = `${LOCK_FEE} ${manifests.free()} ${manifests.deposit(ACCOUNT)}`;

/** A manifest that runs and fails after it has locked its fee. */
export const FAILING = `${LOCK_FEE} ${manifests.callMethod(FAUCET, 'no_such_method')}`;

/** The bytes of a transaction signed by the key. The same options make the same bytes. */
export async function signed(manifest: string, options: TransactionOptions = {}): Promise<Buffer> {
  const { hex } = await notarize(KEY, manifest, options);
  return Buffer.from(hex, 'hex');
}

/** A ledger whose rounds end only on request. */
export const openLedger = (options: Partial<LedgerOptions> = {}): Ledger => Ledger.open({ pace: 'manual', ...options });

/** Submits a transaction and closes the round that commits it. Throws when it is refused or not committed. */
export const commit = async (ledger: Ledger, manifest: string): Promise<UserTransaction> =>
  commitRaw(ledger, await signed(manifest));

/** A folder for one test; `after` removes it. */
export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'radix-ledger-'));

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
