import { STEP_STATES, type StepState } from '@causeway/protocol';
import type { WorkflowStep } from '@causeway/storage';
import { COMPLETE, namedSteps } from './definition.ts';

const COLOURS: Readonly<Record<StepState, string>> = {
  waiting: 'fill:#eeeeee,stroke:#777777,color:#222222',
  running: 'fill:#dbeafe,stroke:#1d4ed8,color:#172554',
  completed: 'fill:#dcfce7,stroke:#15803d,color:#052e16',
  failed: 'fill:#fee2e2,stroke:#b91c1c,color:#450a0a',
  skipped: 'fill:#ffffff,stroke:#999999,color:#777777,stroke-dasharray:4',
  cancelled: 'fill:#fef3c7,stroke:#b45309,color:#451a03',
};

/** Longest kind of work in a node, characters. */
const MAX_TYPE = 40;

/** A text within a quoted label: characters that Mermaid or HTML would read become entities. */
const label = (text: string): string =>
  [...text.slice(0, MAX_TYPE)]
    .map((char) => (/[\p{L}\p{N} ._-]/u.test(char) ? char : `#${char.codePointAt(0)};`))
    .join('');

/**
 * A picture of a run as a flowchart in Mermaid's language: a node per step, in the class of its state, an edge per
 * dependsOn, and labelled edges for onSuccess and onFailure.
 */
export function diagramOf(steps: readonly WorkflowStep[], states: ReadonlyMap<string, StepState>): string {
  // Step ids can be words of the language.
  const node = new Map(steps.map(({ stepId }, at) => [stepId, `s${at}`]));
  const named = namedSteps(steps);
  const nodes = steps.map(({ stepId, type }) => {
    const state = states.get(stepId) ?? 'waiting';
    return `  ${node.get(stepId)}["${stepId}<br/>${label(type)}"]:::${state}`;
  });
  const completes = steps.some(({ onSuccess, onFailure }) => [onSuccess, onFailure].includes(COMPLETE));
  const target = (name: string): string => (name === COMPLETE ? 'finish' : (node.get(name) ?? 'finish'));
  const edges = steps.flatMap(({ stepId, dependsOn = [], onSuccess, onFailure }) => [
    ...dependsOn.map((id) => `  ${target(id)} --> ${node.get(stepId)}`),
    ...(onSuccess === undefined ? [] : [`  ${node.get(stepId)} -->|onSuccess| ${target(onSuccess)}`]),
    ...(onFailure === undefined ? [] : [`  ${node.get(stepId)} -.->|onFailure| ${target(onFailure)}`]),
  ]);
  const first = steps.filter(({ stepId, dependsOn = [] }) => dependsOn.length === 0 && !named.has(stepId));
  return [
    'flowchart TD',
    '  start((start))',
    ...nodes,
    ...(completes ? ['  finish((complete))'] : []),
    ...first.map(({ stepId }) => `  start --> ${node.get(stepId)}`),
    ...edges,
    ...STEP_STATES.map((state) => `  classDef ${state} ${COLOURS[state]}`),
    '',
  ].join('\n');
}
