import type { AuditFilter, components } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { usePaged } from '../../lib/paged.ts';
import { answered, api } from '../../lib/service.ts';
import { Field, Form, Select } from '../../parts/form.tsx';
import { PagedTable } from '../../parts/pages.tsx';
import { Word } from '../../parts/state.tsx';
import type { Column } from '../../parts/table.tsx';
import { Foreign, Hash, Time } from '../../parts/values.tsx';
import { auditActions, outcomes, operator as words } from '../../text/operator.ts';

type Entry = components['schemas']['AuditEntry'];

/** Rows of one page, and milliseconds between two requests. */
const LIMIT = 20;
const EVERY_MS = 5_000;

const whose = (id: string | null) => (id === null ? words.service : <Hash value={id} />);

const COLUMNS: readonly Column<Entry>[] = [
  [words.at, ({ at }) => <Time iso={at} />],
  [words.action, ({ action }) => <code>{action}</code>],
  [words.outcome, ({ outcome }) => <Word among={outcomes} value={outcome} />],
  [words.by, ({ actorId }) => whose(actorId)],
  [words.about, ({ subjectId }) => whose(subjectId)],
  [
    words.from,
    ({ address, userAgent }) => (
      <>
        {address !== null && <Foreign>{address}</Foreign>} {userAgent !== null && <Foreign>{userAgent}</Foreign>}
      </>
    ),
  ],
  [words.facts, ({ facts }) => (Object.keys(facts).length === 0 ? '–' : <Foreign>{JSON.stringify(facts)}</Foreign>)],
];

const ACTIONS = [['', words.any], ...auditActions.map((action) => [action, action] as const)] as const;

/** The security events of everybody, the newest first, by action, author and subject. */
export function AuditLog() {
  const filter = useSignal<AuditFilter>({});
  return (
    <>
      <Form
        button={words.filter}
        send={async ({ action = '', actor = '', subject = '' }) => {
          filter.value = {
            ...(action !== '' && { action: action as Entry['action'] }),
            ...(actor.trim() !== '' && { actorId: actor.trim() }),
            ...(subject.trim() !== '' && { subjectId: subject.trim() }),
          };
        }}
      >
        <div class="facts">
          <Select name="action" label={words.action} options={ACTIONS} />
          <Field name="actor" label={words.actor} maxLength={100} autocomplete="off" />
          <Field name="subject" label={words.subject} maxLength={100} autocomplete="off" />
        </div>
      </Form>
      <Events key={JSON.stringify(filter.value)} filter={filter.value} />
    </>
  );
}

function Events({ filter }: { readonly filter: AuditFilter }) {
  const options = { step: LIMIT, idOf: ({ id }: Entry) => id, everyMs: EVERY_MS };
  const events = usePaged(`audit ${JSON.stringify(filter)}`, options, (page) =>
    answered(api.http.GET('/api/avatar/audit-log', { params: { query: { ...filter, ...page } } })),
  );
  return <PagedTable of={events} columns={COLUMNS} empty={words.noAudit} />;
}
