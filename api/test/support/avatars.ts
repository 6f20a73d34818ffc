import { strict as assert } from 'node:assert';
import { as, type TestApi } from './api.ts';
import { PASSWORD } from './once.ts';

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

/** The result of an answer; fails unless it has `status` and, if it refuses, `code`. */
export async function expect(reply: Promise<Reply>, status: number, code?: string) {
  const got = await reply;
  assert.deepEqual([got.status, got.code], [status, code], got.body);
  return got.result;
}

/** Registers a person; the answer's result. */
export async function register(api: TestApi, username: string, more: object = {}, asking: Asking = {}) {
  return expect(ask(api, '/api/avatar/register', { username, password: PASSWORD, ...more }, asking), 201);
}

/** Registers a person and signs in; the answer's result, with `jwtToken` and `refreshToken`. */
export async function signedUp(api: TestApi, username: string, more: object = {}) {
  await register(api, username, more);
  return signIn(api, username);
}

/** Signs in; the answer's result. */
export async function signIn(api: TestApi, username: string, password = PASSWORD) {
  return expect(ask(api, '/api/avatar/authenticate', { username, password }), 200);
}

/** Makes an avatar an admin, as the operator's command does. */
export async function makeAdmin(api: TestApi, id: string): Promise<void> {
  const entry = { action: 'avatar.roleChanged', outcome: 'allowed', actorId: null, subjectId: id } as const;
  const origin = { credential: null, address: 'local', userAgent: null, traceId: null, facts: {} };
  await api.storage.avatars.profiles.assign(id, { isAdmin: true }, { ...entry, ...origin });
}

export interface SignedUp {
  readonly id: string;
  readonly username: string;
  readonly jwtToken: string;
}

type People<Names extends readonly string[]> = { readonly [At in keyof Names]: SignedUp };

function signUp<const Names extends readonly string[]>(api: TestApi, names: Names, suffix: () => string) {
  const people = names.map(() => ({ id: '', username: '', jwtToken: '' }));
  const signUpAll = async (): Promise<void> => {
    const end = suffix();
    for (const [at, name] of names.entries()) Object.assign(people[at] ?? {}, await signedUp(api, `${name}${end}`));
  };
  return { people: people as unknown as People<Names>, signUpAll };
}

/** People who sign up before each test, each time under other names: `name-1`, `name-2` … */
export function signedUpForEach<const Names extends readonly string[]>(api: TestApi, ...names: Names): People<Names> {
  let tests = 0;
  const { people, signUpAll } = signUp(api, names, () => `-${++tests}`);
  beforeEach('sign up', signUpAll);
  return people;
}

/** People who sign up before the tests of a description. */
export function signedUpForAll<const Names extends readonly string[]>(api: TestApi, ...names: Names): People<Names> {
  const { people, signUpAll } = signUp(api, names, () => '');
  before('sign up', signUpAll);
  return people;
}
