import assert from 'node:assert/strict';
import { fail } from '@causeway/protocol';
import { backlogOf, measureBacklog } from '../src/backlog.ts';
import { type Scene, sceneOf } from './support/scene.ts';
import { World } from './support/world.ts';

describe('the backlog of a relayer', function () {
  this.timeout(120_000);
  let { world, alpha, beta, relayer } = {} as Scene;

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create()));
    alpha.lock(beta);
    alpha.mine(33);
  });
  afterEach(() => world.close());

  const measuredIn = async (name: string, label: string, value: string) => {
    const line = `${name}{${label}="${value}"} `;
    const text = await world.metrics.registry.metrics();
    return Number(
      text
        .split('\n')
        .find((each) => each.startsWith(line))
        ?.slice(line.length),
    );
  };
  const measured = async () => {
    const submitter = relayer.submitters.get('beta') ?? assert.fail();
    const backlogs = new Map([['beta', backlogOf([submitter])]]);
    await measureBacklog(world.metrics, world.storage.orders, backlogs, world.clock.now());
    return {
      submission: await measuredIn('causeway_oldest_submission_seconds', 'chain', 'beta'),
      atFeeCap: await measuredIn('causeway_fee_at_cap', 'chain', 'beta'),
      minting: await measuredIn('causeway_oldest_order_seconds', 'state', 'minting'),
    };
  };

  it('has the age of the oldest order and transaction, and no age without one', async () => {
    await relayer.step();
    world.clock.tick(5_000);
    alpha.lock(beta);
    alpha.mine(33);
    await relayer.step();
    assert.deepEqual(await measured(), { submission: 5, atFeeCap: 0, minting: 5 });
    await world.run(relayer, 4);
    assert.deepEqual(await measured(), { submission: 0, atFeeCap: 0, minting: 0 });
  });

  it('says that a fee is at its cap, of a transaction under way and of one that could not be signed', async () => {
    const { prepareOracle, replace } = beta;
    beta.prepareOracle = async () => fail('FEE_CAP_EXCEEDED', 'the base fee is above the cap', true);
    await relayer.step();
    assert.equal((await measured()).atFeeCap, 1);
    beta.prepareOracle = prepareOracle;
    await relayer.step();
    assert.equal((await measured()).atFeeCap, 0);
    beta.replace = async () => fail('FEE_CAP_EXCEEDED', 'at the cap', true);
    world.clock.tick(11_000);
    await relayer.step();
    assert.equal((await measured()).atFeeCap, 1);
    beta.replace = replace;
    await world.run(relayer, 2);
    assert.deepEqual(await measured(), { submission: 0, atFeeCap: 0, minting: 0 });
  });
});
