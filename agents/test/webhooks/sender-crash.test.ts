import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { clockAt } from '@causeway/runtime/test-support';
import { columns } from '@causeway/storage/test-support/columns';
import { agentStorage, PermittedAddresses, systemResolve, WebhookSender } from '../../src/index.ts';
import { submission, TestEngines } from '../support/engine.ts';
import { Receiver } from '../support/receiver.ts';

const CHILD = fileURLToPath(new URL('sender-child.ts', import.meta.url));
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a process that is killed in an attempt at a webhook', function describeCrash() {
  this.timeout(60_000);

  it('has its webhook delivered again, under the same id, after the lease of the attempt', async () => {
    const engines = new TestEngines();
    engines.nowMs = Date.now();
    const receiver = await new Receiver().open();
    const { engine, storage } = await engines.open();
    assert.ok((await engine.submit(submission({ taskId: 't', callback: receiver.url() }))).ok);
    assert.ok((await agentStorage(storage.agents).tasks.cancel('t')).ok);
    const child = spawn(process.execPath, [CHILD, engines.path, SECRET], { stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = once(child, 'exit');
    // The receiver has taken the webhook: its 200 is written after the kill, so no process can have recorded it.
    receiver.answer = (_received, response) => {
      child.kill('SIGKILL');
      void ended.then(() => response.writeHead(200).end());
    };
    await receiver.got(1);
    await ended;
    receiver.answer = (_received, response) => response.writeHead(200).end();
    const [left] = (await agentStorage(storage.agents).deliveries.list({ avatarId: 'submitter' }, null, 10)).items;
    assert.deepEqual([left?.state, left?.attempts], ['pending', 1]);
    engines.nowMs = (left?.leaseEndsAtMs ?? 0) - 1;
    const sender = new WebhookSender({
      deliveries: agentStorage(storage.agents).deliveries,
      events: storage.events,
      secretsOf: async () => [SECRET],
      permitted: new PermittedAddresses({ allowedNetworks: ['127.0.0.1/32'] }),
      resolve: systemResolve,
      clock: clockAt(() => engines.nowMs),
      random: () => 0,
      onError: (error) => engines.errors.push(error),
    });
    await sender.flush();
    assert.equal(receiver.received.length, 1);
    engines.nowMs += 1;
    await sender.flush();
    await sender.close();
    const [done] = (await agentStorage(storage.agents).deliveries.list({ avatarId: 'submitter' }, null, 10)).items;
    assert.deepEqual([done?.state, done?.attempts], ['delivered', 2]);
    assert.deepEqual(columns(receiver.received, 'id'), [left?.id, left?.id]);
    await receiver.close();
    await engines.close();
  });
});
