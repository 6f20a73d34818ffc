import assert from 'node:assert/strict';
import { clockAt } from '@causeway/runtime/test-support';
import type { DeliveryHead, PlatformStorage } from '@causeway/storage';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { agentStorage, PermittedAddresses, type Resolve, type SenderOptions, WebhookSender } from '../../src/index.ts';
import { RETRY_PAUSES } from '../../src/webhooks/schedule.ts';
import '../support/arbitraries.ts';
import { columns } from '@causeway/storage/test-support/columns';
import { submission, TestEngines } from '../support/engine.ts';
import { Receiver } from '../support/receiver.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** Longer than any pause between attempts. */
const DAYS_MS = 2 * 86_400_000;

describe('webhooks', function describeSender() {
  this.timeout(30_000);
  let engines: TestEngines;
  let receiver: Receiver;
  let storage: PlatformStorage;
  let senders: WebhookSender[];
  let names: Record<string, string[]>;
  beforeEach(async () => {
    engines = new TestEngines();
    receiver = await new Receiver().open();
    names = {};
    senders = [];
    ({ storage } = await engines.open());
  });
  afterEach(async () => {
    await receiver.close();
    for (const sender of senders) await sender.close();
    await engines.close();
  });

  const resolve: Resolve = async (hostname) =>
    (names[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const newSender = (more: Partial<SenderOptions> = {}, from = storage): WebhookSender => {
    const sender = new WebhookSender({
      deliveries: agentStorage(from.agents).deliveries,
      events: from.events,
      secretsOf: async () => [SECRET],
      permitted: new PermittedAddresses({ allowedNetworks: ['127.0.0.1/32'] }),
      resolve,
      clock: clockAt(() => engines.nowMs),
      random: () => 0,
      onError: (error) => engines.errors.push(error),
      ...more,
    });
    senders.push(sender);
    return sender;
  };
  let tasks = 0;
  /** Queues a callback to `callback`: the end of a task. */
  const tell = async (callback = receiver.url(), submitterId = 'submitter'): Promise<void> => {
    tasks += 1;
    const { engine } = engines.first();
    const submitted = await engine.submit(submission({ taskId: `t${tasks}`, callback, submitterId }));
    assert.ok(submitted.ok);
    assert.ok((await agentStorage(storage.agents).tasks.cancel(`t${tasks}`)).ok);
  };
  const rows = async (): Promise<readonly DeliveryHead[]> =>
    (await agentStorage(storage.agents).deliveries.list({ avatarId: 'submitter' }, null, 100)).items;
  const only = async (): Promise<DeliveryHead> => (await rows())[0] ?? assert.fail();

  it('are posted as signed JSON, which the library verifies', async () => {
    engines.nowMs = Date.now();
    await tell(receiver.url('/a?b=c'));
    await newSender().flush();
    const [got] = receiver.received;
    assert.ok(got);
    const payload = new Webhook(SECRET).verify(got.body, got.headers) as { type: string; data: { taskId: string } };
    assert.deepEqual([payload.type, payload.data.taskId], ['task.cancelled', `t${tasks}`]);
    assert.equal(got.headers['content-type'], 'application/json');
    const row = await only();
    assert.deepEqual([row.id, row.state, row.attempts, row.lastStatus], [got.id, 'delivered', 1, 204]);
  });

  it('come again after a failure, under the same id and with a new time, until one is taken', async () => {
    const statuses = [500, 429, 302, 200];
    receiver.answer = (_received, response) => response.writeHead(statuses.shift() ?? 500).end();
    await tell();
    const sender = newSender();
    for (const _status of [...statuses]) {
      await sender.flush();
      engines.nowMs += DAYS_MS;
    }
    assert.equal(new Set(columns(receiver.received, 'id')).size, 1);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 4);
    assert.deepEqual([(await only()).state, receiver.received.length], ['delivered', 4]);
    assert.deepEqual(sender.counts, { delivered: 1, retried: 3, failed: 0, dropped: 0, lost: 0 });
  });

  it('fail for good when the last attempt has failed, and end in every case', async () => {
    const answers = fc.array(fc.constantFrom(200, 204, 301, 400, 410, 500, 503), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(answers, async (statuses) => {
        const left = [...statuses];
        receiver.answer = (_received, response) => response.writeHead(left.shift() ?? 500).end();
        await tell(receiver.url(`/${tasks}`));
        const sender = newSender();
        const { id } = await only();
        const last = RETRY_PAUSES.length + 1;
        for (let attempt = 0; attempt < last; attempt += 1) {
          await sender.flush();
          engines.nowMs += DAYS_MS;
        }
        const row = await agentStorage(storage.agents).deliveries.get(id);
        const decisive = statuses.slice(0, last).findIndex((status) => status < 300 || status === 410);
        assert.equal(row?.attempts, decisive < 0 ? last : decisive + 1);
        assert.equal(row?.state, decisive >= 0 && statuses[decisive] !== 410 ? 'delivered' : 'failed');
        assert.equal(row?.wakeAtMs, null);
        assert.equal(await agentStorage(storage.agents).deliveries.open(1), 0);
      }),
      { numRuns: 10 },
    );
  });

  it('fail when the receiver does not answer in time, and do not hold up other receivers', async () => {
    const silent = await new Receiver().open();
    silent.answer = () => {};
    for (let count = 0; count < 100; count += 1) await tell(silent.url());
    await tell();
    const sender = newSender({ timeoutMs: 60_000 });
    sender.start();
    await Promise.all([receiver.got(1), silent.got(1)]);
    await sender.close();
    assert.ok(silent.received.length <= 8, `${silent.received.length}`);
    await silent.close();
    await newSender({ timeoutMs: 1 }).flush();
    const [row] = (await rows()).filter(({ lastError }) => lastError === 'no answer in time');
    assert.ok(row);
    assert.deepEqual([row.state, row.lastStatus], ['pending', null]);
  });

  it('are not held up by a name that is never resolved', async () => {
    await tell('http://never.example/');
    await newSender({ timeoutMs: 20, resolve: () => new Promise(() => {}) }).flush();
    assert.equal((await only()).lastError, 'no answer in time');
  });

  it('count as delivered by their status alone, however long or slow the body is', async () => {
    receiver.answer = (received, response) => {
      response.writeHead(200);
      if (received.body.includes('"t1"')) response.write('x');
      const fill = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', fill);
      };
      fill();
    };
    await tell();
    await newSender({ timeoutMs: 5_000 }).flush();
    assert.equal((await only()).state, 'delivered');
  });

  it('disable an endpoint that answers 410', async () => {
    receiver.answer = (_received, response) => response.writeHead(410).end();
    await tell();
    const sender = newSender();
    await sender.flush();
    await tell();
    await sender.flush();
    assert.equal(receiver.received.length, 1);
    const [endpoint] = (await storage.agents.endpoints.list('submitter', null, 10)).items;
    assert.equal(endpoint?.disabledReason, 'gone');
  });

  it('disable an endpoint that only fails for longer than is allowed, but not by their own end', async () => {
    receiver.answer = (_received, response) => response.writeHead(500).end();
    const reason = async () => (await storage.agents.endpoints.list('submitter', null, 10)).items[0]?.disabledReason;
    await tell();
    await newSender({ disableAfterMs: 0 }).flush();
    assert.equal(await reason(), null, 'the first failure begins the time');
    await tell();
    await newSender().flush();
    assert.equal(await reason(), null, 'without a limit');
    await tell();
    await newSender({ disableAfterMs: 0 }).flush();
    assert.equal(await reason(), 'failing');
  });

  it('follow no redirect, also not to an address that they may go to', async () => {
    const inner = await new Receiver().open();
    receiver.answer = (_received, response) => response.writeHead(307, { location: inner.url() }).end();
    await tell();
    await newSender().flush();
    await inner.close();
    assert.equal(inner.received.length, 0);
    assert.match((await only()).lastError ?? '', /307, and redirects are not followed/);
  });

  it('go to no address that is not allowed, whether the URL has it or its name', async () => {
    names['inner.example'] = ['127.0.0.1', '::1', '169.254.169.254'];
    const sender = newSender({ permitted: new PermittedAddresses({ allowedNetworks: ['192.0.2.0/24'] }) });
    for (const host of ['127.0.0.1', 'inner.example', '[::ffff:127.0.0.1]']) {
      await tell(receiver.url('/hook', host));
    }
    await tell(`https://inner.example:${receiver.port}/`);
    await tell(`https://127.0.0.1:${receiver.port}/`);
    await sender.flush();
    assert.equal(receiver.received.length, 0);
    for (const { lastError } of await rows()) assert.match(lastError ?? '', /webhooks (?:do not|may) go to/);
  });

  it('compare the address of the connection itself: a name that changes its answer is caught', async () => {
    names['turning.example'] = ['127.0.0.1'];
    await tell(receiver.url('/hook', 'turning.example'));
    const asked: string[] = [];
    const turning: Resolve = async (hostname) => {
      asked.push(hostname);
      const addresses = await resolve(hostname);
      names['turning.example'] = ['10.0.0.1'];
      return addresses;
    };
    const sender = newSender({ resolve: turning });
    await sender.flush();
    assert.deepEqual([asked.length, receiver.received.length], [1, 1]);
    await tell(receiver.url('/hook', 'turning.example'));
    await sender.flush();
    assert.deepEqual([asked.length, receiver.received.length], [2, 1]);
    assert.deepEqual(columns(await rows(), 'state').sort(), ['delivered', 'pending']);
  });

  it('connect only to the permitted ones of a name’s addresses', async () => {
    names['mixed.example'] = ['10.0.0.1', '127.0.0.1', 'fe80::1'];
    await tell(receiver.url('/hook', 'mixed.example'));
    await newSender().flush();
    assert.equal(receiver.received.length, 1);
  });

  it('are sent soon after their commit, and once each by several processes', async () => {
    const other = await engines.open();
    for (const sender of [newSender(), newSender({}, other.storage)]) sender.start();
    for (let count = 0; count < 40; count += 1) await tell(receiver.url(`/${count % 4}`));
    await receiver.got(40);
    for (const sender of senders) await sender.flush();
    assert.equal(new Set(columns(receiver.received, 'id')).size, 40);
    assert.equal(receiver.received.length, 40);
  });

  it('are sent again at once by another process when the sender is closed in an attempt', async () => {
    receiver.answer = () => {};
    await tell();
    const first = newSender();
    first.start();
    await receiver.got(1);
    await first.close();
    receiver.answer = (_received, response) => response.writeHead(200).end();
    await newSender().flush();
    assert.equal((await only()).state, 'delivered');
    assert.equal(new Set(columns(receiver.received, 'id')).size, 1);
  });
});
