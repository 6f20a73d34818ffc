// cu-snapshot.json. CAUSEWAY_UPDATE_CU=1 rewrites the parts that a test measures.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Address, Instruction } from '@solana/kit';
import { createAssociatedTokenAccountIdempotentInstruction } from '@solana/spl-token';
import { ComputeBudgetProgram, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { tokenAccountOf } from './addresses.ts';
import { fromWeb3 } from './web3.ts';

const url = new URL('../../cu-snapshot.json', import.meta.url);
const update = process.env.CAUSEWAY_UPDATE_CU === '1';

/** Largest transaction on the wire, bytes. */
export const PACKET_BYTES = 1_232;

/** Asserts that these parts of the snapshot are what was measured. */
export function assertSnapshot(measured: Readonly<Record<string, unknown>>): void {
  const snapshot = JSON.parse(readFileSync(url, 'utf8'));
  const current = update ? { ...snapshot, ...measured } : snapshot;
  if (update) writeFileSync(url, `${JSON.stringify(current, null, 2)}\n`);
  for (const [part, figures] of Object.entries(measured)) assert.deepEqual(figures, current[part], part);
}

/** What every transaction has before its call: the compute budget, and the creation of `owner`'s account of `mint`. */
export function preamble(payer: Address, owner: Address, mint?: Address): readonly Instruction[] {
  const { programId } = ComputeBudgetProgram;
  const budget = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
    // SetLoadedAccountsDataSizeLimit, for which web3.js has no function.
    new TransactionInstruction({ programId, keys: [], data: Buffer.from([4, 0, 0, 16, 0]) }),
  ];
  if (mint !== undefined) {
    const [from, account, of, token] = [payer, tokenAccountOf(mint, owner), owner, mint].map(
      (key) => new PublicKey(key),
    );
    assert(from !== undefined && account !== undefined && of !== undefined && token !== undefined);
    budget.push(createAssociatedTokenAccountIdempotentInstruction(from, account, of, token));
  }
  return budget.map(fromWeb3);
}
