import { type Hex, KIND } from '@causeway/protocol';
import { and, eq, inArray, isNull, max, ne } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { readLocked } from '../core/read-locked.ts';
import { all, first, run, send, type TxScript } from '../core/steps.ts';
import { toMessageRow, toPosition } from './chain-rows.ts';
import type { LaneKey, PaidFields, RootRow } from './chain-view.ts';
import type {
  Compared,
  ComparisonRepository,
  LaneDifference,
  UncomparedExecution,
  UncomparedRoot,
} from './comparisons.ts';
import type { BridgeContext } from './context.ts';
import { type ViewKey, viewLock } from './locks.ts';
import type { BridgeTables } from './schema.ts';

type RootColumns = BridgeTables['roots']['$inferSelect'];
type OutcomeColumns = BridgeTables['outcomes']['$inferSelect'];
type DifferenceColumns = BridgeTables['laneDifferences']['$inferSelect'];

/** ComparisonRepository over roots, outcomes, messages and lane_differences. */
export function createComparisonRepository(
  { read, write, tables, statements }: BridgeContext,
  dialect: Pick<Dialect, 'sumOfWire'>,
): ComparisonRepository {
  const { roots, messages, prunedNonces, laneDifferences } = tables;

  const ofLane = ({ family, source, destination }: LaneKey) =>
    and(
      eq(laneDifferences.family, family),
      eq(laneDifferences.source, source),
      eq(laneDifferences.destination, destination),
    );
  const counting = isNull(laneDifferences.acknowledgedAtMs);

  /** Whether `row` is the newest of its interval and no drop, and whether messages of it were pruned. */
  function* placed(row: RootColumns): TxScript<UncomparedRoot> {
    const newest = yield* first(statements.lastRoot, { ...row, nonce: row.firstNonce });
    const isNewest = newest?.blockNumber === row.blockNumber && newest.positionIndex === row.positionIndex;
    const pruned = yield* all(statements.prunedFrom, { ...row, nonce: row.firstNonce });
    const end = row.firstNonce + BigInt(row.count);
    return { ...toRootRow(row), inForce: isNewest, pruned: pruned.some((bound) => bound.first < end) };
  }

  function* record({ roots: agreed, executions, differences }: Compared): TxScript<void> {
    for (const { lane, firstNonce, at } of agreed) {
      yield* send(statements.setRootCompared, {
        ...lane,
        firstNonce,
        blockNumber: at.block.number,
        positionIndex: at.index,
      });
      yield* send(statements.endRootDifference, { ...lane, subject: String(firstNonce) });
    }
    for (const { family, domain, messageId } of executions) {
      yield* send(statements.setExecutionCompared, { family, domain, messageId });
      yield* send(statements.endExecutionDifferences, { family, destination: domain, subject: messageId });
    }
    for (const { lane, kind, subject, blockNumber, transaction, detail, sinceMs } of differences) {
      const { family, source, destination } = lane;
      const row = { family, source, destination, kind, subject, blockNumber, transaction, detail, sinceMs };
      const known = and(ofLane(lane), eq(laneDifferences.kind, kind), eq(laneDifferences.subject, subject));
      const changed = yield* run((db) =>
        db.update(laneDifferences).set({ blockNumber, transaction, detail }).where(known),
      );
      if (changed === 0) yield* run((db) => db.insert(laneDifferences).values({ ...row, acknowledgedAtMs: null }));
    }
  }

  function* acknowledge(messageIds: readonly Hex[], atMs: number): TxScript<readonly LaneDifference[]> {
    const about = and(
      eq(laneDifferences.kind, 'execution'),
      inArray(laneDifferences.subject, [...messageIds]),
      counting,
    );
    const found = () => all((db) => db.select().from(laneDifferences).where(about));
    const locked = yield* readLocked(found, (rows) =>
      rows.map(({ family, destination }) => viewLock({ family, domain: destination })),
    );
    if (locked.length === 0) return [];
    const ended = yield* all((db) =>
      db.update(laneDifferences).set({ acknowledgedAtMs: atMs }).where(about).returning(),
    );
    for (const { family, destination, subject } of ended) {
      yield* send(statements.setExecutionCompared, { family, domain: destination, messageId: subject });
    }
    return ended.map(toDifference);
  }

  return {
    uncomparedRoots: ({ family, source, destination }, from, limit) =>
      read(function* () {
        const rows = yield* all(statements.uncomparedRoots, { family, source, destination, from, limit });
        const found: UncomparedRoot[] = [];
        for (const row of rows) found.push(yield* placed(row));
        return found;
      }),

    uncomparedExecutions: (family, domain, limit) =>
      read(function* () {
        const rows = yield* all(statements.uncomparedExecutions, { family, domain, limit });
        const found: UncomparedExecution[] = [];
        for (const row of rows) {
          const message = yield* first(statements.messageById, { id: row.messageId });
          const { messageId, blockNumber, transaction } = row;
          const known = message && toMessageRow(message);
          found.push({ messageId, paid: paidIn(row), blockNumber, transaction, message: known });
        }
        return found;
      }),

    sourcesOf: (family, destination) =>
      read(function* () {
        const here = and(eq(roots.family, family), eq(roots.destination, destination));
        const rows = yield* all((db) => db.selectDistinct({ source: roots.source }).from(roots).where(here));
        return rows.map(({ source }) => source);
      }),

    prunedTo: (family, destination) =>
      read(function* () {
        const here = and(eq(prunedNonces.family, family), eq(prunedNonces.destination, destination));
        const found = yield* first((db) =>
          db
            .select({ block: max(prunedNonces.lastBlock) })
            .from(prunedNonces)
            .where(here),
        );
        return found?.block ?? undefined;
      }),

    record: (compared, fenced) =>
      write('normal', () => record(compared), { ...fenced, locks: viewsOf(compared).map(viewLock) }),

    differences: (family, destination) =>
      read(function* () {
        const rows =
          family === undefined || destination === undefined
            ? yield* all(statements.differences)
            : yield* all(statements.differencesOf, { family, destination });
        return rows.map(toDifference);
      }),

    differs: ({ family, source, destination }) =>
      read(function* () {
        return (yield* first(statements.differenceBetween, { family, source, destination })) !== undefined;
      }),

    acknowledge: (messageIds, atMs) => write('full', () => acknowledge(messageIds, atMs), { locks: [] }),

    waitingAmount: ({ family, source, destination }, assetHome) =>
      read(function* () {
        const waiting = and(
          eq(messages.family, family),
          eq(messages.destination, destination),
          eq(messages.final, true),
          eq(messages.delivered, false),
          eq(messages.source, source),
          eq(messages.assetHome, assetHome),
          ne(messages.kind, KIND.cancel),
        );
        const found = yield* first((db) =>
          db
            .select({ amount: dialect.sumOfWire(messages.wireAmount) })
            .from(messages)
            .where(waiting),
        );
        return found?.amount ?? 0n;
      }),

    inFlight: (family, destination) => read(() => all(statements.inFlight, { family, destination })),
  };
}

/** The views whose roots and outcomes a comparison marks. */
const viewsOf = ({ roots, executions, differences }: Compared): readonly ViewKey[] => [
  ...[...roots, ...differences].map(({ lane }) => ({ family: lane.family, domain: lane.destination })),
  ...executions,
];

function paidIn({ operation, recipient, wireAmount, reference }: OutcomeColumns): PaidFields | undefined {
  if (operation === null || recipient === null || wireAmount === null || reference === null) return undefined;
  return { operation, recipient, wireAmount, reference };
}

function toRootRow(row: RootColumns): RootRow {
  const { family, source, destination, firstNonce, count, root } = row;
  return { lane: { family, source, destination }, firstNonce, count, root, at: toPosition(row) };
}

function toDifference(row: DifferenceColumns): LaneDifference {
  const { family, source, destination, kind, subject, blockNumber, transaction, detail, sinceMs } = row;
  return { lane: { family, source, destination }, kind, subject, blockNumber, transaction, detail, sinceMs };
}
