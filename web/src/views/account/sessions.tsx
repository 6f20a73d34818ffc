import type { components } from '@causeway/client';
import { exactTime, timeMs } from '../../lib/format.ts';
import { usePaged } from '../../lib/paged.ts';
import { answered, api } from '../../lib/service.ts';
import { Form } from '../../parts/form.tsx';
import { PagedList } from '../../parts/pages.tsx';
import { Time } from '../../parts/values.tsx';
import { Mark } from '../../parts/verdict.tsx';
import { account as words } from '../../text/account.ts';

/** How the sessions are read. */
const READING = { step: 10, idOf: ({ sessionId }: components['schemas']['Session']) => sessionId };

/** The sessions of one's own, of which each can be ended. */
export function Sessions() {
  const loaded = usePaged('sessions', READING, (query) =>
    answered(api.http.GET('/api/avatar/me/sessions', { params: { query } })),
  );
  const count = loaded.state.value.data?.items.length ?? 0;
  return (
    <>
      <PagedList
        of={loaded}
        empty={null}
        row={({ sessionId, isCurrent, createdAt, expiresAt }) => (
          <>
            {words.since} <Time iso={createdAt} />, {words.until.toLowerCase()} <Time iso={expiresAt} />{' '}
            {isCurrent ? (
              <Mark mood="good">{words.current}</Mark>
            ) : (
              <Form
                button={words.end}
                about={exactTime(timeMs(createdAt))}
                isQuiet
                send={async () => {
                  await api.avatars.endSession(sessionId);
                  loaded.refresh();
                }}
              />
            )}
          </>
        )}
      />
      {count > 1 && (
        <Form
          button={words.endOthers}
          isQuiet
          send={async () => {
            await api.avatars.endSessions();
            loaded.refresh();
          }}
        />
      )}
    </>
  );
}
