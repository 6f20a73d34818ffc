import assert from 'node:assert/strict';
import { columns } from '../support/columns.ts';
import { onEngines, onStorages } from '../support/engines.ts';
import { bytes32, DESTINATION, FAMILY, SOURCE, signed } from '../support/rows.ts';
import { oracleDetails } from '../support/submission-details.ts';
import { temporaryStorage } from '../support/temporary.ts';

/** What an oracle submission acts on. */
const GROUNDS = {
  messages: [
    { messageId: bytes32(9), blockNumber: 12, blockHash: bytes32(0xb1) },
    { messageId: bytes32(3), blockNumber: 11, blockHash: bytes32(0xb0) },
  ],
  roots: [{ source: SOURCE, firstNonce: 2n ** 63n, count: 256, root: bytes32(7) }],
};

onStorages('SubmissionRepository', (temporary) => {
  const submissions = () => temporary.storage.submissions;
  const row = (fields: Partial<Parameters<ReturnType<typeof submissions>['reserve']>[0]> = {}) => ({
    purpose: 'oracle' as const,
    domain: DESTINATION,
    family: FAMILY,
    payer: '0x01',
    sequence: 7,
    versions: [signed()],
    orderIds: ['order-2', 'order-1'],
    ...((fields.purpose ?? 'oracle') === 'oracle' && { grounds: GROUNDS }),
    details: oracleDetails(),
    ...fields,
  });

  it('keeps versions, orders and details unchanged after a reopening', async () => {
    const reserved = await submissions().reserve(row());
    assert.equal(reserved.state, 'reserved');
    assert.deepEqual([reserved.createdAtMs, reserved.updatedAtMs], [temporary.nowMs, temporary.nowMs]);
    const { id: _id, state: _state, costs, createdAtMs: _created, updatedAtMs: _updated, ...facts } = reserved;
    assert.equal(costs, null);
    assert.deepEqual(facts, row());
    for (const order of ['order-1', 'order-2']) {
      assert.deepEqual(await (await temporary.reopen()).submissions.forOrder(order), [reserved]);
    }
  });

  it('has no grounds where none were given, as in rows of earlier releases', async () => {
    const { grounds: _, ...before } = row();
    const reserved = await submissions().reserve(before);
    assert.deepEqual(reserved.grounds, { messages: [], roots: [] });
    const [open] = await submissions().open(['oracle']);
    assert.deepEqual(open, reserved);
    const [mine] = await submissions().openOf(DESTINATION, '0x01');
    assert.deepEqual(mine, reserved);
  });

  it('appends versions, the newest last', async () => {
    const { id, createdAtMs } = await submissions().reserve(row());
    temporary.nowMs += 5;
    await submissions().addVersion(id, signed({ reference: '0xbb' }));
    await submissions().addVersion(id, signed({ reference: '0xcc' }));
    const [after] = await submissions().forOrder('order-1');
    assert.deepEqual(columns(after?.versions ?? [], 'reference'), ['0xaa', '0xbb', '0xcc']);
    assert.deepEqual([after?.createdAtMs, after?.updatedAtMs], [createdAtMs, createdAtMs + 5]);
  });

  it('locks an order in one transaction at a time, however many processes want to', async () => {
    const both = ['lock', 'burn'] as const;
    for (const [at, state] of (['reserved', 'broadcast', 'included'] as const).entries()) {
      const orderIds = [`order-${at}`];
      const first = await submissions().reserve(row({ purpose: 'lock', orderIds }));
      await submissions().setState(first.id, state);
      for (const purpose of both) await assert.rejects(submissions().reserve(row({ purpose, orderIds })), /order-/);
      assert.equal((await submissions().forOrder(`order-${at}`)).length, 1);
      await submissions().reserve(row({ orderIds }));
      await submissions().setState(first.id, at === 0 ? 'dropped' : 'failed');
      assert.ok(await submissions().reserve(row({ purpose: 'lock', orderIds })));
    }
    const orderIds = ['order-9'];
    const locks = await Promise.allSettled(
      Array.from({ length: 5 }, () => submissions().reserve(row({ purpose: 'lock', orderIds }))),
    );
    assert.equal(locks.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('lists reserved and broadcast submissions, oldest first, by purpose and domain', async () => {
    const ids: string[] = [];
    for (const domain of [DESTINATION, SOURCE, DESTINATION, DESTINATION, DESTINATION, DESTINATION]) {
      ids.push((await submissions().reserve(row({ domain }))).id);
    }
    const burn = await submissions().reserve(row({ purpose: 'burn' }));
    const lock = await submissions().reserve(row({ purpose: 'lock', orderIds: ['order-3'] }));
    const states = ['broadcast', 'broadcast', 'reserved', 'included', 'failed', 'dropped'] as const;
    for (const [at, state] of states.entries()) await submissions().setState(ids[at] as string, state);
    const open = async (domain?: number) => (await submissions().open(['oracle'], domain)).map(({ id }) => id);
    assert.deepEqual(await open(), [ids[0], ids[2], ids[1]].toSorted());
    assert.deepEqual(await open(DESTINATION), [ids[0], ids[2]]);
    assert.deepEqual(columns(await submissions().open(['lock', 'burn']), 'id'), [burn.id, lock.id]);
    assert.deepEqual(await submissions().open([]), []);
  });

  it('lists what is open of one payer on a chain, whatever it is for, with its details', async () => {
    const rows = [];
    const before = [signed()];
    const details = { transfer: { transferId: 'one', before }, oracle: oracleDetails(), burn: {}, lock: { before } };
    for (const purpose of ['transfer', 'oracle', 'burn', 'lock'] as const) {
      rows.push(await submissions().reserve(row({ purpose, payer: 'A', orderIds: [], details: details[purpose] })));
    }
    await submissions().reserve(row({ payer: 'B' }));
    await submissions().reserve(row({ payer: 'A', domain: SOURCE }));
    const [sent, ended] = [rows[0]?.id as string, rows[1]?.id as string];
    await submissions().setState(sent, 'broadcast');
    await submissions().setState(ended, 'dropped');
    const open = await submissions().openOf(DESTINATION, 'A');
    assert.deepEqual(columns(open, 'id'), [sent, rows[2]?.id, rows[3]?.id]);
    assert.deepEqual(open[2], rows[3]);
  });

  it('finds the submissions of an order in any state', async () => {
    const first = await submissions().reserve(row());
    await submissions().setState(first.id, 'dropped');
    const second = await submissions().reserve(row({ orderIds: ['order-1'] }));
    await submissions().reserve(row({ orderIds: [] }));
    assert.deepEqual(columns(await submissions().forOrder('order-1'), 'id'), [first.id, second.id]);
    assert.deepEqual(await submissions().forOrder('order-9'), []);
  });

  it('keeps what a submission cost, and lists those with costs by purpose and the time of their last change', async () => {
    const costs = [
      { fee: 2n ** 64n, rent: -5n },
      { fee: 1n, rent: 0n },
    ];
    const [early, late, other, free] = [
      await submissions().reserve(row()),
      await submissions().reserve(row({ details: oracleDetails({ anchor: 'late' }) })),
      await submissions().reserve(row({ purpose: 'transfer', details: { transferId: 'one' } })),
      await submissions().reserve(row()),
    ];
    for (const each of [early, other]) await submissions().setState(each.id, 'included', { costs });
    temporary.nowMs += 10;
    await submissions().setState(late.id, 'failed', { costs: costs.slice(1) });
    await submissions().setState(free.id, 'dropped');
    const kept = (await submissions().forOrder('order-1')).find(({ id }) => id === early.id);
    assert.deepEqual(kept?.costs, costs);
    const listed = async (sinceMs: number) =>
      (await submissions().costed(sinceMs)).map(({ details, costs }) => [details, costs]);
    assert.deepEqual(await listed(0), [
      [row().details, costs],
      [oracleDetails({ anchor: 'late' }), costs.slice(1)],
    ]);
    assert.deepEqual(await listed(temporary.nowMs), [[oracleDetails({ anchor: 'late' }), costs.slice(1)]]);
  });

  it('lists costs by reservation, newest first, page by page', async () => {
    const costs = [{ fee: 1n, rent: 0n }];
    const ids: string[] = [];
    for (const purpose of ['oracle', 'oracle', 'lock', 'oracle', 'oracle'] as const) {
      temporary.nowMs += 1_000;
      const details = purpose === 'oracle' ? oracleDetails() : {};
      const { id } = await submissions().reserve(row({ purpose, details, orderIds: [`order-${ids.length}`] }));
      ids.push(id);
    }
    const [, first = '', , second = '', unpaid = ''] = ids;
    for (const id of ids) if (id !== unpaid) await submissions().setState(id, 'included', { costs });
    const sinceMs = temporary.nowMs - 3_000;
    const page = await submissions().costedPage(sinceMs, null, 1);
    assert.deepEqual(columns(page.items, 'id'), [second]);
    assert.deepEqual(page.items[0]?.costs, costs);
    const next = await submissions().costedPage(sinceMs, page.nextCursor, 1);
    assert.deepEqual([columns(next.items, 'id'), next.nextCursor], [[first], null]);
  });

  it('refuses to change a submission that does not exist', async () => {
    await assert.rejects(submissions().setState('nobody', 'failed'), /no submission/);
    await assert.rejects(submissions().addVersion('nobody', signed()), /no submission/);
  });
});

onEngines('SignatureLogRepository', (engine) => {
  it('keeps each digest once per domain, newest first', async () => {
    const temporary = await temporaryStorage(engine);
    const entry = (digest: number, domain = DESTINATION) => ({
      domain,
      anchor: '3',
      digest: bytes32(digest),
      calls: [{ function: 'commitRoot', firstNonce: 5n }],
    });
    await temporary.storage.signatures.record(entry(1));
    const firstMs = temporary.nowMs;
    temporary.nowMs += 10;
    for (const again of [entry(2), entry(1), entry(1, SOURCE)]) await temporary.storage.signatures.record(again);
    const { signatures } = await temporary.reopen();
    assert.deepEqual(await signatures.list(10), [
      { ...entry(1, SOURCE), createdAtMs: firstMs + 10 },
      { ...entry(2), createdAtMs: firstMs + 10 },
      { ...entry(1), createdAtMs: firstMs },
    ]);
    assert.equal((await signatures.list(1)).length, 1);
  });
});
