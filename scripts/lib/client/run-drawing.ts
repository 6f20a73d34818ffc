import type { Workflow, WorkflowRun } from '@causeway/client';

type Step = Workflow['steps'][number];

/** The mark of a step's status. */
const MARKS: Readonly<Record<WorkflowRun['steps'][number]['status'], string>> = {
  waiting: '○',
  running: '●',
  completed: '✔',
  failed: '✘',
  skipped: '–',
  cancelled: '–',
};

/** The name by which a step ends the run. */
const COMPLETE = 'complete';

/** A step and what leads to it. */
interface Drawn {
  readonly step: Step;
  /** Steps before it, with the reason when it is not the success of all. */
  readonly before: readonly { readonly stepId: string; readonly why: string }[];
}

/** Every step with the steps that lead to it. */
function withBefore(steps: readonly Step[]): readonly Drawn[] {
  return steps.map((step) => {
    const named = steps.flatMap(({ stepId, onSuccess, onFailure }) => [
      ...(onSuccess === step.stepId ? [{ stepId, why: 'succeeds' }] : []),
      ...(onFailure === step.stepId ? [{ stepId, why: 'fails' }] : []),
    ]);
    const needed = (step.dependsOn ?? []).map((stepId) => ({ stepId, why: '' }));
    return { step, before: [...needed, ...named.filter(({ stepId }) => !step.dependsOn?.includes(stepId))] };
  });
}

/**
 * A run as lines for a terminal: a tree in which a step stands below the first step before it. Further ones are named,
 * so that a join is drawn once.
 */
export function drawRun(workflow: Pick<Workflow, 'steps'>, run: Pick<WorkflowRun, 'steps'>): readonly string[] {
  const all = withBefore(workflow.steps);
  const states = new Map(run.steps.map((step) => [step.stepId, step]));
  const width = Math.max(...workflow.steps.map(({ stepId }) => stepId.length));
  const textOf = ({ step, before }: Drawn): string => {
    const state = states.get(step.stepId);
    const [first, ...others] = before;
    const reasons = [
      ...(first?.why ? [`when ${first.stepId} ${first.why}`] : []),
      ...others.map(({ stepId, why }) => (why === '' ? `after ${stepId}` : `when ${stepId} ${why}`)),
      ...[step.onSuccess === COMPLETE && 'success ends the run', step.onFailure === COMPLETE && 'failure ends the run'],
    ];
    const took = state?.durationMs == null ? '' : `${(state.durationMs / 1_000).toFixed(1)} s`;
    const failure = state?.failureCode ? `${state.failureCode}: ${state.failureMessage ?? ''}` : '';
    const facts = [state?.status ?? '', took, failure, ...reasons].filter(Boolean).join(', ');
    return `${MARKS[state?.status ?? 'waiting']} ${step.stepId.padEnd(width)}  ${step.type}  ${facts}`.trimEnd();
  };
  const below = (stepId: string | undefined) => all.filter(({ before }) => before[0]?.stepId === stepId);
  const lines: string[] = [];
  const draw = (drawn: Drawn, indent: string, isLast: boolean): void => {
    lines.push(`${indent}${isLast ? '└─' : '├─'} ${textOf(drawn)}`);
    drawAll(below(drawn.step.stepId), `${indent}${isLast ? '   ' : '│  '}`);
  };
  const drawAll = (some: readonly Drawn[], indent: string): void => {
    for (const [at, one] of some.entries()) draw(one, indent, at === some.length - 1);
  };
  drawAll(below(undefined), '');
  return lines;
}
