import type { components } from '@causeway/client';
import { useEffect } from 'preact/hooks';
import { isId } from '../lib/find.ts';
import { integer, list, number } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import type { Params } from '../lib/view.ts';
import { announce } from '../parts/announcer.tsx';
import { Content } from '../parts/content.tsx';
import { isNone, Show } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Word } from '../parts/state.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Foreign, Hash, Time } from '../parts/values.tsx';
import { collaborationStates, kinds, protocols, collaborations as words } from '../text/collaborations.ts';
import { taskStates, tasks } from '../text/tasks.ts';

type Collaboration = components['schemas']['Collaboration'];
type Part = Collaboration['rounds'][number]['tasks'][number];

/** Milliseconds between two requests while the collaboration goes on, which has no stream of its own. */
const EVERY_MS = 1_000;

/** A collaboration: its outcome with the votes, and the tasks of each round. */
export default function CollaborationView({ params }: { readonly params: Params }) {
  const id = params.id ?? '';
  return (
    <Page title={words.title(id)}>
      <SignedIn why={words.signIn}>{() => (isId(id) ? <One key={id} id={id} /> : <p>{words.notFound}</p>)}</SignedIn>
    </Page>
  );
}

function One({ id }: { readonly id: string }) {
  const loaded = useResource(`collaboration ${id}`, () => api.collaborations.get(id));
  const { data, trouble } = loaded.state.value;
  const isOpen = data?.isFinished === false;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => document.hidden || loaded.refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  const status = data?.status;
  useEffect(() => {
    if (status !== undefined && status !== 'running') announce(words.changed(collaborationStates[status][0]));
  }, [status]);
  if (isNone(trouble)) return <p>{words.notFound}</p>;
  return (
    <Show of={loaded} lines={12}>
      {(one) => (
        <>
          <div class="columns">
            <Section title={words.facts}>
              <About of={one} />
            </Section>
            <Section title={words.outcome}>
              <Outcome of={one.outcome} />
            </Section>
          </div>
          {list(one.rounds).map(({ round, tasks: parts }) => (
            <Section key={round} title={words.roundOf(integer(round))}>
              <Table rows={parts} idOf={({ taskId }) => taskId} columns={PART} empty={words.noTasks} />
            </Section>
          ))}
        </>
      )}
    </Show>
  );
}

const Agent = ({ id }: { readonly id: string }) => <Hash value={id} href={`/a/${encodeURIComponent(id)}`} />;

const About = ({ of }: { readonly of: Collaboration }) => (
  <Facts>
    <Fact name={words.name}>
      <Foreign>{of.taskId}</Foreign>
    </Fact>
    <Fact name={words.state}>
      <Word among={collaborationStates} value={of.status} />
    </Fact>
    <Fact name={words.protocol}>{protocols[of.protocol]}</Fact>
    <Fact name={words.round}>{integer(of.round)}</Fact>
    <Fact name={words.began}>
      <Time iso={of.createdAt} />
    </Fact>
    {of.endedAt !== null && (
      <Fact name={words.ended}>
        <Time iso={of.endedAt} />
      </Fact>
    )}
    <Fact name={words.agents}>
      {list(of.agents).map((id) => (
        <div key={id}>
          <Agent id={id} />
        </div>
      ))}
    </Fact>
  </Facts>
);

/** The members of an outcome that the page knows; each protocol has others, and all of them are free in form. */
interface KnownOutcome {
  readonly value?: unknown;
  readonly tie?: unknown;
  readonly entries?: readonly Entry[];
  readonly abstained?: readonly { readonly agentId: string; readonly code: string; readonly message: string }[];
}

/** A value that agents voted for. */
interface Entry {
  readonly value: unknown;
  readonly votes: number;
  readonly weight: number;
  readonly agents: readonly string[];
}

const ENTRY: readonly Column<Entry>[] = [
  [words.value, ({ value }) => <Content value={value} />],
  [words.votes, ({ votes }) => number(votes)],
  [words.weight, ({ weight }) => number(weight)],
  [words.by, ({ agents }) => list(agents).map((id) => <Agent key={id} id={id} />)],
];

/** What the agents came to: the value, the votes for each value, and the agents without a vote. */
function Outcome({ of }: { readonly of: unknown }) {
  if (typeof of !== 'object' || of === null) return <p class="soft">{words.noOutcome}</p>;
  const { value, tie, entries, abstained = [] }: KnownOutcome = of;
  return (
    <>
      {tie === true && <p>{words.tie}</p>}
      {value !== undefined && (
        <>
          <h3>{words.value}</h3>
          <Content value={value} />
        </>
      )}
      {entries && (
        <Table rows={entries} idOf={({ value: of }) => JSON.stringify(of)} columns={ENTRY} empty={words.noOutcome} />
      )}
      {list(abstained).length > 0 && (
        <>
          <h3>{words.abstained}</h3>
          <ul class="plain">
            {abstained.map(({ agentId, code, message }) => (
              <li key={agentId}>
                <Agent id={agentId} /> <code>{code}</code> <Foreign>{message}</Foreign>
              </li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>{words.whole}</summary>
        <Content value={of} />
      </details>
    </>
  );
}

const PART: readonly Column<Part>[] = [
  [words.part, ({ kind }) => kinds[kind]],
  [words.agent, ({ agentId }) => (agentId === null ? words.anyAgent : <Agent id={agentId} />)],
  [words.state, ({ status }) => <Word among={taskStates} value={status ?? 'working'} />],
  [words.result, ({ result }) => <Content value={result} />],
  [
    words.reason,
    ({ failureCode, failureMessage }) => (
      <>
        {failureCode === null ? '–' : <code>{failureCode}</code>}{' '}
        {failureMessage !== null && <Foreign>{failureMessage}</Foreign>}
      </>
    ),
  ],
  [tasks.task, ({ taskId }) => <Hash value={taskId} href={`/tasks/${taskId}`} />],
];
