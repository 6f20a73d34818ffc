import assert from 'node:assert/strict';
import { systemClock } from '@causeway/runtime';
import type { PlatformStorage, Requirement, Takers } from '@causeway/storage';
import type { TaskEngine } from '../../src/index.ts';
import { agentStorage } from '../../src/index.ts';
import { chanceOf, TaskNotifier, type Wait } from '../../src/tasks/task-notifier.ts';
import { agentRow, toDraw } from '../support/agent.ts';
import { register, submission, TestEngines } from '../support/engine.ts';

const LONG_MS = 60_000;
const draws = ({ capability }: { readonly capability: string }) => capability === 'draw';

describe('waiting agents', function describeBell() {
  this.timeout(20_000);
  let engines: TestEngines;
  let engine: TaskEngine;
  let storage: PlatformStorage;
  let bell: TaskNotifier;
  const waits: Wait[] = [];
  beforeEach(async () => {
    engines = new TestEngines();
    ({ engine, storage } = await engines.open());
    bell = new TaskNotifier(storage.events, systemClock);
    // The first wait begins with a ring, after which the bell follows the events.
    await enter('first', () => false).next(LONG_MS);
  });
  afterEach(async () => {
    for (const wait of waits.splice(0)) wait.leave();
    await engines.close();
  });

  const enter = (agentId: string, fits: (requirement: Requirement) => boolean = draws, full = false): Wait => {
    const wait = bell.enter(agentId);
    wait.know({ chance: ({ requirement }) => (fits(requirement) ? 'yes' : 'no'), full });
    waits.push(wait);
    return wait;
  };

  /** The agents that wake, in their order, until as many have woken as asked for. */
  const woken = async (count: number, all: Readonly<Record<string, Wait>>, act: () => Promise<unknown>) => {
    const names: string[] = [];
    const enough = new Promise<void>((resolve) => {
      for (const [name, wait] of Object.entries(all)) {
        void wait.next(LONG_MS).then(() => {
          names.push(name);
          if (names.length === count) resolve();
        });
      }
    });
    await act();
    await enough;
    // A ring for the same event would have come in the same turn.
    await new Promise(setImmediate);
    return names;
  };
  const submit = (capability = 'draw') =>
    engine.submit(submission({ requirement: toDraw({ capability }), type: capability }));

  it('wake one for each task, the longest waiting first, and only if they fit', async () => {
    const gone = enter('gone');
    const writer = enter('w', (need) => !draws(need));
    const [one, two] = [enter('1'), enter('2')];
    gone.leave();
    const all = { writer, one, two };
    assert.deepEqual(await woken(1, all, () => submit()), ['one']);
    const both = async () => {
      await submit();
      await submit();
    };
    assert.deepEqual(await woken(1, { two }, both), ['two'], 'the first one is rung already');
  });

  it('wake when a task is assigned to them, and by the end of an own one when they had no place', async () => {
    await register(storage, 'a');
    const [own, other] = [enter('a', () => false), enter('b', () => false)];
    await submit();
    const signal = new AbortController().signal;
    const claim = () => engine.claim('a', { limit: 1, leaseMs: 1_000, waitMs: 0 }, signal);
    assert.deepEqual(await woken(1, { own, other }, claim), ['own']);
    own.know({ chance: () => 'no', full: true });
    const free = enter('a', () => false);
    const [task] = (await agentStorage(storage.agents).tasks.list({ agentId: 'a' }, null, 1)).items;
    const hold = { taskId: task?.id ?? '', agentId: 'a', token: task?.token ?? 0 };
    const end = () => engine.end(hold, { kind: 'released' });
    assert.deepEqual(await woken(1, { free, other, own }, end), ['own']);
  });

  it('look when a task comes before they are known, and leave it to those who fit', async () => {
    const unknown = bell.enter('unknown');
    waits.push(unknown);
    const rings = [unknown.next(LONG_MS), enter('1').next(LONG_MS)];
    await submit();
    assert.deepEqual(await Promise.all(rings), ['look', 'task']);
  });
});

describe('the chance of an agent to get a queued task', () => {
  const agent = agentRow({ ownerId: 'ann' });
  const chance = (takers: Takers, principalId: string | undefined, requirement = toDraw()) =>
    chanceOf(agent, { requirement, takers, principalId });

  it('is certain for an own or named agent, open where a list decides, and none for a stranger', () => {
    assert.deepEqual(
      [chance('any', undefined), chance('own', 'ann'), chance('listed', 'ann'), chance('own', 'a')],
      ['yes', 'yes', 'yes', 'yes'],
    );
    assert.deepEqual([chance('own', 'bob'), chance('listed', 'bob')], ['no', 'maybe']);
    assert.equal(chance('own', 'bob', toDraw({ agentId: 'a' })), 'yes');
    assert.deepEqual(
      [chance('listed', 'bob', toDraw({ capability: 'write' })), chance('any', undefined)],
      ['no', 'yes'],
    );
  });
});
