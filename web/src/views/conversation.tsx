import type { Message } from '@causeway/client';
import { useEffect, useRef } from 'preact/hooks';
import { isId } from '../lib/find.ts';
import { named } from '../lib/format.ts';
import { useMessages } from '../lib/messages.ts';
import { usePaged } from '../lib/paged.ts';
import { useResource } from '../lib/resource.ts';
import { answered, api } from '../lib/service.ts';
import type { Me } from '../lib/session.ts';
import type { Params } from '../lib/view.ts';
import { announce } from '../parts/announcer.tsx';
import { Form, TextArea } from '../parts/form.tsx';
import { rowOf } from '../parts/growing.tsx';
import { isNone } from '../parts/loaded.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Page, Section } from '../parts/page.tsx';
import { Pages } from '../parts/pages.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Foreign, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { messages as words } from '../text/messages.ts';

/** How the messages are read. */
const READING = { step: 50, everyMs: 60_000, idOf: ({ messageId }: Message) => messageId };
/** Messages that can be marked at once. */
const MOST_MARKED = 100;

/** What oneself and another avatar wrote, the newest last, and a field for the next message. */
export default function ConversationView({ params: { id = '' } }: { readonly params: Params }) {
  return (
    <SignedIn why={words.signIn}>{(me) => (isId(id) ? <Conversation me={me} peerId={id} /> : <NobodyHere />)}</SignedIn>
  );
}

function Conversation({ me, peerId }: { readonly me: Me; readonly peerId: string }) {
  const peer = useResource(`avatar ${peerId}`, () => api.avatars.get(peerId));
  const path = { avatarId: peerId };
  const loaded = usePaged(`conversation ${peerId}`, READING, (query) =>
    answered(api.http.GET('/api/messaging/conversation/{avatarId}', { params: { path, query } })),
  );
  useMessages(loaded.refresh);
  const end = useRef<HTMLDivElement>(null);
  const isLoaded = loaded.state.value.data !== undefined;
  useEffect(() => {
    // The newest message is the last one, and what one writes comes after it.
    if (isLoaded) end.current?.scrollIntoView({ block: 'end' });
  }, [isLoaded]);
  const shown = loaded.state.value.data?.items ?? [];
  const unread = shown.filter(({ toAvatarId, isRead }) => toAvatarId === me.id && !isRead);
  const ids = unread.slice(0, MOST_MARKED).map(({ messageId }) => messageId);
  useEffect(() => {
    if (ids.length === 0) return;
    announce(words.came);
    // A message that could not be marked stays unread, and is marked at the next visit.
    api.messages.markRead(ids).then(loaded.refresh, () => {});
  }, [ids.join()]);
  if (isNone(peer.state.value.trouble)) return <NobodyHere />;
  const name = peer.state.value.data?.username ?? words.hidden;
  return (
    <Page title={words.with(named(name))} aside={<a href="/messages">{words.all}</a>}>
      <Section title={words.conversations}>
        <Pages
          of={loaded}
          lines={8}
          empty={words.empty}
          isAbove
          draw={(newestFirst) => (
            <ol class="plain">
              {[...newestFirst].reverse().map((message) => (
                <One key={message.messageId} of={message} isOwn={message.fromAvatarId === me.id} name={name} />
              ))}
            </ol>
          )}
        />
        <div ref={end}>
          <Form
            button={words.send}
            clears
            send={async ({ message = '' }) => {
              await api.messages.send(peerId, message);
              loaded.refresh();
            }}
          >
            <TextArea name="message" label={words.text} maxLength={10_000} />
          </Form>
        </div>
      </Section>
    </Page>
  );
}

const NobodyHere = () => <Page title={words.notFound}>{null}</Page>;

interface OneProps {
  readonly of: Message;
  readonly isOwn: boolean;
  readonly name: string;
}

const One = ({ of: { messageId, message, sentAt, isRead }, isOwn, name }: OneProps) => (
  <li {...rowOf(messageId)}>
    <strong>{isOwn ? words.you : <Foreign>{name}</Foreign>}</strong> <Time iso={sentAt} />{' '}
    {isOwn && <Mark mood={isRead ? 'good' : 'quiet'}>{isRead ? words.read : words.sent}</Mark>}
    <LongText>{message}</LongText>
  </li>
);
