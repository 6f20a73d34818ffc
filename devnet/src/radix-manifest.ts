import { type KeyHandle, openRadixLedger } from '@causeway/chains';
import { unwrap } from './unwrap.ts';

/** How often is looked whether a transaction is committed, milliseconds. */
const POLL_MS = 50;

/** The ledger behind the Core API at `url`, with `key` to sign and pay. */
export const openLedger = async (url: string, key: KeyHandle) =>
  unwrap(await openRadixLedger({ rpc: [url], key, pollMs: POLL_MS }));

/**
 * Sends `manifest`, which says nothing of fees, signed and paid by `key`; what it is known by, once it is committed.
 * Throws when it failed.
 */
export async function sendManifest(url: string, manifest: string, key: KeyHandle): Promise<string> {
  return unwrap(await (await openLedger(url, key)).send({ manifest }));
}
