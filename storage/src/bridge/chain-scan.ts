import type { BlockRef, EventPosition, Hex } from '@causeway/protocol';
import { partsOf } from '../core/parts.ts';
import { readLocked } from '../core/read-locked.ts';
import { allOfEach, send, type TxScript } from '../core/steps.ts';
import { fromPosition, type PositionColumns } from './chain-rows.ts';
import type { PaidFields, RootRow, ScannedOutcome, ScanRow } from './chain-view.ts';
import type { BridgeContext } from './context.ts';
import { keptOutcomesLock, sharedKeptOutcomesLock, sharedViewLock, viewLock } from './locks.ts';
import type { BridgeTables } from './schema.ts';

/** A scan contradicts the record; `message` names the first contradiction. */
export class ScanContradiction extends Error {
  override readonly name = 'ScanContradiction';
}

/** Rows of a scan that are looked up together, in one round trip. */
const TOGETHER = 256;

/** What the job of `writeScan` locks from its start. */
export const scanLocks = (scan: ScanRow) =>
  scan.messages.length === 0 ? [viewLock(scan)] : [viewLock(scan), sharedKeptOutcomesLock];

/** Writes a scan within the caller's job. Throws ScanContradiction, which undoes the job. */
export function* writeScan(context: BridgeContext, scan: ScanRow): TxScript<void> {
  yield* writeBlocks(context, scan);
  for (const messages of partsOf(scan.messages, TOGETHER)) yield* writeMessages(context, { ...scan, messages });
  for (const outcomes of partsOf(scan.outcomes, TOGETHER)) yield* writeOutcomes(context, { ...scan, outcomes });
  for (const roots of partsOf(scan.roots, TOGETHER)) yield* writeRoots(context, roots);
}

function* writeBlocks({ statements }: BridgeContext, { family, domain, to, ...found }: ScanRow): TxScript<void> {
  const seen = [...found.messages, ...found.outcomes, ...found.roots].map(({ at }) => at.block);
  const byNumber = new Map<number, BlockRef>([[to.number, to]]);
  for (const block of seen) {
    const known = byNumber.get(block.number) ?? block;
    if (known.hash !== block.hash) throw new ScanContradiction(`two blocks ${block.number} in one scan`);
    byNumber.set(block.number, block);
  }
  for (const blocks of partsOf([...byNumber.values()], TOGETHER)) {
    const places = blocks.map(({ number }) => ({ family, domain, number }));
    const [known] = yield* allOfEach([statements.blockAt, places]);
    for (const [index, { number, hash, timeMs }] of blocks.entries()) {
      const recorded = known[index]?.[0];
      if (recorded === undefined) yield* send(statements.insertBlock, { family, domain, number, hash, timeMs });
      else if (recorded.hash !== hash) throw new ScanContradiction(`block ${number} was recorded with another hash`);
    }
  }
}

/** Writes messages; each that was unknown until now decides which of its kept outcomes counts. */
function* writeMessages({ statements }: BridgeContext, { family, messages: found }: ScanRow): TxScript<void> {
  const ids = found.map(({ messageId: id }) => ({ id }));
  const [known, others, kept, bound] = yield* allOfEach(
    [statements.messageById, ids],
    [statements.messageAt, found.map(({ message }) => ({ ...message, family }))],
    [statements.outcomeAt, found.map(({ messageId: id, message }) => ({ id, family, domain: message.destination }))],
    [statements.orderByMessage, ids],
  );
  /** Messages of this scan, and the nonces that they take. */
  const added = new Map<Hex, PositionColumns>();
  const taken = new Set<string>();
  for (const [index, { messageId, message, at }] of found.entries()) {
    const recorded = known[index]?.[0] ?? added.get(messageId);
    if (recorded !== undefined) {
      requireSamePosition(recorded, at, `message ${messageId}`);
      continue;
    }
    const nonce = `${message.source} ${message.destination} ${message.nonce}`;
    if (others[index]?.[0] !== undefined || taken.has(nonce)) {
      throw new ScanContradiction(`nonce ${message.nonce} of the lane was recorded with another message`);
    }
    const position = fromPosition(at);
    added.set(messageId, position);
    taken.add(nonce);
    // The outcome of the destination counts; other bridges cannot decide.
    yield* send(statements.deleteForeignOutcomes, { id: messageId, family, domain: message.destination });
    yield* send(statements.insertMessage, {
      ...message,
      messageId,
      family,
      ...position,
      final: false,
      delivered: kept[index]?.[0] !== undefined,
      matched: bound[index]?.[0] !== undefined,
    });
  }
}

type StoredMessage = BridgeTables['messages']['$inferSelect'];
type StoredOutcome = BridgeTables['outcomes']['$inferSelect'];

/**
 * The messages of outcomes, and what is recorded of these outcomes. The views of known messages stay as they are, and
 * nobody records an unknown one, so that the message and its outcome do not miss each other.
 */
const readOutcomes = (
  { statements }: BridgeContext,
  { family, domain, outcomes: found }: Pick<ScanRow, 'family' | 'domain' | 'outcomes'>,
): TxScript<{ readonly messages: StoredMessage[][]; readonly recorded: StoredOutcome[][] }> =>
  readLocked(
    function* () {
      const [messages, recorded] = yield* allOfEach(
        [statements.messageById, found.map(({ messageId: id }) => ({ id }))],
        [statements.outcomeAt, found.map(({ messageId: id }) => ({ id, family, domain }))],
      );
      return { messages, recorded };
    },
    ({ messages }) =>
      messages.map(([message]) =>
        message === undefined ? keptOutcomesLock : sharedViewLock({ family: message.family, domain: message.source }),
      ),
  );

function* writeOutcomes(context: BridgeContext, scan: ScanRow): TxScript<void> {
  const { statements } = context;
  const { family, domain, outcomes: found } = scan;
  const { messages, recorded: known } = yield* readOutcomes(context, scan);
  const added = new Map<Hex, PositionColumns>();
  for (const [index, { messageId, status, credited, at, paid }] of found.entries()) {
    const message = messages[index]?.[0];
    // A bridge cannot decide on messages to other bridges.
    if (message !== undefined && (message.family !== family || message.destination !== domain)) continue;
    const recorded = known[index]?.[0] ?? added.get(messageId);
    if (recorded !== undefined) {
      requireSameOutcome(recorded, { messageId, status, at });
      continue;
    }
    const position = fromPosition(at);
    added.set(messageId, position);
    yield* send(statements.insertOutcome, {
      ...{ messageId, family, domain, status, credited, ...position, final: false },
      ...paidColumns(paid),
      compared: status === 'cancelled',
    });
    if (message !== undefined) yield* send(statements.setDelivered, { id: messageId, delivered: true });
  }
}

function requireSameOutcome(
  recorded: PositionColumns,
  { messageId, status, at }: Pick<ScannedOutcome, 'messageId' | 'status' | 'at'>,
): void {
  // After a wrong replacement of a root a bridge can cancel a message that it cancelled or executed: the first stands.
  const isPutAside = status === 'cancelled' && isBefore(recorded, at);
  if (!isPutAside) requireSamePosition(recorded, at, `the outcome of ${messageId}`);
}

const paidColumns = (paid: PaidFields | undefined) => ({
  operation: paid?.operation ?? null,
  recipient: paid?.recipient ?? null,
  wireAmount: paid?.wireAmount ?? null,
  reference: paid?.reference ?? null,
});

function* writeRoots({ statements }: BridgeContext, found: readonly RootRow[]): TxScript<void> {
  const rows = found.map(({ lane, firstNonce, count, root, at }) => ({
    ...{ family: lane.family, source: lane.source, destination: lane.destination, firstNonce, count, root },
    ...fromPosition(at),
    compared: false,
  }));
  const [known] = yield* allOfEach([statements.rootAt, rows]);
  const added = new Map<string, PositionColumns>();
  for (const [index, row] of rows.entries()) {
    const { source, destination, firstNonce, blockNumber, positionIndex } = row;
    const place = [source, destination, firstNonce, blockNumber, positionIndex].join();
    const recorded = known[index]?.[0] ?? added.get(place);
    if (recorded !== undefined) {
      requireSamePosition(recorded, (found[index] as RootRow).at, `the root from nonce ${firstNonce}`);
      continue;
    }
    added.set(place, row);
    yield* send(statements.insertRoot, row);
  }
}

const isBefore = ({ blockNumber, positionIndex }: PositionColumns, { block, index }: EventPosition): boolean =>
  blockNumber < block.number || (blockNumber === block.number && positionIndex < index);

function requireSamePosition(recorded: PositionColumns, at: EventPosition, what: string): void {
  const same =
    recorded.blockHash === at.block.hash &&
    recorded.transaction === at.transaction &&
    recorded.positionIndex === at.index;
  if (!same) throw new ScanContradiction(`${what} was recorded at another position`);
}
