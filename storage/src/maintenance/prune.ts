import { KIND } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import Database from 'better-sqlite3';
import { clockOf, type Engine } from '../core/engine.ts';
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
const BATCH = 2_000;

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

/** Rows that go by a condition of their own: table, key, and the condition. */
const byCondition = (cutoff: number, platform: boolean, countedBefore: number) => [
  {
    table: 'events',
    key: 'seq',
    where: `(subject in (select id from orders where ${ended('orders', cutoff)} and updated_at_ms < ${countedBefore})
      or subject in (${endedSwaps(cutoff)})) and seq < (select max(seq) from events)`,
  },
  {
    table: 'swap_events',
    key: 'swap_id',
    where: `swap_id in (${endedSwaps(cutoff)})`,
  },
  { table: 'signatures', key: 'id', where: `created_at_ms < ${cutoff}` },
  ...(platform ? [{ table: 'idempotency_keys', key: 'key', where: `created_at_ms < ${cutoff}` }] : []),
];

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
  for (const { table, key, where } of byCondition(cutoff, platform, countedBefore)) {
    rows[table] = dryRun ? await count(engine, table, where) : await deleteAll(engine, table, key, where);
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

async function deleteAll(engine: Engine, table: string, key: string, where: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await engine.write('normal', () =>
      runText(
        `delete from ${table} where ${key} in (select ${key} from ${table} where ${where} limit ${BATCH})
          and ${where} returning 1 as gone`,
      ),
    );
    deleted += batch.length;
    if (batch.length === 0) return deleted;
  }
}

/** Tables of rows that belong to a submission. */
const OF_SUBMISSIONS = ['submission_versions', 'submission_orders', 'submission_messages', 'submission_roots'] as const;

type GoneSubmissions = Record<(typeof OF_SUBMISSIONS)[number] | 'submissions', number>;

/** Submissions with the rows that belong to them, which go in one transaction. */
async function pruneSubmissions(engine: Engine, cutoff: number, dryRun: boolean): Promise<GoneSubmissions> {
  const none = OF_SUBMISSIONS.map((table) => [table, 0] as const);
  const gone = { ...Object.fromEntries(none), submissions: 0 } as GoneSubmissions;
  for (;;) {
    const job = () => takeSubmissions(cutoff, dryRun);
    const found = dryRun ? await engine.read(job) : await engine.write('normal', job);
    for (const table of [...OF_SUBMISSIONS, 'submissions'] as const) gone[table] += found[table];
    if (dryRun || found.submissions === 0) return gone;
  }
}

function* takeSubmissions(cutoff: number, dryRun: boolean): TxScript<GoneSubmissions> {
  const settled = `select id from submissions s where ${isSettled(cutoff)}`;
  // The deletion of the rows in submission_orders must not change the choice.
  const ids = dryRun ? settled : yield* listed(`${settled} limit ${BATCH}`);
  const gone: Partial<GoneSubmissions> = {};
  for (const table of OF_SUBMISSIONS) gone[table] = yield* take(table, `submission_id in (${ids})`, dryRun);
  gone.submissions = yield* take('submissions', `id in (${ids})`, dryRun);
  return gone as GoneSubmissions;
}

/** The ids that `query` returns, as a list in SQL. */
function* listed(query: string): TxScript<string> {
  const rows = yield* runText<{ id: string }>(query);
  return rows.map(({ id }) => `'${id}'`).join(', ') || 'null';
}

/** One committed interval of a lane, the longest of those that start at its nonce. */
interface Interval {
  /** Values of family, source and destination in SQL. */
  readonly lane: readonly [family: string, source: number, destination: number];
  readonly first: bigint;
  readonly count: number;
}

/** Messages, outcomes and roots, by intervals of which every message is done. */
async function pruneIntervals(engine: Engine, cutoff: number, dryRun: boolean) {
  const gone = { messages: 0, outcomes: 0, roots: 0 };
  for (const interval of await intervalsOf(engine)) {
    const job = () => pruneInterval(interval, cutoff, dryRun);
    const found = dryRun ? await engine.read(job) : await engine.write('normal', job);
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
    if ((longest.get(key)?.count ?? 0) < length) longest.set(key, { lane, first, count: length });
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
