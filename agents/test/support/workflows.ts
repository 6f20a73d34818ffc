import type { StepState } from '@causeway/protocol';
import type { WorkflowStep } from '@causeway/storage';
import fc from 'fast-check';

/** A definition with what becomes of each of its steps when it runs. */
export interface PlannedWorkflow {
  readonly steps: readonly WorkflowStep[];
  /** The steps that fail when they run. */
  readonly failing: ReadonlySet<string>;
}

const id = (at: number): string => `s${at}`;
const AT_MOST = 7;

/**
 * Random definitions without cycles, with branches, joins, names and ends, and random outcomes. `type` is every step's.
 */
export function plannedWorkflow(type: string): fc.Arbitrary<PlannedWorkflow> {
  return fc.integer({ min: 1, max: AT_MOST }).chain((size) => {
    const step = (at: number) => {
      const later = Array.from({ length: size - at - 1 }, (_, next) => id(at + 1 + next));
      const name = fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: later.length > 0 ? 3 : 0, arbitrary: fc.constantFrom(...later, 'complete') },
        { weight: 1, arbitrary: fc.constant('complete') },
      );
      const earlier = Array.from({ length: at }, (_, before) => id(before));
      return fc.record({
        dependsOn: fc.subarray(earlier, { maxLength: Math.min(at, 3) }),
        onSuccess: name,
        onFailure: name,
        fails: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
      });
    };
    return fc.tuple(...Array.from({ length: size }, (_, at) => step(at))).map((facts) => ({
      steps: facts.map(({ dependsOn, onSuccess, onFailure }, at) => ({
        ...{ stepId: id(at), type, maxAttempts: 1 },
        ...(dependsOn.length > 0 && { dependsOn }),
        ...(onSuccess !== undefined && { onSuccess }),
        ...(onFailure !== undefined && { onFailure }),
      })),
      failing: new Set(facts.flatMap(({ fails }, at) => (fails ? [id(at)] : []))),
    }));
  });
}

/** True when the end of a step ends its run, too. */
export const decides = ({ onSuccess, onFailure }: WorkflowStep, fails: boolean): boolean =>
  fails ? onFailure === undefined || onFailure === 'complete' : onSuccess === 'complete';

/**
 * The steps that run when no step ends the run early, by the least set that the rules close: a step is in it when all
 * its dependsOn are in it and succeed and, if any step names it, one of those in the set leads to it.
 */
export function stepsThatRun({ steps, failing }: PlannedWorkflow): ReadonlySet<string> {
  const named = new Set(steps.flatMap(({ onSuccess, onFailure }) => [onSuccess, onFailure]));
  const ran = new Set<string>();
  const leadsTo = (step: WorkflowStep, name: string): boolean =>
    ran.has(step.stepId) && (failing.has(step.stepId) ? step.onFailure : step.onSuccess) === name;
  for (let size = -1; size !== ran.size; ) {
    size = ran.size;
    for (const { stepId, dependsOn = [] } of steps) {
      const succeeded = dependsOn.every((before) => ran.has(before) && !failing.has(before));
      if (succeeded && (!named.has(stepId) || steps.some((step) => leadsTo(step, stepId)))) ran.add(stepId);
    }
  }
  return ran;
}

/** The contradictions between the states of an ended run's steps and the plan; none when they agree. */
export function contradictions(
  plan: PlannedWorkflow,
  runState: string,
  states: ReadonlyMap<string, StepState>,
): readonly string[] {
  const runs = stepsThatRun(plan);
  const decided = plan.steps.filter((step) => {
    const state = states.get(step.stepId);
    return (state === 'completed' || state === 'failed') && decides(step, state === 'failed');
  });
  const problems = plan.steps.flatMap(({ stepId }) => {
    const state = states.get(stepId) ?? 'missing';
    const end = plan.failing.has(stepId) ? 'failed' : 'completed';
    // A run that a step has ended leaves others where they were.
    const allowed = decided.length === 0 ? [] : ['skipped', 'cancelled'];
    const expected: readonly string[] = runs.has(stepId) ? [end, ...allowed] : ['skipped'];
    return expected.includes(state) ? [] : [`${stepId} is ${state}, not ${expected.join(' or ')}`];
  });
  const failures = decided.filter(({ onFailure, stepId }) => plan.failing.has(stepId) && onFailure === undefined);
  const mayFail = failures.length > 0;
  const mayComplete = decided.length === 0 || decided.length > failures.length;
  if (!(runState === 'failed' ? mayFail : runState === 'completed' && mayComplete))
    problems.push(`the run is ${runState}`);
  return problems;
}
