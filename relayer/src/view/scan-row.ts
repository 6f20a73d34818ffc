import type { ChainIdentity } from '@causeway/chains';
import {
  type BlockRef,
  type BridgeEvent,
  type EventPosition,
  fail,
  type Hex,
  KIND,
  messageIdOf,
  ok,
  type Result,
} from '@causeway/protocol';
import type { ChainViewRepository, MessageRow, RootRow, ScannedOutcome, ScanRow } from '@causeway/storage';
import type { ViewFailure } from '../failures.ts';

/** The rows for `events` of one bridge. Fails when an event contradicts the bridge that emitted it. */
export function sortEvents(
  provider: ChainIdentity,
  events: readonly BridgeEvent[],
  to: BlockRef,
): Result<ScanRow, ViewFailure> {
  const { family, domain, bridge } = provider;
  const messages: Omit<MessageRow, 'final' | 'family'>[] = [];
  const outcomes: ScannedOutcome[] = [];
  const roots: RootRow[] = [];
  for (const event of events) {
    if (event.type === 'message') {
      const { message, messageId, at } = event;
      if (message.source !== domain || message.sourceBridge !== bridge || messageIdOf(message) !== messageId) {
        return fail('INCONSISTENT_EVENT', `${provider.name}: transaction ${at.transaction} emits a foreign message`);
      }
      messages.push({ messageId, message, at });
      if (message.kind === KIND.cancel) {
        outcomes.push({ messageId: message.reference, status: 'cancelled', credited: false, at });
      }
    } else if (event.type === 'executed') {
      const { messageId, credited, at, operation, recipient, wireAmount, reference } = event;
      const paid = { operation, recipient, wireAmount, reference };
      outcomes.push({ messageId, status: 'executed', credited, at, paid });
    } else {
      const { source, firstNonce, count, root, at } = event;
      roots.push({ lane: { family, source, destination: domain }, firstNonce, count, root, at });
    }
  }
  return ok({ family, domain, to, messages, outcomes, roots });
}

/** Every event of `scan`, from the oldest block to the newest. */
export const eventsIn = ({ messages, outcomes, roots }: ScanRow): readonly { readonly at: EventPosition }[] =>
  [...messages, ...outcomes, ...roots].sort((a, b) => a.at.block.number - b.at.block.number);

/** The events of `scan` up to block `to`. */
export function upTo(scan: ScanRow, to: BlockRef): ScanRow {
  const below = <Row extends { readonly at: EventPosition }>(rows: readonly Row[]) =>
    rows.filter(({ at }) => at.block.number <= to.number);
  return { ...scan, to, messages: below(scan.messages), outcomes: below(scan.outcomes), roots: below(scan.roots) };
}

/** `scan` in parts of whole blocks, which have together all its events; each part but one has about `size` at most. */
export function partsOf(scan: ScanRow, size: number): readonly ScanRow[] {
  const blocks = eventsIn(scan).map(({ at }) => at.block);
  const parts: ScanRow[] = [];
  let rest = scan;
  for (let end = size; end < blocks.length; end += size) {
    const to = blocks[end - 1] as BlockRef;
    if (to.number >= (blocks.at(-1) as BlockRef).number || to.number <= (parts.at(-1)?.to.number ?? -1)) continue;
    parts.push(upTo(rest, to));
    rest = after(rest, to);
  }
  return [...parts, rest];
}

/** The events of `scan` above block `from`. */
function after(scan: ScanRow, from: BlockRef): ScanRow {
  const above = <Row extends { readonly at: EventPosition }>(rows: readonly Row[]) =>
    rows.filter(({ at }) => at.block.number > from.number);
  return { ...scan, messages: above(scan.messages), outcomes: above(scan.outcomes), roots: above(scan.roots) };
}

/** The messages that `scan` shows, or whose outcome it shows, in blocks up to `scannedTo` that were scanned without. */
export async function lateIn(
  { messages, outcomes }: ScanRow,
  scannedTo: number | undefined,
  view: ChainViewRepository,
): Promise<readonly Hex[]> {
  const wasScanned = ({ at }: { readonly at: EventPosition }) => at.block.number <= (scannedTo ?? -1);
  const late: Hex[] = [];
  for (const { messageId } of messages.filter(wasScanned)) if (!(await view.message(messageId))) late.push(messageId);
  for (const { messageId } of outcomes.filter(wasScanned)) {
    if ((await view.message(messageId)) && !(await view.outcome(messageId))) late.push(messageId);
  }
  return late;
}
