import type { ApiKey } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { list } from '../../lib/format.ts';
import { usePaged } from '../../lib/paged.ts';
import { answered, api } from '../../lib/service.ts';
import type { Me } from '../../lib/session.ts';
import { Checks, Field, Form, Select } from '../../parts/form.tsx';
import { PagedList } from '../../parts/pages.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Foreign, Time } from '../../parts/values.tsx';
import { Mark } from '../../parts/verdict.tsx';
import { keyLifetimes, scopes, keys as words } from '../../text/keys.ts';

type Scope = ApiKey['scopes'][number];

const DAY_MS = 86_400_000;
const SCOPES = Object.entries(scopes) as readonly (readonly [Scope, string])[];

/** How the keys are read. */
const READING = { step: 20, idOf: ({ keyId }: ApiKey) => keyId };

/** The API keys of one's own, and a form for another one. */
export function Keys({ me: { id, isAdmin = false } }: { readonly me: Me }) {
  const loaded = usePaged('keys', READING, (query) =>
    answered(api.http.GET('/api/avatar/{id}/api-keys', { params: { path: { id }, query } })),
  );
  const made = useSignal<string | null>(null);
  return (
    <>
      <PagedList of={loaded} empty={words.none} row={(key) => <Key of={key} refresh={loaded.refresh} />} />
      {made.value !== null && (
        <Secret
          label={words.made}
          help={words.madeHelp}
          value={made.value}
          onHide={() => {
            made.value = null;
          }}
        />
      )}
      <details>
        <summary>{words.make}</summary>
        <Form
          button={words.make}
          clears
          send={async ({ name = '', days = '', ...ticked }) => {
            const { apiKey } = await api.avatars.createApiKey({
              name,
              scopes: SCOPES.map(([scope]) => scope).filter((scope) => ticked[scope] === 'on'),
              expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
            });
            made.value = apiKey;
            loaded.refresh();
          }}
        >
          <Field name="name" label={words.name} autocomplete="off" maxLength={100} required />
          <Select name="days" label={words.lasts} options={keyLifetimes} />
          <Checks label={words.may} options={SCOPES.filter(([scope]) => isAdmin || scope !== 'admin')} />
        </Form>
      </details>
    </>
  );
}

function Key({ of, refresh }: { readonly of: ApiKey; readonly refresh: () => void }) {
  const { keyId, name, prefix, scopes: may, expiresAt, lastUsedAt, revokedAt } = of;
  return (
    <>
      <Foreign>{name}</Foreign> <code>{prefix}…</code>{' '}
      {revokedAt !== null ? (
        <Mark mood="quiet">{words.revoked}</Mark>
      ) : (
        <>
          {expiresAt !== null && (
            <>
              {words.ends} <Time iso={expiresAt} />,{' '}
            </>
          )}
          {words.used} {lastUsedAt === null ? words.never : <Time iso={lastUsedAt} />}
        </>
      )}
      <div class="soft">{list(may).join(', ')}</div>
      {revokedAt === null && (
        <Form
          button={words.revoke}
          about={name}
          isQuiet
          send={async () => {
            await api.avatars.revokeApiKey(keyId);
            refresh();
          }}
        />
      )}
    </>
  );
}
