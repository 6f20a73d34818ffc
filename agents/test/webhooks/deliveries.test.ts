import assert from 'node:assert/strict';
import { deliverySubject } from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { agentStorage, type DeliveryOutcome, type TakenDelivery } from '../../src/index.ts';
import { RETRY_PAUSES } from '../../src/webhooks/schedule.ts';
import { claimOne, completed, holdOf, newTask, RANDOM, submit } from '../support/tasks.ts';

const URL = 'https://receiver.example/hook';
const ORDER = { limit: 10, perEndpoint: 2, leaseMs: 1_000 };

onStorages('DeliveryRepository', (temporary) => {
  const agents = () => agentStorage(temporary.storage.agents);
  /** A callback of the submitter to `url`: the task is cancelled at once. */
  const tell = async (id: string, callback = URL, submitterId = 'submitter') => {
    const task = newTask(id, temporary.nowMs + 60_000, { callback, submitterId });
    await submit(temporary.storage, task);
    assert.ok((await agents().tasks.cancel(id)).ok);
  };
  const take = (more: Partial<typeof ORDER> = {}) => agents().deliveries.take({ ...ORDER, ...more });
  const only = async (): Promise<TakenDelivery> => {
    const [taken, ...more] = await take();
    assert.ok(taken && more.length === 0);
    return taken;
  };
  const subjects = (taken: readonly TakenDelivery[]) => taken.map(({ delivery }) => delivery.subject).sort();
  const delivered: DeliveryOutcome = { kind: 'delivered', status: 204, answer: undefined };
  const failed = (more: Partial<DeliveryOutcome & { kind: 'failed' }> = {}): DeliveryOutcome => ({
    ...{ kind: 'failed', status: 500, error: 'status 500', gone: false },
    retry: { kind: 'scheduled', random: 0 },
    ...more,
  });

  it('tells a submitter who named a callback of the end of a task, with its result, in the same transaction', async () => {
    await register(temporary.storage, newAgent('a'));
    await submit(temporary.storage, newTask('t', temporary.nowMs + 60_000, { callback: URL }));
    assert.deepEqual(await take(), []);
    await agents().tasks.end(holdOf(await claimOne(temporary.storage, 'a')), completed);
    await temporary.reopen();
    const { delivery, endpoint } = await only();
    assert.deepEqual([endpoint.kind, endpoint.avatarId, endpoint.url], ['callback', 'submitter', URL]);
    assert.deepEqual([delivery.type, delivery.subject, delivery.attempts], ['task.completed', 'task:t', 1]);
    const { type, timestamp, data } = JSON.parse(delivery.payload);
    assert.deepEqual([type, timestamp], ['task.completed', new Date(temporary.nowMs).toISOString()]);
    assert.deepEqual([data.taskId, data.status, data.result], ['t', 'completed', { ok: true }]);
  });

  it('names each way in which a task ends without a result', async () => {
    await register(temporary.storage, newAgent('a', { maxConcurrentTasks: 9 }));
    const failure = { code: 'X', message: 'broke' };
    const ends = [
      { kind: 'failed', failure, retry: null },
      { kind: 'rejected', failure },
    ] as const;
    for (const end of ends) {
      await submit(temporary.storage, newTask(end.kind, temporary.nowMs + 60_000, { callback: URL }));
      await agents().tasks.end(holdOf(await claimOne(temporary.storage, 'a')), end);
    }
    await tell('cancelled');
    await submit(temporary.storage, newTask('expired', temporary.nowMs + 1, { callback: URL }));
    temporary.nowMs += 1;
    await agents().tasks.sweep(10, RANDOM);
    const told = (await take({ perEndpoint: 9 })).map(({ delivery }) => {
      const { status, failureCode } = JSON.parse(delivery.payload).data;
      return [delivery.type, status, failureCode];
    });
    assert.deepEqual(told.sort(), [
      ['task.cancelled', 'cancelled', null],
      ['task.expired', 'expired', 'DEADLINE'],
      ['task.failed', 'failed', 'X'],
      ['task.failed', 'rejected', 'X'],
    ]);
  });

  it('gives each due delivery to one of several processes, and to another one when the lease has ended', async () => {
    for (const id of ['1', '2', '3', '4']) await tell(id, `${URL}/${id}`);
    const taken = (await Promise.all([take({ limit: 3 }), take({ limit: 3 }), take({ limit: 3 })])).flat();
    assert.deepEqual(subjects(taken), ['task:1', 'task:2', 'task:3', 'task:4']);
    assert.deepEqual(await take(), []);
    temporary.nowMs += ORDER.leaseMs;
    const again = await take();
    assert.deepEqual(subjects(again), subjects(taken));
    const [late, newest] = [taken[0], again.find(({ delivery }) => delivery.id === taken[0]?.delivery.id)];
    assert.ok(late && newest);
    assert.equal(newest.delivery.attempts, 2);
    assert.equal(await agents().deliveries.settle(late, failed()), undefined);
    assert.equal((await agents().deliveries.settle(newest, delivered))?.state, 'delivered');
    assert.equal(await agents().deliveries.settle(newest, delivered), undefined);
  });

  it('has at most so many attempts under way for one endpoint, while others go on', async () => {
    for (const id of ['1', '2', '3', '4']) await tell(id);
    await tell('other', `${URL}/other`);
    const taken = await take();
    assert.equal(taken.length, 3);
    assert.ok(subjects(taken).includes('task:other'));
    assert.deepEqual(await take(), []);
    const slow = taken.find(({ endpoint }) => endpoint.url === URL) ?? assert.fail();
    await agents().deliveries.settle(slow, delivered);
    assert.equal((await take()).length, 1);
    assert.deepEqual(await take(), []);
    temporary.nowMs += ORDER.leaseMs;
    assert.equal((await take({ perEndpoint: 9 })).length, 4);
  });

  it('tries again at the given time until no attempt is left, and says how each one failed', async () => {
    await tell('t');
    await agents().deliveries.settle(await only(), failed());
    assert.deepEqual(await take(), []);
    temporary.nowMs += 4_999;
    assert.deepEqual(await take(), []);
    temporary.nowMs += 1;
    const last = await only();
    assert.deepEqual([last.delivery.lastStatus, last.delivery.lastError], [500, 'status 500']);
    const fail = (taken: TakenDelivery) =>
      agents().deliveries.settle(taken, failed({ status: null, error: 'time-out' }));
    let row = await fail(last);
    while (row?.state === 'pending') {
      temporary.nowMs = row.wakeAtMs ?? assert.fail();
      row = await fail(await only());
    }
    const attempts = RETRY_PAUSES.length + 1;
    assert.deepEqual([row?.state, row?.lastStatus, row?.lastError], ['failed', null, 'time-out']);
    assert.equal(row?.attempts, attempts);
    assert.equal(await agents().deliveries.open(10), 0);
    const id = last.delivery.id;
    const [event] = await temporary.storage.events.after(deliverySubject(id), 0, 10);
    assert.equal(event?.type, 'delivery.failed');
  });

  it('replays an ended delivery under the same id with a new schedule of attempts', async () => {
    await tell('t');
    const first = await only();
    const { id } = first.delivery;
    const refused = async () => {
      const { ok, error } = (await agents().deliveries.replay(id)) as { ok: boolean; error?: { code: string } };
      return ok ? undefined : error?.code;
    };
    assert.equal(await refused(), 'DELIVERY_PENDING');
    await agents().deliveries.settle(first, failed({ retry: { kind: 'never' } }));
    assert.equal(await refused(), undefined);
    const again = await only();
    assert.deepEqual([again.delivery.id, again.delivery.attempts], [id, 2]);
    const retried = await agents().deliveries.settle(again, failed());
    assert.deepEqual([retried?.state, retried?.wakeAtMs], ['pending', temporary.nowMs + 5_000]);
  });

  it('disables an endpoint whose receiver is gone: everything for it is dropped until it is enabled', async () => {
    for (const id of ['1', '2', '3']) await tell(id);
    const [one] = await take({ limit: 1 });
    assert.ok(one);
    const gone = await agents().deliveries.settle(one, failed({ status: 410, gone: true }));
    assert.equal(gone?.state, 'failed');
    await tell('4');
    const { items } = await agents().deliveries.list({ avatarId: 'submitter' }, null, 10);
    assert.deepEqual(columns(items, 'state'), ['dropped', 'dropped', 'dropped', 'failed']);
    assert.deepEqual(await agents().deliveries.replay(one.delivery.id), {
      ...{ ok: false, error: { code: 'ENDPOINT_DISABLED' } },
    });
    const disabled = await agents().endpoints.get(one.endpoint.id);
    assert.deepEqual([disabled?.disabledReason, disabled?.disabledAtMs], ['gone', temporary.nowMs]);
    temporary.nowMs += 100_000;
    assert.deepEqual(await take(), []);
    await agents().endpoints.setEnabled(one.endpoint.id, true);
    await tell('5');
    assert.deepEqual(subjects(await take()), ['task:5']);
  });

  it('disables an endpoint that only fails for the given time, says so to its owner, and counts anew when it is enabled', async () => {
    const HOUR = 3_600_000;
    const outcome = failed({ disableAfterMs: HOUR, retry: { kind: 'atOnce' } });
    const attempt = async (result: DeliveryOutcome) => {
      const [one] = await take({ limit: 1 });
      await agents().deliveries.settle(one ?? assert.fail('nothing is due'), result);
      return (await agents().endpoints.get(one?.endpoint.id ?? '')) ?? assert.fail();
    };
    const after = async (ms: number, result: DeliveryOutcome) => {
      temporary.nowMs += ms;
      const { failingSinceMs, disabledReason } = await attempt(result);
      return [failingSinceMs === null ? null : temporary.nowMs - failingSinceMs, disabledReason];
    };
    for (const id of ['1', '2']) await tell(id);
    assert.deepEqual(await after(0, outcome), [0, null]);
    assert.deepEqual(await after(HOUR - 1, outcome), [HOUR - 1, null]);
    assert.deepEqual(await after(0, delivered), [null, null], 'one that is delivered ends the time');
    assert.deepEqual(await after(HOUR, failed({ retry: { kind: 'atOnce' } })), [null, null], 'not its fault');
    assert.deepEqual(await after(1, outcome), [0, null]);
    const events = async () =>
      (await temporary.storage.events.afterFor({ avatarId: 'submitter', topics: ['agents'] }, 0, 10)).map(
        ({ type, data }) => [type, data.reason],
      );
    assert.deepEqual(await events(), []);
    assert.deepEqual(await after(HOUR, outcome), [HOUR, 'failing']);
    assert.deepEqual(await events(), [['webhook.disabled', 'failing']]);
    const { items } = await agents().deliveries.list({ avatarId: 'submitter' }, null, 10);
    assert.deepEqual(columns(items, 'state').flat().toSorted(), ['delivered', 'dropped']);
    const [endpoint] = (await agents().endpoints.list('submitter', null, 10)).items;
    const enabled = await agents().endpoints.setEnabled(endpoint?.id ?? '', true);
    assert.deepEqual([enabled?.disabledReason, enabled?.failingSinceMs], [null, null]);
    await tell('3');
    assert.deepEqual(await after(1, outcome), [0, null]);
  });

  it('keeps the endpoint of an agent as its profile says', async () => {
    await register(temporary.storage, newAgent('a', { endpoints: { webhook: URL } }));
    const endpoint = await agents().endpoints.get('a');
    assert.deepEqual([endpoint?.kind, endpoint?.avatarId, endpoint?.url], ['agent', 'a', URL]);
    await agents().endpoints.setEnabled('a', false);
    await agents().registry.update('a', { name: 'b' }, undefined);
    assert.equal((await agents().endpoints.get('a'))?.disabledReason, 'owner');
    await agents().registry.update('a', { endpoints: { webhook: `${URL}/2` } }, undefined);
    const moved = await agents().endpoints.get('a');
    assert.deepEqual([moved?.url, moved?.disabledAtMs], [`${URL}/2`, null]);
    await agents().registry.update('a', { endpoints: {} }, undefined);
    assert.equal(await agents().endpoints.get('a'), undefined);
    await agents().registry.update('a', { endpoints: { webhook: URL } }, undefined);
    await agents().registry.update('a', 'hide', undefined);
    assert.equal(await agents().endpoints.get('a'), undefined);
  });

  it('lists an avatar’s deliveries and endpoints by filter, page by page', async () => {
    for (const id of ['1', '2', '3']) await tell(id, `${URL}/${id}`);
    await tell('not mine', URL, 'other');
    const { deliveries, endpoints } = agents();
    const filter = { avatarId: 'submitter', state: 'pending', type: 'task.cancelled' } as const;
    const page = await deliveries.list(filter, null, 2);
    const rest = await deliveries.list(filter, page.nextCursor, 2);
    assert.deepEqual(columns([...page.items, ...rest.items], 'subject'), ['task:3', 'task:2', 'task:1']);
    assert.equal(rest.nextCursor, null);
    const first = rest.items[0] ?? assert.fail();
    assert.deepEqual((await deliveries.list({ ...filter, endpointId: first.endpointId }, null, 9)).items, [first]);
    assert.deepEqual((await deliveries.list({ ...filter, state: 'failed' }, null, 9)).items, []);
    assert.deepEqual((await deliveries.list({ ...filter, type: 'task.failed' }, null, 9)).items, []);
    const urls = await endpoints.list('submitter', null, 2);
    assert.deepEqual(
      columns([...urls.items, ...(await endpoints.list('submitter', urls.nextCursor, 2)).items], 'url'),
      ['1', '2', '3'].map((id) => `${URL}/${id}`),
    );
  });

  it('drops the open deliveries of a removed endpoint, whose attempts under way do not count', async () => {
    await tell('1');
    const taken = await only();
    const added = await agents().endpoints.addCallback('submitter', URL);
    assert.ok(added.ok);
    assert.equal(added.value.id, taken.endpoint.id);
    await agents().endpoints.remove(added.value.id);
    assert.equal(await agents().deliveries.settle(taken, delivered), undefined);
    assert.equal((await agents().deliveries.get(taken.delivery.id))?.state, 'dropped');
    const refused = await agents().deliveries.replay(taken.delivery.id);
    assert.deepEqual(refused, { ok: false, error: { code: 'ENDPOINT_NOT_FOUND' } });
  });

  it('keeps one secret for each avatar, and the one before it for a while', async () => {
    const { webhookSecrets: secrets } = agents();
    assert.deepEqual(await Promise.all([secrets.create('a', 's1'), secrets.create('a', 's2')]), [true, false]);
    assert.equal((await secrets.get('a'))?.sealed, 's1');
    const until = temporary.nowMs + 1_000;
    const row = await secrets.rotate('a', 's3', until);
    assert.deepEqual([row.sealed, row.previousSealed, row.previousUntilMs], ['s3', 's1', until]);
    assert.equal(await secrets.reseal('a', 's2', 'x'), false);
    assert.equal(await secrets.reseal('a', 's3', 'x'), true);
    assert.equal(await secrets.reseal('a', 's1', 'y'), true);
    assert.deepEqual(await secrets.list(), [{ ...row, sealed: 'x', previousSealed: 'y' }]);
    assert.equal((await secrets.rotate('b', 's4', until)).previousUntilMs, null);
  });
});
