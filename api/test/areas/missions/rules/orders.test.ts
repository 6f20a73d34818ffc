import assert from 'node:assert/strict';
import { clockAt } from '@causeway/runtime/test-support';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { runText } from '@causeway/storage/jobs';
import { onEngine, onStorages } from '@causeway/storage/test-support/engines';
import { failOver } from '@causeway/storage/test-support/fail-over';
import { definition, newMission, orderObjective, quest } from '@causeway/storage/test-support/missions';
import { POSTGRES } from '@causeway/storage/test-support/postgres';
import { block, bytes32, DESTINATION, FAMILY, newOrder, position, scan } from '@causeway/storage/test-support/rows';
import { missionStorage } from '../../../../src/areas/missions/rules/mission-storage.ts';
import { catalogue } from './catalogue.ts';

/** Reads of the event log within which a test's events are all read, unless the stored position stands still. */
const MAX_LOOKS = 20;

let references = 0;
/** A completed, final order of an avatar. */
async function orderOf(storage: PlatformStorage, avatarId: string, wireAmount = 10n): Promise<string> {
  references += 1;
  const { id } = await storage.orders.create(
    newOrder({ avatarId, wireAmount, reference: bytes32(0x7000 + references) }),
  );
  for (const trigger of ['lockSeen', 'executed'] as const) await storage.orders.transition(id, trigger);
  await storage.orders.update(id, { final: true });
  return id;
}

onStorages('objectives that bridge orders meet', (temporary, engine) => {
  beforeEach(async () => {
    await missionStorage(temporary.storage.missions).runs.followOrders(catalogue, 100);
  });
  const runs = () => missionStorage(temporary.storage.missions).runs;
  const followed = async (storage = temporary.storage) => {
    let met = 0;
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const { events, objectivesMet } = await missionStorage(storage.missions).runs.followOrders(catalogue, 3);
      met += objectivesMet;
      if (events < 3) return met;
    }
    return assert.fail(`the end of the log is not reached in ${MAX_LOOKS} looks: the position stands still`);
  };
  const started = async (quests: readonly ReturnType<typeof quest>[], avatarId = 'ann'): Promise<string> => {
    const created = await missionStorage(temporary.storage.missions).create(
      newMission('author', definition({ quests })),
    );
    assert.ok(created.ok);
    const { id, version } = created.value;
    await missionStorage(temporary.storage.missions).publish(id, version, { version: 1, envelope: {} });
    assert.ok((await runs().start(id, avatarId)).ok);
    return id;
  };
  const questOf = async (missionId: string, questId: string, avatarId = 'ann') => {
    const [run] = await runs().runsOf(avatarId, [missionId]);
    return run?.quests.find((one) => one.questId === questId);
  };

  it('complete a quest that waits for nothing else, at the order’s finality', async () => {
    const id = await started([quest('a', { objectives: [orderObjective('o')] })]);
    const { storage } = temporary;
    const order = await storage.orders.create(newOrder({ avatarId: 'ann', reference: bytes32(0x6001) }));
    for (const trigger of ['lockSeen', 'executed'] as const) await storage.orders.transition(order.id, trigger);
    assert.equal(await followed(), 0);
    const refused = await runs().completeQuest(id, 'ann', 'a');
    assert.deepEqual(refused, { ok: false, error: { code: 'OBJECTIVES_OPEN', objectiveIds: ['o'] } });
    await storage.orders.update(order.id, { final: true });
    assert.equal(await followed(), 1);
    assert.equal((await questOf(id, 'a'))?.status, 'Completed');
    assert.ok((await runs().complete(id, 'ann')).ok);
  });

  it('count for the avatar that ordered, with at least the amount, one objective of a quest each', async () => {
    const objectives = [
      orderObjective('small', 'ethereum', 'polygon', '5'),
      orderObjective('large', 'ethereum', 'polygon', '50'),
      { ...orderObjective('talk'), order: null },
    ];
    const id = await started([quest('a', { objectives })]);
    await orderOf(temporary.storage, 'bob', 100n);
    await orderOf(temporary.storage, 'ann', 4n);
    assert.equal(await followed(), 0);
    await orderOf(temporary.storage, 'ann', 60n);
    assert.equal(await followed(), 1);
    assert.deepEqual((await questOf(id, 'a'))?.met, ['small']);
    await orderOf(temporary.storage, 'ann', 60n);
    assert.equal(await followed(), 1);
    const after = await questOf(id, 'a');
    assert.deepEqual([after?.met, after?.status], [['small', 'large'], 'InProgress']);
    await orderOf(temporary.storage, 'ann', 60n);
    assert.equal(await followed(), 0);
    assert.ok((await runs().completeQuest(id, 'ann', 'a')).ok, 'the rest is the avatar’s word');
  });

  it('count an order once, over a restart and with several processes', async () => {
    const objectives = [
      orderObjective('one', 'ethereum', 'polygon', '1'),
      orderObjective('two', 'ethereum', 'polygon', '1'),
      orderObjective('three', 'ethereum', 'polygon', '1'),
    ];
    const id = await started([quest('a', { objectives })]);
    const others = await Promise.all(
      [1, 2].map(() => openPlatformStorage(temporary.database, { clock: clockAt(() => temporary.nowMs) })),
    );
    await orderOf(temporary.storage, 'ann');
    await orderOf(temporary.storage, 'ann');
    const counts = await Promise.all([temporary.storage, ...others].map((storage) => followed(storage)));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      2,
    );
    await Promise.all(others.map((storage) => storage.close()));
    await temporary.reopen();
    assert.equal(await followed(), 0);
    assert.deepEqual((await questOf(id, 'a'))?.met, ['one', 'two']);
  });

  it('count an order of mode swap once, at its final fill, whatever its settler shows later', async () => {
    const objectives = ['one', 'two', 'three'].map((id) => orderObjective(id, 'ethereum', 'polygon', '1'));
    const id = await started([quest('a', { objectives })]);
    const { storage, nowMs } = temporary;
    const [swapId, account, amount] = [bytes32(0x6500), 'solver-account', 1_250_000n];
    const swap = {
      ...({
        swapId,
        terms: `0x${'01'.repeat(314)}`,
        recipient: bytes32(0xcc),
        deadlineMs: nowMs,
        outDecimals: 6,
      } as const),
      ...{ fromBlock: 100, solverId: null, solverAccountId: null, solverAddress: null, quoteExpiresAtMs: null },
    };
    const order = await storage.orders.create(newOrder({ avatarId: 'ann', reference: swapId, swap }));
    for (const trigger of ['lockSeen', 'executed'] as const) {
      await storage.orders.transition(order.id, trigger, trigger === 'lockSeen' ? { messageId: swapId } : {});
    }
    await storage.orders.update(order.id, { final: true });
    assert.equal(await followed(), 0, 'the delivery to the vault pays nobody');
    for (const [number, type] of [...(['filled', 'settled'] as const).entries()]) {
      const to = block(101 + number);
      assert.ok((await storage.chainView.recordScan(scan(DESTINATION, to, {}))).ok);
      const events = [{ swapId, type, account, amount, home: null, at: position(to.number) }];
      await storage.swaps.record({ family: FAMILY, domain: DESTINATION, to, finalTo: to.number, events });
      assert.equal(await followed(), type === 'filled' ? 1 : 0, type);
    }
    assert.deepEqual((await questOf(id, 'a'))?.met, ['one']);
  });

  it('do not count for a quest that has not begun, nor for a run that is over', async () => {
    const id = await started([
      quest('a'),
      quest('b', { prerequisiteQuestIds: ['a'], objectives: [orderObjective('o', 'ethereum', 'polygon', '1')] }),
    ]);
    await orderOf(temporary.storage, 'ann');
    assert.equal(await followed(), 0);
    await runs().completeQuest(id, 'ann', 'a');
    await runs().startQuest(id, 'ann', 'b');
    await runs().abandon(id, 'ann');
    await orderOf(temporary.storage, 'ann');
    assert.equal(await followed(), 0);
  });

  it('store the position with an order that counts, or once a whole batch of other events has passed', async () => {
    const id = await started([quest('a', { objectives: [orderObjective('o', 'ethereum', 'polygon', '1')] })]);
    const { storage, database } = temporary;
    const stored = async (): Promise<number> => {
      const opened = await engine.open(database);
      const [row] = await opened.read(() => runText<{ seq: number | string }>('select seq from mission_cursors'));
      await opened.close();
      return Number(row?.seq);
    };
    const follow = (limit: number) => missionStorage(storage.missions).runs.followOrders(catalogue, limit);
    await follow(1);
    await follow(1);
    const begun = await stored();
    const { length: batch } = await Promise.all(
      [1, 2, 3, 4].map((at) => storage.orders.create(newOrder({ avatarId: 'ann', reference: bytes32(0x6100 + at) }))),
    );
    const { events } = await follow(100);
    assert.ok(events >= batch);
    assert.equal(await stored(), begun, 'nothing is written');
    assert.deepEqual(await follow(100), { events: 0, objectivesMet: 0 }, 'nothing is read twice');
    await storage.orders.create(newOrder({ avatarId: 'ann', reference: bytes32(0x6200) }));
    await follow(events);
    assert.equal(await stored(), begun + events, 'a whole batch has passed');
    await orderOf(storage, 'ann');
    const before = await stored();
    assert.equal((await follow(100)).objectivesMet, 1);
    assert.ok((await stored()) > before);
    assert.equal((await questOf(id, 'a'))?.status, 'Completed');
  });

  it('count every order once, with restarts at random moments and batches of random sizes', async () => {
    const objectives = Array.from({ length: 8 }, (_, at) => orderObjective(`o${at}`, 'ethereum', 'polygon', '1'));
    const id = await started([quest('a', { objectives })]);
    let state = 3;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const open = () => openPlatformStorage(temporary.database, { clock: clockAt(() => temporary.nowMs) });
    const processes = [await open(), await open()];
    let met = 0;
    for (let ordered = 0; ordered < 6; ) {
      const at = random(2);
      const storage = processes[at] as PlatformStorage;
      const step = random(8);
      if (step === 0) {
        await storage.close();
        processes[at] = await open();
      } else if (step < 3) {
        ordered += 1;
        await orderOf(storage, 'ann');
      } else if (step === 3) {
        await storage.orders.create(newOrder({ avatarId: 'ann', reference: bytes32(0x6300 + (state % 0x1000)) }));
      } else met += (await missionStorage(storage.missions).runs.followOrders(catalogue, 2 + random(12))).objectivesMet;
    }
    met += await followed();
    await Promise.all(processes.map((storage) => storage.close()));
    assert.equal(met, 6);
    assert.equal((await questOf(id, 'a'))?.met.length, 6);
  });
});

onEngine(POSTGRES, 'objectives that orders meet after a fail-over', (engine) => {
  it('are met by orders under the numbers of events that were lost', async () => {
    const database = await engine.newPlatform();
    const storage = await openPlatformStorage(database);
    const { runs, ...missions } = missionStorage(storage.missions);
    const follow = () => runs.followOrders(catalogue, 100);
    await follow();
    const quests = [quest('a', { objectives: [orderObjective('o')] })];
    const created = await missions.create(newMission('author', definition({ quests })));
    assert.ok(created.ok);
    const { id, version } = created.value;
    await missions.publish(id, version, { version: 1, envelope: {} });
    assert.ok((await runs.start(id, 'ann')).ok);
    const kept = await storage.events.newest();
    for (let count = 0; count < 20; count += 1) await storage.events.append('lost', 'lost', {});
    assert.ok((await follow()).events >= 20);
    const lost = `delete from events where seq > ${kept}; select setval(pg_get_serial_sequence('events', 'seq'), ${kept})`;
    await failOver(database, lost);
    await orderOf(storage, 'ann');
    let met = 0;
    for (let looks = 0; looks < 3; looks += 1) met += (await follow()).objectivesMet;
    assert.equal(met, 1);
    await storage.close();
  });
});
