// Fills an existing database with agents or waiting tasks for benches, by SQL, since a load by single writes would take
// most of an hour: node bench/storage/fill-agents.ts DATABASE agents|tasks COUNT
import { systemClock } from '@causeway/runtime';
import { openPostgres } from '../../storage/src/core/postgres/engine.ts';
import { openSqlite } from '../../storage/src/core/sqlite/engine.ts';
import { runText } from '../../storage/src/core/steps.ts';
import { isPostgresUrl } from '../../storage/src/location.ts';

const [database = '', kind = '', count = ''] = process.argv.slice(2);
const total = Number(count);
/** Every capability belongs to so many agents, and every queue has so many tasks. */
const PER_CAPABILITY = 1_000;
const kinds = Math.max(1, Math.floor(total / PER_CAPABILITY));
const nowMs = Date.now();
/** An agent that was heard of at this time is online while the bench runs, Unix milliseconds. */
const heardMs = nowMs + 86_400_000;

const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${total - 1})`;
const padded = (expression: string) => `substr(cast(1000000000000 + ${expression} as text), 2)`;
const id = `'0198c5b2-0000-7000-8000-' || ${padded('i')}`;

const AGENTS = [
  `insert into agents (id, owner_id, name, capabilities, endpoints, availability, max_concurrent_tasks, active, completed,
     failed, response_ms, cost_micros, last_seen_at_ms, created_at_ms, updated_at_ms, version)
   ${numbers} select ${id}, 'bench', 'agent ' || i, '[{"type":"work-' || (i % ${kinds}) ||
     '","models":["m1","m2"],"maxResolution":{"width":1024,"height":1024},"costMicros":' || ((i % 997) * 1000) || '}]', '{}',
     case when i % 7 = 0 then 'busy' else 'online' end, 4, i % 5, i % 101, i % 13, (i % 101) * (i % 5000), 0,
     ${heardMs}, ${nowMs}, ${nowMs}, 1 from n`,
  ...['', 'm1', 'm2'].map(
    (model) => `insert into agent_capabilities (agent_id, position, type, model, max_width, max_height, cost_micros)
      ${numbers} select ${id}, 0, 'work-' || (i % ${kinds}), '${model}', 1024, 1024, (i % 997) * 1000 from n`,
  ),
];

/** Tasks of as many queues as there are kinds; the tests' queue names are the requirement in JSON. */
const queue = (kind: string) => `'["work-' || ${kind} || '",null,null]'`;
const requirement = (kind: string) => `'{"capability":"work-' || ${kind} || '","model":null,"resolution":null}'`;
const deadlineMs = nowMs + 7 * 86_400_000;
const TASKS = [
  `insert into agent_tasks (id, list_key, submitter_id, fingerprint, type, requirement, queue, input, priority, state,
     fair_at_ms, rank_ms, deadline_at_ms, wake_at_ms, token, failures, max_attempts, created_at_ms, updated_at_ms, version)
   ${numbers} select 'waiting-' || i, ${id}, 'bench-' || (i % 97), 'f' || i, 'work', ${requirement(`(i % ${kinds})`)},
     ${queue(`(i % ${kinds})`)}, '{}', 'normal', 'queued', ${nowMs} + i, ${nowMs} + i, ${deadlineMs}, ${deadlineMs}, 0, 0, 3,
     ${nowMs}, ${nowMs}, 1 from n`,
  `insert into agent_queues (queue, capability, requirement)
   ${numbers} select ${queue('i')}, 'work-' || i, ${requirement('i')} from n where i < ${kinds}`,
];

const engine = isPostgresUrl(database)
  ? await openPostgres(database)
  : openSqlite(database, { clock: systemClock, mustExist: true });
try {
  for (const text of kind === 'agents' ? AGENTS : TASKS)
    await engine.write('normal', () => runText(text), { locks: [] });
  // PostgreSQL plans by statistics, which autovacuum would take a minute later.
  if (engine.dialect.name === 'postgres') await engine.read(() => runText('analyze'));
} finally {
  await engine.close();
}
