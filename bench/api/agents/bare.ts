import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { agentStorage, TaskEngine } from '@causeway/agents';
import { jsonText } from '@causeway/protocol';
import { systemClock } from '@causeway/runtime';
import { openPlatformStorage } from '@causeway/storage';
import { forAll } from '@causeway/storage/test-support/takers';
import { AGENTS, type Contender } from './contender.ts';

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

/** The rows of one task, of its attempt and of its agent at one time, and the events since the time before. */
interface Snapshot {
  readonly task: Row;
  readonly agent: Row;
  readonly attempt: Row | undefined;
  readonly events: readonly Row[];
}

/**
 * A task that the engine takes through a cycle, and the bytes written after the submission, the claim and the end.
 */
async function recorded(database: string) {
  const storage = await openPlatformStorage(database);
  const options = { clock: systemClock, newTaskId: randomUUID, random: Math.random, onError: console.error };
  const engine = new TaskEngine({ agents: agentStorage(storage.agents), events: storage.events, ...options });
  const db = new DatabaseSync(database);
  const rows = (text: string, ...values: readonly Value[]) => db.prepare(text).all(...values) as unknown as Row[];
  const facts = { ownerId: 'bench', endpoints: {}, availability: 'online', maxConcurrentTasks: 1 } as const;
  for (let number = 0; number < AGENTS; number += 1) {
    const id = `work-${number}`;
    await storage.agents.registry.register({ id, name: id, ...facts, capabilities: [{ type: 'work' }] });
  }
  let seen = (await storage.events.latest()) as number;
  const taskId = randomUUID();
  const snapshot = (): Snapshot => {
    const events = rows('select * from events where seq > ? order by seq', seen);
    seen = Number(events.at(-1)?.seq ?? seen);
    const [task, agent] = [
      rows('select * from agent_tasks where id = ?', taskId)[0] as Row,
      rows("select * from agents where id = 'work-0'")[0] as Row,
    ];
    return { task, agent, attempt: rows('select * from agent_attempts where task_id = ?', taskId)[0], events };
  };
  const before = snapshot();
  const requirement = { capability: 'work', model: null, resolution: null };
  const submission = {
    taskId,
    submitterId: `submitter-${taskId.slice(0, 2)}`,
    rule: forAll(),
    type: 'work',
    requirement,
    input: '{"n":1}',
  };
  await engine.submit({ ...submission, priority: 'normal', deadlineAtMs: undefined, maxAttempts: undefined });
  const [queue] = rows('select * from agent_queues');
  const submitted = snapshot();
  const order = { limit: 1, leaseMs: 60_000, waitMs: 0 };
  await engine.claim('work-0', order, new AbortController().signal);
  const claimed = snapshot();
  const hold = { taskId, agentId: 'work-0', token: 1 };
  await engine.end(hold, { kind: 'completed', result: jsonText({ ok: true }), costMicros: 0 });
  const ended = snapshot();
  db.close();
  await engine.close();
  await storage.close();
  return { taskId, before, queue: queue as Row, submitted, claimed, ended };
}

/**
 * The rows that the engine writes for one cycle on SQLite, with its values, indexes and commits, by prepared statements
 * in a bare loop: the tasks of all agents share the three transactions of a round.
 */
export async function bare(database: string): Promise<Contender> {
  const { taskId, before, queue, submitted, claimed, ended } = await recorded(database);
  const db = new DatabaseSync(database);
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  const submitter = `submitter-${taskId.slice(0, 2)}`;
  const listKey = String(submitted.task.list_key);
  let rounds = 0;

  /** The value of a column for another task: ids differ, and the keys of lists rise. */
  const renewed = (value: Value): ((id: string, agent: string) => Value) => {
    if (value === listKey) return () => `${String(Date.now()).padStart(18, '0')}-${String(rounds).padStart(17, '0')}`;
    if (value === 'work-0') return (_, agent) => agent;
    if (typeof value !== 'string' || !(value.includes(taskId) || value.includes(submitter))) return () => value;
    return (id) => value.replaceAll(taskId, id).replaceAll(submitter, `submitter-${id.slice(0, 2)}`);
  };
  const statement = (text: string, values: readonly Value[]) => {
    const query = db.prepare(text);
    const makers = values.map(renewed);
    return (id: string, agent: string): void => {
      query.run(...makers.map((make) => make(id, agent)));
    };
  };
  const insert = (table: string, { seq: _assigned, ...row }: Row) =>
    statement(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`,
      Object.values(row),
    );
  const change = (table: string, from: Row, to: Row, ...keys: readonly string[]) => {
    const changed = Object.keys(to).filter((column) => to[column] !== from[column] && !keys.includes(column));
    const where = keys.map((key) => `${key} = ?`).join(' and ');
    const values = [...changed, ...keys].map((column) => to[column] as Value);
    return statement(`update ${table} set ${changed.map((column) => `${column} = ?`)} where ${where}`, values);
  };
  // A sweep removes the queue that the recorded cycle has left.
  db.exec('delete from agent_queues');
  insert('agent_queues', queue)('', '');
  const attempt = claimed.attempt as Row;
  const steps = [
    {
      each: [insert('agent_tasks', submitted.task), ...submitted.events.map((event) => insert('events', event))],
    },
    {
      each: [
        change('agent_tasks', submitted.task, claimed.task, 'id'),
        insert('agent_attempts', attempt),
        change('agents', before.agent, claimed.agent, 'id'),
        ...claimed.events.map((event) => insert('events', event)),
      ],
    },
    {
      each: [
        change('agent_tasks', claimed.task, ended.task, 'id'),
        change('agent_attempts', attempt, ended.attempt as Row, 'task_id', 'token'),
        change('agents', claimed.agent, ended.agent, 'id'),
        ...ended.events.map((event) => insert('events', event)),
      ],
    },
  ];
  let waiting: (() => void)[] = [];
  const round = (): void => {
    const resolved = waiting;
    waiting = [];
    const ids = resolved.map(() => randomUUID());
    for (const { each } of steps) {
      db.exec('begin immediate');
      for (const [index, id] of ids.entries()) {
        rounds += 1;
        for (const write of each) write(id, `work-${index % AGENTS}`);
      }
      db.exec('commit');
    }
    for (const resolve of resolved) resolve();
  };
  return {
    cycle: () =>
      new Promise((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(round);
      }),
    async close() {
      db.close();
    },
  };
}
