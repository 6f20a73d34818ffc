import type { StepState } from '@causeway/protocol';
import type { WorkflowStep } from '@causeway/storage';
import { COMPLETE, namedSteps } from './definition.ts';

/** What follows for a run from the states of its steps. */
export interface Moves {
  /** Steps that begin. None when the run ends. */
  readonly start: readonly string[];
  /** Steps that can no longer begin. */
  readonly skip: readonly string[];
  /** How the run ends; undefined while steps are to end. */
  readonly end?: { readonly trigger: 'completed' } | { readonly trigger: 'failed'; readonly stepId: string };
}

/** What can still become of a waiting step. */
type Outlook = 'ready' | 'waits' | 'never';

/** The step that `step` leads to by its end; undefined while it has none, or when it leads nowhere. */
function leadsTo(step: WorkflowStep, state: StepState | undefined): string | undefined {
  if (state === 'completed') return step.onSuccess;
  return state === 'failed' ? step.onFailure : undefined;
}

const hasEnded = (state: StepState | undefined): boolean => state !== 'waiting' && state !== 'running';

/** How the run ends by the ends of the steps `ended`, in their order: the first that decides. */
function decidedBy(
  steps: ReadonlyMap<string, WorkflowStep>,
  states: ReadonlyMap<string, StepState>,
  ended: readonly string[],
): Moves['end'] {
  for (const stepId of ended) {
    const [step, state] = [steps.get(stepId), states.get(stepId)];
    if (step === undefined) continue;
    if (leadsTo(step, state) === COMPLETE) return { trigger: 'completed' };
    if (state === 'failed' && step.onFailure === undefined) return { trigger: 'failed', stepId };
  }
  return undefined;
}

/**
 * What follows from the states of a run's steps, after the steps `ended` have ended in this order:
 * - A step that any onSuccess or onFailure names begins when a step that names it so has ended, and its dependsOn have
 *   succeeded. The other steps begin when their dependsOn have succeeded.
 * - A waiting step that cannot begin any more is skipped.
 * - The run ends with the first step that leads to `complete`, or fails without onFailure, or when no step is left.
 */
export function advance(
  definition: readonly WorkflowStep[],
  states: ReadonlyMap<string, StepState>,
  ended: readonly string[],
): Moves {
  const steps = new Map(definition.map((step) => [step.stepId, step]));
  const decided = decidedBy(steps, states, ended);
  if (decided) return { start: [], skip: [], end: decided };

  const named = namedSteps(definition);
  const naming = new Map<string, WorkflowStep[]>();
  for (const step of definition) {
    for (const name of new Set([step.onSuccess, step.onFailure])) {
      if (name !== undefined && named.has(name)) naming.set(name, [...(naming.get(name) ?? []), step]);
    }
  }
  const now = new Map(states);

  const outlookOf = ({ stepId, dependsOn = [] }: WorkflowStep): Outlook => {
    const needed = dependsOn.map((id) => now.get(id));
    if (needed.some((state) => hasEnded(state) && state !== 'completed')) return 'never';
    const namers = naming.get(stepId) ?? [];
    const isNamed = !named.has(stepId) || namers.some((step) => leadsTo(step, now.get(step.stepId)) === stepId);
    if (!isNamed) return namers.every((step) => hasEnded(now.get(step.stepId))) ? 'never' : 'waits';
    return needed.every((state) => state === 'completed') ? 'ready' : 'waits';
  };

  // A skipped step lets others be skipped, in whatever order they stand.
  const skip: string[] = [];
  for (let size = -1; size !== skip.length; ) {
    size = skip.length;
    for (const step of definition) {
      if (now.get(step.stepId) !== 'waiting' || outlookOf(step) !== 'never') continue;
      now.set(step.stepId, 'skipped');
      skip.push(step.stepId);
    }
  }
  const waiting = definition.filter(({ stepId }) => now.get(stepId) === 'waiting');
  const start = waiting.filter((step) => outlookOf(step) === 'ready').map(({ stepId }) => stepId);
  const isOver = definition.every(({ stepId }) => hasEnded(now.get(stepId)));
  return { start, skip, ...(isOver && { end: { trigger: 'completed' } }) };
}
