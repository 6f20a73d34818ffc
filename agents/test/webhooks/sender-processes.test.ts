import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { columns } from '@causeway/storage/test-support/columns';
import { Webhook } from 'standardwebhooks';
import { agentStorage } from '../../src/index.ts';
import { submission, TestEngines } from '../support/engine.ts';
import { sharedPostgres } from '../support/postgres.ts';
import { type Received, Receiver } from '../support/receiver.ts';

const CHILD = fileURLToPath(new URL('sender-child.ts', import.meta.url));
/** Each process signs with its own, by which the receiver knows it. */
const SECRETS = [1, 2].map((number) => `whsec_${Buffer.alloc(24, number).toString('base64')}`);
const TIMEOUT_MS = '60000';
/** More endpoints than one process can serve at once. */
const ENDPOINTS = 12;
const EACH = 8;

/** The process that sent a webhook. */
const senderOf = ({ body, headers }: Received): number =>
  SECRETS.findIndex((secret) => {
    try {
      return new Webhook(secret).verify(body, headers) !== undefined;
    } catch {
      return false;
    }
  });

describe('webhooks of two processes on one PostgreSQL', function describeProcesses() {
  this.timeout(120_000);
  let engines: TestEngines;
  let receiver: Receiver;
  const children: ChildProcess[] = [];
  before(async () => {
    engines = new TestEngines(await sharedPostgres());
    engines.nowMs = Date.now();
    receiver = await new Receiver().open();
  });
  after(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await receiver.close();
    await engines.close();
  });

  it('are sent by both, each once', async () => {
    const { engine, storage } = await engines.open();
    for (const secret of SECRETS) {
      const args = [CHILD, engines.path, secret, TIMEOUT_MS];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      await once(child.stdout, 'data');
    }
    // Nobody gets an answer until both have sent something.
    const open: (() => void)[] = [];
    const senders = new Set<number>();
    receiver.answer = (received, response) => {
      senders.add(senderOf(received));
      open.push(() => response.writeHead(204).end());
      if (senders.size === SECRETS.length) for (const answer of open.splice(0)) answer();
    };
    const tasks = Array.from({ length: ENDPOINTS * EACH }, (_, number) => ({
      taskId: `sent-${number}`,
      submitterId: `submitter-${number % ENDPOINTS}`,
      callback: receiver.url(),
    }));
    await Promise.all(tasks.map((task) => engine.submit(submission(task))));
    await Promise.all(tasks.map(({ taskId }) => engine.cancel(taskId)));
    await receiver.got(tasks.length);
    while ((await agentStorage(storage.agents).deliveries.open(1)) > 0)
      await new Promise((done) => setTimeout(done, 10));
    assert.deepEqual([...senders].sort(), [0, 1]);
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.taskId as string);
    assert.deepEqual(told.sort(), columns(tasks, 'taskId').sort());
    const [delivery] = (await agentStorage(storage.agents).deliveries.list({ avatarId: 'submitter-0' }, null, 1)).items;
    assert.deepEqual([delivery?.state, delivery?.attempts], ['delivered', 1]);
  });
});
