import { strict as assert } from 'node:assert';
import { encodeAddress } from '../../src/radix/address.ts';
import { builtPackage } from '../../src/radix/deploy/artifact.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { must } from '../support/bridges.ts';
import { assertCheapComparison } from '../support/cheap-comparison.ts';
import { nodeIdOf, SIMULATOR } from '../support/radix-offline.ts';
import { sharedWorld } from '../support/worlds.ts';

describe('the deployment file of a Radix bridge', function () {
  this.timeout(120_000);

  it('is refused when it names another package, locker or account of the settler than the ledger has', async () => {
    const world = await sharedWorld('radix');
    const { deployment } = world.here;
    must(await world.provider().verify());
    for (const [name, what, address] of [
      ['package', 'the package', wellKnown('faucet', SIMULATOR)],
      ['locker', 'locker', encodeAddress(nodeIdOf('68', '11'), SIMULATOR)],
      ['settlerPackage', "the settler's package", wellKnown('faucet', SIMULATOR)],
    ] as const) {
      const changed = { ...deployment, contracts: { ...deployment.contracts, [name]: address } };
      const result = await world.provider('here', {}, changed).verify();
      assert(!result.ok && result.error.code === 'DEPLOYMENT_MISMATCH', what);
      assert(result.error.message.includes(`${what} is`), result.error.message);
    }
    const main = deployment.bridges.main as NonNullable<typeof deployment.bridges.main>;
    const published = { ...main.settler, publishedAt: 1 } as typeof main.settler;
    const unproven = { ...deployment, bridges: { main: { ...main, settler: published } } };
    const { differences } = must(await world.provider('here', {}, unproven).compare());
    assert.deepEqual(
      differences.map(({ what, severity }) => `${what}: ${severity}`),
      ["the code of the settler's package: refuse"],
    );
    const settler = { ...main.settler, account: deployment.oracle.members[0] } as typeof main.settler;
    const result = await world
      .provider('here', {}, { ...deployment, bridges: { main: { ...main, settler } } })
      .verify();
    assert(!result.ok && result.error.message.includes("the settler's account is"), JSON.stringify(result));
  });

  it('names a settler that later releases know', async () => {
    assert.deepEqual(
      await builtPackage('causeway_settler', SIMULATOR),
      {
        code: '0xc4d4f6bc7c90565a573bc816eccb59ea55631682ea9a1a8aa91d5ef803ff9705',
        definition: '0x83695b8cabac79cf8b52a13aa499e40e6736a6140a56365dff07f72e6ce648b4',
      },
      'settlers of before keep their code: put it into contracts/radix/earlier-settlers.json, and the new hashes here',
    );
  });

  it('is compared with at most 40 requests of each endpoint, within 2 s', async () => {
    await assertCheapComparison(await sharedWorld('radix'));
  });
});
