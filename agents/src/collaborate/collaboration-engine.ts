import { createHash } from 'node:crypto';
import { isTaskEnd, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type {
  Collaboration,
  CollaborationRow,
  EventFeed,
  EventRow,
  PartEnd,
  PartRow,
  QuotaExceeded,
  Takers,
  TaskRow,
} from '@causeway/storage';
import type { AgentStorage } from '../agent-storage.ts';
import type { TaskEngine } from '../tasks/task-engine.ts';
import { Waits } from '../waits.ts';
import type { CancelRefused, NewCollaboration } from './collaborations.ts';
import { inputOf } from './inputs.ts';
import { collaborationOf, nextStep } from './rules.ts';

/** Longest result of a task that a collaboration takes, characters of JSON. */
export const MAX_PART_RESULT = 16_384;
/** All open collaborations are looked at this often, milliseconds, besides the events of their tasks. */
const LOOK_MS = 30_000;
const LOOK_LIMIT = 200;

/** The request for a collaboration. */
export interface Collaborating extends Omit<NewCollaboration, 'fingerprint'> {
  /** The takers that the caller named itself; they belong to the content by which a repetition is recognised. */
  readonly namedTakers?: Takers;
}

export interface CollaborationEngineOptions {
  readonly agents: AgentStorage;
  readonly tasks: TaskEngine;
  readonly clock: Clock;
  readonly feed: EventFeed;
  /** Called with failures, after which the engine goes on. */
  readonly onError: (error: unknown) => void;
}

/** How a task ended, as a part of a collaboration. */
function endOf({ position, agentId }: PartRow, task: TaskRow): PartEnd {
  const { state, result, failureCode, failureMessage } = task;
  const done = { position, agentId: task.agentId ?? agentId, state };
  if (result !== null && result.length > MAX_PART_RESULT) {
    const failure = `the result has more than ${MAX_PART_RESULT} characters`;
    return { ...done, state: 'failed', result: null, failureCode: 'RESULT_TOO_LARGE', failureMessage: failure };
  }
  return { ...done, result, failureCode, failureMessage };
}

/**
 * Collaborations: rounds of tasks, and what follows when all tasks of a round have ended. The ids of the tasks follow
 * from the collaboration, so that any process, also after a crash, submits them again without a second task. Each task
 * has a deadline and the rounds are bounded, so every collaboration ends.
 */
export class CollaborationEngine {
  readonly #options: CollaborationEngineOptions;
  readonly #waits: Waits;
  readonly #looks: PeriodicTask;
  readonly #advancing = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  #unlisten: (() => void) | undefined;
  #ended = false;

  constructor(options: CollaborationEngineOptions) {
    this.#options = options;
    this.#waits = new Waits(options.feed, options.clock);
    this.#looks = new PeriodicTask(() => this.advanceAll(), { onFailure: options.onError });
  }

  /** Begins a collaboration; it and its first tasks are on disk when the promise resolves. */
  async begin({
    namedTakers,
    ...request
  }: Collaborating): Promise<
    Result<Collaboration & { readonly created: boolean }, { readonly code: 'TASK_ID_TAKEN' } | QuotaExceeded>
  > {
    const { protocol, agents, input, options } = request;
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([protocol, agents, input, options, ...(namedTakers === undefined ? [] : [namedTakers])]))
      .digest('hex');
    const { collaborations } = this.#options.agents;
    const made = await collaborations.create({ ...request, fingerprint });
    if (made.ok) await this.advance(made.value.row.id);
    return made;
  }

  /** The collaboration when it has ended, or as it is after `waitMs`. */
  async outcome(id: string, waitMs: number, signal: AbortSignal): Promise<Collaboration | undefined> {
    const { collaborations } = this.#options.agents;
    const ended = async () => {
      await this.advance(id);
      const found = await collaborations.get(id);
      return found === undefined || found.row.state !== 'running' ? { found } : undefined;
    };
    const concerns = ({ data }: EventRow) => data.collaborationId === id || collaborationOf(String(data.taskId)) === id;
    const outcome = await this.#waits.until(ended, { waitMs, concerns, signal });
    return outcome ? outcome.found : collaborations.get(id);
  }

  /** Cancels a collaboration and its open tasks. */
  async cancel(id: string): Promise<Result<CollaborationRow, CancelRefused>> {
    const cancelled = await this.#options.agents.collaborations.cancel(id);
    if (cancelled.ok) await this.advance(id);
    return cancelled;
  }

  /** Does what can be done for a collaboration now. Calls for the same one do not run at once. */
  advance(id: string): Promise<void> {
    this.#again.add(id);
    const running =
      this.#advancing.get(id) ??
      this.#drive(id)
        .catch(this.#options.onError)
        .finally(() => this.#advancing.delete(id));
    this.#advancing.set(id, running);
    return running;
  }

  async #drive(id: string): Promise<void> {
    while (this.#again.delete(id) && !this.#ended) {
      const found = await this.#options.agents.collaborations.get(id);
      if (found && !found.row.isSettled) await this.#step(found);
    }
  }

  /** Does what is due until tasks are open. */
  async #step(found: Collaboration): Promise<void> {
    const { collaborations, tasks } = this.#options.agents;
    for (let current: Collaboration | undefined = found; current && !current.row.isSettled; ) {
      const { row, parts } = current;
      const open = parts.filter(({ round, state }) => round === row.round && state === null);
      if (row.state !== 'running') {
        for (const { taskId } of open) await tasks.cancel(taskId);
      }
      const ends: PartEnd[] = [];
      for (const part of open) {
        const end = await this.#endOf(current, part);
        if (end) ends.push(end);
      }
      if (row.state !== 'running') return collaborations.settle(row.id, ends);
      if (ends.length < open.length) return;
      const ended = parts.map((part) => {
        const end = part.round === row.round ? ends.find(({ position }) => position === part.position) : undefined;
        return end ? { ...part, ...end } : part;
      });
      current = await collaborations.advance(row, ends, nextStep(row, ended));
    }
  }

  /** How the task of a part ended; undefined while it is open. Submits the task if nobody has. */
  async #endOf(collaboration: Collaboration, part: PartRow): Promise<PartEnd | undefined> {
    const { row } = collaboration;
    const known = await this.#options.agents.tasks.get(part.taskId);
    if (known && known.submitterId === row.submitterId) {
      return isTaskEnd(known.state) ? endOf(part, known) : undefined;
    }
    const { position, agentId } = part;
    const failed = (
      state: 'failed' | 'expired' | 'cancelled',
      failureCode: string,
      failureMessage: string,
    ): PartEnd => ({
      ...{ position, agentId, state, result: null, failureCode, failureMessage },
    });
    if (row.state !== 'running') return failed('cancelled', 'NOT_SUBMITTED', 'the collaboration was cancelled before');
    const submitted = await this.#options.tasks.submit({
      taskId: part.taskId,
      submitterId: row.submitterId,
      rule: { takers: row.takers, principalId: row.principalId },
      type: part.capability,
      requirement: {
        ...{ capability: part.capability, model: null, resolution: null },
        ...(agentId !== null && { agentId }),
      },
      input: inputOf(collaboration, part),
      priority: 'normal',
      deadlineAtMs: row.roundEndsAtMs,
      maxAttempts: undefined,
    });
    if (submitted.ok) return undefined;
    const { code } = submitted.error;
    return code === 'DEADLINE_INVALID'
      ? failed('expired', 'DEADLINE', 'the time of the round was over before the task was submitted')
      : failed('failed', code, 'the task could not be submitted');
  }

  /** Checks every collaboration that is not settled. */
  async advanceAll(): Promise<void> {
    const { collaborations } = this.#options.agents;
    for (let after: string | null = null; !this.#ended; ) {
      const ids: readonly string[] = await collaborations.unsettled(after, LOOK_LIMIT);
      for (const id of ids) await this.advance(id);
      const last = ids.at(-1);
      if (last === undefined || ids.length < LOOK_LIMIT) return;
      after = last;
    }
  }

  /** Follows the ends of tasks, of all processes. */
  start(): void {
    this.#unlisten = this.#options.feed.listen({
      events: (rows) => {
        for (const row of rows) this.#follow(row);
      },
      // At the beginning, too: what other processes left undone goes on.
      missed: () => void this.#looks.run(),
    });
    this.#looks.repeat(LOOK_MS);
  }

  #follow({ type, data }: EventRow): void {
    const [, state = ''] = type.split('.');
    const isEnd =
      type.startsWith('task.') && ['completed', 'failed', 'rejected', 'cancelled', 'expired'].includes(state);
    const id = isEnd ? collaborationOf(String(data.taskId)) : undefined;
    if (id !== undefined) void this.advance(id);
  }

  /** Ends waiting requests. */
  stop(): void {
    this.#waits.end();
  }

  /** Ends the work. */
  async close(): Promise<void> {
    this.stop();
    this.#ended = true;
    this.#unlisten?.();
    await this.#looks.stop();
    await Promise.all(this.#advancing.values());
  }
}
