import { strict as assert } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTaskEnd, type TaskState } from '@causeway/protocol';
import { sayProgress } from '@causeway/protocol/test-support/cases';
import { type EventRow, openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { askedPort, askPort, signUpAt } from './api-process.ts';
import type { Acknowledged, FinalTask, TaskHistory } from './task-history.ts';

/** Events of one read. */
const READ_LIMIT = 1_000;
const LEASE_MS = 1_000;
const PAUSE_MS = 20;
/** Tasks that wait at most, so that agents and submitters keep step. */
const MAX_OPEN = 200;

export interface TaskLoadOptions {
  /** The port of a running process; another one in every call, or the one that was started last. */
  readonly port: () => number;
  readonly agents: number;
  readonly submitters: number;
  /** The load ends after so many acknowledged operations; open tasks are then done. */
  readonly operations: number;
}

interface Agent {
  readonly id: string;
  readonly apiKey: string;
  readonly limit: number;
}

/** A number in [0, 1) that is the same in every run. */
function* numbers(seed: number): Generator<number, never, void> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/**
 * Agents and submitters that ask a running API at once and note what was acknowledged. Agents claim several tasks,
 * report, complete, fail and release them, or fall silent; submitters submit and cancel. An operation without an
 * answer, because its process was killed, is unknown: submissions and completions are then repeated.
 */
export class TaskLoad {
  readonly acknowledged: Acknowledged[] = [];
  readonly limits = new Map<string, number>();
  readonly #options: TaskLoadOptions;
  readonly #prefix: string;
  readonly #agents: Agent[] = [];
  readonly #tasks: string[] = [];
  readonly #random = numbers(20_260_101);
  /** Tasks whose end was not acknowledged to anyone. */
  readonly #open = new Set<string>();
  #token = '';
  #draining = false;
  #abandoned = false;
  #over = false;

  private constructor(options: TaskLoadOptions, prefix: string) {
    this.#options = options;
    this.#prefix = prefix;
  }

  /** Registers the agents. */
  static async prepare(options: TaskLoadOptions, prefix: string): Promise<TaskLoad> {
    const load = new TaskLoad(options, prefix);
    const port = options.port();
    load.#token = await signUpAt(port, `${prefix}-submitter`);
    for (let number = 0; number < options.agents; number += 1) {
      const facts = { name: `${prefix} ${number}`, agentId: `${prefix}-${number}`, capabilities: [{ type: prefix }] };
      const limit = 1 + (number % 4);
      const registration = { ...facts, maxConcurrentTasks: limit };
      const path = '/api/agents/register';
      const { agentId, apiKey } = await askedPort<{ agentId: string; apiKey: string }>(
        ...([port, path, registration, load.#token] as const),
      );
      load.#agents.push({ id: agentId, apiKey, limit });
      load.limits.set(agentId, limit);
    }
    return load;
  }

  /** Runs the load to its end. */
  async run(): Promise<void> {
    const submitters = Array.from({ length: this.#options.submitters }, (_, number) => this.#submit(number));
    const agents = this.#agents.map((agent) => this.#work(agent));
    await Promise.all(submitters);
    this.#draining = true;
    await this.#untilEnded();
    this.#over = true;
    await Promise.all(agents);
  }

  /** Ends the load wherever it is, after a failure. */
  abandon(): void {
    this.#abandoned = true;
    this.#over = true;
  }

  /** The history, with the log and the tasks of `database` and the seqs that a reader of the log has seen. */
  async history(database: string, observed: readonly number[]): Promise<TaskHistory> {
    const storage = await openPlatformStorage(database);
    try {
      const log = await eventsOf(storage);
      const logged = log.map(({ seq }) => seq);
      const events = log.filter(
        ({ type, data }) => type.startsWith('task.') && String(data.taskId).startsWith(this.#prefix),
      );
      const final: FinalTask[] = [];
      for (const taskId of this.#tasks) {
        const row = await storage.agents.tasks.get(taskId);
        if (row) final.push({ taskId, state: row.state, result: row.result === null ? null : JSON.parse(row.result) });
      }
      const { acknowledged, limits } = this;
      return { acknowledged, events, observed, logged, final, limits };
    } finally {
      await storage.close();
    }
  }

  #chance(share: number): boolean {
    return this.#random.next().value < share;
  }

  #pick(limit: number): number {
    return Math.floor(this.#random.next().value * limit);
  }

  /** Asks until an answer comes, and notes it with `note` when it is a 2xx. */
  async #ask<T>(
    path: string,
    body: object,
    token: string,
    note: (result: T) => readonly Omit<Acknowledged, 'askedMs' | 'answeredMs'>[],
    again: boolean,
  ): Promise<number> {
    // A request without an answer may have done its work all the same.
    const askedMs = performance.now();
    for (;;) {
      try {
        const { status, result } = await askPort<T>(this.#options.port(), `/api/agents${path}`, body, token);
        const answeredMs = performance.now();
        assert.ok(status < 500, `${path} was answered ${status}`);
        if (status < 300) {
          for (const one of note(result)) this.acknowledged.push({ ...one, askedMs, answeredMs });
          sayProgress(() => `${this.acknowledged.length} operations of ${this.#options.operations}`);
        }
        return status;
      } catch (error) {
        // The process was killed.
        if (error instanceof assert.AssertionError) throw error;
        if (!again || this.#abandoned) return 0;
        await sleep(PAUSE_MS);
      }
    }
  }

  async #submit(own: number): Promise<void> {
    const { operations } = this.#options;
    for (let number = 0; this.acknowledged.length < operations && !this.#abandoned; number += 1) {
      if (this.#open.size >= MAX_OPEN) {
        await sleep(PAUSE_MS);
        continue;
      }
      const taskId = `${this.#prefix}-${own}-${number}`;
      this.#tasks.push(taskId);
      this.#open.add(taskId);
      const priority = ['low', 'normal', 'high', 'urgent'][this.#pick(4)];
      const body = { taskId, type: this.#prefix, input: { own, number }, priority, maxAttempts: 5 };
      await this.#ask('/tasks/submit', body, this.#token, () => [{ kind: 'submit', taskId }], true);
      if (this.#chance(0.1)) await this.#cancel(this.#tasks[this.#pick(this.#tasks.length)] as string);
    }
  }

  async #cancel(taskId: string): Promise<void> {
    await this.#ask(`/tasks/${taskId}/cancel`, {}, this.#token, () => [this.#end({ kind: 'cancel', taskId })], false);
  }

  #end<T extends { readonly taskId: string }>(one: T): T {
    this.#open.delete(one.taskId);
    return one;
  }

  async #work(agent: Agent): Promise<void> {
    const { id: agentId, apiKey, limit } = agent;
    while (!this.#over) {
      const claimed: { readonly taskId: string; readonly token: number }[] = [];
      const ask = { limit: 1 + this.#pick(limit + 1), waitMs: 200, leaseMs: LEASE_MS };
      await this.#ask<typeof claimed>(
        `/${agentId}/tasks/claim`,
        ask,
        apiKey,
        (tasks) => {
          claimed.push(...tasks);
          return tasks.map(({ taskId, token }) => ({ kind: 'claim', taskId, token, agentId }));
        },
        false,
      );
      if (claimed.length === 0) await sleep(PAUSE_MS);
      for (const { taskId, token } of claimed) await this.#do(agent, taskId, token);
    }
  }

  async #do({ id: agentId, apiKey }: Agent, taskId: string, token: number): Promise<void> {
    const hold = { taskId, token, agentId };
    const path = `/tasks/${taskId}`;
    if (this.#chance(0.3)) {
      await this.#ask(`${path}/heartbeat`, { token }, apiKey, () => [{ kind: 'heartbeat', ...hold }], false);
    }
    const dice = this.#draining ? 1 : this.#random.next().value;
    if (dice < 0.02) return;
    if (dice < 0.07) {
      const body = { token, message: 'broke', code: 'X' };
      await this.#ask(`${path}/fail`, body, apiKey, () => [{ kind: 'fail', ...hold }], false);
    } else if (dice < 0.12) {
      await this.#ask(`${path}/release`, { token }, apiKey, () => [{ kind: 'release', ...hold }], false);
    } else {
      const result = { by: agentId, token };
      const note = () => [this.#end({ kind: 'complete', ...hold, result } as const)];
      await this.#ask(`${path}/complete`, { token, result }, apiKey, note, true);
    }
  }

  /** Waits until every submitted task has ended. */
  async #untilEnded(): Promise<void> {
    while (this.#open.size > 0 && !this.#abandoned) {
      for (const taskId of this.#open) {
        const path = `/api/agents/tasks/${taskId}`;
        const over = await askPort<{ readonly result: { readonly status?: TaskState } }>(
          ...([this.#options.port(), path, undefined, this.#token] as const),
        ).then(
          // A task that is gone has no end to wait for; the checker of histories says that it was lost.
          ({ status, result }) =>
            status === 200 && result.result.status ? isTaskEnd(result.result.status) : status < 500,
          () => false,
        );
        if (over) this.#open.delete(taskId);
      }
      await sleep(PAUSE_MS);
    }
  }
}

async function eventsOf({ events }: PlatformStorage): Promise<readonly EventRow[]> {
  const all: EventRow[] = [];
  for (;;) {
    const rows = await events.after(undefined, all.at(-1)?.seq ?? 0, READ_LIMIT);
    if (rows.length === 0) return all;
    all.push(...rows);
  }
}

/** Follows the log of `database` from now on, as streams do. `stop` reads to the end and returns the seqs. */
export async function followLog(database: string): Promise<{ stop(): Promise<readonly number[]> }> {
  const storage = await openPlatformStorage(database);
  const seqs: number[] = [];
  let stopping = false;
  let wake = (): void => {};
  const unsubscribe = storage.events.onAppended(() => wake());
  const following = (async () => {
    for (;;) {
      const last = stopping;
      const rows = await storage.events.after(undefined, seqs.at(-1) ?? 0, READ_LIMIT);
      seqs.push(...rows.map(({ seq }) => seq));
      if (rows.length > 0) continue;
      if (last) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    async stop() {
      stopping = true;
      wake();
      await following;
      unsubscribe();
      await storage.close();
      return seqs;
    },
  };
}
