import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockAt } from '@causeway/runtime/test-support';
import { type NewAgent, openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { forAll } from '@causeway/storage/test-support/takers';
import { agentStorage, TaskEngine, type TaskSubmission } from '../../src/index.ts';
import { toDraw } from './agent.ts';

const directory = mkdtempSync(join(tmpdir(), 'causeway-agents-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
let databases = 0;

/** Engines over one database, with a clock that the test sets. */
export class TestEngines {
  nowMs = 1_700_000_000_000;
  readonly errors: unknown[] = [];
  readonly path: string;
  readonly #number: number;
  readonly #open: { readonly engine: TaskEngine; readonly storage: PlatformStorage }[] = [];

  /** `database` is the URL of an empty PostgreSQL database; a new SQLite file when absent. */
  constructor(database?: string) {
    databases += 1;
    this.#number = databases;
    this.path = database ?? join(directory, `${databases}.sqlite`);
  }

  /** Opens the database as another process would. */
  async open(): Promise<{ readonly engine: TaskEngine; readonly storage: PlatformStorage }> {
    const clock = clockAt(() => this.nowMs);
    const storage = await openPlatformStorage(this.path, { clock });
    const own = this.#open.length;
    let ids = 0;
    const engine = new TaskEngine({
      agents: agentStorage(storage.agents),
      events: storage.events,
      clock,
      newTaskId: () => {
        ids += 1;
        return `new-${this.#number}-${own}-${ids}`;
      },
      random: () => 0.5,
      onError: (error) => this.errors.push(error),
    });
    const opened = { engine, storage };
    this.#open.push(opened);
    return opened;
  }

  /** Closes what was opened before, and opens the database again. */
  async reopen(opened: { readonly engine: TaskEngine; readonly storage: PlatformStorage }) {
    const { engine, storage } = opened;
    this.#open.splice(
      this.#open.findIndex((one) => one.engine === engine),
      1,
    );
    await engine.close();
    await storage.close();
    return this.open();
  }

  /** The engine and storage that were opened first. */
  first(): { readonly engine: TaskEngine; readonly storage: PlatformStorage } {
    return this.#open[0] ?? assert.fail('nothing is open');
  }

  async close(): Promise<void> {
    for (const { engine, storage } of this.#open.splice(0)) {
      await engine.close();
      await storage.close();
    }
    assert.deepEqual(this.errors, []);
  }
}

export const submission = (more: Partial<TaskSubmission> = {}): TaskSubmission => ({
  taskId: undefined,
  submitterId: 'submitter',
  rule: forAll(),
  type: 'draw',
  requirement: toDraw(),
  input: '{}',
  priority: 'normal',
  deadlineAtMs: undefined,
  maxAttempts: undefined,
  ...more,
});

export async function register({ agents }: PlatformStorage, id: string, more: Partial<NewAgent> = {}) {
  const facts = { ownerId: 'owner', name: id, capabilities: [{ type: 'draw' }], endpoints: {} };
  const agent = { id, ...facts, availability: 'online', maxConcurrentTasks: 4, ...more } as const;
  return (await agents.registry.register(agent)) ?? assert.fail();
}
