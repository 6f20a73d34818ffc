import { buildBatch, fail, type Hex, type Message, messageIdOf, ok, type Result } from '@causeway/protocol';
import type { ScanFailure } from '../failures.ts';
import type { ChainProvider } from './provider.ts';
import type { ProvenDelivery } from './settling.ts';

/** A bridge, and the block from which on it has events. */
export interface ScannedBridge {
  readonly provider: ChainProvider;
  readonly since: number;
}

/**
 * The executed messages for the swap `id` at the settler of `here` that were not moved to its store yet, with their
 * proofs, from the bridges' own events. Reads the whole history of `here` and of each of `sources`.
 */
export async function provenDeliveries(
  here: ScannedBridge,
  sources: readonly ScannedBridge[],
  id: Hex,
): Promise<Result<readonly ProvenDelivery[], ScanFailure>> {
  const { settler, domain } = here.provider;
  if (!settler) return ok([]);
  const head = await here.provider.head();
  if (!head.ok) return head;
  const [events, swaps] = [
    await here.provider.scan(here.since, head.value),
    await settler.scan(here.since, head.value),
  ];
  if (!events.ok) return events;
  if (!swaps.ok) return swaps;
  const moved = new Set(swaps.value.events.flatMap((event) => (event.type === 'delivered' ? [event.messageId] : [])));
  const executed = new Set(
    events.value.events.flatMap((event) => (event.type === 'executed' ? [event.messageId] : [])),
  );
  const roots = events.value.events.flatMap((event) => (event.type === 'rootCommitted' ? [event] : []));
  const deliveries: ProvenDelivery[] = [];
  for (const source of sources) {
    const sent = await messagesTo(source, domain);
    if (!sent.ok) return sent;
    for (const message of sent.value) {
      const messageId = messageIdOf(message);
      const isWaiting = executed.has(messageId) && !moved.has(messageId);
      if (message.reference !== id || message.recipient !== settler.vaultOf(id) || !isWaiting) continue;
      // The newest root of an interval counts: an earlier one may have been replaced.
      const root = roots.findLast(
        ({ source: from, firstNonce, count }) =>
          from === message.source && message.nonce >= firstNonce && message.nonce < firstNonce + BigInt(count),
      );
      if (root === undefined)
        return fail('EVENTS_MISSING', `no root on ${here.provider.name} has message ${messageId}`, true);
      const { firstNonce, count } = root;
      const inside = sent.value.filter(({ nonce }) => nonce >= firstNonce && nonce < firstNonce + BigInt(count));
      const batch = buildBatch(firstNonce, inside.map(messageIdOf));
      deliveries.push({ message, firstNonce, count, siblings: batch.proofOf(message.nonce) });
    }
  }
  return ok(deliveries);
}

/** Every message of a bridge towards `destination`, in the order of the nonces. */
async function messagesTo(
  { provider, since }: ScannedBridge,
  destination: number,
): Promise<Result<readonly Message[], ScanFailure>> {
  const head = await provider.head();
  if (!head.ok) return head;
  const scan = await provider.scan(since, head.value);
  if (!scan.ok) return scan;
  const messages = scan.value.events.flatMap((event) => (event.type === 'message' ? [event.message] : []));
  return ok(messages.filter((message) => message.destination === destination));
}
