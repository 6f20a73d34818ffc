import type { components } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { integer } from '../lib/format.ts';
import { usePaged } from '../lib/paged.ts';
import { MOST_ASKING } from '../lib/pages.ts';
import { answered, api } from '../lib/service.ts';
import { AgentLink, Availability, Figures, Load } from '../parts/agent.tsx';
import { Select } from '../parts/form.tsx';
import { Page, Section } from '../parts/page.tsx';
import { PagedTable } from '../parts/pages.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Word } from '../parts/state.tsx';
import type { Column } from '../parts/table.tsx';
import { Foreign, Hash, Time } from '../parts/values.tsx';
import { agents as words } from '../text/agents.ts';
import { collaborationStates, collaborations, protocols } from '../text/collaborations.ts';
import { runStates, runs } from '../text/runs.ts';
import { type TaskStatus, taskStates, tasks } from '../text/tasks.ts';

type Schemas = components['schemas'];

/** Rows of one page of each list, and milliseconds between two requests for it. */
const LIMIT = 10;
const EVERY_MS = 5_000;

/** One's own agents, and the work that one has given to agents. */
export default function OwnAgentsView() {
  return (
    <Page
      title={words.ownTitle}
      aside={
        <span>
          <a href="/agents">{words.find}</a> · <a href="/webhooks">{words.webhooks}</a>
        </span>
      }
    >
      <SignedIn why={words.ownSignIn}>{() => <Own />}</SignedIn>
    </Page>
  );
}

const Own = () => (
  <>
    <Section title={words.title}>
      <Agents />
    </Section>
    <Section title={words.deadLetters}>
      <p class="soft">{words.deadLettersHelp}</p>
      <Tasks status="failed" columns={DEAD_LETTER} empty={words.noDeadLetters} />
    </Section>
    <Section title={words.tasks}>
      <AnyTasks />
    </Section>
    <Section title={words.runs}>
      <Runs />
    </Section>
    <Section title={words.collaborations}>
      <Collaborations />
    </Section>
  </>
);

/** How each of the lists is read: its rows by their ids. */
const by = <T,>(idOf: (row: T) => string) => ({ idOf, step: LIMIT, everyMs: EVERY_MS });

const AGENT: readonly Column<Schemas['Agent']>[] = [
  [words.agent, (agent) => <AgentLink agent={agent} />],
  [words.state, (agent) => <Availability agent={agent} />],
  [words.load, (agent) => <Load agent={agent} />],
  [words.figures, ({ agentId }) => <Figures id={agentId} />],
  [words.seen, ({ lastSeenAt }) => <Time iso={lastSeenAt} />],
];

function Agents() {
  const byId = { ...by(({ agentId }: Schemas['Agent']) => agentId), most: MOST_ASKING };
  const own = usePaged('own agents', byId, (query) => answered(api.http.GET('/api/agents', { params: { query } })));
  return <PagedTable of={own} columns={AGENT} empty={words.noAgents} />;
}

type ListedTask = Schemas['ListedTask'];

const TASK: readonly Column<ListedTask>[] = [
  [tasks.task, ({ taskId }) => <Hash value={taskId} href={`/tasks/${taskId}`} />],
  [tasks.type, ({ type }) => <Foreign>{type}</Foreign>],
  [
    tasks.agent,
    ({ assignedAgent }) => (assignedAgent === null ? '–' : <Hash value={assignedAgent} href={`/a/${assignedAgent}`} />),
  ],
];

const DEAD_LETTER: readonly Column<ListedTask>[] = [
  ...TASK,
  [
    tasks.reason,
    ({ failureCode, failureMessage }) => (
      <>
        {failureCode !== null && <code>{failureCode}</code>}{' '}
        {failureMessage !== null && <Foreign>{failureMessage}</Foreign>}
      </>
    ),
  ],
  [tasks.ended, ({ completedAt }) => (completedAt === null ? '–' : <Time iso={completedAt} />)],
];

const ANY_TASK: readonly Column<ListedTask>[] = [
  ...TASK,
  [tasks.state, ({ status }) => <Word among={taskStates} value={status} />],
  [tasks.updated, ({ updatedAt }) => <Time iso={updatedAt} />],
];

interface TasksProps {
  readonly status: TaskStatus | undefined;
  readonly columns: readonly Column<ListedTask>[];
  readonly empty: string;
}

function Tasks({ status, columns, empty }: TasksProps) {
  const byId = by(({ taskId }: ListedTask) => taskId);
  const listed = usePaged(`own tasks ${status}`, byId, (page) => {
    const query = { ...page, ...(status !== undefined && { status }) };
    return answered(api.http.GET('/api/agents/tasks', { params: { query } }));
  });
  return <PagedTable of={listed} columns={columns} empty={empty} />;
}

const STATES = [
  ['', tasks.any],
  ...Object.entries(taskStates).map(([state, [word]]) => [state, word] as const),
] as const;

function AnyTasks() {
  const state = useSignal('');
  const status = state.value === '' ? undefined : (state.value as TaskStatus);
  return (
    <>
      <Select
        name="state"
        label={tasks.state}
        options={STATES}
        value={state.value}
        onInput={(value) => {
          state.value = value;
        }}
      />
      <Tasks key={state.value} status={status} columns={ANY_TASK} empty={words.noTasks} />
    </>
  );
}

const RUN: readonly Column<Schemas['WorkflowRunSummary']>[] = [
  [runs.run, ({ runId }) => <Hash value={runId} href={`/runs/${runId}`} />],
  [runs.workflow, ({ workflowId }) => <Foreign>{workflowId}</Foreign>],
  [runs.state, ({ status }) => <Word among={runStates} value={status} />],
  [runs.failedStep, ({ failedStep }) => failedStep ?? '–'],
  [runs.created, ({ createdAt }) => <Time iso={createdAt} />],
];

function Runs() {
  const byId = by(({ runId }: Schemas['WorkflowRunSummary']) => runId);
  const own = usePaged('own runs', byId, (query) =>
    answered(api.http.GET('/api/agents/workflows/runs', { params: { query } })),
  );
  return <PagedTable of={own} columns={RUN} empty={words.noRuns} />;
}

const COLLABORATION: readonly Column<Schemas['CollaborationSummary']>[] = [
  [
    collaborations.name,
    ({ collaborationId, taskId }) => <Hash value={taskId} href={`/collaborations/${collaborationId}`} />,
  ],
  [collaborations.protocol, ({ protocol }) => protocols[protocol]],
  [collaborations.state, ({ status }) => <Word among={collaborationStates} value={status} />],
  [collaborations.agents, ({ agents }) => agents.length],
  [collaborations.round, ({ round }) => integer(round)],
  [collaborations.began, ({ createdAt }) => <Time iso={createdAt} />],
];

function Collaborations() {
  const byId = by(({ collaborationId }: Schemas['CollaborationSummary']) => collaborationId);
  const own = usePaged('own collaborations', byId, (query) =>
    answered(api.http.GET('/api/agents/collaborations', { params: { query } })),
  );
  return <PagedTable of={own} columns={COLLABORATION} empty={words.noCollaborations} />;
}
