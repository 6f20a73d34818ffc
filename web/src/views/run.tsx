import type { components } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isId } from '../lib/find.ts';
import { useFollow } from '../lib/follow.ts';
import { integer, list, span } from '../lib/format.ts';
import { gather } from '../lib/gather.ts';
import { useResource } from '../lib/resource.ts';
import { edgesOf, type GraphStep } from '../lib/run-graph.ts';
import { api } from '../lib/service.ts';
import type { Params } from '../lib/view.ts';
import { announce } from '../parts/announcer.tsx';
import { Content } from '../parts/content.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { isNone, Show } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { RunGraph } from '../parts/run-graph.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Word } from '../parts/state.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Foreign, Hash, Time } from '../parts/values.tsx';
import { edges, runStates, stepStates, runs as words } from '../text/runs.ts';
import { tasks } from '../text/tasks.ts';

type Run = components['schemas']['WorkflowRun'];
type Step = Run['steps'][number];

/** A run of a workflow: its steps as a graph and as a list, and what each got and gave. */
export default function RunView({ params }: { readonly params: Params }) {
  const id = params.id ?? '';
  return (
    <Page title={words.title(id)}>
      <SignedIn why={words.signIn}>{() => (isId(id) ? <One key={id} id={id} /> : <p>{words.notFound}</p>)}</SignedIn>
    </Page>
  );
}

function One({ id }: { readonly id: string }) {
  const loaded = useResource(`run ${id}`, () => api.workflows.run(id));
  useFollow(
    async (signal) => {
      let isPast = true;
      const hear = gather<string>((changes) => {
        if (signal.aborted) return;
        loaded.refresh();
        // The stream begins with what was before.
        if (!isPast) announce(changes.at(-1) ?? '');
        isPast = false;
      });
      for await (const { data } of api.workflows.events(id, { signal, onReset: loaded.refresh })) {
        const { stepId, type } = data;
        const state = type.replace(/^\w+\./, '');
        hear(stepId === undefined ? state : words.changed(stepId, state));
      }
    },
    [id],
  );
  if (isNone(loaded.state.value.trouble)) return <p>{words.notFound}</p>;
  return (
    <Show of={loaded} lines={12}>
      {(run) => <Parts run={run} refresh={loaded.refresh} />}
    </Show>
  );
}

function Parts({ run, refresh }: { readonly run: Run; readonly refresh: () => void }) {
  const { workflowId, workflowVersion } = run;
  const key = `workflow ${workflowId} ${workflowVersion}`;
  const { data: workflow, trouble } = useResource(key, () => api.workflows.get(workflowId, workflowVersion)).state
    .value;
  const opened = useSignal<string | undefined>(undefined);
  const opener = useRef<Element | null>(null);
  const open = (stepId: string) => {
    opener.current = document.activeElement;
    opened.value = stepId;
  };
  const close = () => {
    opened.value = undefined;
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const step = run.steps.find(({ stepId }) => stepId === opened.value);
  const cancel = async () => {
    await api.workflows.cancel(run.runId);
    refresh();
  };
  return (
    <>
      {workflow && (
        <Section title={words.graph}>
          <RunGraph definition={workflow.steps} steps={run.steps} opened={opened.value} open={open} />
        </Section>
      )}
      {trouble && !workflow && <p class="soft">{words.noGraph}</p>}
      {step && <Opened key={step.stepId} run={run} step={step} close={close} />}
      <Section title={words.steps}>
        <Steps steps={run.steps} definition={workflow?.steps ?? []} open={open} />
      </Section>
      <div class="columns">
        <Section title={words.facts}>
          <About run={run} />
          {!run.isFinished && (
            <p>
              <Confirm
                button={words.cancel}
                question={words.cancelTitle}
                help={words.cancelHelp}
                yes={words.cancel}
                send={cancel}
              />
            </p>
          )}
        </Section>
        <Section title={words.input}>
          <Content value={run.input} />
        </Section>
      </div>
    </>
  );
}

interface StepsProps {
  readonly steps: readonly Step[];
  readonly definition: readonly GraphStep[];
  readonly open: (stepId: string) => void;
}

/** The steps as a table, each with those that it follows: the graph for whoever cannot see it. */
function Steps({ steps, definition, open }: StepsProps) {
  const all = edgesOf(definition);
  const columns: readonly Column<Step>[] = [
    [
      words.step,
      ({ stepId }) => (
        <button type="button" onClick={() => open(stepId)}>
          {stepId}
        </button>
      ),
    ],
    [words.type, ({ type }) => <Foreign>{type}</Foreign>],
    [words.state, ({ status }) => <Word among={stepStates} value={status} />],
    [
      words.follows,
      ({ stepId }) => {
        const before = all.filter(({ to }) => to === stepId);
        return before.length === 0
          ? words.nothing
          : before.map(({ from, kind }) => (kind === 'dependsOn' ? from : `${from} (${edges[kind]})`)).join(', ');
      },
    ],
    [words.began, ({ startedAt }) => (startedAt === null ? '–' : <Time iso={startedAt} />)],
    [words.took, ({ durationMs }) => (durationMs === null ? '–' : span(durationMs))],
  ];
  return <Table rows={list(steps)} idOf={({ stepId }) => stepId} columns={columns} empty={words.nothing} />;
}

interface OpenedProps {
  readonly run: Run;
  readonly step: Step;
  readonly close: () => void;
}

/** What a step got and gave. It takes the focus when it opens, and Escape closes it. */
function Opened({ run, step, close }: OpenedProps) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    part.current?.focus();
  }, []);
  const { stepId, taskId, status, failureCode, failureMessage } = step;
  return (
    <section
      class="card"
      tabIndex={-1}
      ref={part}
      aria-label={words.of(stepId)}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <h2>{words.of(stepId)}</h2>
      <p>
        <Word among={stepStates} value={status} /> {failureCode !== null && <code>{failureCode}</code>}{' '}
        {failureMessage !== null && <Foreign>{failureMessage}</Foreign>}
      </p>
      {taskId === null ? (
        <p class="soft">{words.notBegun}</p>
      ) : (
        <TaskOf key={`${taskId} ${status}`} id={taskId} result={run.result[stepId]} />
      )}
      <button type="button" onClick={close}>
        {words.close}
      </button>
    </section>
  );
}

/** The task of a step, which has the input with its values filled in, and the attempts. */
const TaskOf = ({ id, result }: { readonly id: string; readonly result: unknown }) => (
  <Show of={useResource(`task ${id}`, () => api.tasks.get(id))}>
    {(task) => (
      <>
        <Facts>
          <Fact name={words.task}>
            <Hash value={id} href={`/tasks/${id}`} />
          </Fact>
          <Fact name={words.attempts}>
            {tasks.attemptsOf(integer(task.attempts), integer(task.failedAttempts), integer(task.maxAttempts))}
          </Fact>
          {task.assignedAgent !== null && (
            <Fact name={tasks.agent}>
              <Hash value={task.assignedAgent} href={`/a/${task.assignedAgent}`} />
            </Fact>
          )}
        </Facts>
        <h3>{words.input}</h3>
        <Content value={task.input} />
        <h3>{words.result}</h3>
        <Content value={result ?? task.result} />
      </>
    )}
  </Show>
);

const About = ({ run }: { readonly run: Run }) => (
  <Facts>
    <Fact name={words.state}>
      <Word among={runStates} value={run.status} />
    </Fact>
    <Fact name={words.workflow}>
      <Foreign>{run.workflowId}</Foreign> {words.version(integer(run.workflowVersion))}
    </Fact>
    <Fact name={words.created}>
      <Time iso={run.createdAt} />
    </Fact>
    <Fact name={run.completedAt === null ? words.deadline : words.ended}>
      <Time iso={run.completedAt ?? run.deadline} />
    </Fact>
    {run.failedStep !== null && <Fact name={words.failedStep}>{run.failedStep}</Fact>}
    {run.failureCode !== null && (
      <Fact name={words.reason}>
        <code>{run.failureCode}</code> <Foreign>{run.failureMessage ?? ''}</Foreign>
      </Fact>
    )}
  </Facts>
);
