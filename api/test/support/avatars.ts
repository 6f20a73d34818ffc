import { strict as assert } from 'node:assert';
import { as, type TestApi } from './api.ts';
import { PASSWORD } from './once.ts';

/** Cheap argon2id and a limit of attempts that most tests do not reach. */
export const AVATAR_SETTINGS = { attemptsPerMinute: 10_000, argon2: { memoryKiB: 64, passes: 1 } };

export { PASSWORD };

/** The answer of a request, with its JSON. */
export interface Reply {
  readonly status: number;
  readonly code: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
  readonly result: any;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface Asking {
  readonly token?: string | undefined;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks `api`: a body makes it a POST unless a method is given in front of the path. */
export async function ask(api: TestApi, route: string, payload?: object, asking: Asking = {}): Promise<Reply> {
  const [method, url] = route.includes(' ') ? route.split(' ') : [payload ? 'POST' : 'GET', route];
  const answer = await api.app.inject({
    method: method as 'GET',
    url: url as string,
    headers: { ...(asking.token !== undefined && as(asking.token)), ...asking.headers },
    ...(asking.from !== undefined && { remoteAddress: asking.from }),
    ...(payload && { payload }),
  });
  const isJson = /json/.test(String(answer.headers['content-type']));
  const json = isJson && answer.body !== '' ? answer.json() : {};
  const { statusCode: status, headers, body } = answer;
  return { status, code: json.errorCode, result: json.result, headers, body };
}

/** Registers a person; the answer's result. */
export async function register(api: TestApi, username: string, more: object = {}, asking: Asking = {}) {
  const reply = await ask(api, '/api/avatar/register', { username, password: PASSWORD, ...more }, asking);
  assert.equal(reply.status, 201, reply.body);
  return reply.result;
}

/** Registers a person and signs in; the answer's result, with `jwtToken` and `refreshToken`. */
export async function signedUp(api: TestApi, username: string, more: object = {}) {
  await register(api, username, more);
  return signIn(api, username);
}

/** Signs in; the answer's result. */
export async function signIn(api: TestApi, username: string, password = PASSWORD) {
  const reply = await ask(api, '/api/avatar/authenticate', { username, password });
  assert.equal(reply.status, 200, reply.body);
  return reply.result;
}

/** Makes an avatar an admin, as the operator's command does. */
export async function makeAdmin(api: TestApi, id: string): Promise<void> {
  const entry = { action: 'avatar.roleChanged', outcome: 'allowed', actorId: null, subjectId: id } as const;
  const origin = { credential: null, address: 'local', userAgent: null, traceId: null, facts: {} };
  await api.storage.avatars.profiles.assign(id, { isAdmin: true }, { ...entry, ...origin });
}
