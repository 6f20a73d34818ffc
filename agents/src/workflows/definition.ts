import { findCycle } from '@causeway/protocol';
import type { WorkflowStep } from '@causeway/storage';
import { referencesIn } from './template.ts';

/** Steps of one workflow. */
export const MAX_STEPS = 100;
/** Problems that one validation tells at most. */
const MAX_PROBLEMS = 20;

/** The name in onSuccess and onFailure that ends a run. */
export const COMPLETE = 'complete';

/** Why a definition is refused. */
export interface WorkflowProblem {
  readonly code:
    | 'NO_STEPS'
    | 'TOO_MANY_STEPS'
    | 'STEP_ID_INVALID'
    | 'STEP_ID_TAKEN'
    | 'STEP_UNKNOWN'
    | 'CYCLE'
    | 'TEMPLATE_INVALID'
    | 'TEMPLATE_UNRESOLVABLE';
  readonly stepId: string | null;
  /** The member of the step with the problem, such as `dependsOn.0` or `input.prompt`. */
  readonly at: string;
  readonly message: string;
  /** The steps of a cycle, each followed by one that it waits for or leads to; the first is repeated at the end. */
  readonly path?: readonly string[];
}

/** Ids that templates can name, so short that the id of a step's task is an id of a task. */
const STEP_ID = /^[\w-]{1,63}$/;
/**
 * `input` is the run's own input, and `complete` ends a run. Results are members of an object, which must not be a
 * prototype.
 */
const RESERVED = ['input', COMPLETE, '__proto__', 'constructor', 'prototype'];

/** Steps that run only when another step's onSuccess or onFailure names them. */
export const namedSteps = (steps: readonly WorkflowStep[]): ReadonlySet<string> =>
  new Set(
    steps.flatMap(({ onSuccess, onFailure }) =>
      [onSuccess, onFailure].filter((name) => name !== undefined && name !== COMPLETE),
    ) as string[],
  );

/** The steps after which each step can run: its dependsOn, and the steps that name it. */
function beforeOf(steps: readonly WorkflowStep[]): ReadonlyMap<string, readonly string[]> {
  const before = new Map(steps.map(({ stepId, dependsOn = [] }) => [stepId, [...dependsOn]]));
  for (const { stepId, onSuccess, onFailure } of steps) {
    for (const name of [onSuccess, onFailure]) if (name !== undefined) before.get(name)?.push(stepId);
  }
  return before;
}

/** Every step that has ended, in one way or another, when `stepId` begins. */
function ancestorsOf(stepId: string, before: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...(before.get(stepId) ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(before.get(id) ?? []));
  }
  return found;
}

function idProblems(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const seen = new Set<string>();
  return steps.flatMap(({ stepId }): WorkflowProblem[] => {
    if (!STEP_ID.test(stepId) || RESERVED.includes(stepId)) {
      const message = `a step cannot be named ${JSON.stringify(stepId)}`;
      return [{ code: 'STEP_ID_INVALID', stepId, at: 'stepId', message }];
    }
    if (seen.has(stepId)) {
      return [{ code: 'STEP_ID_TAKEN', stepId, at: 'stepId', message: `two steps are named ${stepId}` }];
    }
    seen.add(stepId);
    return [];
  });
}

function nameProblems(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const known = new Set(steps.map(({ stepId }) => stepId));
  return steps.flatMap(({ stepId, dependsOn = [], onSuccess, onFailure }) => {
    const names: [at: string, name: string][] = dependsOn.map((name, index) => [`dependsOn.${index}`, name]);
    if (onSuccess !== undefined && onSuccess !== COMPLETE) names.push(['onSuccess', onSuccess]);
    if (onFailure !== undefined && onFailure !== COMPLETE) names.push(['onFailure', onFailure]);
    return names
      .filter(([, name]) => !known.has(name))
      .map(([at, name]) => ({ code: 'STEP_UNKNOWN' as const, stepId, at, message: `no step is named ${name}` }));
  });
}

function templateProblems(
  steps: readonly WorkflowStep[],
  before: ReadonlyMap<string, readonly string[]>,
): WorkflowProblem[] {
  return steps.flatMap(({ stepId, input }) => {
    const { references, problems } = referencesIn(input);
    if (references.length + problems.length === 0) return [];
    const ancestors = ancestorsOf(stepId, before);
    const place = (at: string): string => (at === '' ? 'input' : `input.${at}`);
    const malformed = problems.map(({ at, template, reason }) => ({
      ...{ code: 'TEMPLATE_INVALID' as const, stepId, at: place(at), message: `{{${template}}}: ${reason}` },
    }));
    const early = references.flatMap(({ at, template, source }) => {
      if (source === 'input' || ancestors.has(source.stepId)) return [];
      const reason = before.has(source.stepId)
        ? `${source.stepId} does not end before this step`
        : `no step is named ${source.stepId}`;
      const message = `{{${template.trim()}}}: ${reason}`;
      return [{ code: 'TEMPLATE_UNRESOLVABLE' as const, stepId, at: place(at), message }];
    });
    return [...malformed, ...early];
  });
}

/**
 * The reasons to refuse a definition; none when it can run: ids are unique, every named step exists, there is no cycle,
 * and every template names the input or a step that has ended by then. A member that only the values decide is not
 * compared. Returns at most MAX_PROBLEMS.
 */
export function workflowProblems(steps: readonly WorkflowStep[]): readonly WorkflowProblem[] {
  if (steps.length === 0) return [{ code: 'NO_STEPS', stepId: null, at: 'steps', message: 'a workflow has steps' }];
  if (steps.length > MAX_STEPS) {
    const message = `a workflow has at most ${MAX_STEPS} steps, not ${steps.length}`;
    return [{ code: 'TOO_MANY_STEPS', stepId: null, at: 'steps', message }];
  }
  const problems = [...idProblems(steps), ...nameProblems(steps)];
  if (problems.length > 0) return problems.slice(0, MAX_PROBLEMS);
  const before = beforeOf(steps);
  const cycle = findCycle(before, before.keys());
  if (cycle) {
    const [stepId = null] = cycle;
    return [
      {
        code: 'CYCLE',
        stepId,
        at: 'steps',
        message: `the steps wait for each other: ${cycle.join(' → ')}`,
        path: cycle,
      },
    ];
  }
  return templateProblems(steps, before).slice(0, MAX_PROBLEMS);
}
