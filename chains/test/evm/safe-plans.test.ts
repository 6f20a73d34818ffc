import { strict as assert } from 'node:assert';
import type { AdminAction, Administration, ChainProvider, Deployment, PlanFile } from '@causeway/chains';
import { type Hex, ZERO_32 } from '@causeway/protocol';
import { id } from 'ethers';
import { checksumOf } from '../../src/evm/safe-batch.ts';
import { FUNDED } from '../support/anvil.ts';
import { codeOf, deployer, guardian, members, must, outsider } from '../support/bridges.ts';
import { calldataOf, makeSafe, type OwnedSafe, readBatch } from '../support/safe.ts';
import { batchOf, commitAll, commitOf, execute, lock } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

const INBOUND = { direction: 'inbound' } as const;
const OUTBOUND = { direction: 'outbound' } as const;

describe('a plan for a Safe', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let here: ChainProvider;
  let there: ChainProvider;
  let administration: Administration;
  let safe: OwnedSafe;

  before(async () => {
    world = await sharedWorld('evm');
    [here, there] = [world.provider(), world.provider('ethereum')];
    administration = here.administration ?? assert.fail('there is no administration');
    // Two of three: the first two sign.
    safe = await makeSafe(world.node, world.here.deployment, FUNDED.slice(1) as Hex[], 2);
  });

  const planned = async (action: AdminAction, from?: string): Promise<readonly PlanFile[]> =>
    must(await administration.plan(action, from === undefined ? {} : { from }));
  const bySafe = async (action: AdminAction): Promise<void> => {
    const files = await planned(action);
    assert(files.length > 0);
    for (const file of files) await safe.execute(file);
  };
  /** What differs between the chain and the deployment file with these changes. */
  const differing = async (record: object, change: Partial<Deployment> = {}): Promise<readonly string[]> => {
    const { deployment } = world.here;
    const main = { ...deployment.bridges.main, ...record };
    const file = { ...deployment, ...change, bridges: { ...deployment.bridges, main } } as Deployment;
    return must(await world.provider('here', {}, file).compare()).differences.map(({ what }) => what);
  };

  it('names chain, Safe and checksum, and says in words what it does', async () => {
    const limits = { minAmount: '1', maxAmount: '12345000000000000000', capacity: '22345000000000000000' };
    const wanted = [{ side: 'bridged', limits: { ...limits, refillPerSecond: '4' } }] as const;
    const remote = there.domain;
    const [file, ...others] = await planned({ name: 'setLimits', remote, limits: wanted });
    assert(file && others.length === 0);
    assert.equal(file.name, 'polygon-main-set-limits-ethereum-bridged.json');
    const batch = readBatch(file);
    assert.deepEqual([batch.chainId, batch.meta.createdFromSafeAddress], ['901002', deployer.address]);
    const { address } = world.here.deployment.bridges.main ?? assert.fail();
    assert.equal(
      batch.meta.description,
      `polygon, bridge main (${address}): set minAmount, maxAmount, capacity and refillPerSecond of the bridged limits ` +
        'with ethereum to 1, 12345000000000000000, 22345000000000000000 and 4 wire units.',
    );
    assert.equal(batch.meta.checksum, checksumOf(batch as Parameters<typeof checksumOf>[0]));
    const [call] = batch.transactions;
    assert(call);
    assert.deepEqual([call.to, call.value, call.data], [address, '0', null]);
    assert.deepEqual(call.contractInputsValues, {
      remoteDomain: String(remote),
      side: '1',
      newLimits: '["1","12345000000000000000","22345000000000000000","4"]',
    });
    assert.match(calldataOf(call), /^0x[0-9a-f]{8}(?:[0-9a-f]{64}){6}$/);
  });

  it('has the checksum of the published form: sorted keys, every value with a comma, and no name', () => {
    const meta = {
      ...{ name: 'any', description: 'é', txBuilderVersion: '1', createdFromSafeAddress: '0x1' },
      createdFromOwnerAddress: '',
    };
    const call = { to: '0x2', value: '0', data: '0x', contractMethod: null, contractInputsValues: null };
    const batch = { version: '1.0', chainId: '5', createdAt: 7, meta, transactions: [call, call] } as const;
    const one = '{["contractInputsValues","contractMethod","data","to","value"]null,null,"0x","0x2","0",}';
    const facts =
      '["createdFromOwnerAddress","createdFromSafeAddress","description","name","txBuilderVersion"]"","0x1","é",null,"1",';
    const keys = '["chainId","createdAt","meta","transactions","version"]';
    assert.equal(checksumOf(batch), id(`{${keys}"5",7,{${facts}},[${one},${one}],"1.0",}`));
    assert.equal(checksumOf({ ...batch, meta: { ...meta, name: 'other', checksum: '0x' } }), checksumOf(batch));
    assert.notEqual(checksumOf({ ...batch, chainId: '6' }), checksumOf(batch));
  });

  it('is not made where the bridge would refuse, nor for an address that cannot be a holder', async () => {
    const { plan } = administration;
    const pause = { name: 'pause', scope: INBOUND } as const;
    assert.equal(codeOf(await plan(pause, { from: outsider.address })), 'NotGuardian');
    assert.equal(codeOf(await plan(pause, { from: '0x12' })), 'INVALID_ADDRESS');
    assert.equal(codeOf(await plan({ name: 'acceptAdmin' }, {})), 'NotAdmin');
    assert.equal(codeOf(await plan({ name: 'freezeTable' }, {})), 'ACTION_UNKNOWN');
    for (const threshold of [2, 6]) {
      const oracle = { members: members.map(({ address }) => address), threshold };
      assert.equal(codeOf(await plan({ name: 'setOracle', oracle }, {})), 'InvalidOracle');
    }
    const twice = { members: [guardian, guardian].map(({ address }) => address), threshold: 2 };
    assert.equal(codeOf(await plan({ name: 'setOracle', oracle: twice }, {})), 'InvalidOracle');
    const { address } = world.here.deployment.bridges.main ?? assert.fail();
    for (const holder of [address, `0x${'00'.repeat(19)}01`, `0x${'00'.repeat(20)}`]) {
      assert.equal(codeOf(administration.parseHolder(holder)), 'INVALID_ADDRESS');
    }
  });

  it('lets a Safe of three become admin, do everything that an admin does, and hand over again', async () => {
    const remote = there.domain;
    assert.equal(must(await administration.hasActed(safe.address)), false);
    must(await administration.execute({ name: 'proposeAdmin', admin: safe.address }, deployer));
    assert.deepEqual(await differing({}), ['proposed admin']);
    await bySafe({ name: 'acceptAdmin' });
    assert.equal(must(await administration.hasActed(safe.address)), true);
    assert.deepEqual(await differing({ admin: safe.address }), []);

    for (const scope of [INBOUND, OUTBOUND, { remote }]) {
      must(await administration.execute({ name: 'pause', scope }, guardian));
      await bySafe({ name: 'unpause', scope });
    }
    assert.deepEqual(must(await here.paused()), { outbound: false, inbound: false });
    assert.equal(must(await here.lane(remote)).paused, false);

    const { available: _, ...before } = must(await here.limits(remote, 'canonical'));
    const texts = (more: object) =>
      Object.fromEntries(Object.entries({ ...before, ...more }).map(([name, value]) => [name, String(value)]));
    const limitsOf = (more: object) => [{ side: 'canonical', limits: texts(more) as never }] as const;
    await bySafe({ name: 'setLimits', remote, limits: limitsOf({ refillPerSecond: 9n }) });
    assert.equal(must(await here.limits(remote, 'canonical')).refillPerSecond, 9n);
    await bySafe({ name: 'setLimits', remote, limits: limitsOf({}) });

    // Other tests on this chain may have left fees.
    await bySafe({ name: 'collectFees', to: safe.address });
    await bySafe({ name: 'setFee', remote, fee: 7_000n });
    assert.equal(must(await here.fee(remote)), 7_000n);
    await lock(here, there);
    await bySafe({ name: 'setFee', remote, fee: 0n });
    const fresh = `0x${'fe'.repeat(20)}`;
    await bySafe({ name: 'collectFees', to: fresh });
    assert.equal(BigInt(String(await world.node.rpc('eth_getBalance', fresh, 'latest'))), 7_000n);

    await commitAll(there, here);
    const message = await lock(there, here);
    const batch = batchOf(message);
    await execute(here, [commitOf(message, { ...batch, root: `0x${'ab'.repeat(32)}` })]);
    const interval = { source: remote, firstNonce: batch.firstNonce, count: 1 };
    const repair = { name: 'replaceRoot', interval, root: batch.root, changed: [] } as const;
    assert.equal(codeOf(await administration.plan(repair, {})), 'InboundNotPaused');
    must(await administration.execute({ name: 'pause', scope: { remote } }, guardian));
    await bySafe(repair);
    assert.equal(must(await here.root(remote, batch.firstNonce, 1)), batch.root);
    await bySafe({ ...repair, root: ZERO_32 });
    assert.equal(must(await here.lane(remote)).nextInboundNonce, batch.firstNonce);
    await bySafe({ name: 'unpause', scope: { remote } });

    await bySafe({ name: 'setGuardian', guardian: outsider.address });
    assert.deepEqual(await differing({ admin: safe.address, guardian: outsider.address }), []);
    await bySafe({ name: 'setGuardian', guardian: guardian.address });

    await bySafe({ name: 'proposeAdmin', admin: outsider.address });
    await bySafe({ name: 'proposeAdmin', admin: null });
    await bySafe({ name: 'proposeAdmin', admin: deployer.address });
    must(await administration.execute({ name: 'acceptAdmin' }, deployer));
    assert.deepEqual(await differing({}), []);
  });

  it('makes the Safe of a new oracle first, and finds the old one again', async () => {
    const { oracle: old } = world.here.deployment;
    const oracle = { members: members.slice(1, 4).map(({ address }) => address), threshold: 2 };
    const [making, setting, ...others] = await planned({ name: 'setOracle', oracle });
    assert(making && setting && others.length === 0);
    assert.equal(making.name, 'polygon-oracle-safe.json');
    assert.equal(codeOf(await administration.check({ name: 'setOracle', oracle }, guardian.address)), 'NotAdmin');
    const references = must(await administration.execute({ name: 'setOracle', oracle }, deployer));
    assert.equal(references.length, 2);
    const { address } = must(await here.oracle());
    assert.match(readBatch(making).meta.description, new RegExp(`make the Safe ${address}, `));
    assert.equal(
      calldataOf(readBatch(setting).transactions[0] ?? assert.fail()).slice(-40),
      address.slice(2).toLowerCase(),
    );
    assert.deepEqual(await differing({}, { oracle: { address, ...oracle } }), []);
    assert.deepEqual(await differing({}), ['oracle']);
    const back = { members: old.members, threshold: old.threshold };
    assert.equal((await planned({ name: 'setOracle', oracle: back })).length, 1);
    must(await administration.execute({ name: 'setOracle', oracle: back }, deployer));
    assert.deepEqual(await differing({}), []);
  });
});
