import { type Asks, asksOf, type ClaimedTask } from '@causeway/api/test-support/agents';
import { expect, PASSWORD, register, signIn } from '@causeway/api/test-support/avatars';
import { settleAgents } from '@causeway/api/test-support/tasks';
import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** An agent of the tests. */
export interface Worker {
  readonly agentId: string;
  readonly asks: Asks;
  /** Claims a task. */
  claim(): Promise<ClaimedTask>;
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

/** The ids of work in each form, to look at. */
export interface Work {
  readonly agentId: string;
  readonly taskId: string;
  readonly runId: string;
  readonly collaborationId: string;
}

/** Makes an agent, a dead letter, a run in the middle of its way, votes, and a webhook whose delivery failed. */
export async function oneOfEach(site: Site, { asks, worker, submit }: Owner): Promise<Work> {
  const agent = await worker('write', { maxConcurrentTasks: 9 });
  const { agentId } = agent;
  // Nothing listens at port 1.
  await submit({ taskId: 'dead', type: 'write', input: { n: 1 }, maxAttempts: 1, callback: 'http://127.0.0.1:1/' });
  const { taskId, token } = await agent.claim();
  await expect(agent.asks(`POST /tasks/${taskId}/artifacts`, { token, name: 'draft', content: '# Draft' }), 200);
  await expect(agent.asks(`POST /tasks/${taskId}/fail`, { token, message: 'no idea' }), 200);
  const steps = [
    { stepId: 'draft', type: 'write', onFailure: 'sorry' },
    { stepId: 'print', type: 'print', dependsOn: ['draft'] },
    { stepId: 'sorry', type: 'print' },
  ];
  const { workflowId } = await expect(asks('POST /workflows/create', { steps }), 201);
  const { runId } = await expect(asks(`POST /workflows/${workflowId}/execute`, {}), 201);
  const step = await agent.claim();
  await expect(agent.asks(`POST /tasks/${step.taskId}/complete`, { token: step.token, result: 'a text' }), 200);
  const body = { agents: [agentId], protocol: 'voting', waitMs: 0 };
  const { collaborationId } = await expect(asks('POST /collaborate', body), 201);
  const vote = await agent.claim();
  await expect(agent.asks(`POST /tasks/${vote.taskId}/complete`, { token: vote.token, result: { value: 1 } }), 200);
  await settleAgents(site.api);
  return { agentId, taskId, runId, collaborationId };
}

/** Signs the owner in by the page's form, and waits until it has gone. */
export async function signInAt(page: Page, { name }: Owner): Promise<void> {
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sign in' }) });
  await form.getByLabel('Name or e-mail address').fill(name);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await form.waitFor({ state: 'hidden' });
}

export { expect };
