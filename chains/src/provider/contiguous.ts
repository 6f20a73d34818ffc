import { type BridgeEvent, type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { ScanFailure } from '../failures.ts';

/**
 * Fails with EVENTS_MISSING unless the messages of each lane follow each other without a gap. An endpoint that has
 * pruned old history returns an empty list instead of an error; this check notices it.
 */
export function requireContiguous(events: readonly BridgeEvent[]): Result<void, ScanFailure> {
  const next = new Map<Domain, bigint>();
  for (const event of events) {
    if (event.type !== 'message') continue;
    const { destination, nonce } = event.message;
    const expected = next.get(destination) ?? nonce;
    if (nonce !== expected) {
      return fail('EVENTS_MISSING', `message ${expected} to ${destination} is not in the endpoints' history`, true);
    }
    next.set(destination, nonce + 1n);
  }
  return ok(undefined);
}
