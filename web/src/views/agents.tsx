import type { components, operations } from '@causeway/client';
import { number } from '../lib/format.ts';
import { usePaged } from '../lib/paged.ts';
import { MOST_ASKING } from '../lib/pages.ts';
import { place, setQuery } from '../lib/router.ts';
import { answered, api } from '../lib/service.ts';
import { session } from '../lib/session.ts';
import { AgentLink, Availability, Load, Uptime } from '../parts/agent.tsx';
import { Field, Form, Select } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { PagedTable } from '../parts/pages.tsx';
import type { Column } from '../parts/table.tsx';
import { Foreign, Time } from '../parts/values.tsx';
import { agents as words } from '../text/agents.ts';
import { common } from '../text/common.ts';

type Agent = components['schemas']['Agent'];
type Filter = operations['discoverAgents']['parameters']['query'];

/** What agents are asked for, by the names of the query. */
type Wanted = Readonly<Record<'capability' | 'model' | 'resolution' | 'maxCost' | 'available' | 'agents', string>>;

/** Agents of one page; each is asked for its uptime, too. */
const LIMIT = 20;
/** How they are read. */
const READING = {
  step: LIMIT,
  most: MOST_ASKING,
  everyMs: 10_000,
  idOf: ({ agentId }: Agent) => agentId,
};

/** Finds agents by what they can do. */
export default function AgentsView() {
  const { query } = place.value;
  const of = (name: string) => query.get(name) ?? '';
  const wanted: Wanted = {
    capability: of('capability'),
    model: of('model'),
    resolution: of('resolution'),
    maxCost: of('maxCost'),
    available: of('available'),
    agents: of('agents'),
  };
  return (
    <Page title={words.title} aside={<a href="/agents/mine">{words.mine}</a>}>
      <p class="soft">{words.intro}</p>
      <Search wanted={wanted} />
      {wanted.capability === '' ? (
        <p class="soft">{words.ask}</p>
      ) : (
        <Found key={JSON.stringify([wanted, session.value?.id])} wanted={wanted} />
      )}
    </Page>
  );
}

const Search = ({ wanted }: { readonly wanted: Wanted }) => (
  <section class="card" aria-label={words.find}>
    <Form button={words.find} send={async (values) => setQuery(values, { replace: false })}>
      <div class="facts">
        <Field name="capability" label={words.capability} value={wanted.capability} required maxLength={100} />
        <Field name="model" label={words.model} value={wanted.model} maxLength={100} />
        <Field
          name="resolution"
          label={words.wantedResolution}
          value={wanted.resolution}
          pattern={String.raw`[1-9]\d{0,5}x[1-9]\d{0,5}`}
        />
        <Field
          name="maxCost"
          label={words.maxCost}
          value={wanted.maxCost}
          inputMode="decimal"
          pattern={String.raw`\d{1,6}(\.\d{1,6})?`}
        />
        <Select
          name="available"
          label={words.only}
          value={wanted.available}
          options={[
            ['', words.all],
            ['true', words.free],
          ]}
        />
        {session.value && (
          <Select
            name="agents"
            label={words.takers}
            value={wanted.agents}
            options={[
              ['', words.any],
              ['listed', words.listed],
              ['own', words.own],
            ]}
          />
        )}
      </div>
    </Form>
  </section>
);

function Found({ wanted: { capability, model, resolution, maxCost, available, agents } }: { readonly wanted: Wanted }) {
  const filter: Filter = {
    capability,
    ...(model !== '' && { model }),
    ...(resolution !== '' && { resolution }),
    ...(maxCost !== '' && { maxCost: Number(maxCost) }),
    ...(available !== '' && { available: available === 'true' }),
    ...((agents === 'own' || agents === 'listed') && { agents }),
  };
  const key = `agents ${JSON.stringify(filter)}`;
  const found = usePaged(key, READING, (page) =>
    answered(api.http.GET('/api/agents/discover', { params: { query: { ...filter, ...page } } })),
  );
  const costOf = ({ capabilities }: Agent): string => {
    const cost = capabilities.find(({ type }) => type === capability)?.costPerRequest;
    return cost === undefined ? common.unknown : number(cost);
  };
  const columns: readonly Column<Agent>[] = [
    [words.agent, (agent) => <AgentLink agent={agent} />],
    [words.owner, ({ ownerUsername }) => (ownerUsername === null ? words.hidden : <Foreign>{ownerUsername}</Foreign>)],
    [words.state, (agent) => <Availability agent={agent} />],
    [words.load, (agent) => <Load agent={agent} />],
    [words.uptime, ({ agentId }) => <Uptime id={agentId} />],
    [words.cost, costOf],
    [words.seen, ({ lastSeenAt }) => <Time iso={lastSeenAt} />],
  ];
  return <PagedTable of={found} columns={columns} empty={words.noMatch} />;
}
