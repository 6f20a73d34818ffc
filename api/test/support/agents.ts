import type { TestApi } from './api.ts';
import { apiForAll } from './api.ts';
import { ask, expect, type Reply, signedUpForAll } from './avatars.ts';

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
  readonly leaseEndsAt: string;
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

export { expect };

/** Asks `api` with a token. */
export const asksOf =
  (api: TestApi, token: string): Asks =>
  (route, body) =>
    ask(api, route.replace('/', '/api/agents/'), body, { token });

/**
 * Opens one API for the tests of a description, over the database that they get or over a file of its own, with two
 * people. `settings` are members of the api section.
 */
export function agentWorld(database: () => string | undefined, settings: Readonly<Record<string, unknown>> = {}) {
  const api = apiForAll({ database, api: settings });
  const [owner, other] = signedUpForAll(api, 'owner', 'other');

  const as = (token: string): Asks => asksOf(api, token);
  const mine: Asks = (route, body) => as(owner.jwtToken)(route, body);
  return {
    api,
    owner,
    other,
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
