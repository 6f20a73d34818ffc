import type { KeyHandle } from '@causeway/chains';
import { openRadixLedger } from '@causeway/chains/radix/deploy';
import { unwrap } from '../unwrap.ts';

/** Milliseconds between two searches for a transaction's commit. */
const POLL_MS = 50;

/** The ledger behind the Core API at `url`; `key` signs and pays. */
export const openLedger = async (url: string, key: KeyHandle) =>
  unwrap(await openRadixLedger({ rpc: [url], key, pollMs: POLL_MS }));

/**
 * Sends `manifest`, which has no fee instruction, signed and paid by `key`. Resolves with its transaction reference
 * once it is committed. Throws when it failed.
 */
export async function sendManifest(url: string, manifest: string, key: KeyHandle): Promise<string> {
  return unwrap(await (await openLedger(url, key)).send({ manifest }));
}
