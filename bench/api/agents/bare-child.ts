import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import Type from 'typebox';
import { claimedTask, submittedTask, taskSummary } from '../../../api/src/areas/agents/tasks/schemas.ts';
import { successSchema } from '../../../api/src/http/schema/envelope.ts';

/**
 * The least that a service does for the same durable requests: bare Fastify routes, of which each inserts its body by a
 * prepared statement and answers, after the commit, the API's own answer through the same schema. Each request has a
 * commit of its own; as `shared`, the requests of one turn of the event loop share one, as the API's do. No tokens, no
 * validation, no hooks.
 */

const [path = '', commits] = process.argv.slice(2);
const [answers] = (await once(process, 'message')) as [Readonly<Record<string, unknown>>];
const db = new DatabaseSync(path);
db.exec('pragma journal_mode = wal; pragma synchronous = full');
db.exec('create table requests (id integer primary key, body text not null)');
const insert = db.prepare('insert into requests (body) values (?)');

let waiting: { readonly body: string; readonly done: () => void }[] = [];
function commit(): void {
  const jobs = waiting;
  waiting = [];
  db.exec('begin immediate');
  for (const { body } of jobs) insert.run(body);
  db.exec('commit');
  for (const { done } of jobs) done();
}
const written = (body: string): Promise<void> =>
  new Promise((done) => {
    const isFirst = waiting.push({ body, done }) === 1;
    if (commits !== 'shared') commit();
    else if (isFirst) setImmediate(commit);
  });

const ROUTES = [
  ['submit', 201, successSchema(submittedTask)],
  ['claim', 200, successSchema(Type.Array(claimedTask))],
  ['complete', 200, successSchema(taskSummary)],
] as const;
const app = Fastify({ logger: false });
for (const [name, status, schema] of ROUTES) {
  app.post(`/${name}`, { schema: { response: { [status]: schema } } }, async (request, reply) => {
    await written(JSON.stringify(request.body));
    return reply.code(status).send(answers[name]);
  });
}
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', () => process.exit());
process.send?.({ port: (app.server.address() as AddressInfo).port });
