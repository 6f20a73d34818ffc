import assert from 'node:assert/strict';
import { AREAS, openSlices, PLATFORM_SCHEMA } from '@causeway/storage/slices';
import { onEngines } from '@causeway/storage/test-support/engines';
import { definition, newMission, orderObjective, quest } from '@causeway/storage/test-support/missions';
import { runSql } from '@causeway/storage/test-support/postgres-server';
import { type Recorded, recording } from '@causeway/storage/test-support/recorded';
import { newOrder } from '@causeway/storage/test-support/rows';
import { missionStorage } from '../../../../src/areas/missions/rules/mission-storage.ts';
import { catalogue } from './catalogue.ts';

/**
 * Reads a table whole, or builds an index for one query. The list of all published missions reads an index in its
 * order.
 */
const SCANS =
  /SCAN (?!CONSTANT ROW|one\b|search_text VIRTUAL|\d+-ROW VALUES|c\b|\(subquery|missions USING INDEX missions_published)|AUTOMATIC|Seq Scan/;
const SORTS = /TEMP B-TREE|\bSort\b/i;
/** The documents that a search has found are sorted by their rank. */
const RANKS = /search_text|ts_rank/;

/** So many documents of others that only the words' index finds one fast. */
const MANY_DOCUMENTS = `insert into search_documents (collection, ref, scope, head, body)
    select 'missions', 'other' || n, 'other', 'hill', '' from generate_series(1, 500) n;
  analyze search_documents`;

onEngines('the statements of missions', (engine) => {
  it('read through indexes alone, and sort nothing but what a search has found', async () => {
    const database = await engine.newPlatform();
    const queries: Recorded[] = [];
    const areas = { ...AREAS, missions: recording(AREAS.missions, queries) };
    const { missions: store, orders, close } = await openSlices(database, { areas, schemas: [PLATFORM_SCHEMA] });

    /** Runs `work`, whose queries must be planned with each of `indexes`. */
    async function planned<T>(title: string, work: Promise<T>, ...indexes: readonly RegExp[]): Promise<T> {
      const result = await work;
      const plans = await Promise.all(queries.splice(0).map((query) => engine.plan(database, query)));
      assert.ok(plans.length > 0, `${title} asks nothing`);
      for (const plan of plans) {
        assert.doesNotMatch(plan, SCANS, `${title}: ${plan}`);
        if (!RANKS.test(plan)) assert.doesNotMatch(plan, SORTS, `${title}: ${plan}`);
      }
      for (const index of indexes) assert.match(plans.join('\n'), index, title);
      return result;
    }

    const missions = missionStorage(store);
    const { runs, rewards, keys } = missions;
    await planned('the first look at the event log', runs.followOrders(catalogue, 10));
    const quests = [quest('a', { objectives: [orderObjective('o')] })];
    const created = await planned('create', missions.create(newMission('author', definition({ quests }))));
    assert.ok(created.ok);
    const { id, originId } = created.value;
    await planned('publish', missions.publish(id, 1, { version: 1, envelope: {} }), /mission_versions/);
    await planned('get', missions.get(id));
    await planned('start', runs.start(id, 'ann'), /mission_runs_avatar_mission/);

    const mine = { avatarId: 'ann' };
    await planned('all', missions.list({ avatarId: null }, id, 2), /missions_published\b.*id ?</s);
    const ofType = { avatarId: null, missionType: 'Easy' } as const;
    await planned('of a type', missions.list(ofType, id, 2), /missions_published_type.*published_type ?=.*id ?</s);
    await planned('own and all', missions.list(mine, id, 2), /missions_avatar\b.*avatar_id ?=.*id ?</s);
    const own = missions.list({ ...ofType, ...mine }, id, 2);
    await planned('own of a type', own, /missions_avatar_type.*avatar_id ?=.*mission_type ?=.*id ?</s);
    await planned('not started', missions.list({ ...mine, status: 'Pending' }, null, 2), /missions_published/);
    const active = missions.list({ ...mine, status: 'InProgress' }, 'z', 2);
    await planned('in progress', active, /mission_runs_status.*avatar_id ?=.*status ?=.*mission_id ?</s);
    // PostgreSQL chooses among indexes by its statistics of the table.
    if (engine.name === 'PostgreSQL') await runSql(database, MANY_DOCUMENTS);
    const found = /search_documents_vector|search_text VIRTUAL.*SEARCH d USING INTEGER PRIMARY KEY/s;
    await planned('search', missions.search({ ...mine, text: 'river' }, null, 2), found);
    const trigrams = /search_trigrams.*trigram ?=.*length ?>/s;
    await planned('misspelt', missions.search({ ...mine, text: 'rivre' }, null, 2), found, trigrams);
    await planned('versions', missions.versions(id, '9', 2), /mission_id ?=.*version ?</s);
    await planned('a version', missions.version(id, 1), /mission_id ?=.*version ?=/s);
    await planned('runs', runs.runsOf('ann', [id]), /mission_runs_avatar_mission/);
    await planned('deadlines', runs.failOverdue(2), /mission_runs_deadline.*deadline_ms ?</s);

    const { id: order } = await orders.create(newOrder(mine));
    for (const trigger of ['lockSeen', 'executed'] as const) await orders.transition(order, trigger);
    await orders.update(order, { final: true });
    const followed = runs.followOrders(catalogue, 10);
    const { objectivesMet } = await planned('orders', followed, /mission_run_quests_order/);
    assert.equal(objectivesMet, 1);
    const { ok } = await planned('complete', runs.complete(id, 'ann'), /mission_rewards_once/, /avatars/);
    assert.ok(ok);
    const board = /mission_rewards_board.*origin_id ?=.*(?:ROW\()?\(?duration_ms, ?id\)? ?>/s;
    await planned('leaderboard', rewards.leaderboard(originId, '1.5.x', 2), board);
    await planned('balance', rewards.balanceOf('ann'), /mission_balances/);
    const source = { originId, originAvatarId: 'author', sourceId: id };
    const copy = { ...newMission('ann'), source, installed: { version: 1, envelope: {} } };
    await planned('install', missions.create(copy), /missions_installed/);
    await planned('a key', keys.byPublicKey('x'), /mission_keys_public/);
    await planned('unpublish', missions.unpublish(id, [2]));
    await close();
  });
});
