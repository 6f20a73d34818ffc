import type { Causeway } from '@causeway/client';
import type { Crew } from './crew.ts';
import type { Screen } from './screen.ts';

/** How the workflow ended. */
export interface Crossing {
  readonly runId: string;
  readonly status: string;
  /** The order of the step that bridged; undefined when it did not run. */
  readonly order: { readonly orderId: string; readonly status: string; readonly arrived: string } | undefined;
}

/** The workflow: what does it cost, may it be, carry it. The carrier alone does the last step, with its own wallet. */
const stepsFor = ({ carrier }: Crew) => [
  { stepId: 'quote', type: 'quote', input: { to: '{{input.to}}', amount: '{{input.amount}}' }, maxAttempts: 5 },
  {
    stepId: 'approve',
    type: 'approve',
    input: { amount: '{{input.amount}}', fee: '{{quote.result.fee}}' },
    dependsOn: ['quote'],
    onSuccess: 'carry',
  },
  {
    ...{ stepId: 'carry', type: 'bridge', agent: carrier.agentId },
    input: { from: 'ETH', to: '{{quote.result.to}}', amount: '{{approve.result.amount}}' },
  },
];

/** Runs the workflow, and prints each step when it changes and at last the trace of each task. */
export async function cross(
  owner: Causeway,
  crew: Crew,
  input: { readonly to: string; readonly amount: string },
  screen: Screen,
): Promise<Crossing> {
  const names = new Map(crew.members.map(({ agentId, name }) => [agentId, name]));
  const { workflowId } = await owner.workflows.create({ steps: stepsFor(crew) });
  const { runId } = await owner.workflows.execute(workflowId, { input });
  for await (const { type, data } of owner.workflows.events(runId)) {
    const agent = data.agentId ? ` by ${names.get(data.agentId) ?? data.agentId}` : '';
    const failure = data.failureCode === undefined ? '' : `: ${data.failureCode}, ${data.failureMessage}`;
    screen.say(`${data.stepId ? `step ${data.stepId}` : 'workflow'} ${type.split('.')[1]}${agent}${failure}`);
    if (data.stepId === undefined && type !== 'run.running') break;
  }
  const run = await owner.workflows.run(runId);
  screen.chapter('The trace of the workflow');
  for (const { stepId, status, taskId, durationMs } of run.steps) {
    screen.say(`${stepId} ${status}${durationMs === null ? '' : ` in ${(durationMs / 1_000).toFixed(1)} s`}`);
    for (const event of taskId === null ? [] : await owner.tasks.trace(taskId)) {
      const agent = event.agentId ? (names.get(event.agentId) ?? event.agentId) : '';
      const percent = typeof event.progress === 'number' ? `${event.progress} %` : undefined;
      const failure = event.type === 'task.pending' ? event.failureMessage : undefined;
      const facts = [event.message, event.artifact, failure, percent];
      screen.line(
        `${event.type.replace('task.', '').padEnd(10)} ${agent.padEnd(10)} ${facts.find(Boolean) ?? ''}`.trimEnd(),
      );
    }
  }
  const { carry } = run.result as { readonly carry?: Crossing['order'] };
  return { runId, status: run.status, order: carry };
}
