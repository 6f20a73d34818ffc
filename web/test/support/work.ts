import { type Asks, asksOf } from '@causeway/api/test-support/agents';
import { expect, PASSWORD, register, signIn } from '@causeway/api/test-support/avatars';
import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** An agent of the tests. */
export interface Worker {
  readonly agentId: string;
  readonly asks: Asks;
  /** Claims a task. */
  claim(): Promise<{ readonly taskId: string; readonly token: number }>;
}

/** A person who has agents and gives work to agents. */
export interface Owner {
  readonly name: string;
  readonly asks: Asks;
  /** A new agent, whose only kind of work is `type`. */
  worker(type: string, more?: object): Promise<Worker>;
  /** Submits a task; returns its id. */
  submit(body: object): Promise<string>;
}

/** Registers a person. */
export async function ownerAt(site: Site, name: string): Promise<Owner> {
  await register(site.api, name);
  const { jwtToken } = await signIn(site.api, name);
  const asks = asksOf(site.api, jwtToken);
  return {
    name,
    asks,
    async worker(type, more = {}) {
      const facts = { name: type, capabilities: [{ type }], ...more };
      const { agentId, apiKey } = await expect(asks('POST /register', facts), 201);
      const its = asksOf(site.api, apiKey);
      return {
        agentId,
        asks: its,
        async claim() {
          const [claimed] = await expect(its(`POST /${agentId}/tasks/claim`, {}), 200);
          return claimed;
        },
      };
    },
    submit: async (body) => (await expect(asks('POST /tasks/submit', body), 201)).taskId,
  };
}

/** Signs the owner in by the page's form, which then goes to `path`. */
export async function signInAt(page: Page, { name }: Owner): Promise<void> {
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sign in' }) });
  await form.getByLabel('Name or e-mail address').fill(name);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

export { expect };
