import { strict as assert } from 'node:assert';
import type { Deployment } from '@causeway/chains';
import { type Lie, RpcProxy } from '@causeway/local-nodes';
import { encodeAddress } from '../../src/radix/address.ts';
import { builtPackage } from '../../src/radix/deploy/artifact.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { must } from '../support/bridges.ts';
import { assertCheapComparison } from '../support/cheap-comparison.ts';
import { nodeIdOf, SIMULATOR } from '../support/radix-offline.ts';
import { sharedWorld } from '../support/worlds.ts';

/** Rules as values of roles in the engine's encoding, and an owner who is everybody. */
const [EVERYBODY, NOBODY] = ['5c220101220000', '5c220101220100'];
const OWNED = '5c2102220000220000';
/** The places of three roles in a token’s list. */
const [MINTER, RECALLER_UPDATER, WITHDRAWER] = [0, 7, 8];

interface Preview {
  readonly receipt?: { readonly output?: readonly { readonly hex: string }[] };
}

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

  it('names only the role or the owner that the ledger shows otherwise', async () => {
    const world = await sharedWorld('radix');
    const proxy = await RpcProxy.start(world.node.url);
    const { main = assert.fail('there is no bridge') } = world.here.deployment.bridges;
    const [[network, { token }] = assert.fail('there is no remote')] = Object.entries(main.remotes);
    /** What differs from `file` while output `index` of the preview of `manifest` is `hex`, or `otherwise`. */
    const differing = async (manifest: RegExp, index: number, hex: string, otherwise = hex, file?: Deployment) => {
      let told = 0;
      const lie: Lie = ({ params }, answer) => {
        const { receipt } = answer as Preview;
        const [asked] = params as readonly { readonly manifest?: string }[];
        if (!manifest.test(asked?.manifest ?? '')) return answer;
        told += 1;
        const output = receipt?.output?.map((one, at) => {
          return at === index ? { ...one, hex: one.hex === hex ? otherwise : hex } : one;
        });
        return { ...(answer as object), receipt: { ...receipt, output } };
      };
      proxy.setFault({ kind: 'lying', lie });
      const { differences } = must(await world.provider('here', { rpc: [proxy.url] }, file).compare());
      assert.ok(told > 0 || index < 0, `no preview of ${manifest}`);
      return differences.map(({ what, severity }) => `${what}: ${severity}`);
    };
    const roleOf = (entity: string, first: string) => new RegExp(`^[^;]*"${entity}"\\)\\s+"get"[^;]*"${first}"`);
    const ownerOf = (entity: string) => new RegExp(`^[^;]*"${entity}"\\)\\s+"get_owner_role"`);

    // Each compares everything, which takes time: of roles with one name only some.
    const roles = ['the rule of oracle', 'the rule of guardian', 'the rule of admin', 'the rule of proposed_admin'];
    for (const [index, what] of [
      ...roles.entries(),
      [4, 'the roles of the locker'],
      [7, 'the roles of the locker'],
    ] as const) {
      assert.deepEqual(await differing(roleOf(main.address, 'oracle'), index, EVERYBODY), [`${what}: refuse`]);
    }
    const { package: published = '' } = world.here.deployment.contracts;
    for (const [index, what] of ['the package', 'the bridge', 'the locker'].entries()) {
      assert.deepEqual(await differing(ownerOf(published), index, OWNED), [`the owner of ${what}: refuse`]);
    }
    const address = token.address ?? '';
    for (const role of [MINTER, RECALLER_UPDATER, WITHDRAWER]) {
      const named = await differing(roleOf(address, 'minter'), role, EVERYBODY, NOBODY);
      assert.deepEqual(named, [`the roles of token ${network}: refuse`], `role ${role}`);
    }
    assert.deepEqual(await differing(ownerOf(address), 0, OWNED), [`the owner of token ${network}: refuse`]);

    // A bridge of another asset than the file has: that of the file is a resource with an issuer.
    const canonicalAsset = { ...main.canonicalAsset, address };
    const file = { ...world.here.deployment, bridges: { main: { ...main, canonicalAsset } } };
    const before = await differing(/^never/, -1, '', '', file);
    // Of freezer, recaller, withdrawer and depositor either the role or who may change it.
    for (const [power, role] of Object.entries({ freeze: 0, recall: 3, withdraw: 4, deposit: 7 })) {
      const named = await differing(roleOf(address, 'freezer'), role, EVERYBODY, NOBODY, file);
      assert.deepEqual(named, [...before, `the issuer’s power to ${power}: show`], power);
    }
    await proxy.stop();
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
