import { exactTime, list, timeMs } from '../../lib/format.ts';
import { useResource } from '../../lib/resource.ts';
import { api } from '../../lib/service.ts';
import { Form } from '../../parts/form.tsx';
import { Show } from '../../parts/loaded.tsx';
import { Time } from '../../parts/values.tsx';
import { Mark } from '../../parts/verdict.tsx';
import { account as words } from '../../text/account.ts';

/** The sessions of one's own, of which each can be ended. */
export function Sessions() {
  const loaded = useResource('sessions', () => api.avatars.sessions());
  return (
    <Show of={loaded}>
      {(sessions) => (
        <>
          <ul class="plain">
            {list(sessions).map(({ sessionId, isCurrent, createdAt, expiresAt }) => (
              <li key={sessionId}>
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
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
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
      )}
    </Show>
  );
}
