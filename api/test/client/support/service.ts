import { Causeway } from '@causeway/client';
import { type TestApi, testApi } from '../../support/api.ts';

/** A real API at a port of its own, a submitter, and what a running service does by itself. */
export interface Service {
  readonly api: TestApi;
  readonly url: string;
  /** Signed in as a person. */
  readonly submitter: Causeway;
  /** A client of a new AI_Agent of the submitter's. */
  newAgent(username: string): Promise<{ readonly causeway: Causeway; readonly apiKey: string }>;
  /** Ends the API and starts it again at the same port, over the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = { avatars: { attemptsPerMinute: 10_000, argon2: { memoryKiB: 64, passes: 1 } } };
const PASSWORD = 'a long enough password';

/** Starts a service whose sign-ins cost nothing. */
export async function startService(): Promise<Service> {
  let api = await testApi({ api: SETTINGS });
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const submitter = new Causeway({ baseUrl: url });
  await submitter.avatars.register({ username: 'submitter', password: PASSWORD });
  await submitter.avatars.login({ username: 'submitter', password: PASSWORD });
  return {
    get api() {
      return api;
    },
    url,
    submitter,
    async newAgent(username) {
      const { apiKey } = await submitter.avatars.register({ username, avatarType: 'AI_Agent' });
      return { causeway: new Causeway({ baseUrl: url, apiKey: String(apiKey) }), apiKey: String(apiKey) };
    },
    async restart() {
      const { databasePath, clock } = api;
      await api.close();
      api = await testApi({ api: SETTINGS, databasePath });
      api.clock.nowMs = clock.nowMs;
      await api.app.listen({ port: Number(new URL(url).port), host: '127.0.0.1' });
    },
    stop: () => api.close(),
  };
}
