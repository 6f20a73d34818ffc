import type { Message } from '@causeway/client';
import { useMessages } from '../lib/messages.ts';
import { usePaged } from '../lib/paged.ts';
import { go } from '../lib/router.ts';
import { answered, api } from '../lib/service.ts';
import { Field, Form } from '../parts/form.tsx';
import { rowOf } from '../parts/growing.tsx';
import { Page, Section } from '../parts/page.tsx';
import { Pages } from '../parts/pages.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Foreign, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { messages as words } from '../text/messages.ts';

/** How the received messages are read, of which the conversations are made. */
const READING = { step: 100, everyMs: 60_000, idOf: ({ messageId }: Message) => messageId };

/** Whom one has heard from, the newest first. */
export default function MessagesView() {
  return (
    <Page title={words.title}>
      <SignedIn why={words.signIn}>
        {() => (
          <>
            <Section title={words.conversations}>
              <Conversations />
            </Section>
            <Section title={words.write}>
              <Form
                button={words.open}
                send={async ({ name = '' }) => {
                  const { id } = await api.avatars.find(name.trim());
                  go(`/messages/${id}`);
                }}
              >
                <Field name="name" label={words.to} autocomplete="off" maxLength={64} required />
              </Form>
            </Section>
          </>
        )}
      </SignedIn>
    </Page>
  );
}

function Conversations() {
  const inbox = usePaged('inbox', READING, (query) =>
    answered(api.http.GET('/api/messaging/messages', { params: { query } })),
  );
  useMessages(inbox.refresh);
  return (
    <Pages
      of={inbox}
      lines={6}
      empty={words.none}
      draw={(received) => (
        <>
          <p class="soft">{words.conversationsHelp}</p>
          <ul class="plain">
            {bySender(received).map(([newest, unread]) => (
              <li key={newest.fromAvatarId} {...rowOf(newest.fromAvatarId)}>
                <a href={`/messages/${newest.fromAvatarId}`}>
                  <Foreign>{newest.fromUsername ?? words.hidden}</Foreign>
                </a>{' '}
                {unread > 0 && <Mark mood="busy">{words.unread(unread)}</Mark>} <Time iso={newest.sentAt} />
                <div class="soft">
                  <Foreign>{newest.message}</Foreign>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    />
  );
}

/** The newest message of each sender, and how many of theirs are unread. */
function bySender(received: readonly Message[]): readonly (readonly [newest: Message, unread: number])[] {
  const found = new Map<string, readonly [Message, number]>();
  for (const message of received) {
    const [newest, unread] = found.get(message.fromAvatarId) ?? [message, 0];
    found.set(message.fromAvatarId, [newest, unread + (message.isRead ? 0 : 1)]);
  }
  return [...found.values()];
}
