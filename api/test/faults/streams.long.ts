import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { timeLimit } from '@causeway/protocol/test-support/cases';
import { runSql } from '@causeway/storage/test-support/postgres-server';
import { startProxy } from '@causeway/storage/test-support/proxy';
import { defineArea } from '../../src/area.ts';
import { as, type TestApi, testApi } from '../support/api.ts';
import { signedUp } from '../support/avatars.ts';
import { openStream } from '../support/event-stream.ts';
import { startPostgres } from '../support/postgres.ts';
import { endSessions } from './sessions.ts';

/** The data of new servers. */
const CACHE = fileURLToPath(new URL('../../../.causeway/test/', import.meta.url));
const PROCESSES = 2;
const WRITERS = 6;
const FOLLOWERS = 6;
/** How often each fault happens. */
const TIMES = 6;
/** How long a route swallows everything: longer than a session is waited for, milliseconds. */
const SILENCE_MS = 4_000;

/** A topic that shows its events as they are. */
const numbers = defineArea({
  name: 'numbers',
  tag: { name: 'Numbers', description: 'A topic.' },
  errors: {},
  access: {},
  topics: { numbers: { scope: 'holons:read', render: ({ data }) => data } },
  open: () => undefined,
  register() {},
});

type Route = Awaited<ReturnType<typeof startProxy>>;

/** A client that comes back with its last id whenever its stream ends, each time to the next process. */
class Follower {
  readonly ids: string[] = [];
  resets = 0;
  comebacks = -1;
  readonly #urls: readonly string[];
  readonly #headers: Record<string, string>;
  #over = false;
  #stream: Awaited<ReturnType<typeof openStream>> | undefined;
  readonly ended: Promise<void>;

  constructor(urls: readonly string[], headers: Record<string, string>) {
    this.#urls = urls;
    this.#headers = headers;
    this.ended = this.#follow();
  }

  async #follow(): Promise<void> {
    while (!this.#over) {
      this.comebacks += 1;
      const url = this.#urls[this.comebacks % this.#urls.length] as string;
      const last = this.ids.at(-1);
      const stream = await openStream(url, { ...this.#headers, ...(last && { 'last-event-id': last }) }).catch(
        () => {},
      );
      if (!stream) continue;
      this.#stream = stream;
      if (this.#over) await stream.close();
      await stream.end;
      for (const { id = '', event } of stream.seen) {
        if (event === 'reset') this.resets += 1;
        else if (event === 'numbers.told') this.ids.push(id);
      }
      await sleep(20);
    }
  }

  /** The last id that was seen. */
  get newest(): string | undefined {
    return this.#stream?.seen.at(-1)?.id ?? this.ids.at(-1);
  }

  /** Leaves its stream, and comes back. */
  leave(): void {
    void this.#stream?.close();
  }

  async end(): Promise<void> {
    this.#over = true;
    await this.#stream?.close();
    await this.ended;
  }
}

describe('streams over HTTP of two processes, whose sessions, server and routes fail', () => {
  it('show each event once, in one order, to clients that come back with their last id', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-streams-'));
    const server = await startPostgres({ folder, cache: CACHE });
    const routes: Route[] = [];
    const apis: TestApi[] = [];
    for (let index = 0; index < PROCESSES; index += 1) {
      const route = await startProxy(server.url);
      routes.push(route);
      const api = await testApi({ databasePath: route.url, areas: [numbers] });
      await api.app.listen({ host: '127.0.0.1', port: 0 });
      apis.push(api);
    }
    const { id: avatarId, jwtToken } = await signedUp(apis[0] as TestApi, 'carol');
    const urls = apis.map(({ app }) => {
      const { port } = app.server.address() as AddressInfo;
      return `http://127.0.0.1:${port}/api/events?topics=numbers`;
    });
    const followers = Array.from({ length: FOLLOWERS }, (_, at) => {
      return new Follower(at % 2 === 0 ? urls : urls.toReversed(), as(jwtToken));
    });
    let writing = true;
    let written = 0;
    const write = async (at: number): Promise<void> => {
      const { events } = (apis[at % PROCESSES] as TestApi).storage;
      for (let n = 0; writing; n += 1) {
        await events
          .append(`writer ${at}`, 'numbers.told', { n }, { avatarId, topic: 'numbers' })
          .then(() => (written += 1))
          .catch(() => sleep(100));
        await sleep(5);
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, at) => write(at));
    const more = async (): Promise<void> => {
      const enough = written + 20;
      while (written < enough) await sleep(20);
    };
    for (let time = 0; time < TIMES; time += 1) {
      const route = routes[time % PROCESSES] as Route;
      await endSessions(server.url);
      await more();
      for (const cut of ['before', 'during', 'after', 'half'] as const) {
        route.cut = cut;
        await more();
      }
      route.silent = true;
      await sleep(SILENCE_MS);
      route.silent = false;
      await more();
      if (time % 3 === 1) await server.crash();
      for (const follower of followers) {
        follower.leave();
        await more();
      }
    }
    writing = false;
    await Promise.all(writers);
    const rows = await runSql(
      server.url,
      `select seq from events where avatar_id = '${avatarId}' and topic = 'numbers' order by seq`,
    );
    const expected = rows.map(({ seq }) => String(seq));
    for (const follower of followers) {
      while (follower.newest !== expected.at(-1)) await sleep(50);
      await follower.end();
      assert.deepEqual(follower.ids, expected);
      assert.equal(follower.resets, 0);
      assert.ok(follower.comebacks >= TIMES, `${follower.comebacks} comebacks`);
    }
    for (const api of apis) await api.close();
    for (const route of routes) route.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }).timeout(timeLimit(600_000));
});
