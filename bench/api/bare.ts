import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { TSchema } from 'typebox';

/** An answer of the API that the bare route repeats, and the schema that serializes it. */
export interface Repeated {
  readonly answer: unknown;
  readonly schema: TSchema;
}

export interface BareOptions {
  /** Folder of its database. */
  readonly folder: string;
  /** URL of the keys that verify the tokens. */
  readonly jwks: string;
  readonly one: Repeated;
  readonly list: Repeated;
  readonly created: Repeated;
}

/**
 * The least that a route with the same answer must do: it verifies the same token by jose, runs one prepared statement
 * by primary key on a database of the same durability, and serializes the same answer with the same schema.
 */
export async function startBare({ folder, jwks, one, list, created }: BareOptions) {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('create table answers (id text primary key, body text not null) without rowid');
  const insert = database.prepare('insert into answers (id, body) values (?, ?)');
  const select = database.prepare('select body from answers where id = ?');
  insert.run('one', JSON.stringify(one.answer));
  insert.run('list', JSON.stringify(list.answer));
  const app = Fastify({ logger: false });
  const keys = createRemoteJWKSet(new URL(jwks));
  app.addHook('onRequest', async ({ headers }) => {
    await jwtVerify(String(headers.authorization).slice('Bearer '.length), keys);
  });
  const read = (id: string) => JSON.parse(select.get(id)?.body as string);
  app.get('/one', { schema: { response: { 200: one.schema } } }, async () => read('one'));
  app.get('/list', { schema: { response: { 200: list.schema } } }, async () => read('list'));
  let written = 0;
  app.post('/created', { schema: { response: { 201: created.schema } } }, async (request, reply) => {
    written += 1;
    insert.run(`order-${written}`, JSON.stringify(request.body));
    return reply.code(201).send(created.answer);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    async close(): Promise<void> {
      await app.close();
      database.close();
    },
  };
}
