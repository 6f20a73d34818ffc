import { strict as assert } from 'node:assert';
import type { AdminAction, Administration, PlanFile, PlanOptions } from '@causeway/chains';
import { wellKnown } from '../../src/radix/well-known.ts';
import { codeOf, must } from '../support/bridges.ts';
import { ledgerAs, signPlan } from '../support/radix.ts';
import { radAlice, radDeployer, radGuardian, SIMULATOR } from '../support/radix-offline.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** An empty Option, and as many in a struct: no owner, no rules, no reserved address. */
const NONE = 'Enum<0u8>()';
const none = (count: number) => `Tuple(${Array.from({ length: count }, () => NONE).join(', ')})`;
const NO_METADATA = 'Tuple(Map<String, Tuple>(), Map<String, Enum>())';
const NO_DATA =
  'Enum<0u8>(Enum<0u8>(Tuple(Array<Enum>(), Array<Tuple>(), Array<Enum>())), Enum<0u8>(66u8), Array<String>())';

const tokens = (divisibility: number) =>
  `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY ${NONE} true ${divisibility}u8 Decimal("3") ${none(6)} ${NO_METADATA} ${NONE};`;
const NON_FUNGIBLE = `CREATE_NON_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY ${NONE} Enum<1u8>() true ${NO_DATA} Map<NonFungibleLocalId, Tuple>(NonFungibleLocalId("#1#") => Tuple(Tuple())) ${none(7)} ${NO_METADATA} ${NONE};`;

describe('plans of a Radix bridge', function () {
  this.timeout(120_000);
  let world: World<'radix'>;
  let administration: Administration;
  before(async () => {
    world = await sharedWorld('radix');
    administration = world.provider().administration ?? assert.fail('it has no administration');
  });

  const resources = () => {
    const held = world.node.ledger.read((engine) => engine.vaults(radAlice.address));
    assert(held.ok);
    return (held.value ?? []).map(({ resource }) => resource);
  };
  /** Creates a resource, whose tokens alice has. Returns its address. */
  async function created(manifest: string): Promise<string> {
    const before = new Set(resources());
    const deposit = `CALL_METHOD Address("${radAlice.address}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") ${NONE};`;
    must(await (await ledgerAs(world.node, radAlice)).send({ manifest: `${manifest}\n${deposit}\n` }));
    return resources().find((resource) => !before.has(resource)) ?? assert.fail('there is no new resource');
  }

  const planned = async (action: AdminAction, options: PlanOptions = {}): Promise<PlanFile> => {
    const [file, ...others] = must(await administration.plan(action, options));
    assert.equal(others.length, 0);
    return file ?? assert.fail('there is no file');
  };
  const pause = { name: 'pause', scope: { direction: 'outbound' } } as const;
  const unpaused = async () => {
    assert.equal(must(await world.provider().paused()).outbound, true);
    must(await administration.execute({ ...pause, name: 'unpause' }, radDeployer));
  };
  const setGuardian = async (guardian: string) =>
    must(await administration.execute({ name: 'setGuardian', guardian }, radDeployer));

  it('say in words what they do and whose signature they need', async () => {
    const { address } = world.here.deployment.bridges.main ?? assert.fail();
    const { name, text } = await planned(pause);
    assert.equal(name, 'radix-main-pause-outbound.rtm');
    const lines = text.split('\n');
    assert.equal(lines[0], `# radix, bridge main (${address}): pause outbound, every lock and burn.`);
    assert(lines[1]?.startsWith(`# It needs the signature of the key of ${radGuardian.address}, `), lines[1]);
    assert.equal(lines[3], 'CALL_METHOD');
  });

  it('show the badge of a holder that is any token of a resource, from the account in which it lies', async () => {
    const badge = await created(tokens(0));
    await setGuardian(badge);
    assert.equal(must(await administration.roles()).guardian, badge);
    assert.equal(must(administration.parseHolder(badge)), badge);
    assert.equal(must(await administration.hasActed(badge)), true);
    must(await administration.check(pause, badge));
    assert.equal(codeOf(await administration.plan(pause, {})), 'SENDER_REQUIRED');
    assert.equal(codeOf(await administration.check(pause, radGuardian.address)), 'NotGuardian');
    const file = await planned(pause, { from: radAlice.address });
    assert.match(file.text, /"create_proof_of_amount"/);
    await signPlan(world.node, file, radAlice);
    await unpaused();
    must(await administration.execute(pause, radAlice));
    await unpaused();
    await setGuardian(radGuardian.address);
  });

  it('show one non-fungible, or any of a resource', async () => {
    const resource = await created(NON_FUNGIBLE);
    for (const badge of [`${resource}:#1#`, resource]) {
      await setGuardian(badge);
      assert.equal(must(await administration.roles()).guardian, badge);
      // The plan was tried with this proof, and without an assumed one.
      const { text } = await planned(pause, { from: radAlice.address });
      assert.match(text, /"create_proof_of_non_fungibles"[^;]*NonFungibleLocalId\("#1#"\)/);
      assert.equal(codeOf(await administration.plan(pause, { from: radGuardian.address })), 'NotGuardian');
    }
    await setGuardian(radGuardian.address);
  });

  it('refuse as a holder who has a part of a divisible resource, which anybody can get', async () => {
    const divisible = await created(tokens(18));
    for (const badge of [wellKnown('xrd', SIMULATOR), divisible]) {
      const by = radDeployer.address;
      assert.equal(codeOf(await administration.check({ name: 'setGuardian', guardian: badge }, by)), 'InvalidRole');
      assert.equal(codeOf(await administration.plan({ name: 'proposeAdmin', admin: badge }, {})), 'InvalidRole');
    }
    const nobody = wellKnown('packagePackage', SIMULATOR);
    assert.equal(
      codeOf(await administration.check({ name: 'setGuardian', guardian: nobody }, radDeployer.address)),
      'INVALID_ADDRESS',
    );
  });

  it('know no lookup table', async () => {
    assert.equal(codeOf(await administration.check({ name: 'freezeTable' }, radDeployer.address)), 'ACTION_UNKNOWN');
    assert.equal(administration.tableFrozen, undefined);
  });
});
