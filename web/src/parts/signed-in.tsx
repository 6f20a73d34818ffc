import type { ComponentChildren } from 'preact';
import { type Me, session } from '../lib/session.ts';
import { account } from '../text/account.ts';

/** What only somebody who is signed in sees. */
export function SignedIn({ children }: { readonly children: (me: Me) => ComponentChildren }) {
  const me = session.value;
  if (me) return <>{children(me)}</>;
  return (
    <p>
      <a href={`/account?back=${encodeURIComponent(location.pathname + location.search)}`}>{account.needsSession}</a>
    </p>
  );
}
