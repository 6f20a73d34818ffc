import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleOf } from '@causeway/storage/test-support/child';
import { PASSWORD } from './once.ts';

/** What can run in a process of its own: the whole API, or the task engine with a few paths of it. */
const CHILDREN = { api: 'api-child.ts', engine: 'engine-child.ts' } as const;

/** The API in a process of its own. */
export interface ApiProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Ends it like a crash. */
  kill(): Promise<void>;
}

/** Starts the API, or its task engine alone, over `database`; the engine gets `more`, too. */
export const startApiProcess = (
  database: string,
  which: keyof typeof CHILDREN = 'api',
  ...more: readonly string[]
): Promise<ApiProcess> => startService(new URL(CHILDREN[which], import.meta.url), [database, ...more]);

/**
 * Starts a module that listens on a port, tells it to its parent, and ends when its parent disconnects. It is sent
 * `first` at its start, if given.
 */
export async function startService(module: URL, args: readonly string[], first?: object): Promise<ApiProcess> {
  const child = fork(bundleOf(module), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  if (first !== undefined) child.send(first);
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof message !== 'object') throw new Error(`the API has ended with status ${message}`);
  const end = async (how: () => void): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    how();
    await ended;
  };
  return {
    child,
    port: (message as { readonly port: number }).port,
    stop: () => end(() => child.disconnect()),
    kill: () => end(() => child.kill('SIGKILL')),
  };
}

/** An answer of an API in another process. */
export interface Answer<T> {
  readonly status: number;
  readonly code: string | undefined;
  readonly result: T;
}

/** Asks an API in another process: a body makes it a POST. Throws when no answer comes. */
export async function askPort<T>(port: number, path: string, body?: object, token?: string): Promise<Answer<T>> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as { readonly result: T; readonly errorCode?: string };
  return { status: answer.status, code: json.errorCode, result: json.result };
}

/** Like askPort; throws unless the answer is a 2xx. */
export async function askedPort<T>(port: number, path: string, body?: object, token?: string): Promise<T> {
  const { status, code, result } = await askPort<T>(port, path, body, token);
  if (status >= 300) throw new Error(`${path} was answered ${status} ${code}`);
  return result;
}

/** The access token of a new avatar. */
export async function signUpAt(port: number, username: string): Promise<string> {
  await askedPort(port, '/api/avatar/register', { username, password: PASSWORD });
  const facts = { username, password: PASSWORD };
  return (await askedPort<{ readonly jwtToken: string }>(port, '/api/avatar/authenticate', facts)).jwtToken;
}
