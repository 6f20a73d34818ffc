import { useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import { type Me, session, signOut } from '../lib/session.ts';
import { Page, Section } from '../parts/page.tsx';
import { Foreign } from '../parts/values.tsx';
import { account as words } from '../text/account.ts';
import { common } from '../text/common.ts';
import { password } from '../text/password.ts';
import { Entrance } from './account/entrance.tsx';
import { Keys } from './account/keys.tsx';
import { Orders } from './account/orders.tsx';
import { Email, Password } from './account/password.tsx';
import { Sessions } from './account/sessions.tsx';
import { Wallets } from './account/wallets.tsx';

/** Sign-in, or everything of one's own: orders, wallets, sessions, keys. */
export default function AccountView() {
  const me = session.value;
  if (me === undefined) return <Page title={words.title}>{null}</Page>;
  return me ? <Own me={me} /> : <Entrance />;
}

const Own = ({ me }: { readonly me: Me }) => (
  <Page
    title={words.title}
    aside={
      <span>
        <Foreign>{me.username}</Foreign>{' '}
        <button type="button" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </span>
    }
  >
    <Places />
    <Section title={words.orders}>
      <Orders />
    </Section>
    <Section title={words.wallets}>
      <Wallets me={me} />
    </Section>
    <Section title={words.sessions}>
      <Sessions />
    </Section>
    <Section title={words.keys}>
      <Keys me={me} />
    </Section>
    <Section title={password.title}>
      <Email />
      <Password />
    </Section>
  </Page>
);

/** Where else things of one's own are. */
function Places() {
  const unread = useResource('unread', () => api.messages.unreadCount(), { everyMs: 10_000 });
  const { data = 0 } = unread.state.value;
  return (
    <nav class="row" aria-label={words.more}>
      <a href="/missions">{common.missions}</a>
      <a href="/libraries">{words.libraries}</a>
      <a href="/messages">{data === 0 ? words.messages : words.unread(data)}</a>
    </nav>
  );
}
