import type { ClaimedTask, Tasks } from '../areas/agents.ts';
import { CausewayError } from '../errors.ts';
import { sleep } from '../retry.ts';
import { isNotHeld, messageOf, passes, pauseAfter } from './faults.ts';
import type { AgentEvent, AgentOptions, TaskContext, TaskOf } from './options.ts';
import { Reports } from './reports.ts';
import { Asked, TaskError } from './task-error.ts';

/** Longest message of a failure, characters. */
const LONGEST_MESSAGE = 1_000;

/** What an attempt needs of its agent. */
export interface AttemptParts<Input> {
  readonly tasks: Tasks;
  readonly run: AgentOptions<Input>['run'];
  readonly leaseMs: number;
  readonly emit: (event: AgentEvent) => void;
}

/** One attempt of this agent at one task, from the claim to the report that ends it. */
export class Attempt<Input> {
  readonly #parts: AttemptParts<Input>;
  readonly #task: ClaimedTask;
  readonly #abort = new AbortController();
  readonly #reports: Reports;
  /** Questions that `run` has asked in this attempt, by their text. */
  readonly #asked = new Map<string, number>();

  constructor(parts: AttemptParts<Input>, task: ClaimedTask) {
    this.#parts = parts;
    this.#task = task;
    this.#reports = new Reports(parts.tasks, task, parts.leaseMs, (reason) => this.#lose(reason));
  }

  /** Runs the task and reports its end. Resolves when `run` has ended; never rejects. */
  async perform(): Promise<void> {
    const { run, tasks } = this.#parts;
    const { taskId } = this.#task;
    try {
      const result = (await run(this.#task as TaskOf<Input>, this.#context())) ?? null;
      await this.#end({ type: 'completed', taskId }, () => tasks.complete(this.#task, result));
    } catch (error) {
      await this.#fail(error).catch((refused: unknown) => this.#lose(messageOf(refused)));
    } finally {
      this.#reports.end();
    }
  }

  /** Aborts `run` when the lease that has ended is this attempt's: `status` is the task's state since then. */
  leaseEnded({ taskId, token, status }: Readonly<Record<string, unknown>>): void {
    if (taskId === this.#task.taskId && token === this.#task.token) this.#lose(`the task is ${status}`);
  }

  /** Gives the task back, for another agent, and aborts `run`. */
  async release(): Promise<void> {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort(new Error('the agent stops'));
    this.#reports.end();
    const { taskId } = this.#task;
    try {
      await this.#parts.tasks.release(this.#task);
      this.#parts.emit({ type: 'released', taskId });
    } catch (error) {
      // It ends with its lease.
      this.#parts.emit({ type: 'lost', taskId, message: messageOf(error) });
    }
  }

  #context(): TaskContext {
    return {
      signal: this.#abort.signal,
      progress: (percent, message) => {
        const progress = Math.min(100, Math.max(0, Math.round(percent)));
        this.#reports.add({ progress, ...(message !== undefined && { message: cut(message) }) });
      },
      log: (message) => this.#reports.add({ message: cut(message) }),
      artifact: async (part) => {
        await this.#parts.tasks.putArtifact(this.#task, part);
      },
      ask: async (question) => this.#answerTo(question),
    };
  }

  /** Returns the n-th recorded answer when `question` is asked for the n-th time. Throws Asked if there is none yet. */
  #answerTo(question: string): unknown {
    const before = this.#asked.get(question) ?? 0;
    this.#asked.set(question, before + 1);
    const known = this.#task.questions.filter((one) => one.question === question)[before];
    if (known === undefined) throw new Asked(question);
    return known.answer;
  }

  #lose(message: string): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort(new Error(message));
    this.#reports.end();
    this.#parts.emit({ type: 'lost', taskId: this.#task.taskId, message });
  }

  /** Reports what `run` or the report of its result has thrown. */
  async #fail(error: unknown): Promise<void> {
    const { tasks } = this.#parts;
    const { taskId } = this.#task;
    if (error instanceof Asked) {
      const { question } = error;
      return this.#end({ type: 'asked', taskId, question }, () => tasks.requestInput(this.#task, question));
    }
    const { code, message, retryable, rejects } = failureOf(error);
    const failure = { code, message: cut(message) };
    return rejects
      ? this.#end({ type: 'rejected', taskId, ...failure }, () => tasks.reject(this.#task, failure))
      : this.#end({ type: 'failed', taskId, ...failure }, () => tasks.fail(this.#task, { ...failure, retryable }));
  }

  /** Sends the report that ends the attempt until the service has it. Rejects when the service refuses it. */
  async #end(event: AgentEvent, send: () => Promise<unknown>): Promise<void> {
    await this.#reports.flush();
    const { signal } = this.#abort;
    for (let faults = 1; !signal.aborted; faults += 1) {
      try {
        await send();
        if (!signal.aborted) this.#parts.emit(event);
        return;
      } catch (error) {
        if (isNotHeld(error)) return this.#lose(error.message);
        if (!passes(error)) throw error;
        await sleep(pauseAfter(faults), signal).catch(() => {});
      }
    }
  }
}

const cut = (message: string): string => message.slice(0, LONGEST_MESSAGE);

/** A refused result, such as one that is too large, is refused each time; other errors may pass. */
function failureOf(error: unknown): TaskError {
  if (error instanceof TaskError) return error;
  if (error instanceof CausewayError && error.status === 413) {
    return new TaskError('the result is too large', { code: 'RESULT_TOO_LARGE', retryable: false });
  }
  return new TaskError(messageOf(error));
}
