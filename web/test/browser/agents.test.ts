import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settleAgents } from '@causeway/api/test-support/tasks';
import { LONG } from '@causeway/protocol/test-support/cases';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';
import { expect, type Owner, ownerAt, signInAt } from '../support/work.ts';

/** Texts that must stay texts: markup, a change of direction, and one that is long. */
const MARKUP = '<img src=x onerror="document.body.dataset.ran=1">';
const HOSTILE = `${MARKUP}\u202Eתוכן‮ ${'W'.repeat(10_000)}`;

describe('agents on the page', function () {
  this.timeout(60_000);
  const site = useSite({ api: { webhooks: { allowedNetworks: ['127.0.0.1/32'] } } });
  const browser = useBrowser();
  // Takes webhooks, and refuses the first one of each.
  const got: (string | undefined)[] = [];
  const receiver = createServer(({ headers }, response) => {
    got.push(headers['webhook-id'] as string | undefined);
    response.writeHead(got.length === 1 ? 410 : 204).end();
  });
  let ann: Owner;
  let page: Page;
  before('sign ann in', async () => {
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    ann = await ownerAt(site, 'ann');
    page = await browser.open(site.at('/agents/mine'));
    await page.getByRole('link', { name: 'Sign in to see your agents' }).click();
    await signInAt(page, ann);
    await page.waitForURL(site.at('/agents/mine'));
  });
  after(() => receiver.close());

  const part = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });
  const isWithin = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    assert.ok(overflow <= 0, `${overflow} pixels wider than ${width}`);
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  it('are found by their work and have a profile, for everybody', async () => {
    const capabilities = [{ type: 'paint', models: [MARKUP], costPerRequest: 0.25 }];
    await ann.worker('paint', { name: MARKUP, capabilities, endpoints: { api: 'https://agent.example/' } });
    const stranger = await browser.open(site.at('/agents'));
    await stranger.getByLabel('Kind of work').fill('paint');
    await stranger.keyboard.press('Enter');
    const row = stranger.getByRole('row').filter({ hasText: 'online' });
    await row.getByText('0.25').waitFor();
    await row.getByRole('link', { name: MARKUP }).click();
    await stranger.getByRole('heading', { level: 1, name: MARKUP }).waitFor();
    await stranger.getByRole('link', { name: 'https://agent.example/' }).waitFor();
    await stranger.getByRole('link', { name: 'Sign in to see whether you trust this agent.' }).waitFor();
    assert.equal(await stranger.evaluate('document.body.dataset.ran'), undefined);
  });

  if (LONG)
    it('are trusted and no more by one button', async () => {
      const bob = await ownerAt(site, 'bob');
      const { agentId } = await bob.worker('trusted');
      await page.goto(site.at(`/a/${agentId}`));
      await page.getByRole('button', { name: 'Trust it', exact: true }).click();
      await page.getByRole('button', { name: 'Trust it no more' }).waitFor();
      assert.deepEqual((await expect(ann.asks('GET /trusted'), 200)).trusted, [agentId]);
      await page.getByRole('button', { name: 'Trust it no more' }).click();
      await page.getByText('You do not trust it').waitFor();
      assert.deepEqual((await expect(ann.asks('GET /trusted'), 200)).trusted, []);
    });

  it('show a task with hostile texts live: attempts, a pause, a dead letter, and once more', async () => {
    const type = `draw ${MARKUP}`.slice(0, 100);
    const { claim, asks } = await ann.worker(type);
    const taskId = await ann.submit({ taskId: 'task-1', type, input: { prompt: HOSTILE }, maxAttempts: 2 });
    await page.goto(site.at(`/tasks/${taskId}`));
    const now = part('What happens now');
    await now.getByText('waits for an agent').waitFor();

    const first = await claim();
    await now.getByText('claimed').waitFor();
    site.api.clock.nowMs += 1_500;
    const message = `\u202E${MARKUP}`;
    const report = { token: first.token, progress: 40, message };
    await expect(asks(`POST /tasks/${taskId}/heartbeat`, report), 200);
    await now.getByText('in work').waitFor();
    await expect(asks(`POST /tasks/${taskId}/fail`, { token: first.token, message: 'tired' }), 200);
    await now.getByText('pause before the next attempt').waitFor();
    site.api.clock.nowMs += 5_000;
    await settleAgents(site.api);
    await now.getByText('waits for an agent').waitFor();
    const asking = await claim();
    await expect(asks(`POST /tasks/${taskId}/input-required`, { token: asking.token, question: MARKUP }), 200);
    await now.getByText(MARKUP).waitFor();
    await now.getByLabel('Your answer').fill('red');
    await page.keyboard.press('Enter');
    await now.getByText('waits for an agent').waitFor();
    const second = await claim();
    assert.deepEqual(second.questions, [{ question: MARKUP, answer: 'red' }]);
    const failure = { token: second.token, code: 'TOO_LONG', message: HOSTILE.slice(0, 900) };
    await expect(asks(`POST /tasks/${taskId}/fail`, failure), 200);
    await now.getByText('Dead letter').waitFor();

    const trace = part('Trace').getByRole('listitem');
    await trace.nth(9).waitFor();
    const told = (await trace.allInnerTexts()).map((text) =>
      text.split('\n')[0]?.replace(/ \d+ \w+ \d{4}.*?(?=\+|$)/, ' '),
    );
    assert.deepEqual(
      told.map((line) => line?.replace(/\s+/g, ' ').trim()),
      [
        '○ submitted',
        '◐ claimed by an agent + 0 ms',
        '◐ the agent has begun + 2 s',
        '◆ the attempt failed; another one follows + 0 ms',
        '○ the pause is over; it waits for an agent + 5 s',
        '◐ claimed by an agent + 0 ms',
        '◆ the agent needs an answer + 0 ms',
        '○ answered; it waits for an agent + 0 ms',
        '◐ claimed by an agent + 0 ms',
        '▲ failed; no attempt is left + 0 ms',
      ],
    );
    const attempts = part('Attempts').getByRole('row');
    assert.equal(await attempts.count(), 4, 'the head and three attempts');
    await attempts.nth(1).getByText('TOO_LONG').waitFor();

    const input = part('Input');
    assert.ok(!(await input.innerText()).includes('W'.repeat(9_000)));
    await input.getByRole('button', { name: /Show all 10,\d+ characters/ }).click();
    assert.ok((await input.innerText()).includes('W'.repeat(10_000)));
    for (const width of [320, 1440]) await isWithin(width);
    assert.equal(await page.evaluate('document.body.dataset.ran'), undefined);
    assert.equal(await page.locator('main img, main script').count(), 0);

    await now.getByRole('button', { name: 'Submit it once more' }).dblclick();
    await page.getByText('Repeats the task').waitFor();
    await now.getByRole('button', { name: 'Cancel the task' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click();
    await now.getByText('It was cancelled').waitFor();
    await page.goto(site.at('/agents/mine'));
    await part('Dead letters').getByRole('row').filter({ hasText: 'TOO_LONG' }).waitFor();
    assert.equal(await part('Tasks that you submitted').getByRole('row').count(), 3, 'one more task, not two');
  });

  it('show a run as a graph, live and by the keyboard, and as a list on a small screen', async () => {
    const { claim, asks } = await ann.worker('write', { maxConcurrentTasks: 9 });
    const steps = [
      { stepId: 'draft', type: 'write', input: { topic: '{{input.topic}}' }, onFailure: 'sorry' },
      { stepId: 'left', type: 'write', dependsOn: ['draft'] },
      { stepId: 'right', type: 'write', dependsOn: ['draft'] },
      { stepId: 'sorry', type: 'write' },
    ];
    const { workflowId } = await expect(ann.asks('POST /workflows/create', { workflowId: 'poster', steps }), 201);
    const input = { topic: HOSTILE };
    const { runId } = await expect(ann.asks(`POST /workflows/${workflowId}/execute`, { input }), 201);
    await page.goto(site.at(`/runs/${runId}`));
    const node = (name: string) => page.locator('.graph').getByRole('button', { name });
    await node('draft').getByText('running').waitFor();
    const xOf = async (name: string) => (await node(name).boundingBox())?.x ?? 0;
    assert.ok((await xOf('draft')) < (await xOf('left')) && (await xOf('left')) === (await xOf('right')));

    await node('draft').focus();
    await page.keyboard.press('Enter');
    const step = page.getByRole('region', { name: 'Step draft' });
    await step.getByText('"topic"').waitFor();
    const { taskId, token } = await claim();
    await expect(asks(`POST /tasks/${taskId}/complete`, { token, result: { text: MARKUP } }), 200);
    await settleAgents(site.api);
    await node('draft').getByText('completed').waitFor();
    await node('left').getByText('running').waitFor();
    await node('sorry').getByText('skipped').waitFor();
    await step.getByText(JSON.stringify(MARKUP)).waitFor();
    await page.keyboard.press('Escape');
    await step.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.innerText.split("\\n")[0]'), 'draft');

    await isWithin(320);
    await page.setViewportSize({ width: 320, height: 800 });
    assert.equal(await node('draft').isVisible(), false);
    const left = part('Steps as a list').getByRole('row').filter({ hasText: 'left' });
    assert.match((await left.innerText()).replace(/\s+/g, ' '), /left write ◐ running draft/);
    await left.getByRole('button', { name: 'left' }).click();
    await page.getByRole('region', { name: 'Step left' }).getByText('Attempts').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    assert.equal(await page.evaluate('document.body.dataset.ran'), undefined);
  });

  it('show how agents voted', async () => {
    const all = [await ann.worker('vote'), await ann.worker('vote')];
    const agents = all.map(({ agentId }) => agentId);
    const body = { taskId: 'choose', agents, protocol: 'voting', options: { voting: 'weighted' }, waitMs: 0 };
    const { collaborationId } = await expect(ann.asks('POST /collaborate', body), 201);
    const shows = async (state: string) => part('The collaboration').getByText(state).waitFor();
    // The page asks once a second, which the long mode waits for.
    if (LONG) {
      await page.goto(site.at(`/collaborations/${collaborationId}`));
      await shows('running');
    }
    for (const [at, value] of ['red', MARKUP].entries()) {
      const { taskId, token } = (await all[at]?.claim()) ?? assert.fail();
      await expect(
        all[at]?.asks(`POST /tasks/${taskId}/complete`, { token, result: { value, weight: at + 1 } }) ?? assert.fail(),
        200,
      );
    }
    await settleAgents(site.api);
    if (!LONG) {
      await page.goto(site.at('/agents/mine'));
      await part('Collaborations').getByRole('link', { name: 'choose' }).click();
      await page.waitForURL(site.at(`/collaborations/${collaborationId}`));
    }
    await shows('completed');
    const outcome = part('Outcome').getByRole('row');
    assert.match((await outcome.nth(1).innerText()).replace(/\s+/g, ' '), /^<img .* 1 2 /);
    assert.match((await outcome.nth(2).innerText()).replace(/\s+/g, ' '), /^red 1 1 /);
    await part('Round 1').getByRole('row').filter({ hasText: '"red"' }).waitFor();
    await page.goto(site.at('/collaborations/no-such-id'));
    await page.getByText('No collaboration of yours has this id.').waitFor();
  });

  it('send a webhook again, after a question, once', async () => {
    const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await ann.submit({ taskId: 'called-back', type: 'none', callback });
    await expect(ann.asks('POST /tasks/called-back/cancel', {}), 200);
    await settleAgents(site.api);
    await page.goto(site.at('/webhooks'));
    const hook = part('Where they go').getByRole('row').filter({ hasText: callback });
    await hook.getByText('disabled: the receiver is gone').waitFor();
    await hook.getByRole('button', { name: 'Enable' }).click();
    await hook.getByText('● enabled').waitFor();
    const delivery = part('Deliveries').getByRole('row').filter({ hasText: 'task:called-back' });
    await delivery.getByText('the receiver answered 410').waitFor();
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Send it', exact: true }).dblclick();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settleAgents(site.api);
    await page.reload();
    await delivery.getByText('delivered').waitFor();
    assert.deepEqual([got.length, got[0] === got[1]], [2, true]);
    await delivery.getByRole('button', { name: 'Show the body' }).click();
    await page.getByRole('dialog').getByText('"task.cancelled"').waitFor();
  });

  it('show their owner what goes to their webhook, and send it again', async () => {
    const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/agent`;
    const { agentId } = await ann.worker('listen', { endpoints: { webhook } });
    const event = { event: 'hello', data: { text: MARKUP }, subscribers: [agentId] };
    await expect(ann.asks('POST /events/broadcast', event), 200);
    await settleAgents(site.api);
    await page.goto(site.at(`/a/${agentId}`));
    await page.getByRole('link', { name: 'what is sent to it' }).click();
    await page.waitForURL(site.at(`/webhooks?agent=${agentId}`));
    await part('Where they go').getByRole('row').filter({ hasText: webhook }).getByText('● enabled').waitFor();
    const delivery = part('Deliveries').getByRole('row').filter({ hasText: 'event.broadcast' });
    await delivery.getByText('delivered').waitFor();
    const before = got.length;
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Send it', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settleAgents(site.api);
    assert.equal(got.length, before + 1);
    await delivery.getByRole('button', { name: 'Show the body' }).click();
    await page.getByRole('dialog').getByText('"hello"').waitFor();
    assert.equal(await page.getByText('onerror').count(), 0, 'what others wrote is for the agent');
    await isWithin(320);
    const theirs = (await ownerAt(site, 'cat')).worker('theirs', { endpoints: { webhook } });
    await page.goto(site.at(`/webhooks?agent=${(await theirs).agentId}`));
    await part('Where they go').getByText('AGENT_NOT_FOUND').waitFor();
  });
});
