import type { Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { contextOf, traceparentOf } from '@causeway/runtime/trace-context';
import type { QuotaExceeded, TaskRow, WorkflowRunRow } from '@causeway/storage';
import { type Attributes, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { TaskChange } from './changes.ts';

/** Facts of a task that spans tell: never its input, its result, or a text that somebody wrote. */
const factsOf = ({ id, requirement, priority }: TaskRow): Attributes => ({
  'causeway.task.id': id,
  'causeway.task.capability': requirement.capability,
  'causeway.task.priority': priority,
});

const attemptFacts = (row: TaskRow): Attributes => ({
  ...factsOf(row),
  'causeway.agent.id': row.agentId ?? '',
  'causeway.task.token': row.token,
});

/** States in which an attempt has failed. */
const FAILED: ReadonlySet<TaskRow['state']> = new Set(['failed', 'pending', 'rejected', 'expired']);

/**
 * The spans of ends that no report of an agent makes, by the attempt's outcome; by the trigger where nobody held the
 * task.
 */
const UNREPORTED: Readonly<Record<string, string>> = {
  leaseEnded: 'task.lease_end',
  cancelled: 'task.cancel',
  expired: 'task.expire',
};

/**
 * Spans of tasks: `task.submit`; below it, for each attempt, `task.queue` (the wait), `task.claim` and `task.attempt`;
 * below the attempt its end: `task.end` for the agent's report, otherwise `task.lease_end`, `task.cancel` or
 * `task.expire`. A pause before the next attempt is `task.backoff`. An agent's own spans are below its claim. Every
 * process makes the spans of its own work.
 */
export class TaskTracer {
  readonly #tracer: Tracer;
  readonly #clock: Clock;

  /** `clock` is that of the tasks' times, Unix milliseconds. */
  constructor(tracer: Tracer, clock: Clock) {
    this.#tracer = tracer;
    this.#clock = clock;
  }

  /** Submits within a span. `submit` gets the `traceparent` to keep with the task. */
  async submit<T extends { readonly ok: boolean; readonly value?: { readonly task: TaskRow } }>(
    parent: string | undefined,
    submit: (traceparent: string) => Promise<T>,
  ): Promise<T> {
    const options = { kind: SpanKind.PRODUCER, startTime: this.#clock.now() };
    const span = this.#tracer.startSpan('task.submit', options, contextOf(parent));
    try {
      const submitted = await submit(traceparentOf(span));
      if (submitted.value) span.setAttributes(factsOf(submitted.value.task));
      else span.setStatus({ code: SpanStatusCode.ERROR });
      return submitted;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end(this.#clock.now());
    }
  }

  /** Records the claim of each task. The returned rows have the claim's `traceparent`, for the agent. */
  claimed(rows: readonly TaskRow[], sinceMs: number): readonly TaskRow[] {
    const nowMs = this.#clock.now();
    return rows.map((row) => {
      const options = { kind: SpanKind.CONSUMER, attributes: attemptFacts(row), startTime: sinceMs };
      const claim = this.#tracer.startSpan('task.claim', options, contextOf(row.traceparent));
      claim.end(nowMs);
      return { ...row, traceparent: traceparentOf(claim) };
    });
  }

  /**
   * Records what a transition shows without a report: the end of a wait or of a pause, and ends by others than the
   * agent.
   */
  changed({ trigger, before, after, outcome }: TaskChange): void {
    if (before === undefined) return;
    // Nothing else changes this time while a task waits.
    const sinceMs = before.updatedAtMs;
    if (trigger === 'claimed') this.#wait('task.queue', attemptFacts(after), sinceMs, after);
    if (trigger === 'due') this.#wait('task.backoff', attemptFacts(after), sinceMs, after);
    const name = UNREPORTED[outcome ?? trigger];
    if (name === undefined) return;
    const attributes = { ...attemptFacts(after), 'causeway.task.state': after.state };
    const [parent, nowMs] = [contextOf(after.traceparent), after.updatedAtMs];
    const startTime = before.assignedAtMs ?? nowMs;
    const attempt = outcome && this.#tracer.startSpan('task.attempt', { attributes, startTime }, parent);
    const place = attempt ? trace.setSpan(parent, attempt) : parent;
    this.#tracer.startSpan(name, { attributes, startTime: nowMs }, place).end(nowMs);
    if (outcome !== 'cancelled') attempt?.setStatus({ code: SpanStatusCode.ERROR });
    attempt?.end(nowMs);
  }

  /** Records a wait from `sinceMs` until the transition to `after`. */
  #wait(name: string, attributes: Attributes, sinceMs: number, { traceparent, updatedAtMs }: TaskRow): void {
    this.#tracer.startSpan(name, { attributes, startTime: sinceMs }, contextOf(traceparent)).end(updatedAtMs);
  }

  /** Records the attempt that has ended by a report since `sinceMs`. */
  ended(row: TaskRow, sinceMs: number): void {
    const attributes = { ...attemptFacts(row), 'causeway.task.state': row.state };
    const parent = contextOf(row.traceparent);
    const startTime = row.assignedAtMs ?? row.updatedAtMs;
    const attempt = this.#tracer.startSpan('task.attempt', { attributes, startTime }, parent);
    const endOptions = { attributes, startTime: sinceMs };
    const end = this.#tracer.startSpan('task.end', endOptions, trace.setSpan(parent, attempt));
    if (FAILED.has(row.state)) attempt.setStatus({ code: SpanStatusCode.ERROR });
    const nowMs = this.#clock.now();
    end.end(nowMs);
    attempt.end(nowMs);
  }
}

/** Begins a run within a span. `execute` gets the `traceparent` to keep with the run, whose tasks join the trace. */
export async function executeWithin(
  tracer: Tracer,
  clock: Clock,
  parent: string | undefined,
  execute: (traceparent: string) => Promise<Result<WorkflowRunRow, QuotaExceeded>>,
): Promise<Result<WorkflowRunRow, QuotaExceeded>> {
  const options = { kind: SpanKind.PRODUCER, startTime: clock.now() };
  const span = tracer.startSpan('workflow.execute', options, contextOf(parent));
  try {
    const run = await execute(traceparentOf(span));
    if (run.ok) span.setAttribute('causeway.run.id', run.value.id);
    else span.setStatus({ code: SpanStatusCode.ERROR });
    return run;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end(clock.now());
  }
}

/** The span of one attempt at a webhook. */
export interface DeliverySpan {
  /** For the receiver, whose spans join the trace. */
  readonly traceparent: string;
  /** `status` is the receiver's; null when there was no answer. */
  end(status: number | null): void;
}

/** Begins the span of an attempt at a webhook of a trace. */
export function deliverySpan(
  tracer: Tracer,
  parent: string,
  { id, type, attempts }: { readonly id: string; readonly type: string; readonly attempts: number },
): DeliverySpan {
  const attributes = {
    'causeway.delivery.id': id,
    'causeway.delivery.type': type,
    'causeway.delivery.attempt': attempts,
  };
  const span = tracer.startSpan('webhook.deliver', { kind: SpanKind.CLIENT, attributes }, contextOf(parent));
  return {
    traceparent: traceparentOf(span),
    end(status) {
      if (status !== null) span.setAttribute('http.response.status_code', status);
      if (status === null || status >= 300) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
