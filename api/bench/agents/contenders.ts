import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { TaskEngine } from '@causeway/agents';
import { openPlatformStorage } from '@causeway/storage';
import { AGENTS, type Contender } from './contender.ts';

/** Waits for the ends of tasks by their ids. */
function ends() {
  const waiting = new Map<string, () => void>();
  return {
    of: (id: string) => new Promise<void>((resolve) => waiting.set(id, resolve)),
    came(id: string): void {
      waiting.get(id)?.();
      waiting.delete(id);
    },
  };
}

/** The task engine in this process: as many submitters as agents, and every agent waits for its next task. */
async function causeway(database: string): Promise<Contender> {
  const storage = await openPlatformStorage(database);
  const engine = new TaskEngine({
    agents: storage.agents,
    events: storage.events,
    clock: Date.now,
    newTaskId: randomUUID,
    random: Math.random,
    onError: (error) => console.error(error),
  });
  engine.start();
  const type = `work-${process.pid}`;
  const requirement = { capability: type, model: null, resolution: null };
  const ended = ends();
  const stop = new AbortController();
  const working = Array.from({ length: AGENTS }, async (_, number) => {
    const agentId = `${type}-${number}`;
    const facts = { ownerId: 'bench', name: agentId, endpoints: {}, availability: 'online' } as const;
    await storage.agents.registry.register({ id: agentId, ...facts, capabilities: [{ type }], maxConcurrentTasks: 1 });
    while (!stop.signal.aborted) {
      const claimed = await engine.claim(agentId, { limit: 1, leaseMs: 60_000, waitMs: 5_000 }, stop.signal);
      for (const { id: taskId, token } of claimed.ok ? claimed.value : []) {
        await engine.end({ taskId, agentId, token }, { kind: 'completed', result: '{"ok":true}', costMicros: 0 });
        ended.came(taskId);
      }
    }
  });
  return {
    async cycle() {
      const taskId = randomUUID();
      const end = ended.of(taskId);
      const facts = { taskId, submitterId: `submitter-${taskId.slice(0, 2)}`, type, requirement, input: '{"n":1}' };
      await engine.submit({ ...facts, priority: 'normal', deadlineAtMs: undefined, maxAttempts: undefined });
      await end;
    },
    async close() {
      stop.abort();
      engine.stop();
      await Promise.all(working);
      await engine.close();
      await storage.close();
    },
  };
}

/**
 * The rows that the engine writes for one cycle on SQLite, by prepared statements in a bare loop, with as many commits:
 * the tasks of all agents share the three transactions of a round.
 */
async function bare(database: string): Promise<Contender> {
  await (await openPlatformStorage(database)).close();
  const db = new DatabaseSync(database);
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  const columns = db.prepare('select name, type, "notnull" as needed from pragma_table_info(?)');
  const inserting = (table: string) => {
    const all = columns.all(table) as { readonly name: string; readonly type: string; readonly needed: number }[];
    const written = all.filter(({ name, needed }) => needed === 1 && name !== 'seq');
    const text = `insert into ${table} (${written.map(({ name }) => name)}) values (${written.map(() => '?')})`;
    const statement = db.prepare(text);
    const usual = { queue: 'q', capability: 'work', state: 'queued', data: '{"taskId":"0198c5b2-0000-7000-8000-1"}' };
    return (values: Readonly<Record<string, string | number>>) =>
      statement.run(
        ...written.map(({ name, type }) => values[name] ?? usual[name as 'data'] ?? (type === 'integer' ? 1 : 'x')),
      );
  };
  const task = inserting('agent_tasks');
  const attempt = inserting('agent_attempts');
  const event = inserting('events');
  const run = (text: string) => db.prepare(text);
  const queue = run(
    "insert into agent_queues (queue, capability, requirement, waiting) values ('q', 'work', '{}', 1) on conflict (queue) do update set waiting = waiting + 1",
  );
  const unqueue = run("update agent_queues set waiting = waiting - 1 where queue = 'q'");
  const change = run(
    'update agent_tasks set state = ?, agent_id = ?, version = version + 1, wake_at_ms = ? where id = ?',
  );
  const endAttempt = run(
    "update agent_attempts set ended_at_ms = 1, outcome = 'completed' where task_id = ? and token = 1",
  );
  const agent = run('update agents set active = active + ?, last_seen_at_ms = ? where id = ?');
  inserting('agents')({ id: 'agent', capabilities: '[]', endpoints: '{}' });
  const steps: readonly ((id: string) => void)[] = [
    (id) => {
      task({ id, list_key: id, wake_at_ms: 1 });
      queue.run();
      event({ subject: `task:${id}` });
    },
    (id) => {
      change.run('assigned', 'agent', 2, id);
      unqueue.run();
      attempt({ task_id: id, token: 1, agent_id: 'agent' });
      agent.run(1, Date.now(), 'agent');
      event({ subject: `task:${id}` });
    },
    (id) => {
      change.run('completed', 'agent', null, id);
      endAttempt.run(id);
      agent.run(-1, Date.now(), 'agent');
      event({ subject: `task:${id}` });
    },
  ];
  let waiting: (() => void)[] = [];
  const round = (): void => {
    const resolved = waiting;
    waiting = [];
    const ids = resolved.map(() => randomUUID());
    for (const step of steps) {
      db.exec('begin immediate');
      for (const id of ids) step(id);
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

/** A peer of peers/, which has its own dependencies. */
const peer =
  (name: string) =>
  async (target: string): Promise<Contender> => {
    const path: string = new URL(`peers/${name}.mjs`, import.meta.url).href;
    return (await import(path)).start(target, AGENTS);
  };

export const CONTENDERS = { causeway, bare, bullmq: peer('bullmq'), graphile: peer('graphile') } as const;
export type ContenderName = keyof typeof CONTENDERS;
