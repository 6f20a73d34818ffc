import type { AgentStorage, TaskChange, WebhookSender } from '@causeway/agents';
import { isTaskHeld, RUN_STATES, TASK_TRIGGERS } from '@causeway/protocol';
import type { AttemptOutcome } from '@causeway/storage';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Upper bounds of waits and of attempts, seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

/** Open deliveries are counted up to this number. */
const MOST_OPEN = 100_000;

const OUTCOMES: readonly AttemptOutcome[] = [
  ...(['completed', 'failed', 'rejected', 'released', 'inputRequested'] as const),
  ...(['cancelled', 'expired', 'leaseEnded'] as const),
];

export interface AgentMetricsSources {
  readonly changes: AgentStorage['changes'];
  readonly deliveries: Pick<AgentStorage['deliveries'], 'open'>;
  readonly sender: Pick<WebhookSender, 'counts'>;
}

/**
 * Adds the metrics of tasks, runs and webhooks to `registry`: of what this process did, and the open deliveries of all.
 */
export function agentMetrics(registry: Registry, { changes, deliveries, sender }: AgentMetricsSources): void {
  const registers = [registry];
  const transitions = new Counter({
    registers,
    name: 'causeway_task_transitions_total',
    help: 'Transitions of tasks, by trigger (retried: another attempt follows; failed: a dead letter)',
    labelNames: ['trigger'],
  });
  const attempts = new Counter({
    registers,
    name: 'causeway_task_attempts_total',
    help: 'Attempts of agents that ended, by outcome (leaseEnded: the agent was silent)',
    labelNames: ['outcome'],
  });
  const queued = new Histogram({
    registers,
    name: 'causeway_task_queue_seconds',
    help: 'Time from the queue to an agent',
    buckets: SECONDS,
  });
  const ran = new Histogram({
    registers,
    name: 'causeway_task_run_seconds',
    help: 'Time from an agent to the end of its attempt',
    buckets: SECONDS,
  });
  const runs = new Counter({
    registers,
    name: 'causeway_workflow_runs_ended_total',
    help: 'Runs of workflows that ended, by state',
    labelNames: ['state'],
  });
  new Counter({
    registers,
    name: 'causeway_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by outcome (lost: its lease passed to another process)',
    labelNames: ['outcome'],
    collect() {
      this.reset();
      for (const [outcome, number] of Object.entries(sender.counts)) this.inc({ outcome }, number);
    },
  });
  new Gauge({
    registers,
    name: 'causeway_webhook_deliveries_open',
    help: `Webhooks of all processes that have not ended, counted up to ${MOST_OPEN}`,
    async collect() {
      this.set(await deliveries.open(MOST_OPEN));
    },
  });

  // A series that begins with its first event has no rate for it.
  for (const trigger of ['submitted', ...TASK_TRIGGERS]) transitions.inc({ trigger }, 0);
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  for (const state of RUN_STATES) if (state !== 'running') runs.inc({ state }, 0);

  const seconds = (fromMs: number, toMs: number): number => Math.max(0, toMs - fromMs) / 1_000;
  const task = ({ trigger, before, after, outcome }: TaskChange): void => {
    transitions.inc({ trigger });
    // Nothing else changes the time of a task that waits.
    if (before && trigger === 'claimed') queued.observe(seconds(before.updatedAtMs, after.updatedAtMs));
    if (before === undefined || outcome === undefined || !isTaskHeld(before.state)) return;
    attempts.inc({ outcome });
    ran.observe(seconds(before.assignedAtMs ?? after.updatedAtMs, after.updatedAtMs));
  };
  changes.listen({ task, runEnded: (state) => runs.inc({ state }) });
}
