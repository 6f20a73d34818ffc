import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import { clockAt } from '@causeway/runtime/test-support';
import type { AgentRow, PlatformStorage } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import fc from 'fast-check';
import { capabilityFor } from '../src/capability.ts';
import { byFit, isAvailable } from '../src/fit.ts';
import { AgentDirectory, agentStorage, type Wanted } from '../src/index.ts';
import { toDraw } from './support/agent.ts';
import { register, submission, TestEngines } from './support/engine.ts';
import { sharedPostgres } from './support/postgres.ts';

const never = new AbortController().signal;
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const wantedOf = (more: Partial<Wanted['requirement']> = {}): Wanted => ({
  requirement: toDraw(more),
  available: undefined,
  maxCostMicros: undefined,
});

type Process = Awaited<ReturnType<TestEngines['open']>> & { readonly directory: AgentDirectory };

async function open(engines: TestEngines): Promise<Process> {
  const opened = await engines.open();
  const { storage } = opened;
  const options = {
    registry: storage.agents.registry,
    events: storage.events,
    clock: clockAt(() => engines.nowMs),
    maxKnown: 4,
  };
  return { ...opened, directory: new AgentDirectory(options) };
}

/** All pages of a discovery. */
async function pagesOf({ directory }: Process, wanted: Wanted, limit: number): Promise<readonly AgentRow[]> {
  const found: AgentRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<AgentDirectory['discover']>> = await directory.discover(wanted, cursor, limit);
    assert.ok(page.items.length <= limit);
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** The answer by the rules alone, from the rows of the database. */
async function expected({ agents }: PlatformStorage, wanted: Wanted, nowMs: number): Promise<readonly AgentRow[]> {
  const rows = await agents.registry.getAll(IDS);
  return byFit(rows, wanted.requirement, nowMs).filter(
    (agent) =>
      (wanted.available === undefined || isAvailable(agent, nowMs) === wanted.available) &&
      (capabilityFor(agent.capabilities, wanted.requirement)?.costMicros ?? 0) <= (wanted.maxCostMicros ?? Infinity),
  );
}

/** An operation of one of two processes. */
type Operation = (own: Process, engines: TestEngines) => Promise<unknown>;

const LARGE = { width: 1_000, height: 1_000 };
const capabilities = fc.uniqueArray(
  fc.constantFrom(
    { type: 'draw', costMicros: 5_000_000 },
    { type: 'draw', models: ['m1'], costMicros: 100 },
    { type: 'draw', maxResolution: LARGE },
    { type: 'write', costMicros: 10 },
  ),
  { maxLength: 3 },
);
const anId = fc.constantFrom(...IDS);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ id: anId, capabilities, maxConcurrentTasks: fc.nat({ max: 3 }) }).map(
    ({ id, ...more }): Operation =>
      ({ storage }) =>
        storage.agents.registry.register({
          ...{ id, ownerId: 'owner', name: id, endpoints: {}, availability: 'online', ...more },
        }),
  ),
  fc
    .tuple(
      anId,
      fc.oneof(
        capabilities.map((some) => ({ capabilities: some })),
        fc.constant({ availability: 'busy' as const }),
      ),
    )
    .map(
      ([id, patch]): Operation =>
        ({ storage }) =>
          storage.agents.registry.update(id, patch, undefined),
    ),
  anId.map(
    (id): Operation =>
      ({ storage }) =>
        storage.agents.registry.update(id, 'hide', undefined),
  ),
  anId.map(
    (id): Operation =>
      ({ storage }) =>
        storage.agents.registry.seen(id),
  ),
  fc.constantFrom(1_000, 40_000, 61_000).map(
    (ms): Operation =>
      async (_own, engines) => {
        engines.nowMs += ms;
      },
  ),
  fc.tuple(anId, fc.constantFrom('completed', 'failed', 'kept', 'reported'), fc.nat({ max: 20_000 })).map(
    ([id, end, tookMs]): Operation =>
      async ({ engine, storage }, engines) => {
        await engine.submit(submission());
        const claimed = await engine.claim(id, { limit: 1, leaseMs: 3_600_000, waitMs: 0 }, never);
        engines.nowMs += tookMs;
        for (const { id: taskId, token } of claimed.ok ? claimed.value : []) {
          const hold = { taskId, agentId: id, token };
          if (end === 'completed')
            await engine.end(hold, { kind: 'completed', result: jsonText(1), costMicros: undefined });
          if (end === 'failed') {
            await engine.end(hold, { kind: 'failed', failure: { code: 'X', message: 'x' }, retryable: false });
          }
          if (end === 'reported') await agentStorage(storage.agents).tasks.report(hold);
        }
      },
  ),
  // A question, so that something is in memory.
  fc.constantFrom('draw', 'write').map(
    (capability): Operation =>
      (own) =>
        pagesOf(own, wantedOf({ capability }), 2),
  ),
);

const QUESTIONS: readonly Wanted[] = [
  wantedOf(),
  wantedOf({ capability: 'write' }),
  wantedOf({ model: 'm1' }),
  wantedOf({ resolution: LARGE }),
  { ...wantedOf(), available: true },
  { ...wantedOf(), available: false, maxCostMicros: 1_000 },
];

for (const [name, database, runs] of [
  ['SQLite', async () => undefined, cases(30, 3_000)],
  ['PostgreSQL', sharedPostgres, cases(4, 300)],
] as const) {
  describe(`the directory of agents, on ${name}`, function describeDirectory() {
    this.timeout(timeLimit(120_000));
    let engines: TestEngines;
    afterEach(() => engines.close());

    it('answers like the rules over all rows, in any pages, whichever process changed them', async () => {
      const sequences = fc.array(fc.tuple(fc.boolean(), operation), { maxLength: 25 });
      await fc.assert(
        fc
          .asyncProperty(sequences, fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
            engines = new TestEngines(await database());
            const [one, other] = [await open(engines), await open(engines)];
            for (const [first, step] of steps) await step(first ? one : other, engines);
            for (const own of [one, other]) {
              for (const wanted of QUESTIONS) {
                assert.deepEqual(await pagesOf(own, wanted, limit), await expected(own.storage, wanted, engines.nowMs));
              }
            }
          })
          .afterEach(() => engines.close()),
        runs,
      );
      engines = new TestEngines();
    });

    it('pages through more agents than one read gives', async () => {
      engines = new TestEngines(await database());
      const own = await open(engines);
      const ids = Array.from({ length: 1_203 }, (_, number) => `agent-${String(number).padStart(4, '0')}`);
      await Promise.all(ids.map((id) => register(own.storage, id, { capabilities: [{ type: 'page' }] })));
      const found = await pagesOf(own, wantedOf({ capability: 'page' }), 200);
      assert.deepEqual(columns(found, 'id'), ids);
    });

    it('begins again when more has happened than it would follow', async () => {
      engines = new TestEngines(await database());
      const [own, other] = [await open(engines), await open(engines)];
      await register(own.storage, 'again', { capabilities: [{ type: 'again' }] });
      assert.equal((await pagesOf(own, wantedOf({ capability: 'again' }), 10)).length, 1);
      await Promise.all(Array.from({ length: 5_100 }, () => other.storage.events.append('x', 'x', {})));
      await other.storage.agents.registry.update('again', 'hide', undefined);
      assert.deepEqual(await pagesOf(own, wantedOf({ capability: 'again' }), 10), []);
    });

    it('knows when an agent was last heard of by another process', async () => {
      engines = new TestEngines(await database());
      const [own, other] = [await open(engines), await open(engines)];
      await register(own.storage, 'heard', { capabilities: [{ type: 'hear' }] });
      const available = async () =>
        (await pagesOf(own, { ...wantedOf({ capability: 'hear' }), available: true }, 10)).length === 1;
      const unavailable = async () =>
        (await pagesOf(own, { ...wantedOf({ capability: 'hear' }), available: false }, 10)).length === 1;
      assert.ok(await available());
      engines.nowMs += 40_000;
      await other.storage.agents.registry.seen('heard');
      engines.nowMs += 40_000;
      assert.ok(await available(), 'it was heard of 40 s ago');
      engines.nowMs += 61_000;
      assert.ok(await unavailable(), 'nobody has asked for available ones since its silence');
      assert.equal(await available(), false);
      await other.storage.agents.registry.seen('heard');
      assert.ok(await available(), 'it is back');
      await other.engine.submit(submission({ requirement: toDraw({ capability: 'hear' }) }));
      const claimed = await other.engine.claim('heard', { limit: 1, leaseMs: 3_600_000, waitMs: 0 }, never);
      assert.ok(claimed.ok && claimed.value[0]);
      engines.nowMs += 61_000;
      assert.equal(await available(), false);
      const { id: taskId, token } = claimed.value[0];
      assert.ok((await agentStorage(other.storage.agents).tasks.report({ taskId, agentId: 'heard', token })).ok);
      assert.ok(await available(), 'its report is a sign of life');
    });
  });
}
