import type { components } from '@causeway/client';
import { signal } from '@preact/signals';
import { forgetAll } from './resource.ts';
import { api } from './service.ts';

/** Who is signed in: the members that the page shows. */
export type Me = Pick<components['schemas']['OwnAvatarProfile'], 'id' | 'username' | 'isAdmin'>;

/** Who is signed in; null for nobody, undefined until it is known. */
export const session = signal<Me | null | undefined>(null);

/** Signs in, and remembers who it is. Throws CausewayError when the service refuses. */
export async function signIn(username: string, password: string): Promise<void> {
  const name = username.includes('@') ? { email: username } : { username };
  const { id, username: shown, isAdmin } = await api.avatars.login({ ...name, password });
  session.value = { id, username: shown, isAdmin };
}

/** Registers an avatar, and signs it in. */
export async function register(username: string, email: string, password: string): Promise<void> {
  await api.avatars.register({ username, password, ...(email !== '' && { email }) });
  await signIn(username, password);
}

/** Ends the session here and at the service. */
export async function signOut(): Promise<void> {
  try {
    await api.avatars.logout();
  } finally {
    forgetAll();
    session.value = null;
  }
}
