import assert from 'node:assert/strict';
import { type Difference, isRefused } from '@causeway/chains';
import { fail, ok } from '@causeway/protocol';
import pino from 'pino';
import { Deployments } from '../src/deployments.ts';
import { statusOf } from '../src/http.ts';
import { Metrics } from '../src/metrics.ts';
import { World } from './support/world.ts';

const CODE: Difference = {
  ...{ chain: 'alpha', family: 'main', what: 'the code of the bridge' },
  ...{ expected: '0x01', found: '0x02', severity: 'refuse' },
};
const ADMIN: Difference = { ...CODE, what: 'admin', expected: 'a', found: 'b', severity: 'show' };

describe('the comparisons of deployments', () => {
  let world: World;
  before(async () => {
    world = await World.create();
  });
  after(() => world.close());

  /** Comparisons of one bridge that find what `answers` says, one after the other. */
  function comparing(
    answers: readonly (readonly Difference[] | 'silent')[],
    accepted: ConstructorParameters<typeof Deployments>[0]['accepted'] = [],
  ) {
    const left = [...answers];
    const [alpha] = world.chains;
    assert(alpha);
    const { name, kind, family, domain, bridge } = alpha;
    const compare = async () => {
      const differences = left.shift();
      assert(differences !== undefined);
      return differences === 'silent'
        ? fail('RPC_UNAVAILABLE', 'nobody answers', true)
        : ok({ found: {}, differences: differences.map((one) => ({ ...one, chain: name })) });
    };
    const metrics = new Metrics();
    const deployments = new Deployments({
      providers: [{ name, kind, family, domain, bridge, compare }],
      accepted,
      ...{ metrics, clock: world.clock, log: pino({ level: 'silent' }) },
    });
    return { deployments, metrics, bridge: { name, family } };
  }
  const shownBy = async (metrics: Metrics) =>
    (await metrics.deploymentDiffers.get()).values.map(({ labels }) => `${labels.what}: ${labels.severity}`);

  it('begin at the start, go on every minute while something differs, and show it', async () => {
    const { deployments, metrics, bridge } = comparing([[CODE, ADMIN], []]);
    assert.deepEqual(deployments.health()[0]?.comparedAt, null);
    await deployments.start();
    assert.deepEqual(
      deployments.refusalsOf(bridge).map(({ what }) => what),
      [CODE.what],
    );
    assert.deepEqual(await shownBy(metrics), [`${CODE.what}: refuse`, 'admin: show']);
    assert.equal(statusOf([], [], deployments.health()), 'degraded');
    await world.clock.advance(60_000);
    assert.deepEqual(deployments.refusalsOf(bridge), []);
    assert.deepEqual(await shownBy(metrics), []);
    assert.equal(isRefused(deployments.health()), false);
    await deployments.stop();
  });

  it('go on every ten minutes while nothing differs', async () => {
    const { deployments, bridge } = comparing([[], [CODE]]);
    await deployments.start();
    await world.clock.advance(9 * 60_000);
    assert.deepEqual(deployments.refusalsOf(bridge), []);
    await world.clock.advance(60_000);
    assert.equal(deployments.refusalsOf(bridge).length, 1);
    await deployments.stop();
  });

  it('are one at the start: the comparison before it counts as the first', async () => {
    const { deployments, metrics, bridge } = comparing([[ADMIN], [CODE]]);
    assert.ok((await deployments.verify()).ok);
    assert.deepEqual(await shownBy(metrics), ['admin: show']);
    await deployments.start();
    assert.ok((await deployments.require(bridge)).ok);
    await world.clock.advance(60_000);
    const refused = await deployments.require(bridge);
    assert.ok(!refused.ok && refused.error.code === 'DEPLOYMENT_MISMATCH');
    await deployments.stop();
  });

  it('are waited for by whoever is about to sign while one is under way', async () => {
    const { deployments, bridge } = comparing([[], [CODE]]);
    assert.ok((await deployments.require(bridge)).ok);
    const again = deployments.compareNow(bridge);
    assert.equal((await deployments.require(bridge)).ok, false);
    await again;
  });

  it('refuse a start for what is not accepted, with the chain, and wait for a chain that does not answer', async () => {
    const refused = await comparing([[CODE]]).deployments.verify();
    const name = world.chains[0]?.name;
    assert.ok(!refused.ok);
    assert.equal(
      refused.error.message,
      `chains.${name}: ${name} main: the code of the bridge is 0x02 on chain, not 0x01`,
    );
    const { deployments, bridge } = comparing(['silent', [CODE]]);
    assert.ok((await deployments.verify()).ok, 'it may come back');
    await deployments.start();
    assert.equal((await deployments.require(bridge)).ok, false);
    await deployments.stop();
  });

  it('keep what they found while the chain cannot be read, and say so', async () => {
    const { deployments, bridge } = comparing([[CODE], 'silent']);
    await deployments.start();
    await world.clock.advance(60_000);
    assert.equal(deployments.refusalsOf(bridge).length, 1);
    assert.equal(deployments.health()[0]?.failure, 'RPC_UNAVAILABLE');
    await deployments.stop();
  });

  it('refuse for nothing that is shown only', async () => {
    const { deployments, bridge } = comparing([[ADMIN]]);
    await deployments.start();
    assert.deepEqual(deployments.refusalsOf(bridge), []);
    assert.equal(statusOf([], [], deployments.health()), 'ok');
    await deployments.stop();
  });

  it('accept exactly the value that the operator named, and show that it is accepted', async () => {
    const name = world.chains[0]?.name as string;
    const accepted = { chain: name, family: 'main', what: CODE.what, found: CODE.found };
    const { deployments, metrics, bridge } = comparing([[CODE], [{ ...CODE, found: '0x03' }]], [accepted]);
    await deployments.start();
    assert.deepEqual(deployments.refusalsOf(bridge), []);
    assert.equal(deployments.health()[0]?.differences[0]?.accepted, true);
    assert.deepEqual(await shownBy(metrics), [`${CODE.what}: accepted`]);
    await world.clock.advance(60_000);
    assert.equal(deployments.refusalsOf(bridge)[0]?.found, '0x03');
    await deployments.stop();
  });
});
