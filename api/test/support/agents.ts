import { strict as assert } from 'node:assert';
import { type TestApi, testApi } from './api.ts';
import { AVATAR_SETTINGS, ask, type Reply, signedUp } from './avatars.ts';

/** A person with a token. */
export interface SignedIn {
  readonly id: string;
  readonly jwtToken: string;
}

/** A task that an agent holds. */
export interface ClaimedTask {
  readonly taskId: string;
  readonly token: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an input
  readonly input: any;
  readonly questions: readonly unknown[];
}

/** Asks below /api/agents: the path comes after a method, and a body makes it a POST. */
export type Asks = (route: string, body?: object) => Promise<Reply>;

/** An agent with a key of its own. */
export interface TestAgent {
  readonly agentId: string;
  readonly apiKey: string;
  readonly asks: Asks;
  /** Claims tasks; `more` are members of the request. */
  claim(more?: object): Promise<ClaimedTask[]>;
}

/** The result of an answer; fails unless it has `status` and, if it refuses, `code`. */
export async function expect(reply: Promise<Reply>, status: number, code?: string) {
  const got = await reply;
  assert.deepEqual([got.status, got.code], [status, code], got.body);
  return got.result;
}

/** Asks `api` with a token. */
export const asksOf =
  (api: TestApi, token: string): Asks =>
  (route, body) =>
    ask(api, route.replace('/', '/api/agents/'), body, { token });

/**
 * Opens one API for the tests of a description, over the database that they get or over a file of its own, with two
 * people. `settings` are members of the api section.
 */
export function agentWorld(database: () => string | undefined, settings: object = {}) {
  let api: TestApi;
  let owner: SignedIn;
  let other: SignedIn;
  before('open an API with two people', async () => {
    const path = database();
    const options = { api: { avatars: AVATAR_SETTINGS, ...settings } };
    api = await testApi({ ...options, ...(path !== undefined && { databasePath: path }) });
    [owner, other] = [await signedUp(api, 'owner'), await signedUp(api, 'other')];
  });
  after(() => api.close());

  const as = (token: string): Asks => asksOf(api, token);
  const mine: Asks = (route, body) => as(owner.jwtToken)(route, body);
  return {
    get api() {
      return api;
    },
    get owner() {
      return owner;
    },
    get other() {
      return other;
    },
    as,
    /** Asks as the owner. */
    mine,
    /** Registers an agent of the owner's whose name and only capability are `type`. */
    async newAgent(type: string, more: object = {}): Promise<TestAgent> {
      const facts = { name: type, capabilities: [{ type }], ...more };
      const { agentId, apiKey } = await expect(mine('POST /register', facts), 201);
      const asks = as(apiKey);
      const claim = (request: object = {}) => expect(asks(`POST /${agentId}/tasks/claim`, request), 200);
      return { agentId, apiKey, asks, claim };
    },
  };
}
