import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blake2b } from '@noble/hashes/blake2.js';
import { PrivateKey } from '@radixdlt/radix-engine-toolkit';
import { type CommittedTransaction, Ledger, type LedgerOptions } from '../src/index.ts';
import { accountOf, deposit, FAUCET, notarize, type TransactionOptions, XRD } from './core-api/support.ts';

export { FAUCET, XRD };

export const KEY = new PrivateKey.Ed25519(new Uint8Array(32).fill(7));
export const ACCOUNT = await accountOf(KEY);

/** The badge of the key's signature: the non-fungible whose id is the last 29 bytes of the key's hash. */
export const BADGE = `resource_sim1nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx8x44q5:[${Buffer.from(
  blake2b(KEY.publicKeyBytes(), { dkLen: 32 }).slice(-29),
).toString('hex')}]`;

export const LOCK_FEE = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("100");`;

/** Moves the faucet's gift to the account. */
export const FREE = `${LOCK_FEE} CALL_METHOD Address("${FAUCET}") "free"; ${deposit(ACCOUNT)}`;

/** A manifest that runs and fails after it has locked its fee. */
export const FAILING = `${LOCK_FEE} CALL_METHOD Address("${FAUCET}") "no_such_method";`;

/** The bytes of a transaction signed by the key. The same options make the same bytes. */
export async function signed(manifest: string, options: TransactionOptions = {}): Promise<Buffer> {
  const { hex } = await notarize(KEY, manifest, options);
  return Buffer.from(hex, 'hex');
}

/** A ledger whose rounds end only on request. */
export const openLedger = (options: Partial<LedgerOptions> = {}): Ledger => Ledger.open({ pace: 'manual', ...options });

/** Submits a transaction and closes the round that commits it. Throws when it is refused or not committed. */
export async function commit(ledger: Ledger, manifest: string): Promise<CommittedTransaction & { kind: 'user' }> {
  const submitted = ledger.submit(await signed(manifest));
  if (!submitted.ok) throw new Error(JSON.stringify(submitted.error));
  const committed = ledger.advance().find(({ kind }) => kind === 'user');
  if (committed?.kind !== 'user') throw new Error('the round committed no transaction');
  return committed;
}

/** A folder for one test; `after` removes it. */
export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'radix-ledger-'));

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
