import type { components } from '@causeway/client';
import { effect, signal } from '@preact/signals';
import { follow } from './follow.ts';
import { endPress } from './press.ts';
import { forgetAll } from './resource.ts';
import { api, endedSessions } from './service.ts';

/** Who is signed in: the members that the page shows. */
export type Me = Pick<components['schemas']['OwnAvatarProfile'], 'id' | 'username' | 'isAdmin'>;

/** Whether this browser had a session, so that strangers' pages ask for none. It says nothing of whom. */
const HAD_SESSION = 'had-session';

/** Who is signed in; null for nobody, undefined until it is known. */
export const session = signal<Me | null | undefined>(localStorage.getItem(HAD_SESSION) === null ? null : undefined);

/** Between tabs: somebody has signed in or out. */
const channel = new BroadcastChannel('causeway-session');
channel.onmessage = () => void resume();

/** What one tab knows of the session, in the page and for the other tabs. */
function become(me: Me | null): void {
  if (session.peek()?.id !== me?.id) forgetAll();
  if (me) localStorage.setItem(HAD_SESSION, '1');
  else {
    localStorage.removeItem(HAD_SESSION);
    endPress();
  }
  session.value = me;
}

const meOf = ({ id, username, isAdmin }: Me): Me => ({ id, username, ...(isAdmin !== undefined && { isAdmin }) });

/**
 * Goes on with the session of the browser's cookie, which no script reads; the access token is in memory alone. While
 * the service is away or overloaded, it stays open who it is, and the cookie is sent again afterwards: a service that
 * crashed after the renewal and before its answer gives the same answer again.
 */
export async function resume(): Promise<void> {
  if (localStorage.getItem(HAD_SESSION) === null) return become(null);
  await follow(async () => {
    const avatar = await api.avatars.resume();
    become(avatar && meOf(avatar));
  }, new AbortController().signal);
  // Any other refusal is said by the sign-in.
  if (session.peek() === undefined) session.value = null;
}

/** Signs in. Throws CausewayError when the service refuses. */
export async function signIn(username: string, password: string): Promise<void> {
  const name = username.includes('@') ? { email: username } : { username };
  become(meOf(await api.avatars.login({ ...name, password, session: 'cookie' })));
  channel.postMessage(null);
}

/** Registers an avatar, and signs it in. */
export async function register(username: string, email: string, password: string): Promise<void> {
  await api.avatars.register({ username, password, ...(email !== '' && { email }) });
  await signIn(username, password);
}

/** Ends the session here, in the other tabs, and at the service. */
export async function signOut(): Promise<void> {
  try {
    await api.avatars.logout();
  } finally {
    become(null);
    channel.postMessage(null);
  }
}

// A session that the service has ended is over on the page, too.
effect(() => {
  if (endedSessions.value > 0) become(null);
});
