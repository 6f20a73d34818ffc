import type { components } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { isId } from '../lib/find.ts';
import { integer, named } from '../lib/format.ts';
import { usePaged } from '../lib/paged.ts';
import { useResource } from '../lib/resource.ts';
import { place } from '../lib/router.ts';
import { answered, api } from '../lib/service.ts';
import { Content } from '../parts/content.tsx';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Form, Select } from '../parts/form.tsx';
import { Show } from '../parts/loaded.tsx';
import { Page, Section } from '../parts/page.tsx';
import { PagedTable } from '../parts/pages.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Word } from '../parts/state.tsx';
import type { Column } from '../parts/table.tsx';
import { Foreign, Hash, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { deliveryStates, webhooks as words } from '../text/webhooks.ts';

type Schemas = components['schemas'];
type Webhook = Schemas['Webhook'];
type Delivery = Schemas['WebhookDelivery'];

/** Rows of one page, and milliseconds between two requests. */
const LIMIT = 20;
const EVERY_MS = 3_000;

/** Whose webhooks are shown: one's own, or with an id those of an agent of one's own. */
interface Whose {
  readonly agentId?: string;
}

/** One's webhooks or those of an agent of one's own, and what was or will be sent to them. */
export default function WebhooksView() {
  const agent = place.value.query.get('agent') ?? '';
  return agent === '' ? <OwnWebhooks /> : <WebhooksOfAgent key={agent} id={agent} />;
}

const OwnWebhooks = () => (
  <Page title={words.title}>
    <p class="soft">
      {words.intro} <a href="/agents/mine">{words.agents}</a>
    </p>
    <SignedIn why={words.signIn}>{() => <Both />}</SignedIn>
  </Page>
);

const WebhooksOfAgent = ({ id }: { readonly id: string }) => (
  <Page
    title={words.ofAgent}
    aside={
      <span>
        {isId(id) && <Hash value={id} href={`/a/${id}`} />} · <a href="/webhooks">{words.own}</a>
      </span>
    }
  >
    <p class="soft">{words.ofAgentHelp}</p>
    <SignedIn why={words.signIn}>{() => (isId(id) ? <Both agentId={id} /> : <p>{words.noAgent}</p>)}</SignedIn>
  </Page>
);

const Both = (whose: Whose) => (
  <>
    <Section title={words.list}>
      <Webhooks {...whose} />
    </Section>
    <Section title={words.deliveries}>
      <AnyDeliveries {...whose} />
    </Section>
  </>
);

function Webhooks(whose: Whose) {
  const options = { step: LIMIT, idOf: ({ webhookId }: Webhook) => webhookId, everyMs: EVERY_MS };
  const webhooks = usePaged(`webhooks ${whose.agentId}`, options, (page) =>
    answered(api.http.GET('/api/agents/webhooks', { params: { query: { ...whose, ...page } } })),
  );
  const columns: readonly Column<Webhook>[] = [
    [words.url, ({ url }) => <Foreign>{url}</Foreign>],
    [
      words.state,
      ({ enabled, disabledReason }) => (
        <Mark mood={enabled ? 'good' : 'bad'}>
          {enabled ? words.enabled : disabledReason === null ? words.disabled : words.reasons[disabledReason]}
        </Mark>
      ),
    ],
    [words.failingSince, ({ failingSince }) => (failingSince === null ? '–' : <Time iso={failingSince} />)],
    [words.added, ({ createdAt }) => <Time iso={createdAt} />],
    [
      words.change,
      ({ webhookId, enabled }) => (
        <Form
          key={String(enabled)}
          button={enabled ? words.disable : words.enable}
          isQuiet
          send={async () => {
            await (enabled ? api.webhooks.disable(webhookId) : api.webhooks.enable(webhookId));
            webhooks.refresh();
          }}
        />
      ),
    ],
  ];
  const empty = whose.agentId === undefined ? words.none : words.noneOfAgent;
  return <PagedTable of={webhooks} columns={columns} empty={empty} />;
}

const STATES = [
  ['', words.any],
  ...Object.entries(deliveryStates).map(([state, [word]]) => [state, word] as const),
] as const;

function AnyDeliveries(whose: Whose) {
  const state = useSignal('');
  const status = state.value === '' ? undefined : (state.value as Delivery['status']);
  return (
    <>
      <Select
        name="state"
        label={words.filter}
        options={STATES}
        value={state.value}
        onInput={(value) => {
          state.value = value;
        }}
      />
      <Deliveries key={state.value} {...whose} status={status} />
    </>
  );
}

function Deliveries({ status, ...whose }: Whose & { readonly status: Delivery['status'] | undefined }) {
  const options = { step: LIMIT, idOf: ({ deliveryId }: Delivery) => deliveryId, everyMs: EVERY_MS };
  const deliveries = usePaged(`deliveries ${whose.agentId} ${status}`, options, (page) => {
    const query = { ...whose, ...page, ...(status !== undefined && { status }) };
    return answered(api.http.GET('/api/agents/webhooks/deliveries', { params: { query } }));
  });
  const columns: readonly Column<Delivery>[] = [
    [words.fact, ({ type }) => <code>{type}</code>],
    [words.about, (delivery) => <About of={delivery} />],
    [words.state, ({ status: state }) => <Word among={deliveryStates} value={state} />],
    [words.attempts, ({ attempts }) => integer(attempts)],
    [
      words.last,
      ({ attempts, lastStatus, lastError }) => (
        <>
          {lastStatus === null ? attempts > 0 && words.noAnswer : <code>{lastStatus}</code>}{' '}
          {lastError !== null && <Foreign>{lastError}</Foreign>}
        </>
      ),
    ],
    [words.next, ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <Time iso={nextAttemptAt} />)],
    [words.at, ({ createdAt }) => <Time iso={createdAt} />],
    [
      words.more,
      (delivery) => (
        <>
          <Body of={delivery} /> {delivery.status !== 'pending' && <Replay of={delivery} sent={deliveries.refresh} />}
        </>
      ),
    ],
  ];
  return <PagedTable of={deliveries} columns={columns} empty={words.noDeliveries} />;
}

/** What a delivery tells of; a task leads to its page. */
function About({ of: { subject } }: Of) {
  const task = /^task:([A-Za-z0-9._:-]+)$/.exec(subject)?.[1];
  const shown = <Foreign>{subject}</Foreign>;
  return task === undefined ? shown : <a href={`/tasks/${task}`}>{shown}</a>;
}

interface Of {
  readonly of: Delivery;
}

/** The button that shows the body of a delivery. */
function Body({ of: { deliveryId, subject } }: Of) {
  const isOpen = useSignal(false);
  const open = (value: boolean) => () => {
    isOpen.value = value;
  };
  return (
    <>
      <button type="button" onClick={open(true)}>
        {words.show}
      </button>
      {isOpen.value && (
        <Dialog title={words.body(named(subject))} onClose={open(false)}>
          <LoadedBody id={deliveryId} />
        </Dialog>
      )}
    </>
  );
}

const LoadedBody = ({ id }: { readonly id: string }) => (
  <Show of={useResource(`delivery ${id}`, () => api.webhooks.delivery(id))}>
    {({ payload }) => <Content value={payload} />}
  </Show>
);

/** The button that sends a delivery once more. */
const Replay = ({ of: { deliveryId, subject }, sent }: Of & { readonly sent: () => void }) => (
  <Confirm
    button={words.replay}
    question={words.replayOf(named(subject))}
    help={words.replayHelp}
    yes={words.replayYes}
    send={async () => {
      await api.webhooks.replay(deliveryId);
      sent();
    }}
  />
);
