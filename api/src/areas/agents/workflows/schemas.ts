import { MAX_STEPS } from '@causeway/agents';
import { RUN_STATES, STEP_STATES } from '@causeway/protocol';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../../http/schema/schema.ts';
import { AGENT_ID, name, TIME, time } from '../schemas.ts';
import { heldRequirements, SERVICE_TAKERS, takerRequirements } from '../takers/schemas.ts';

const WORKFLOW_ID = 'poster';
const RUN_ID = '0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51';

const anything = (description: string) => Type.Unsafe<unknown>({ description });
const object = (description: string) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description }));
const workflowId = () =>
  Type.String({ pattern: '^[A-Za-z0-9._:-]{1,100}$', description: 'The workflow’s id.', examples: [WORKFLOW_ID] });
const runId = () => Type.String({ minLength: 1, maxLength: 100, description: 'The run’s id.', examples: [RUN_ID] });
const version = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000_000, description });
const stepName = (description: string) => Type.String({ maxLength: 100, description });
/** From a second to 366 days. */
const timeoutMs = (description: string) => Type.Integer({ minimum: 1_000, maximum: 31_622_400_000, description });

/** Largest definitions and inputs, bytes. */
export const WORKFLOW_BODY_LIMIT = 256 * 1024;

export const workflowParams = Type.Object({ workflowId: workflowId() });
export const runParams = Type.Object({ runId: runId() });
export const versionQuery = {
  version: Type.Optional(version('A version of the workflow; the newest when absent.')),
};

const stepMembers = {
  stepId: stepName('Unique within the workflow; letters, digits, `_` and `-`, at most 63.'),
  type: name(100, 'The kind of work, which is the capability that an agent needs.'),
  input: Type.Optional(
    anything(
      'Any JSON. In its texts, `{{input.<member>}}` is a member of the run’s input and `{{<stepId>.result.<member>}}` a ' +
        'member of the result of a step that has ended by then. A text that is one template keeps the value’s type.',
    ),
  ),
  agent: Type.Optional(name(100, 'The one agent that may do the step; any agent with the capability when absent.')),
  requirements: takerRequirements('When absent, as the workflow says.'),
  dependsOn: Type.Optional(
    Type.Array(stepName('A step.'), { maxItems: MAX_STEPS, description: 'Steps that must have succeeded before.' }),
  ),
  onSuccess: Type.Optional(
    stepName('The step that follows a success, or `complete`, which ends the run. It runs only when so named.'),
  ),
  onFailure: Type.Optional(
    stepName('The step that follows a failure, or `complete`. A failure without it fails the run.'),
  ),
  timeoutMs: Type.Optional(timeoutMs('Life of the step’s task, milliseconds; not longer than the run’s.')),
  maxAttempts: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, default: 3, description: 'Attempts that may fail.' }),
  ),
};
const stepsOf = (name: string) =>
  Type.Array(named(name, Type.Object(stepMembers)), { maxItems: 1_000, description: `1 to ${MAX_STEPS} steps.` });
const steps = stepsOf('WorkflowStep');
/** Steps in a body, which take no other members; an answer may get further ones. */
const stepsInput = stepsOf('WorkflowStepInput');
const runTimeout = timeoutMs('Life of a run, milliseconds; seven days when absent.');

const requirements = takerRequirements(`For steps that do not say so themselves. ${SERVICE_TAKERS}`);

const STEPS = [
  { stepId: 'draft', type: 'write', input: { topic: '{{input.topic}}' } },
  { stepId: 'draw', type: 'image', input: { prompt: '{{draft.result.text}}' }, dependsOn: ['draft'], maxAttempts: 5 },
];

/** Body of POST /workflows/create. */
export const createWorkflowRequest = named(
  'CreateWorkflowRequest',
  Type.Object(
    { workflowId: Type.Optional(workflowId()), steps: stepsInput, requirements, timeoutMs: Type.Optional(runTimeout) },
    { examples: [{ workflowId: WORKFLOW_ID, steps: STEPS }] },
  ),
);
export type CreateWorkflowRequest = Static<typeof createWorkflowRequest>;

export const createdWorkflow = named(
  'CreatedWorkflow',
  Type.Object(
    { workflowId: workflowId(), version: version('1 for a new workflow.') },
    { examples: [{ workflowId: WORKFLOW_ID, version: 1 }] },
  ),
);

const versionMembers = {
  workflowId: workflowId(),
  version: version('Versions never change; every run keeps its own.'),
  ownerId: Type.String({ description: 'The avatar that created it.' }),
  createdAt: time('When this version was created.'),
};
const versionExample = { workflowId: WORKFLOW_ID, version: 1, ownerId: AGENT_ID, createdAt: TIME };

/** A version of a workflow in a list. */
export const workflowVersion = named('WorkflowVersion', Type.Object(versionMembers, { examples: [versionExample] }));
export type WorkflowVersionView = Static<typeof workflowVersion>;

export const workflow = named(
  'Workflow',
  Type.Object(
    { ...versionMembers, steps, requirements, timeoutMs: nullable(runTimeout) },
    { examples: [{ ...versionExample, steps: STEPS, timeoutMs: null }] },
  ),
);
export type WorkflowView = Static<typeof workflow>;

/** Body of POST /workflows/{workflowId}/execute. */
export const executeRequest = named(
  'ExecuteWorkflowRequest',
  Type.Object(
    { input: Type.Optional(object('The run’s input.')), ...versionQuery },
    { examples: [{ input: { topic: 'bridges' } }] },
  ),
);

const status = Type.String({ enum: [...RUN_STATES] });
const stepStatus = Type.String({ enum: [...STEP_STATES] });

export const startedRun = named(
  'StartedWorkflowRun',
  Type.Object(
    { runId: runId(), status, requirements: heldRequirements },
    { examples: [{ runId: RUN_ID, status: 'running', requirements: { agents: 'any' } }] },
  ),
);

const failureCode = nullable(Type.String({ description: 'Null unless it failed or expired.' }));
const failureMessage = nullable(Type.String());

const runMembers = {
  runId: runId(),
  workflowId: workflowId(),
  workflowVersion: versionMembers.version,
  status,
  submittedBy: Type.String({ description: 'The avatar that began it.' }),
  requirements: heldRequirements,
  failedStep: nullable(Type.String({ description: 'The step whose failure failed the run.' })),
  failureCode,
  failureMessage,
  isFinished: Type.Boolean(),
  deadline: time('It expires then.'),
  createdAt: time('When it began.'),
  completedAt: nullable(time('When it ended, in whatever way.')),
  updatedAt: time('When it last changed.'),
  version: Type.Integer(),
};
const runExample = {
  ...{ runId: RUN_ID, workflowId: WORKFLOW_ID, workflowVersion: 1, status: 'running', submittedBy: AGENT_ID },
  requirements: { agents: 'any' },
  ...{ failedStep: null, failureCode: null, failureMessage: null, isFinished: false, deadline: TIME },
  ...{ createdAt: TIME, completedAt: null, updatedAt: TIME, version: 2 },
};

/** A run in a list, without its input and results. */
export const runSummary = named('WorkflowRunSummary', Type.Object(runMembers, { examples: [runExample] }));
export type RunSummary = Static<typeof runSummary>;

const runStep = Type.Object({
  stepId: Type.String(),
  type: Type.String(),
  status: stepStatus,
  taskId: nullable(Type.String({ description: 'The step’s task; null before it begins.' })),
  failureCode,
  failureMessage,
  startedAt: nullable(time('When its task was submitted.')),
  endedAt: nullable(time('When it ended, in whatever way.')),
  durationMs: nullable(Type.Integer({ minimum: 0 })),
});

export const run = named(
  'WorkflowRun',
  Type.Object(
    {
      ...runMembers,
      input: anything('As given.'),
      steps: Type.Array(runStep, { description: 'In the order of the definition.' }),
      result: object('The results of completed steps by their ids.'),
    },
    {
      examples: [
        {
          ...runExample,
          input: { topic: 'bridges' },
          steps: [
            {
              ...{ stepId: 'draft', type: 'write', status: 'completed', taskId: `${RUN_ID}:draft` },
              ...{ failureCode: null, failureMessage: null, startedAt: TIME, endedAt: TIME, durationMs: 1_830 },
            },
          ],
          result: { draft: { text: 'a bridge at dawn' } },
        },
      ],
    },
  ),
);
export type RunView = Static<typeof run>;

export const runDiagram = named(
  'WorkflowRunDiagram',
  Type.Object(
    {
      runId: runId(),
      status,
      mermaid: Type.String({
        description: 'A flowchart in Mermaid’s language; each step has the class of its status.',
      }),
    },
    {
      examples: [
        {
          ...{ runId: RUN_ID, status: 'running' },
          mermaid: 'flowchart TD\n  start((start))\n  s0["draft<br/>write"]:::running\n  start --> s0\n',
        },
      ],
    },
  ),
);

export const runEvent = named(
  'WorkflowRunEvent',
  Type.Object(
    {
      seq: Type.Integer({ minimum: 1 }),
      type: Type.String({ description: '`run.<status>` or `step.<status>`.' }),
      at: time('When it happened.'),
      runId: runId(),
      workflowId: workflowId(),
      workflowVersion: versionMembers.version,
      stepId: Type.Optional(Type.String()),
      taskId: Type.Optional(nullable(Type.String())),
      agentId: Type.Optional(nullable(Type.String({ description: 'The agent that did the step.' }))),
      from: Type.Optional(nullable(Type.String({ description: 'The status before; null for a new run.' }))),
      failureCode: Type.Optional(Type.String()),
      failureMessage: Type.Optional(Type.String()),
      version: Type.Integer(),
    },
    {
      examples: [
        {
          ...{ seq: 7, type: 'step.completed', at: TIME, runId: RUN_ID, workflowId: WORKFLOW_ID, workflowVersion: 1 },
          ...{ stepId: 'draft', taskId: `${RUN_ID}:draft`, agentId: AGENT_ID, from: 'running', version: 2 },
        },
      ],
    },
  ),
);
export type RunEventView = Static<typeof runEvent>;
