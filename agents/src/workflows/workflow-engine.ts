import type { Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type { Tracer } from '@causeway/runtime/trace-context';
import type { QuotaExceeded, TakerRule, WorkflowRow, WorkflowRunRow } from '@causeway/storage';
import type { AgentStorage } from '../agent-storage.ts';
import { executeWithin } from '../tracing.ts';
import type { WorkflowRunRefused } from './runs.ts';

/** The life of a run whose definition names none, milliseconds. */
export const DEFAULT_RUN_MS = 7 * 86_400_000;

/** Due runs of one read. */
const DUE_LIMIT = 100;
/** How often due runs are looked for: the ones of other processes, and the ones whose time is over. */
const LOOK_MS = 500;
/**
 * A run that could not be advanced is tried again after this time, milliseconds, so that it does not stand before
 * others.
 */
const POSTPONE_MS = 30_000;

export interface WorkflowEngineOptions {
  readonly agents: Pick<AgentStorage, 'runs'>;
  /** Unix milliseconds. */
  readonly clock: Clock;
  /** Called with failures, after which the engine goes on. */
  readonly onError: (error: unknown) => void;
  /** Makes the spans of runs; none when absent. */
  readonly tracer?: Tracer | undefined;
}

/** The beginning of a run. */
export interface Execution {
  readonly submitterId: string;
  /** Who may take the tasks of steps that do not say so themselves. */
  readonly rule: TakerRule;
  /** JSON text. */
  readonly input: string;
  /** The W3C trace context of the caller. */
  readonly traceparent?: string;
}

/**
 * Runs of workflows. The end of a task makes its run due in the same transaction; whichever process sees that first
 * does what follows, in one transaction too. So a process that dies leaves nothing to repair: its runs are due.
 */
export class WorkflowEngine {
  readonly #options: WorkflowEngineOptions;
  readonly #driver: PeriodicTask;
  #again = false;
  #ended = false;

  constructor(options: WorkflowEngineOptions) {
    this.#options = options;
    this.#driver = new PeriodicTask(() => this.#drive(), { onFailure: options.onError });
  }

  /** Begins a run, unless the owner's history is full. It and its first tasks are on disk when the promise resolves. */
  execute(
    workflow: WorkflowRow,
    { submitterId, rule, input, traceparent: parent }: Execution,
  ): Promise<Result<WorkflowRunRow, QuotaExceeded>> {
    const { agents, tracer, clock } = this.#options;
    const { takers, principalId } = rule;
    const facts = { submitterId, takers, principalId, input, lifeMs: DEFAULT_RUN_MS };
    const begin = (traceparent: string | null) => agents.runs.execute(workflow, { ...facts, traceparent });
    return tracer ? executeWithin(tracer, clock, parent, begin) : begin(parent ?? null);
  }

  /** Cancels a run with its open tasks. */
  cancel(runId: string): Promise<Result<WorkflowRunRow, WorkflowRunRefused>> {
    return this.#options.agents.runs.cancel(runId);
  }

  /** Advances every due run. Returns their number. */
  async advanceDue(): Promise<number> {
    const { runs } = this.#options.agents;
    let advanced = 0;
    for (;;) {
      const ids = this.#ended ? [] : await runs.due(DUE_LIMIT);
      // Together, because writes of the same turn share a transaction.
      await Promise.all(ids.map((id) => this.#advance(id)));
      advanced += ids.length;
      if (ids.length < DUE_LIMIT) return advanced;
    }
  }

  async #advance(id: string): Promise<void> {
    const { agents, onError } = this.#options;
    try {
      await agents.runs.advance(id);
    } catch (error) {
      onError(error);
      await agents.runs.postpone(id, POSTPONE_MS);
    }
  }

  /** Searches for due runs now: a task of a run has ended here. */
  wake(): void {
    this.#again = true;
    void this.#driver.run();
  }

  async #drive(): Promise<void> {
    do {
      this.#again = false;
      await this.advanceDue();
    } while (this.#again);
  }

  /** Begins to look for due runs. */
  start(): void {
    this.#driver.repeat(LOOK_MS);
  }

  /** Ends the work. */
  async close(): Promise<void> {
    this.#ended = true;
    await this.#driver.stop();
  }
}
