import { KIND } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import Database from 'better-sqlite3';
import { viewLock } from '../bridge/index.ts';
import { clockOf, type Engine } from '../core/engine.ts';
import { type Lock, lockOf } from '../core/locks.ts';
import { migrate } from '../core/migrate.ts';
import { runText, type TxScript } from '../core/steps.ts';
import { isPostgresUrl } from '../location.ts';
import { BRIDGE_SCHEMA, openEngine } from '../open.ts';

/** What was deleted, or in a dry run would be. */
export interface Pruned {
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export interface PruneOptions {
  /** What ended at least this long ago goes, milliseconds. */
  readonly olderThanMs: number;
  /** Only counts. */
  readonly dryRun?: boolean;
  /** Unix milliseconds; the database's time when absent. */
  readonly clock?: Clock;
}

/** Most rows of one transaction: others write between two. */
const BATCH = 500;

/**
 * What prune's transactions lock beside the views of a lane: nothing that an order waits for. Only one process deletes,
 * and each row is looked at again by the statement that deletes it.
 */
const SWEEP = {
  events: lockOf('area', 'prune'),
  signatures: lockOf('area', 'prune'),
  swap_events: lockOf('view', 'prune'),
  idempotency_keys: lockOf('idempotency', 'sweep'),
  submissions: lockOf('submissions', 'prune'),
} as const;

/** Decimal digits of a nonce, see U64. */
const NONCE_DIGITS = 20;

/** An order that has ended for good, before `cutoff`, and the swap of which is not followed any more. */
const ended = (order: string, cutoff: number) =>
  `(${order}.state in ('completed', 'refunded') and ${order}.final and ${order}.completed_at_ms < ${cutoff}
    and (${order}.swap_state is null or exists (select 1 from swaps w where w.order_id = ${order}.id
      and not w.outcome_due and (w.watched_until_ms is null or w.watched_until_ms < ${cutoff}))))`;

/** The ids of the swaps of ended orders. */
const endedSwaps = (cutoff: number) => `select swap_id from swaps join orders on orders.id = swaps.order_id
  where ${ended('orders', cutoff)}`;

/** The same of one swap, for a few rows, each of which it finds by its key. */
const isEndedSwap = (swapId: string, cutoff: number) => `exists (select 1 from swaps join orders
  on orders.id = swaps.order_id where swaps.swap_id = ${swapId} and ${ended('orders', cutoff)})`;

/** An outcome that counts and has long been final. */
const settled = (outcome: string, message: string, cutoff: number) =>
  `${outcome}.message_id = ${message}.message_id and ${outcome}.family = ${message}.family
    and ${outcome}.domain = ${message}.destination and ${outcome}.final and ${outcome}.block_time_ms < ${cutoff}`;

/** A message that nothing follows any more: delivered or cancelled and refunded, finally, and its order has ended. */
const isDone = (cutoff: number) => `m.final and m.delivered and m.block_time_ms < ${cutoff}
  and exists (select 1 from outcomes o where ${settled('o', 'm', cutoff)} and (o.status <> 'cancelled' or exists (
    select 1 from messages c join outcomes r on ${settled('r', 'c', cutoff)} where c.reference = m.message_id
    and c.kind = ${KIND.cancel} and c.family = m.family and c.source = m.destination and c.final)))
  and (m.kind <> ${KIND.cancel} or not exists (select 1 from messages p where p.message_id = m.reference))
  and not exists (select 1 from orders d where (d.message_id = m.message_id or d.cancel_message_id = m.message_id)
    and not ${ended('d', cutoff)})
  and (m.matched or m.kind = ${KIND.cancel} or not exists (select 1 from orders))`;

/** A submission that is settled and old, and of which no order needs anything. */
const isSettled = (cutoff: number) => `s.state in ('included', 'failed', 'dropped') and s.updated_at_ms < ${cutoff}
  and not exists (select 1 from submission_orders carried join orders on orders.id = carried.order_id
    where carried.submission_id = s.id and not ${ended('orders', cutoff)})`;

/** Rows that go by a condition of their own. */
interface Doomed {
  readonly table: Exclude<keyof typeof SWEEP, 'submissions'>;
  /** A column by whose order they are found, with an index. */
  readonly key: string;
  readonly where: string;
  /** The same condition, for the few rows that are deleted together. */
  readonly still: string;
}

function byCondition(cutoff: number, platform: boolean, countedBefore: number): readonly Doomed[] {
  const counted = `updated_at_ms < ${countedBefore}`;
  const isOld = `created_at_ms < ${cutoff}`;
  const notNewest = 'seq < (select max(seq) from events)';
  return [
    {
      table: 'events',
      key: 'seq',
      where: `(subject in (select id from orders where ${ended('orders', cutoff)} and ${counted})
        or subject in (${endedSwaps(cutoff)})) and ${notNewest}`,
      still: `(exists (select 1 from orders where orders.id = events.subject and ${ended('orders', cutoff)}
        and orders.${counted}) or ${isEndedSwap('events.subject', cutoff)}) and ${notNewest}`,
    },
    {
      table: 'swap_events',
      key: 'swap_id',
      where: `swap_id in (${endedSwaps(cutoff)})`,
      still: isEndedSwap('swap_events.swap_id', cutoff),
    },
    { table: 'signatures', key: 'id', where: isOld, still: isOld },
    ...(platform ? [{ table: 'idempotency_keys', key: 'key', where: isOld, still: isOld } as const] : []),
  ];
}

/**
 * Deletes what orders no longer need that ended for good long ago: their events, submissions, messages, outcomes,
 * roots and settlers' events; and old signatures and idempotency keys. Orders stay. Messages go by whole committed
 * intervals, so that every interval with something left to deliver can be proven again, and the newest message of a
 * lane stays. Works beside running processes; a SQLite file shrinks when it is the only process. Throws StorageError.
 */
export async function prune(database: string, options: PruneOptions): Promise<Pruned> {
  const { dryRun = false } = options;
  const { bytes: bytesBefore, rows } = await withEngine(database, options, async (engine) => {
    const bytes = await sizeOf(engine);
    return { bytes, rows: await pruneRows(engine, options) };
  });
  if (!dryRun && !isPostgresUrl(database)) shrinkFile(database);
  const bytesAfter = await withEngine(database, options, async (engine) => {
    if (!dryRun && engine.dialect.name === 'postgres') await text(engine, 'vacuum');
    return sizeOf(engine);
  });
  return { rows, bytesBefore, bytesAfter };
}

async function withEngine<T>(
  database: string,
  { clock }: PruneOptions,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openEngine(database, { clock, mustExist: true });
  try {
    await migrate(engine, [BRIDGE_SCHEMA], { mustExist: true, clock: clock ?? clockOf(engine) });
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function pruneRows(engine: Engine, { olderThanMs, dryRun = false, clock = clockOf(engine) }: PruneOptions) {
  const cutoff = clock.now() - olderThanMs;
  const platform = (await text(engine, engine.dialect.tableExists('idempotency_keys'))).length > 0;
  const countedBefore = await countedBeforeOf(engine);
  const rows: Record<string, number> = {
    ...(await pruneIntervals(engine, cutoff, dryRun)),
    ...(await pruneSubmissions(engine, cutoff, dryRun)),
  };
  for (const doomed of byCondition(cutoff, platform, countedBefore)) {
    const { table, where } = doomed;
    rows[table] = dryRun ? await count(engine, table, where) : await deleteAll(engine, doomed);
  }
  return rows;
}

/**
 * The time before which all events of orders are counted in the series of figures, Unix milliseconds. Orders that
 * changed later keep their events. The largest number when all are counted, or no process counts here.
 */
async function countedBeforeOf(engine: Engine): Promise<number> {
  const isThere = (await text(engine, engine.dialect.tableExists('order_figures_position'))).length > 0;
  const [position] = isThere ? await text(engine, 'select seq, filled_to from order_figures_position') : [];
  if (position === undefined) return Number.MAX_SAFE_INTEGER;
  if (position.filled_to !== null) return 0;
  const [next] = await text(
    engine,
    `select created_at_ms from events where seq > ${Number(position.seq)} and type like 'order.%' order by seq limit 1`,
  );
  return next === undefined ? Number.MAX_SAFE_INTEGER : Number(next.created_at_ms);
}

/**
 * Gives the free pages of a SQLite file back. Not while another process has the file open: its writes would wait too
 * long and fail, and it uses free pages again.
 */
function shrinkFile(path: string): void {
  const file = new Database(path, { timeout: 0 });
  try {
    file.pragma('locking_mode = EXCLUSIVE');
    file.exec('vacuum');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'SQLITE_BUSY') throw error;
  } finally {
    file.close();
  }
}

const text = (engine: Engine, statement: string) => engine.read(() => runText<Record<string, unknown>>(statement));

async function sizeOf(engine: Engine): Promise<number> {
  const [row] = await text(
    engine,
    engine.dialect.name === 'postgres'
      ? 'select pg_database_size(current_database()) as bytes'
      : 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  );
  return Number(row?.bytes);
}

async function count(engine: Engine, table: string, where: string): Promise<number> {
  const [row] = await text(engine, `select count(*) as rows from ${table} where ${where}`);
  return Number(row?.rows);
}

/** Finds rows outside of transactions, in the order of their key, and deletes a batch in each transaction. */
async function deleteAll(engine: Engine, { table, key, where, still }: Doomed): Promise<number> {
  let deleted = 0;
  for (let after = ''; ; ) {
    const beyond = after === '' ? '' : `and ${key} > ${after}`;
    const found = await text(
      engine,
      `select distinct ${key} as found from ${table} where ${where} ${beyond} order by ${key} limit ${BATCH}`,
    );
    if (found.length === 0) return deleted;
    const keys = found.map((row) => literal(row.found));
    const gone = await engine.write(
      'normal',
      () => runText(`delete from ${table} where ${key} in (${keys.join(', ')}) and ${still} returning 1 as gone`),
      { locks: [SWEEP[table]] },
    );
    deleted += gone.length;
    after = keys.at(-1) as string;
  }
}

/** A key in SQL. */
const literal = (key: unknown): string =>
  typeof key === 'string' ? `'${key.replaceAll("'", "''")}'` : String(Number(key));

/** Tables of rows that belong to a submission. */
const OF_SUBMISSIONS = ['submission_versions', 'submission_orders', 'submission_messages', 'submission_roots'] as const;

type GoneSubmissions = Record<(typeof OF_SUBMISSIONS)[number] | 'submissions', number>;

/** Submissions with the rows that belong to them, which go in one transaction. */
async function pruneSubmissions(engine: Engine, cutoff: number, dryRun: boolean): Promise<GoneSubmissions> {
  const settled = `select id from submissions s where ${isSettled(cutoff)}`;
  if (dryRun) return engine.read(() => takeSubmissions(settled, true));
  const none = OF_SUBMISSIONS.map((table) => [table, 0] as const);
  const gone = { ...Object.fromEntries(none), submissions: 0 } as GoneSubmissions;
  for (let after = "''"; ; ) {
    const found = await text(engine, `${settled} and id > ${after} order by id limit ${BATCH}`);
    if (found.length === 0) return gone;
    const ids = found.map(({ id }) => literal(id));
    const taken = await engine.write(
      'normal',
      function* () {
        // The deletion of the rows in submission_orders must not change the choice.
        const still = yield* runText<{ id: string }>(`${settled} and id in (${ids.join(', ')})`);
        return yield* takeSubmissions(still.map(({ id }) => literal(id)).join(', ') || 'null', false);
      },
      { locks: [SWEEP.submissions] },
    );
    for (const table of [...OF_SUBMISSIONS, 'submissions'] as const) gone[table] += taken[table];
    after = ids.at(-1) as string;
  }
}

/** Takes the submissions with these ids, a list or a query in SQL. */
function* takeSubmissions(ids: string, dryRun: boolean): TxScript<GoneSubmissions> {
  const gone: Partial<GoneSubmissions> = {};
  for (const table of OF_SUBMISSIONS) gone[table] = yield* take(table, `submission_id in (${ids})`, dryRun);
  gone.submissions = yield* take('submissions', `id in (${ids})`, dryRun);
  return gone as GoneSubmissions;
}

/** One committed interval of a lane, the longest of those that start at its nonce. */
interface Interval {
  /** Values of family, source and destination in SQL. */
  readonly lane: readonly [family: string, source: number, destination: number];
  readonly first: bigint;
  readonly count: number;
  /** The views of both chains: the messages are of one, their outcomes and roots of the other. */
  readonly locks: readonly Lock[];
}

/** Messages, outcomes and roots, by intervals of which every message is done. */
async function pruneIntervals(engine: Engine, cutoff: number, dryRun: boolean) {
  const gone = { messages: 0, outcomes: 0, roots: 0 };
  for (const interval of await intervalsOf(engine)) {
    // Most intervals are not done, and reading locks nothing.
    const seen = await engine.read(() => pruneInterval(interval, cutoff, true));
    if (seen.messages === 0) continue;
    const found = dryRun
      ? seen
      : await engine.write('normal', () => pruneInterval(interval, cutoff, false), { locks: interval.locks });
    gone.messages += found.messages;
    gone.outcomes += found.outcomes;
    gone.roots += found.roots;
  }
  return gone;
}

async function intervalsOf(engine: Engine): Promise<readonly Interval[]> {
  const rows = await text(engine, 'select family, source, destination, first_nonce, count from roots');
  const longest = new Map<string, Interval>();
  for (const { family, source, destination, first_nonce: firstNonce, count: messages } of rows) {
    const first = BigInt(String(firstNonce));
    const name = `'${String(family).replaceAll("'", "''")}'`;
    const lane = [name, Number(source), Number(destination)] as const;
    const key = `${lane} ${first}`;
    const length = Number(messages);
    if ((longest.get(key)?.count ?? 0) >= length) continue;
    const locks = [lane[1], lane[2]].map((domain) => viewLock({ family: String(family), domain }));
    longest.set(key, { lane, first, count: length, locks });
  }
  return [...longest.values()];
}

const nonceText = (nonce: bigint): string => `'${nonce.toString().padStart(NONCE_DIGITS, '0')}'`;

function* pruneInterval(interval: Interval, cutoff: number, dryRun: boolean) {
  const { first, count: messages } = interval;
  const nothing = { messages: 0, outcomes: 0, roots: 0 };
  const lane = ofLane(interval);
  const last = nonceText(first + BigInt(messages) - 1n);
  const within = `${lane} and nonce between ${nonceText(first)} and ${last}`;
  const [state] = yield* runText<Record<string, unknown>>(
    `select count(*) as present, sum(case when ${isDone(cutoff)} then 1 else 0 end) as done,
      (select max(nonce) from messages where ${lane}) > ${last} as followed from messages m where ${within}`,
  );
  const whole = Number(state?.present) === messages && Number(state?.done) === messages;
  if (!whole || !state?.followed) return nothing;
  const ids = `select message_id from messages where ${within}`;
  const root = `${lane} and first_nonce = ${nonceText(first)}`;
  if (!dryRun) {
    const [newest] = yield* runText<{ readonly block: unknown }>(
      `select max(block_number) as block from outcomes where message_id in (${ids})`,
    );
    yield* remember(interval, Number(newest?.block ?? 0));
  }
  return {
    outcomes: yield* take('outcomes', `message_id in (${ids})`, dryRun),
    messages: yield* take('messages', within, dryRun),
    roots: yield* take('roots', root, dryRun),
  };
}

const ofLane = ({ lane: [family, source, destination] }: Interval): string =>
  `family = ${family} and source = ${source} and destination = ${destination}`;

/** Records that the interval's nonces are pruned, in one row with those right before and after it. */
function* remember(interval: Interval, lastBlock: number): TxScript<void> {
  const lane = ofLane(interval);
  let newest = lastBlock;
  const bounds = { first: nonceText(interval.first), end: nonceText(interval.first + BigInt(interval.count)) };
  const beside = `delete from pruned_nonces where ${lane} and end_nonce >= ${bounds.first} and first_nonce <= ${bounds.end}
    returning first_nonce as first, end_nonce as end_, last_block as last_`;
  type Beside = { readonly first: string; readonly end_: string; readonly last_: unknown };
  for (const { first, end_, last_ } of yield* runText<Beside>(beside)) {
    newest = Math.max(newest, Number(last_));
    if (`'${first}'` < bounds.first) bounds.first = `'${first}'`;
    if (`'${end_}'` > bounds.end) bounds.end = `'${end_}'`;
  }
  yield* runText(
    `insert into pruned_nonces (family, source, destination, first_nonce, end_nonce, last_block)
      values (${interval.lane.join(', ')}, ${bounds.first}, ${bounds.end}, ${newest})`,
  );
}

function* take(table: string, where: string, dryRun: boolean): TxScript<number> {
  if (!dryRun) return (yield* runText(`delete from ${table} where ${where} returning 1 as gone`)).length;
  const [found] = yield* runText<{ rows: unknown }>(`select count(*) as rows from ${table} where ${where}`);
  return Number(found?.rows);
}
