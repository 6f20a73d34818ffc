import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { askedPort } from '../../../api/test/support/api-process.ts';
import { percentile, requestBytes, StreamClient } from '../load.ts';
import { report } from '../report.ts';
import { newDatabase, onGround, onSession } from './cells.ts';
import { type Loaded, measure } from './measure.ts';
import { signUpPeople } from './people.ts';
import { Child, startSide } from './side.ts';
import { WORKS } from './work.ts';

// What long work of others does to orders, and what open transactions do to streams.

const CHILD = fileURLToPath(new URL('sweep-child.ts', import.meta.url));
const BAR_MS = 100;
/** Orders under way: few, because what is measured is how long one takes. */
const FLOWS = 4;
const ALONE_MS = 5_000;
/** Keys that the prune removes. */
const KEYS = 150_000;

const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** Orders beside imports of a thousand libraries at a time, and beside a prune, each in a process of its own. */
export function ordersBesideSweeps(root: string): Promise<void> {
  return onGround(async ({ url, postmaster }) => {
    const database = await newDatabase(url, 'sweeps');
    const side = await startSide('here', root, database, 1);
    try {
      const people = await signUpPeople(side, { plain: FLOWS, owners: 0 });
      const processes = { services: side.pids, database: [postmaster], proxy: [] };
      const loaded: Loaded = { ports: side.ports, people, processes };
      const orders = (until: Promise<unknown> | number) => measure(loaded, WORKS.orders, { flows: FLOWS, until });
      await onSession(database, (client) =>
        client.query(
          `insert into idempotency_keys (caller, route, key, body_hash, created_at_ms)
            select 'bench', 'route', n::text, 'hash', 1 from generate_series(1, ${KEYS}) n`,
        ),
      );
      for (const kind of ['import', 'prune'] as const) {
        const child = new Child(CHILD, [kind, database]);
        await child.next();
        const alone = await orders(ALONE_MS);
        const took = child.next<number>([]);
        const beside = await orders(took);
        await child.stop();
        report(
          `orders beside ${kind === 'import' ? 'imports' : 'a prune'} of ${((await took) / 1_000).toFixed(1)} s`,
          `p50 ${ms(beside.p50)}, p99 ${ms(beside.p99)}; alone ${ms(alone.p50)}, ${ms(alone.p99)} (bar ${BAR_MS} ms more); ` +
            `${beside.perSecond.toFixed(0)} and ${alone.perSecond.toFixed(0)} orders/s`,
          beside.p99 - alone.p99 <= BAR_MS,
        );
      }
    } finally {
      await side.stop();
    }
  });
}

const STREAMS = 1_000;
const EVENTS = 20;
const PAUSE_MS = 250;

/** Progress of a task to 2,000 clients of two processes, while two sessions leave their writes open. */
export function streamsBesideIdleWriters(root: string): Promise<void> {
  return onGround(async ({ url }) => {
    const database = await newDatabase(url, 'streams');
    const side = await startSide('here', root, database, 2);
    const idle: pg.Client[] = [];
    const streams: StreamClient[] = [];
    try {
      const [avatar] = (await signUpPeople(side, { plain: 1, owners: 0 })).plain;
      if (avatar === undefined) throw new Error('nobody has signed up');
      const [port = 0] = side.ports;
      const submission = { type: 'work', input: {} };
      const { taskId } = await askedPort<{ taskId: string }>(
        port,
        '/api/agents/tasks/submit',
        submission,
        avatar.token,
      );
      const path = `/api/agents/${avatar.agentId}/tasks/claim`;
      const [held] = await askedPort<{ token: number }[]>(port, path, { limit: 1, leaseMs: 600_000 }, avatar.apiKey);
      const headers = { authorization: `Bearer ${avatar.token}`, accept: 'text/event-stream' };
      const request = requestBytes('GET', `/api/agents/tasks/${taskId}/events`, headers);
      for (const one of side.ports) {
        streams.push(...Array.from({ length: STREAMS }, () => new StreamClient(one, request, 'task.assigned')));
      }
      await Promise.all(streams.map(({ first }) => first));
      for (const number of [1, 2]) {
        const client = new pg.Client(database);
        await client.connect();
        idle.push(client);
        await client.query(`begin; insert into idempotency_keys (caller, route, key, body_hash, created_at_ms)
          values ('idle', 'route', '${number}', 'hash', 1)`);
      }
      const delays: number[] = [];
      const afterAnswer: number[] = [];
      for (let progress = 1; progress <= EVENTS; progress += 1) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        const arrivals = streams.map((stream) => stream.arrival(`"progress":${progress},`));
        const sentAt = Date.now();
        const body = { token: held?.token, progress };
        await askedPort(port, `/api/agents/tasks/${taskId}/heartbeat`, body, avatar.apiKey);
        const answeredAt = Date.now();
        for (const arrived of await Promise.all(arrivals)) {
          delays.push(arrived - sentAt);
          afterAnswer.push(Math.max(0, arrived - answeredAt));
        }
      }
      for (const all of [delays, afterAnswer]) all.sort((a, b) => a - b);
      const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)];
      report(
        `task event to ${streams.length} streams of two processes, beside two idle writers`,
        `p50 ${ms(p50)}, p99 ${ms(p99)} from before the report, which the commit follows (bar ${BAR_MS} ms); ` +
          `p99 ${ms(percentile(afterAnswer, 0.99))} after its answer, which follows the commit`,
        p99 <= BAR_MS,
      );
    } finally {
      for (const stream of streams) stream.close();
      await Promise.all(idle.map((client) => client.end()));
      await side.stop();
    }
  });
}
