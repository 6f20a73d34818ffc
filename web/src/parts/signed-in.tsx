import type { ComponentChildren } from 'preact';
import { type Me, session } from '../lib/session.ts';
import { account } from '../text/account.ts';
import { common } from '../text/common.ts';

interface Props {
  readonly children: (me: Me) => ComponentChildren;
  /** Why one should sign in. */
  readonly why?: string;
}

/** What only somebody who is signed in sees; nothing while it is not known whether one is. */
export function SignedIn({ children, why = account.needsSession }: Props) {
  const me = session.value;
  if (me) return <>{children(me)}</>;
  if (me === undefined) return <p class="soft">{common.loading}</p>;
  return (
    <p>
      <a href={`/account?back=${encodeURIComponent(location.pathname + location.search)}`}>{why}</a>
    </p>
  );
}
