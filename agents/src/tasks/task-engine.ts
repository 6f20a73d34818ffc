import { hash } from 'node:crypto';
import { isTaskHeld, ok, type Result, type TaskPriority } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type { Tracer } from '@causeway/runtime/trace-context';
import type { EventRepository, Requirement, Strategy, TakerRule, Takers, TaskRow } from '@causeway/storage';
import type { AgentStorage } from '../agent-storage.ts';
import { queueOf } from '../capability.ts';
import { TaskTracer } from '../tracing.ts';
import { chanceOf, type Ring, TaskNotifier } from './task-notifier.ts';
import type { AttemptEnd, ClaimRefused, Hold, HoldRefused, SubmitRefused } from './tasks.ts';

/** The input of a submission. Times are Unix milliseconds. */
export interface TaskSubmission {
  /** A new id when absent. */
  readonly taskId: string | undefined;
  readonly submitterId: string;
  /** Who may take the task. */
  readonly rule: TakerRule;
  /** The takers that the submitter named itself; they belong to the content by which a repetition is recognised. */
  readonly namedTakers?: Takers;
  readonly type: string;
  readonly requirement: Requirement;
  /** JSON text. */
  readonly input: string;
  readonly priority: TaskPriority;
  readonly deadlineAtMs: number | undefined;
  readonly maxAttempts: number | undefined;
  /** The finished task whose input this one repeats. */
  readonly replayOf?: string;
  /** The conversation that the task belongs to, and the id of the message that submits it. */
  readonly contextId?: string;
  readonly messageId?: string;
  /** The trace context of the request, which the task keeps. */
  readonly traceparent?: string;
  /** The URL that is notified of the task's end. */
  readonly callback?: string;
  /** How an agent with a webhook is chosen; `best_match` when absent. */
  readonly strategy?: Strategy;
  /** How long a chosen agent may take to answer, milliseconds. */
  readonly answerMs?: number;
}

/** A submitted task; `created` is false for a repetition. */
export interface Submitted {
  readonly task: TaskRow;
  readonly created: boolean;
}

/** The result of a submission. */
export type SubmitResult = Result<
  Submitted,
  /** AGENT_NOT_FOUND: the task is reserved to an agent that is not registered. */
  SubmitRefused | { readonly code: 'DEADLINE_INVALID' | 'AGENT_NOT_FOUND' }
>;

export interface TaskEngineOptions {
  readonly agents: AgentStorage;
  readonly events: EventRepository;
  readonly clock: Clock;
  readonly newTaskId: () => string;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Called with failures of the sweeper, which goes on. */
  readonly onError: (error: unknown) => void;
  /** Called after tasks of runs may have ended here. */
  readonly onStepEnded?: () => void;
  /** Makes spans; none are made without it. */
  readonly tracer?: Tracer | undefined;
}

/** The life of a task that names no deadline, and the longest life of one that does, milliseconds. */
export const DEFAULT_LIFE_MS = 7 * 86_400_000;
export const LONGEST_LIFE_MS = 366 * 86_400_000;
export const DEFAULT_ATTEMPTS = 3;
/** The lease of an agent that names no length, milliseconds. */
export const DEFAULT_LEASE_MS = 30_000;

/** Tasks that one claim gives at most. */
export const MAX_CLAIM = 32;

/** How often due tasks are looked for, and how many are done in one transaction. */
const SWEEP_MS = 500;
const SWEEP_LIMIT = 100;
/** How often agents with webhooks are looked for, for tasks that wait, milliseconds. */
const ROUTE_MS = 500;
/** How often queues in which no task waits are removed, milliseconds, and how many at once. */
const QUEUES_MS = 10_000;
const QUEUES_LIMIT = 100;

/**
 * A waiting agent polls this often, milliseconds: another agent may have been woken for a task and then ended.
 */
const LOOK_MS = 2_000;

/**
 * A claim records that its agent was heard of unless the last record is newer than this, milliseconds. It saves a
 * write.
 */
const SEEN_EVERY_MS = 5_000;

/** Largest number of tasks before this one that is counted. */
export const MAX_POSITION = 1_000;

/**
 * Tasks of agents: submissions, claims, reports, ends, and the sweeper that wakes every open task in time. Any number
 * of processes run it over one database; none leads.
 */
export class TaskEngine {
  readonly #options: TaskEngineOptions;
  readonly #bell: TaskNotifier;
  readonly #sweeper: PeriodicTask;
  readonly #router: PeriodicTask;
  readonly #tidier: PeriodicTask;
  readonly #spans: TaskTracer | undefined;
  readonly #unlisten: (() => void) | undefined;
  /** True once this process has assigned a task by webhook; then it routes again as soon as an agent is free. */
  #pushes = false;
  #ended = false;

  constructor(options: TaskEngineOptions) {
    this.#options = options;
    this.#bell = new TaskNotifier(options.events, options.clock);
    const spans = options.tracer && new TaskTracer(options.tracer, options.clock);
    this.#spans = spans;
    this.#unlisten = spans && options.agents.changes.listen({ task: (change) => spans.changed(change) });
    this.#sweeper = new PeriodicTask(() => this.sweep(), { onFailure: options.onError });
    this.#router = new PeriodicTask(() => this.route(), { onFailure: options.onError });
    const { tasks } = options.agents;
    this.#tidier = new PeriodicTask(() => tasks.removeEmptyQueues(QUEUES_LIMIT), { onFailure: options.onError });
  }

  /** Queues a task; it is on disk when the promise resolves. A repetition with the same id is the same task. */
  async submit(submission: TaskSubmission): Promise<SubmitResult> {
    if (this.#spans === undefined) return this.#submit(submission);
    return this.#spans.submit(submission.traceparent, (traceparent) => this.#submit({ ...submission, traceparent }));
  }

  async #submit(submission: TaskSubmission): Promise<SubmitResult> {
    const { submitterId, type, requirement, input, priority, deadlineAtMs: given, maxAttempts } = submission;
    const { agents, clock, newTaskId } = this.#options;
    const nowMs = clock.now();
    const { callback, strategy, answerMs, namedTakers, rule } = submission;
    const { takers, principalId } = rule;
    const asked = [callback, strategy, answerMs].some((one) => one !== undefined) ? [callback, strategy, answerMs] : [];
    const named = namedTakers === undefined ? [] : [{ takers: namedTakers }];
    const content = [type, requirement, input, priority, given ?? null, maxAttempts ?? null, ...asked, ...named];
    const fingerprint = hash('sha256', JSON.stringify(content));
    const id = submission.taskId ?? newTaskId();
    const code = await this.#refusalOf(requirement, given, nowMs);
    if (code !== undefined) {
      // A repetition can come after the deadline, or when the agent has gone.
      const known = submission.taskId === undefined ? undefined : await agents.tasks.get(id);
      if (known?.fingerprint !== fingerprint) return { ok: false, error: { code } };
    }
    const task = {
      ...{ id, submitterId, takers, principalId, fingerprint, type, requirement, input, priority },
      queue: queueOf(requirement, rule),
      deadlineAtMs: given ?? nowMs + DEFAULT_LIFE_MS,
      maxAttempts: maxAttempts ?? DEFAULT_ATTEMPTS,
      replayOf: submission.replayOf ?? null,
      contextId: submission.contextId ?? null,
      messageId: submission.messageId ?? null,
      traceparent: submission.traceparent ?? null,
      ...(callback !== undefined && { callback }),
      ...(strategy !== undefined && { strategy }),
      ...(answerMs !== undefined && { answerMs }),
    };
    const submitted = await agents.tasks.submit(task);
    this.#pushes ||= submitted.ok && submitted.value.task.state === 'assigned';
    return submitted;
  }

  /** The reason to refuse a new task; undefined when there is none. */
  async #refusalOf({ agentId }: Requirement, deadlineAtMs: number | undefined, nowMs: number) {
    if (deadlineAtMs !== undefined && (deadlineAtMs <= nowMs || deadlineAtMs > nowMs + LONGEST_LIFE_MS)) {
      return 'DEADLINE_INVALID';
    }
    const gone = agentId !== undefined && (await this.#options.agents.registry.get(agentId)) === undefined;
    return gone ? 'AGENT_NOT_FOUND' : undefined;
  }

  /**
   * Submits a finished task once more, as `submitterId`: a new task that names the finished one. The same kinds of
   * agents may take it, where the agents of `principalId` are own ones.
   */
  replay(finished: TaskRow, submitterId: string, principalId: string): Promise<SubmitResult> {
    const { id, takers, type, requirement, input, priority, maxAttempts } = finished;
    const rule = { takers, principalId };
    return this.submit({
      ...{ taskId: undefined, submitterId, rule, type, requirement, input, priority, deadlineAtMs: undefined },
      ...{ maxAttempts, replayOf: id },
    });
  }

  /** Number of tasks before a queued one, at most MAX_POSITION; null when it is not queued. */
  async positionOf(task: TaskRow): Promise<number | null> {
    return task.state === 'queued' ? this.#options.agents.tasks.ahead(task, MAX_POSITION) : null;
  }

  /**
   * Gives the agent up to `limit` tasks; when none waits, polls again for up to `waitMs`, until `signal` aborts. Each
   * task has a lease of `leaseMs` and a fencing token.
   */
  async claim(
    agentId: string,
    { limit, leaseMs, waitMs }: { readonly limit: number; readonly leaseMs: number; readonly waitMs: number },
    signal: AbortSignal,
  ): Promise<Result<readonly TaskRow[], ClaimRefused>> {
    const { registry, tasks } = this.#options.agents;
    const endMs = this.#options.clock.monotonic() + waitMs;
    const wait = this.#bell.enter(agentId);
    signal.addEventListener('abort', wait.leave);
    try {
      // An agent that was woken for a task claims without a look.
      for (let ring: Ring = 'look'; ; ) {
        const sinceMs = this.#options.clock.now();
        let waiting = true;
        if (ring === 'look') {
          const looked = await tasks.look(agentId);
          if (!looked.ok) return looked;
          const { agent } = looked.value;
          const full = agent.active >= agent.maxConcurrentTasks;
          wait.know({ chance: (offer) => chanceOf(agent, offer), full });
          if (sinceMs - agent.lastSeenAtMs >= SEEN_EVERY_MS) await registry.seen(agentId);
          waiting = looked.value.waiting;
        }
        const claimed = waiting ? await tasks.claim({ agentId, limit, leaseMs }) : ok([]);
        if (this.#spans !== undefined && claimed.ok && claimed.value.length > 0) {
          return ok(this.#spans.claimed(claimed.value, sinceMs));
        }
        const leftMs = endMs - this.#options.clock.monotonic();
        if (!claimed.ok || claimed.value.length > 0 || leftMs <= 0 || signal.aborted || this.#ended) return claimed;
        // Another agent was faster, or there is no place any more.
        if (ring === 'task') {
          ring = 'look';
          continue;
        }
        ring = await wait.next(Math.min(leftMs, LOOK_MS));
        if (signal.aborted) return ok([]);
      }
    } finally {
      signal.removeEventListener('abort', wait.leave);
      wait.leave();
    }
  }

  /** Ends the agent's attempt. A completion without a cost has the price of the agent's capability. */
  async end(
    hold: Hold,
    end:
      | { readonly kind: 'failed'; readonly failure: { code: string; message: string }; readonly retryable: boolean }
      | Exclude<AttemptEnd, { readonly kind: 'failed' }>,
  ): Promise<Result<TaskRow, HoldRefused>> {
    const ended = this.#spans ? await this.#endTraced(this.#spans, hold, end) : await this.#end(hold, end);
    return this.#told(ended);
  }

  async #endTraced(spans: TaskTracer, hold: Hold, end: Parameters<TaskEngine['end']>[1]) {
    const sinceMs = this.#options.clock.now();
    const before = await this.#options.agents.tasks.get(hold.taskId);
    const ended = await this.#end(hold, end);
    // A repeated report ends nothing.
    if (ended.ok && before && isTaskHeld(before.state)) spans.ended(ended.value, sinceMs);
    return ended;
  }

  async #end(hold: Hold, end: Parameters<TaskEngine['end']>[1]): Promise<Result<TaskRow, HoldRefused>> {
    const { tasks } = this.#options.agents;
    if (end.kind !== 'failed') return tasks.end(hold, end);
    const { kind, failure, retryable } = end;
    return tasks.end(hold, { kind, failure, retry: retryable ? this.#options.random() : null });
  }

  /** Cancels an open task. */
  async cancel(taskId: string): Promise<Result<TaskRow, HoldRefused>> {
    return this.#told(await this.#options.agents.tasks.cancel(taskId));
  }

  /** Tells whoever drives runs that a step may have ended. */
  #told(ended: Result<TaskRow, HoldRefused>): Result<TaskRow, HoldRefused> {
    if (ended.ok && ended.value.runId !== null) this.#options.onStepEnded?.();
    if (ended.ok && this.#pushes) this.routeSoon();
    return ended;
  }

  /** Does what is due now, for all tasks. Returns their number. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (;;) {
      const some = await this.#options.agents.tasks.sweep(SWEEP_LIMIT, this.#options.random());
      swept += some;
      if (some > 0) this.#options.onStepEnded?.();
      if (some < SWEEP_LIMIT || this.#ended) return swept;
    }
  }

  /**
   * Assigns every waiting task that some newly available webhook agent can take. Every process does so by itself, too,
   * so that a crash delays a task and never loses it. Returns the number of tasks.
   */
  async route(): Promise<number> {
    let routed = 0;
    for (;;) {
      const some = await this.#options.agents.tasks.route();
      routed += some;
      this.#pushes ||= some > 0;
      if (some === 0 || this.#ended) return routed;
    }
  }

  /** Routes now; failures are reported as the sweeper's are. */
  routeSoon(): void {
    if (!this.#ended) void this.#router.run();
  }

  /** Begins to sweep and to route. */
  start(): void {
    this.#sweeper.repeat(SWEEP_MS);
    this.#router.repeat(ROUTE_MS);
    this.#tidier.repeat(QUEUES_MS);
  }

  /** Ends waiting claims. */
  stop(): void {
    this.#ended = true;
    this.#bell.ringAll();
  }

  /** Ends the sweeper. */
  async close(): Promise<void> {
    this.stop();
    await this.#sweeper.stop();
    await this.#router.stop();
    await this.#tidier.stop();
    this.#unlisten?.();
  }
}
