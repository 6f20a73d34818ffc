import assert from 'node:assert/strict';
import { clockAt } from '@causeway/runtime/test-support';
import { EventFeed } from '@causeway/storage';
import { failOver } from '@causeway/storage/test-support/fail-over';
import { newPlatformDatabase } from '@causeway/storage/test-support/postgres-server';
import { AgentDirectory, type Wanted } from '../src/index.ts';
import { toDraw } from './support/agent.ts';
import { register, TestEngines } from './support/engine.ts';

const DRAWING: Wanted = { requirement: toDraw(), available: undefined, maxCostMicros: undefined };
/** Events that the server which goes on does not have. */
const LOST = 20;

/**
 * Puts a database into the state of a server that was promoted without the last LOST events and the agents whose ids
 * begin with `lost`, and ends all sessions.
 */
const loseAll = (database: string) =>
  failOver(
    database,
    `delete from events where seq > (select max(seq) - ${LOST} from events);
    select setval('events_seq_seq', (select max(seq) from events));
    delete from agent_capabilities where agent_id like 'lost%';
    delete from agents where id like 'lost%'`,
  );

describe('after a fail-over to a server without the last events', function () {
  this.timeout(60_000);
  let engines: TestEngines;
  let database: string;
  let storage: Awaited<ReturnType<TestEngines['open']>>['storage'];
  beforeEach(async () => {
    database = await newPlatformDatabase();
    engines = new TestEngines(database);
    ({ storage } = await engines.open());
    await storage.events.append('a', 'first', {});
  });
  afterEach(() => engines.close());

  const loseEvents = async () => {
    for (let index = 0; index < LOST; index += 1) await storage.events.append('a', 'lost', {});
  };

  it('the directory shows the agents as they are there', async () => {
    const clock = clockAt(() => engines.nowMs);
    const options = { registry: storage.agents.registry, events: storage.events, clock, maxKnown: 100 };
    const directory = new AgentDirectory(options);
    const namesOf = async () => (await directory.discover(DRAWING, null, 10)).items.map(({ id }) => id).sort();
    await register(storage, 'kept');
    await loseEvents();
    await register(storage, 'lost');
    assert.deepEqual(await namesOf(), ['kept', 'lost']);
    await loseAll(database);
    assert.deepEqual(await namesOf(), ['kept']);
    await register(storage, 'new');
    assert.deepEqual(await namesOf(), ['kept', 'new']);
  });

  it('the feed tells that events may have been missed, and then the new ones', async () => {
    await loseEvents();
    const feed = new EventFeed(storage.events);
    const heard: string[] = [];
    let wake = () => {};
    const hear = (text: string) => {
      heard.push(text);
      wake();
    };
    const until = async (text: string) => {
      while (!heard.includes(text)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    const stop = feed.listen({
      events: (rows) => {
        for (const { type } of rows) hear(type);
      },
      missed: () => hear('missed'),
    });
    await until('missed');
    await loseAll(database);
    heard.splice(0);
    await storage.events.append('a', 'first of the other server', {});
    await until('missed');
    await storage.events.append('a', 'second', {});
    await until('second');
    stop();
  });
});
