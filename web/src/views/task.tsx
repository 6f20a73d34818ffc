import type { components } from '@causeway/client';
import { isTaskId } from '../lib/find.ts';
import { integer, list } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { go } from '../lib/router.ts';
import { api } from '../lib/service.ts';
import { attemptsOf, type TaskEvent } from '../lib/task-trace.ts';
import { type Trace, useTrace } from '../lib/trace.ts';
import type { Params } from '../lib/view.ts';
import { announce } from '../parts/announcer.tsx';
import { Attempts } from '../parts/attempts.tsx';
import { Content } from '../parts/content.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Field, Form } from '../parts/form.tsx';
import { isNone, Show } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Word } from '../parts/state.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { Foreign, Hash, Meter, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { type TaskStatus, taskActs, taskStates, tasks as words } from '../text/tasks.ts';

type Task = components['schemas']['Task'];

/** A task: what happens now, its contents, its attempts and its trace. */
export default function TaskView({ params }: { readonly params: Params }) {
  const id = params.id ?? '';
  return (
    <Page title={words.title(id)}>
      <SignedIn why={words.signIn}>
        {() => (isTaskId(id) ? <One key={id} id={id} /> : <p>{words.notFound}</p>)}
      </SignedIn>
    </Page>
  );
}

function One({ id }: { readonly id: string }) {
  const loaded = useResource(`task ${id}`, () => api.tasks.get(id));
  const trace = useTrace(id, (events) => {
    const state = events.findLast(({ trigger }) => trigger !== undefined)?.type.replace(/^task\./, '');
    if (state !== undefined && Object.hasOwn(taskStates, state))
      announce(words.changed(taskStates[state as TaskStatus][0]));
    if (events.every(isProgress)) loaded.change((task) => ({ ...task, progress: events.at(-1)?.progress ?? null }));
    else loaded.refresh();
  });
  if (isNone(loaded.state.value.trouble)) return <p>{words.notFound}</p>;
  return (
    <Show of={loaded} lines={12}>
      {(task) => <Parts task={task} trace={trace.value} refresh={loaded.refresh} />}
    </Show>
  );
}

const isProgress = ({ type }: TaskEvent): boolean => type === 'task.progress';

interface Of {
  readonly task: Task;
}

interface Changeable extends Of {
  readonly refresh: () => void;
}

const Parts = ({ task, trace, refresh }: Changeable & { readonly trace: Trace }) => (
  <>
    <div class="columns">
      <Section title={words.now}>
        <Now task={task} refresh={refresh} />
      </Section>
      <Section title={words.facts}>
        <About task={task} />
      </Section>
      <Section title={words.input}>
        <Content value={task.input} />
      </Section>
      <Section title={words.result}>
        <Content value={task.result} />
      </Section>
    </div>
    {list(task.questions).length > 0 && (
      <Section title={words.questions}>
        <Questions task={task} />
      </Section>
    )}
    <Artifacts task={task} />
    <Section title={words.attempts}>
      <Attempts of={attemptsOf(trace.events)} />
    </Section>
    <Section title={words.trace}>
      <Timeline {...trace} />
    </Section>
  </>
);

/** The state with who must act, why it failed, and what one can do. */
function Now({ task, refresh }: Changeable) {
  const { taskId, status, failureCode, failureMessage, progress, progressMessage } = task;
  const replay = async () => go(`/tasks/${(await api.tasks.replay(taskId)).taskId}`);
  return (
    <>
      <p>
        <Word among={taskStates} value={status} /> – {taskActs[status]}
      </p>
      {status === 'failed' && (
        <p>
          <Mark mood="bad">{words.deadLetter}</Mark>
        </p>
      )}
      {failureCode !== null && (
        <p>
          {words.reason}: <code>{failureCode}</code> <Foreign>{failureMessage ?? ''}</Foreign>
        </p>
      )}
      {progress !== null && !task.isFinished && (
        <p>
          <Meter share={integer(progress) / 100} label={words.percent(progress)} />{' '}
          {progressMessage !== null && <Foreign>{progressMessage}</Foreign>}
        </p>
      )}
      {status === 'input_required' && <Answer task={task} refresh={refresh} />}
      {task.isFinished ? (
        <Form send={replay} button={words.replay} />
      ) : (
        <Confirm
          button={words.cancel}
          question={words.cancelTitle}
          help={words.cancelHelp}
          yes={words.cancel}
          send={async () => {
            await api.tasks.cancel(taskId);
            refresh();
          }}
        />
      )}
    </>
  );
}

/** The newest question of an agent, and the answer to it. */
const Answer = ({ task: { taskId, questions }, refresh }: Changeable) => (
  <Form
    button={words.sendAnswer}
    send={async ({ answer = '' }) => {
      await api.tasks.answer(taskId, answer);
      refresh();
    }}
  >
    <p>
      <Foreign>{questions.at(-1)?.question ?? ''}</Foreign>
    </p>
    <Field name="answer" label={words.yourAnswer} required maxLength={4_000} autocomplete="off" />
  </Form>
);

const About = ({ task }: Of) => (
  <Facts>
    <Fact name={words.type}>
      <Foreign>{task.type}</Foreign>
    </Fact>
    <Fact name={words.capability}>
      <Foreign>{task.requirements.capability}</Foreign>
    </Fact>
    {task.requirements.model !== null && (
      <Fact name={words.model}>
        <Foreign>{task.requirements.model}</Foreign>
      </Fact>
    )}
    {task.requirements.agent !== null && (
      <Fact name={words.reserved}>
        <Hash value={task.requirements.agent} href={`/a/${task.requirements.agent}`} />
      </Fact>
    )}
    <Fact name={words.priority}>{task.priority}</Fact>
    {task.assignedAgent !== null && (
      <Fact name={words.agent}>
        <Hash value={task.assignedAgent} href={`/a/${task.assignedAgent}`} />
      </Fact>
    )}
    {task.routing.reason !== null && (
      <Fact name={words.why}>
        <Foreign>{task.routing.reason}</Foreign>
      </Fact>
    )}
    <Fact name={words.attempts}>
      {words.attemptsOf(integer(task.attempts), integer(task.failedAttempts), integer(task.maxAttempts))}
    </Fact>
    {task.queuePosition !== null && <Fact name={words.position}>{integer(task.queuePosition)}</Fact>}
    {task.nextAttemptAt !== null && (
      <Fact name={words.nextAttempt}>
        <Time iso={task.nextAttemptAt} />
      </Fact>
    )}
    <Fact name={words.submitted}>
      <Time iso={task.createdAt} />
    </Fact>
    {task.completedAt === null ? (
      <Fact name={words.deadline}>
        <Time iso={task.deadline} />
      </Fact>
    ) : (
      <Fact name={words.ended}>
        <Time iso={task.completedAt} />
      </Fact>
    )}
    {task.runId !== null && (
      <Fact name={words.run}>
        <Hash value={task.runId} href={`/runs/${task.runId}`} />
      </Fact>
    )}
    {task.replayOf !== null && (
      <Fact name={words.replayOf}>
        <Hash value={task.replayOf} href={`/tasks/${task.replayOf}`} />
      </Fact>
    )}
  </Facts>
);

const Questions = ({ task: { questions } }: Of) => (
  <dl>
    {questions.map(({ question, answer }, index) => (
      <div key={`${index} ${question}`}>
        <dt>
          <Foreign>{question}</Foreign>
        </dt>
        <dd>{answer === null ? words.noAnswer : <Content value={answer} />}</dd>
      </div>
    ))}
  </dl>
);

/** Parts besides the result; nothing where there are none. */
function Artifacts({ task: { taskId, version } }: Of) {
  const { data = [] } = useResource(`artifacts of ${taskId} ${version}`, () => api.tasks.artifacts(taskId)).state.value;
  return (
    <>
      {list(data).map(({ name, mediaType, content }) => (
        <Section key={name} title={words.artifacts}>
          <p>
            <Foreign>{name}</Foreign> <code>{mediaType}</code>
          </p>
          <Content value={content} />
        </Section>
      ))}
    </>
  );
}
