import type { components } from '@causeway/client';
import { useMemo } from 'preact/hooks';
import { isId } from '../lib/find.ts';
import { harmless, integer, list, number, percent, span } from '../lib/format.ts';
import { usePaged } from '../lib/paged.ts';
import { useResource } from '../lib/resource.ts';
import { answered, api } from '../lib/service.ts';
import { type Me, session } from '../lib/session.ts';
import type { Params } from '../lib/view.ts';
import { Availability, Load, useStatus } from '../parts/agent.tsx';
import { Form } from '../parts/form.tsx';
import { isNone, Show } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { PagedTable } from '../parts/pages.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Foreign, Hash, Outside, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { agents as words } from '../text/agents.ts';
import { common } from '../text/common.ts';

type Schemas = components['schemas'];
type Agent = Schemas['Agent'];
type Capability = Schemas['Capability'];

const EVERY_MS = 10_000;
const DAY_MS = 86_400_000;
/** Attempts of one page. */
const LIMIT = 50;

/** An agent: what it can do, how it did so far, and whether one trusts it. */
export default function AgentView({ params }: { readonly params: Params }) {
  const id = params.id ?? '';
  // The owner of an agent sees more of it.
  return isId(id) ? <Profile key={session.value?.id} id={id} /> : <Page title={words.notFound}>{null}</Page>;
}

function Profile({ id }: { readonly id: string }) {
  const loaded = useResource(`agent ${id}`, () => api.agents.get(id), { everyMs: EVERY_MS });
  const { data, trouble } = loaded.state.value;
  if (isNone(trouble)) return <Page title={words.notFound}>{null}</Page>;
  return (
    <Page title={data ? harmless(data.name, 100) : '…'} aside={data && <Availability agent={data} />}>
      <Show of={loaded} lines={12}>
        {(agent) => (
          <>
            <div class="columns">
              <Section title={words.facts}>
                <About agent={agent} />
              </Section>
              <Section title={words.figures}>
                <Performance id={agent.agentId} />
              </Section>
            </div>
            <Section title={words.capabilities}>
              <Capabilities of={agent.capabilities} />
            </Section>
            <Section title={words.trust}>
              <p class="soft">{words.trustHelp}</p>
              <SignedIn why={words.trustSignIn}>{(me) => <Trust me={me} agent={agent} />}</SignedIn>
            </Section>
            {session.value?.id === agent.ownerId && (
              <Section title={words.attempts}>
                <Attempts id={agent.agentId} />
              </Section>
            )}
          </>
        )}
      </Show>
    </Page>
  );
}

const About = ({ agent }: { readonly agent: Agent }) => (
  <Facts>
    <Fact name={words.id}>
      <Hash value={agent.agentId} />
    </Fact>
    <Fact name={words.owner}>
      {agent.ownerUsername === null ? words.hidden : <Foreign>{agent.ownerUsername}</Foreign>}
    </Fact>
    <Fact name={words.load}>
      <Load agent={agent} />
    </Fact>
    <Fact name={words.seen}>
      <Time iso={agent.lastSeenAt} />
    </Fact>
    <Fact name={words.since}>
      <Time iso={agent.createdAt} />
    </Fact>
    <Fact name={words.address}>
      {agent.endpoints.api === undefined ? common.none : <Outside address={agent.endpoints.api} />}
    </Fact>
    <Fact name={words.webhook}>
      {agent.endpoints.webhook === undefined ? (
        agent.hasWebhook ? (
          words.hasWebhook
        ) : (
          words.noWebhook
        )
      ) : (
        <>
          <Foreign>{agent.endpoints.webhook}</Foreign>{' '}
          <a href={`/webhooks?agent=${agent.agentId}`}>{words.deliveries}</a>
        </>
      )}
    </Fact>
  </Facts>
);

const Performance = ({ id }: { readonly id: string }) => (
  <Show of={useStatus(id)} lines={4}>
    {({ performance: figures }) => (
      <Facts>
        <Fact name={words.completed}>{integer(figures.tasksCompleted)}</Fact>
        <Fact name={words.failed}>{integer(figures.tasksFailed)}</Fact>
        <Fact name={words.success}>{figures.successRate === null ? words.notKnown : percent(figures.successRate)}</Fact>
        <Fact name={words.response}>
          {figures.averageResponseMs === null ? words.notKnown : span(figures.averageResponseMs)}
        </Fact>
        <Fact name={words.spent}>{number(figures.cost)}</Fact>
        <Fact name={words.uptime}>
          {figures.uptime30d === null ? (
            words.notKnown
          ) : (
            <>
              <Mark mood={figures.uptime30d >= figures.uptimeTarget ? 'good' : 'warn'}>
                {percent(figures.uptime30d)}
              </Mark>{' '}
              <span class="soft">{words.target(percent(figures.uptimeTarget))}</span>
            </>
          )}
        </Fact>
      </Facts>
    )}
  </Show>
);

const CAPABILITY: readonly Column<Capability>[] = [
  [
    words.capability,
    ({ type }) => (
      <a href={`/agents?capability=${encodeURIComponent(type)}`}>
        <Foreign>{type}</Foreign>
      </a>
    ),
  ],
  [
    words.models,
    ({ models = [] }) =>
      list(models).length === 0
        ? common.none
        : models.map((model) => (
            <div key={model}>
              <Foreign>{model}</Foreign>
            </div>
          )),
  ],
  [words.resolution, ({ maxResolution }) => maxResolution ?? common.unknown],
  [words.images, ({ maxImages }) => maxImages ?? common.unknown],
  [words.cost, ({ costPerRequest }) => (costPerRequest === undefined ? common.unknown : number(costPerRequest))],
];

const Capabilities = ({ of }: { readonly of: readonly Capability[] }) => (
  <Table rows={of} idOf={JSON.stringify} columns={CAPABILITY} empty={words.noCapabilities} />
);

/** Whether one trusts an agent, and the button that changes it. */
function Trust({ me, agent: { agentId, ownerId } }: { readonly me: Me; readonly agent: Agent }) {
  const loaded = useResource('trusted agents', () => api.agents.trusted());
  if (ownerId === me.id) return <Mark mood="good">{words.isOwn}</Mark>;
  const change = async () => {
    const now = await api.agents.trusted();
    await api.agents.trust(now.includes(agentId) ? now.filter((id) => id !== agentId) : [...now, agentId]);
    loaded.refresh();
  };
  return (
    <Show of={loaded} lines={2}>
      {(trusted) => {
        const isTrusted = list(trusted).includes(agentId);
        if (!isTrusted && trusted.includes(ownerId)) return <Mark mood="good">{words.trustedOwner}</Mark>;
        return (
          <Form send={change} button={isTrusted ? words.untrustButton : words.trustButton}>
            <p>
              <Mark mood={isTrusted ? 'good' : 'quiet'}>{isTrusted ? words.trusted : words.notTrusted}</Mark>
            </p>
          </Form>
        );
      }}
    </Show>
  );
}

const ATTEMPT: readonly Column<Schemas['TaskAttempt']>[] = [
  [words.task, ({ taskId }) => <Hash value={taskId} href={`/tasks/${taskId}`} />],
  [words.began, ({ startedAt }) => <Time iso={startedAt} />],
  [words.took, ({ durationMs }) => (durationMs === null ? words.underWay : span(durationMs))],
  [
    words.outcome,
    ({ outcome, failureCode, failureMessage }) => (
      <>
        {outcome ?? words.underWay} {failureCode !== null && <code>{failureCode}</code>}{' '}
        {failureMessage !== null && <Foreign>{failureMessage}</Foreign>}
      </>
    ),
  ],
];

/** What an own agent has tried in the last day. */
function Attempts({ id: agentId }: { readonly id: string }) {
  const startTime = useMemo(() => new Date(Date.now() - DAY_MS).toISOString(), []);
  const idOf = ({ taskId, token }: Schemas['TaskAttempt']) => `${taskId} ${token}`;
  const attempts = usePaged(`attempts of ${agentId}`, { idOf, step: LIMIT, everyMs: EVERY_MS }, (page) => {
    const query = { startTime, ...page };
    return answered(api.http.GET('/api/agents/{agentId}/logs', { params: { path: { agentId }, query } }));
  });
  return <PagedTable of={attempts} columns={ATTEMPT} empty={words.noAttempts} />;
}
