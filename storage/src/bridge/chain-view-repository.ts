import {
  cancelOf,
  type Domain,
  fail,
  type Hex,
  KIND,
  MAX_U64,
  type Message,
  messageIn,
  ok,
  ZERO_32,
} from '@causeway/protocol';
import type { Fenced } from '../core/leases.ts';
import { all, allOfEach, first, send, type TxScript } from '../core/steps.ts';
import { markBroken, mend } from './broken-views.ts';
import { newestEvent, rowsAbove } from './chain-above.ts';
import { countUnknownOutcomes, eventsAfter, rootsInForce } from './chain-events.ts';
import { MAX_INTERVAL, readAgain, recordedMessages, recordedRoots } from './chain-record.ts';
import { rollback } from './chain-rollback.ts';
import { toMessageRow, toPosition, toRootRow } from './chain-rows.ts';
import { ScanContradiction, scanLocks, writeScan } from './chain-scan.ts';
import type { ChainViewRepository, LaneKey, MessageRow, OutcomeRow, RootRow } from './chain-view.ts';
import type { BridgeContext } from './context.ts';
import { type ViewKey, viewLock } from './locks.ts';
import { forgetOwnScans, noteScansFrom, ownScansOf } from './own-scans.ts';

/** ChainViewRepository over blocks, messages, outcomes and roots. */
export function createChainViewRepository(context: BridgeContext): ChainViewRepository {
  const { read, write, statements, tables } = context;
  /** The whole view of one chain, by whoever may change it. */
  const alone = (view: ViewKey, fenced: Fenced | undefined) => ({ fence: fenced?.fence, locks: [viewLock(view)] });

  return {
    cursor: (family, domain) =>
      read(function* () {
        return yield* first(statements.recentBlocks, { family, domain, limit: 1 });
      }),

    recentBlocks: (family, domain, limit) => read(() => all(statements.recentBlocks, { family, domain, limit })),

    async recordScan(scan, fenced) {
      try {
        await write('normal', () => writeScan(context, scan), { ...fenced, locks: scanLocks(scan) });
        return ok(undefined);
      } catch (error) {
        if (error instanceof ScanContradiction) return fail('SCAN_CONTRADICTS', error.message, true);
        throw error;
      }
    },

    rollback: (family, domain, block, { evenFinal, fence } = {}) =>
      // A deep reorganisation takes back very much, and half of it is worse than late.
      write('full', () => rollback(context, family, domain, block, evenFinal), {
        ...alone({ family, domain }, { fence }),
        unbounded: true,
      }),

    above: (family, domain, block) => read(() => rowsAbove(tables, family, domain, block)),

    newestEvent: (family, domain, upTo) => read(() => newestEvent(tables, family, domain, upTo)),

    events: (family, domain, after, upTo, most) => read(() => eventsAfter(tables, family, domain, after, upTo, most)),

    rootsInForce: (family, destination) => read(() => rootsInForce(tables, family, destination)),

    countUnknownOutcomes: (family, domain) => read(() => countUnknownOutcomes(tables, family, domain)),

    async outcomesOf(lane, firstNonce, count) {
      const nonces = noncesIn(firstNonce, count);
      if (nonces === undefined) return new Map();
      const rows = await read(() => all(statements.messagesBetween, { ...lane, ...nonces }));
      return new Map(rows.map(({ nonce, delivered }) => [nonce, delivered]));
    },

    firstRootOf: (lane, nonce) => read(() => firstRootOf(context, lane, nonce)),

    ownScans: (family, domain) => read(() => ownScansOf(tables, family, domain)),

    scansFrom: (family, domain, from, fenced) =>
      write('normal', () => noteScansFrom(tables, family, domain, from), alone({ family, domain }, fenced)),

    forgetOwnScans: (family, domain, fenced) =>
      write('full', () => forgetOwnScans(tables, family, domain), alone({ family, domain }, fenced)),

    finalize: (family, domain, block, { mends = false, fence } = {}) =>
      write('normal', () => finalize(context, family, domain, block, mends), alone({ family, domain }, { fence })),

    readAgain: (family, domain, block, fenced) =>
      write('normal', () => readAgain(context, family, domain, block), alone({ family, domain }, fenced)),

    recordedMessages: (lane, from = 0n) => read(() => recordedMessages(context, lane, from)),

    recordedRoots: (lane, from = 0n) => read(() => recordedRoots(context, lane, from)),

    markBroken: (view, fenced) => write('full', () => markBroken(context, view), alone(view, fenced)),

    broken: () => read(() => all(statements.brokenViews, {})),

    message: (messageId) =>
      read(function* () {
        const row = yield* first(context.statements.messageById, { id: messageId });
        return row && toMessageRow(row);
      }),

    async messages(lane, firstNonce, count, onlyFinal) {
      const nonces = noncesIn(firstNonce, count);
      if (nonces === undefined) return [];
      return read(function* () {
        const rows = yield* all(statements.messagesBetween, { ...lane, ...nonces });
        return rows.filter(({ final }) => final || !onlyFinal).map(toMessageRow);
      });
    },

    cancelOf: (messageId) => read(() => cancelFor(context, messageId)),

    outcome: (messageId) => read(() => outcomeOf(context, messageId)),

    rootOf: (lane, nonce) => read(() => rootOf(context, lane, nonce)),

    undelivered: (family, destination, limit, except = []) =>
      read(function* () {
        const among = { family, destination, limit, except: JSON.stringify(except) };
        const rows = yield* all(statements.undelivered, among);
        return rows.map(toMessageRow);
      }),

    sentWithin: (lane, sender, assetHome, fromMs, toMs, limit) =>
      read(() => all(statements.sentWithin, { ...lane, sender, assetHome, fromMs, toMs, limit })),

    waiting: (family, destination, limit) =>
      read(function* () {
        const rows = yield* all(statements.waiting, { family, destination, limit });
        return rows.map(toMessageRow).sort((a, b) => inLanes(a.message, b.message));
      }),
  };
}

/** The first and the last of `count` nonces; undefined when there is none. */
function noncesIn(first: bigint, count: number): { readonly first: bigint; readonly last: bigint } | undefined {
  if (count < 1) return undefined;
  const end = first + BigInt(count) - 1n;
  return { first, last: end < MAX_U64 ? end : MAX_U64 };
}

/** By source, and then by nonce. */
const inLanes = (a: Message, b: Message): number => a.source - b.source || (a.nonce < b.nonce ? -1 : 1);

/**
 * The first message that equals, field by field, the Cancel that the destination of `messageId` emits for it. Any other
 * message that refers to it is ignored.
 */
function* cancelFor(context: BridgeContext, messageId: Hex): TxScript<MessageRow | undefined> {
  const { statements } = context;
  const original = yield* first(statements.messageById, { id: messageId });
  if (original === undefined || original.kind === KIND.cancel) return undefined;
  if ((yield* outcomeOf(context, messageId))?.status === 'executed') return undefined;
  const { family } = original;
  const row = yield* first(statements.firstLike, { ...cancelOf(messageIn(original), 0n), family });
  return row && toMessageRow(row);
}

function* outcomeOf({ statements }: BridgeContext, id: string): TxScript<OutcomeRow | undefined> {
  const row = (yield* first(statements.outcomeOf, { id }))?.outcome;
  if (row === undefined) return undefined;
  const { messageId, status, domain, credited, final } = row;
  return { messageId, status, domain, credited, at: toPosition(row), final };
}

/**
 * The interval in force that contains `nonce`, with its newest root if the root was replaced. Of dropped intervals,
 * lower ones may have taken the nonces since.
 */
function* rootOf({ statements }: BridgeContext, lane: LaneKey, nonce: bigint): TxScript<RootRow | undefined> {
  let row = yield* first(statements.lastRoot, { ...lane, nonce });
  while (row?.root === ZERO_32) {
    if (row.firstNonce === 0n) return undefined;
    row = yield* first(statements.lastRoot, { ...lane, nonce: row.firstNonce - 1n });
  }
  if (row === undefined || nonce >= row.firstNonce + BigInt(row.count)) return undefined;
  return toRootRow(row);
}

/** The oldest row of an interval that contains `nonce`. */
function* firstRootOf({ statements }: BridgeContext, lane: LaneKey, nonce: bigint): TxScript<RootRow | undefined> {
  const lowest = nonce > MAX_INTERVAL ? nonce - MAX_INTERVAL : 0n;
  const rows = yield* all(statements.rootsBetween, { ...lane, first: lowest, last: nonce });
  const row = rows.find(({ firstNonce, count }) => nonce < firstNonce + BigInt(count));
  return row && toRootRow(row);
}

/** ChainViewRepository.finalize, within the caller's job. */
function* finalize(context: BridgeContext, family: string, domain: Domain, number: number, mends: boolean) {
  const { statements } = context;
  const upTo = { family, domain, number };
  if (mends) yield* mend(context, family, domain);
  const [[messages = []], [outcomes = []], [newest]] = yield* allOfEach(
    [statements.finalizeMessages, [upTo]],
    [statements.finalizeOutcomes, [upTo]],
    [statements.newestUpTo, [upTo]],
  );
  // The newest block at or below stays, so that a deep reorganisation is noticed.
  const kept = newest?.[0]?.number;
  if (typeof kept === 'number') yield* send(statements.deleteBlocksBelow, { family, domain, number: kept });
  return {
    messages: messages.map(({ messageId }) => messageId),
    outcomes: outcomes.map(({ messageId }) => messageId),
  };
}
