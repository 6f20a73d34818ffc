import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idOf } from '@causeway/chains/test-support';
import { openBridgeStorage } from '@causeway/storage';
import { planRollback, rollBackEvenFinal } from '../../src/view/broken-finality.ts';
import { withLease } from '../../src/view-commands.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { bridgeOf, World } from '../support/world.ts';

describe('a chain that changed below its finality', function () {
  this.timeout(60_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  const view = () => world.storage.chainView;
  const plan = async (to?: number) => {
    const planned = await planRollback(bridgeOf(alpha), view(), to);
    return planned.ok ? planned.value : planned.error.code;
  };
  const positions: number[] = [];

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create()));
    positions.length = 0;
    for (let lock = 0; lock < 5; lock++) {
      alpha.lock(beta, { wireAmount: BigInt(1_000 + lock) });
      await world.run(relayer, 10);
      positions.push((await view().message(idOf(alpha, lock)))?.at.block.number as number);
    }
    await world.run(relayer, 40);
    assert.deepEqual(await world.states(), Array(5).fill('completed'));
  });
  afterEach(() => world.close());

  /** Alpha's blocks above its third lock change; one event comes before the place of its fourth. */
  const breakFinality = () => {
    alpha.reorg(alpha.tip.number - (positions[2] as number));
    alpha.mine(3);
    alpha.lock(beta, { wireAmount: 77n });
    alpha.mine(90);
  };

  it('is followed again after a rollback, which names before what goes, and reads every changed block', async () => {
    breakFinality();
    assert.ok((await relayer.step()).includes('DEEP_REORG'));
    const advanced = await relayer.watchers.get('alpha')?.advance();
    assert.match(advanced?.ok === false ? advanced.error.message : '', /causeway rollback --chain alpha/);
    const planned = await plan();
    assert.ok(typeof planned !== 'string');
    assert.equal(planned.to?.number, positions[2]);
    assert.equal(planned.messages.length, 2);
    assert.equal(planned.orders.length, 2);
    assert.deepEqual([planned.outcomes, planned.roots], [[], 0]);
    assert.deepEqual(await world.states(), Array(5).fill('completed'), 'a plan changes nothing');

    await rollBackEvenFinal(bridgeOf(alpha), view(), planned.to);
    assert.equal((await view().cursor('main', alpha.domain))?.number, positions[2]);
    const fresh = await world.relayer();
    await fresh.step();
    const lane = { family: 'main', source: alpha.domain, destination: beta.domain };
    const rows = await view().messages(lane, 0n, 10, true);
    assert.deepEqual(
      rows.map(({ message }) => message.wireAmount),
      [1_000n, 1_001n, 1_002n, 77n],
    );
    assert.equal(await plan(), 'NOTHING_TO_ROLL_BACK');
  });

  it('is followed again where only blocks without events changed', async () => {
    await world.run(relayer, 100);
    alpha.reorg(60);
    alpha.mine(90);
    assert.ok((await relayer.step()).includes('DEEP_REORG'));
    const planned = await plan();
    assert.ok(typeof planned !== 'string');
    assert.equal(planned.to?.number, positions[4]);
    assert.deepEqual([planned.messages, planned.outcomes, planned.roots, planned.orders], [[], [], 0, []]);
    await rollBackEvenFinal(bridgeOf(alpha), view(), planned.to);
    const fresh = await world.relayer();
    assert.ok(!(await fresh.step()).includes('DEEP_REORG'));
    assert.equal((await view().cursor('main', alpha.domain))?.number, alpha.tip.number);
    assert.equal(await plan(), 'NOTHING_TO_ROLL_BACK');
  });

  it('rolls back to an event that the chain has, never between two events or below a lost one', async () => {
    breakFinality();
    const at = async (to: number) => {
      const planned = await plan(to);
      return typeof planned === 'string' ? planned : planned.to?.number;
    };
    const [first, second, third, fourth] = positions as [number, number, number, number];
    assert.deepEqual([await at(fourth - 1), await at(third), await at(third - 1)], [third, third, second]);
    assert.deepEqual([await at(fourth), await at(first - 1)], ['RECORD_DIFFERS', undefined]);
    assert.equal(await at(10_000), 'NOTHING_TO_ROLL_BACK');
  });

  it('is nothing to roll back where nothing changed, and no guess where nothing can be read', async () => {
    assert.equal(await plan(), 'NOTHING_TO_ROLL_BACK');
    alpha.failing('block', 'NO_QUORUM');
    assert.equal(await plan(), 'NO_QUORUM');
  });

  it('goes back to the deployment when no event is left', async () => {
    alpha.reorg(alpha.tip.number);
    alpha.mine(200);
    const planned = await plan();
    assert.ok(typeof planned !== 'string');
    assert.deepEqual([planned.to, planned.messages.length], [undefined, 5]);
    await rollBackEvenFinal(bridgeOf(alpha), view(), planned.to);
    assert.equal(await view().cursor('main', alpha.domain), undefined);
    await (await world.relayer()).step();
    assert.equal((await view().cursor('main', alpha.domain))?.number, alpha.tip.number);
  });

  it('is not rolled back while a process works on the database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    const file = join(folder, 'relayer.db');
    const running = await openBridgeStorage(file);
    const lease = await running.leases.acquire('chain alpha', 'relayer', 6_000);
    assert.ok(lease);
    const command = await openBridgeStorage(file);
    let ran = 0;
    const run = () =>
      withLease(command, 'alpha', async () => {
        ran += 1;
      });
    await assert.rejects(run(), { code: 'DATABASE_IN_USE' });
    await running.close();
    await run();
    assert.equal(ran, 1);
    await command.close();
    rmSync(folder, { recursive: true });
  });
});
