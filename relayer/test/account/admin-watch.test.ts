import assert from 'node:assert/strict';
import type { AdminChange, Difference } from '@causeway/chains';
import type { MemoryChain } from '@causeway/chains/test-support';
import { fail, ok } from '@causeway/protocol';
import pino from 'pino';
import { AdminWatch } from '../../src/account/admin-watch.ts';
import { Bridges } from '../../src/bridges.ts';
import { Deployments } from '../../src/deployments.ts';
import { Metrics } from '../../src/metrics.ts';
import { Watching } from '../../src/view/watching.ts';
import { settled } from '../support/fake-clock.ts';
import { showing } from '../support/showing.ts';
import { bridgeOf, World } from '../support/world.ts';

const ADMIN: Omit<Difference, 'chain'> = {
  ...{ family: 'main', what: 'admin', expected: 'us', found: 'them', severity: 'show' },
};

describe('what is administered', () => {
  let world: World;
  let beta: MemoryChain;
  let watching: Watching;
  let watch: AdminWatch;
  let metrics: Metrics;
  let logged: { readonly msg: string; readonly event?: string; readonly level: number }[];
  /** What a comparison of beta finds: differences, or that nobody answers. */
  let finds: readonly Omit<Difference, 'chain'>[] | 'silent';

  const countsOf = async (chain: string) =>
    Object.fromEntries(
      (await metrics.adminEvents.get()).values
        .filter(({ labels }) => labels.chain === chain)
        .map(({ labels, value }) => [labels.known, value]),
    );
  /** A change in a new block of beta, which the watchers see within two polls. */
  const changing = async (change: Pick<AdminChange, 'name' | 'detail'>) => {
    beta.mine();
    beta.administered.push({ ...change, block: beta.tip.number, transaction: '0x01' });
    beta.mine();
    for (let polls = 0; polls < 2; polls += 1) {
      await world.clock.advance(1_000);
      await settled();
    }
    await watch.compared();
  };

  beforeEach(async () => {
    world = await World.create();
    beta = world.chains[1];
    finds = [];
    logged = [];
    metrics = new Metrics();
    const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const compare = async () =>
      finds === 'silent'
        ? fail('RPC_UNAVAILABLE', 'nobody answers', true)
        : ok({ found: {}, differences: finds.map((one) => ({ ...one, chain: 'beta' })) });
    const bridges = new Bridges([world.chains[0], showing(beta, { compare })].map((chain) => bridgeOf(chain)));
    const common = { clock: world.clock, metrics, log };
    const deployments = new Deployments({
      providers: bridges.all.map(({ provider }) => provider),
      accepted: [{ chain: 'beta', family: 'main', what: 'the code of the bridge', found: '0x02' }],
      ...common,
    });
    watch = new AdminWatch({ deployments, metrics, log });
    const view = world.storage.chainView;
    watching = new Watching({ bridges, view, administration: watch, random: () => 0.5, ...common });
    watching.start();
    await settled();
  });
  afterEach(async () => {
    await watching.stop();
    await world.close();
  });

  it('is counted from 0, and raises nothing where the deployment file says the same', async () => {
    assert.deepEqual(await countsOf('beta'), { no: 0, yes: 0 });
    await changing({ name: 'FeeSet', detail: 'remote 1001, fee 7' });
    assert.deepEqual(await countsOf('beta'), { no: 0, yes: 1 });
    assert.deepEqual(await countsOf('alpha'), { no: 0, yes: 0 });
    const [line] = logged.filter(({ event }) => event === 'FeeSet');
    assert.equal(line?.level, 30);
  });

  it('is an alarm within two polls where it says otherwise, and shown as a difference at the same time', async () => {
    finds = [ADMIN];
    await changing({ name: 'AdminSet', detail: 'admin them' });
    assert.deepEqual(await countsOf('beta'), { no: 1, yes: 0 });
    const differs = (await metrics.deploymentDiffers.get()).values.map(({ labels }) => labels.what);
    assert.deepEqual(differs, ['admin']);
    const [line] = logged.filter(({ event }) => event === 'AdminSet');
    assert.equal(line?.msg, 'administered otherwise than the deployment file says');
    assert.equal(line.level, 50);
  });

  it('is an alarm where nobody can compare it', async () => {
    finds = 'silent';
    await changing({ name: 'OracleSet', detail: 'oracle 0x02' });
    assert.deepEqual(await countsOf('beta'), { no: 1, yes: 0 });
  });

  it('is known where the operator accepts what differs', async () => {
    finds = [{ ...ADMIN, what: 'the code of the bridge', found: '0x02', severity: 'refuse' }];
    await changing({ name: 'ProgramChanged', detail: 'code of slot 7' });
    assert.deepEqual(await countsOf('beta'), { no: 0, yes: 1 });
  });

  it('is compared once for all that is seen before the comparison begins', async () => {
    let compared = 0;
    const deployments = {
      compareNow: async () => {
        compared += 1;
        return ok(undefined);
      },
      health: () => [{ chain: 'beta', family: 'main', comparedAt: null, failure: null, differences: [] }],
    };
    const own = new AdminWatch({ deployments, metrics, log: pino({ level: 'silent' }) });
    for (const block of [7, 8, 9]) {
      own.saw({ provider: beta }, [{ name: 'FeeSet', detail: 'fee 7', block, transaction: null }]);
    }
    await own.compared();
    assert.equal(compared, 1);
    assert.deepEqual(await countsOf('beta'), { no: 0, yes: 3 });
  });

  it('is an alarm where a comparison ends by a defect, and the next change is compared again', async () => {
    const answers = [new TypeError('a defect'), ok(undefined)];
    const deployments = {
      compareNow: async () => {
        const answer = answers.shift() ?? assert.fail('compared once more');
        if (answer instanceof Error) throw answer;
        return answer;
      },
      health: () => [{ chain: 'beta', family: 'main', comparedAt: null, failure: null, differences: [] }],
    };
    const own = new AdminWatch({ deployments, metrics, log: pino({ level: 'silent' }) });
    own.saw({ provider: beta }, [{ name: 'FeeSet', detail: 'fee 7', block: 7, transaction: null }]);
    await own.compared();
    own.saw({ provider: beta }, [{ name: 'FeeSet', detail: 'fee 7', block: 8, transaction: null }]);
    await own.compared();
    assert.deepEqual(await countsOf('beta'), { no: 1, yes: 1 });
  });

  it('takes as many changes as an endpoint invents', async () => {
    const change = { name: 'FeeSet', detail: 'fee 7', transaction: null };
    const many = Array.from({ length: 200_000 }, (_, block) => ({ ...change, block }));
    watch.saw({ provider: beta }, [{ ...change, block: -1 }]);
    watch.saw({ provider: beta }, many);
    await watch.compared();
    assert.deepEqual(await countsOf('beta'), { no: 0, yes: 200_001 });
    assert.equal(logged.filter(({ event }) => event === 'FeeSet').length, 100);
    assert.equal(logged.filter(({ msg }) => msg === 'more was administered than is logged').length, 1);
  });

  it('counts once, however often scans show it', async () => {
    const change = { name: 'FeeSet', detail: 'fee 7', block: 7, transaction: '0x01' };
    const bridge = { provider: beta };
    watch.saw(bridge, [change, change]);
    watch.saw(bridge, [change]);
    watch.saw(bridge, [{ ...change, detail: 'fee 8' }]);
    await watch.compared();
    assert.deepEqual(await countsOf('beta'), { no: 0, yes: 2 });
  });
});
