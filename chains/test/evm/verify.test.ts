import { strict as assert } from 'node:assert';
import type { Deployment } from '@causeway/chains';
import { bytesToHex, type Hex, hexToBytes, padLeft, uintToHex } from '@causeway/protocol';
import { getAddress, Interface, id } from 'ethers';
import { bridgeAbi } from '../../src/evm/abi.ts';
import { BRIDGE_BUILDS, BRIDGE_IMMUTABLES, TOKEN_BUILD, TOKEN_IMMUTABLES } from '../../src/evm/builds.ts';
import type { Build } from '../../src/evm/immutables.ts';
import { alice, deployer, guardian, must, outsider } from '../support/bridges.ts';
import { assertCheapComparison } from '../support/cheap-comparison.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('what differs at an EVM bridge', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let main: Deployment['bridges'][string];
  let token: string;
  let snapshot: unknown;
  const rpc: World<'evm'>['node']['rpc'] = (...args) => world.node.rpc(...args);

  before(async () => {
    world = await sharedWorld('evm');
    main = world.here.deployment.bridges.main as typeof main;
    token = main.remotes.ethereum?.token.address as string;
  });
  beforeEach(async () => {
    snapshot = await rpc('evm_snapshot');
  });
  afterEach(() => rpc('evm_revert', snapshot));

  const differing = async () =>
    must(await world.provider().compare()).differences.map(({ what, severity }) => `${what}: ${severity}`);
  const codeAt = async (address: string) => String(await rpc('eth_getCode', address, 'latest')) as Hex;
  /** The code at `address` with `value` at the places of the immutable `letter`, or at the first of them. */
  const withImmutable = async (address: string, build: Build, letter: string, value: Hex, first = false) => {
    const code = hexToBytes(await codeAt(address));
    const places = build.places.filter((_, index) => build.immutables[index] === letter);
    for (const place of first ? places.slice(0, 1) : places) code.set(hexToBytes(value), place);
    await rpc('anvil_setCode', address, bytesToHex(code));
  };
  /** `name` of the bridge, called by `from`. */
  const call = async (from: string, name: string, ...args: readonly unknown[]) => {
    const data = bridgeAbi.encodeFunctionData(name, args);
    await rpc('anvil_impersonateAccount', from);
    await rpc('anvil_setBalance', from, '0xffffffffffffffff');
    await rpc('eth_sendTransaction', { from, to: main.address, data });
    await rpc('anvil_mine', '0x1');
  };

  it('is nothing at first', async () => {
    assert.deepEqual(await differing(), []);
  });

  it('is the code, for one byte more or another one', async () => {
    const code = await codeAt(main.address);
    for (const other of [`${code}00`, code.replace('6080', '6081')]) {
      await rpc('anvil_setCode', main.address, other);
      assert.deepEqual(await differing(), ['the code of the bridge: refuse']);
    }
  });

  for (const [letter, name] of Object.entries(BRIDGE_IMMUTABLES)) {
    if (name === 'packedExecutor') continue;
    it(`is the immutable ${name}, at one place or at all`, async () => {
      for (const first of [true, false]) {
        await withImmutable(main.address, BRIDGE_BUILDS[0], letter, uintToHex(7, 32), first);
        assert.deepEqual(await differing(), [`${name}: refuse`]);
      }
    });
  }

  it('is the contract that the bridge delegates to, at another address or of other code', async () => {
    const executor = world.here.deployment.contracts.packedExecutor as string;
    const twin = getAddress(`0x${'e2'.repeat(20)}`);
    await rpc('anvil_setCode', twin, await codeAt(executor));
    await withImmutable(main.address, BRIDGE_BUILDS[0], 'x', padLeft(twin.toLowerCase()));
    assert.deepEqual(await differing(), ['packedExecutor: refuse']);
    await rpc('evm_revert', snapshot);
    snapshot = await rpc('evm_snapshot');
    await rpc('anvil_setCode', executor, `${await codeAt(executor)}00`);
    assert.deepEqual(await differing(), ['the code of packedExecutor: refuse']);
  });

  it('is the code of a bridged token', async () => {
    await rpc('anvil_setCode', token, `${await codeAt(token)}00`);
    assert.deepEqual(await differing(), ['the code of token ethereum: refuse']);
  });

  for (const [letter, name] of Object.entries(TOKEN_IMMUTABLES)) {
    if (name === 'originAsset' || name === 'decimals') continue;
    it(`is the immutable ${name} of a bridged token`, async () => {
      await withImmutable(token, TOKEN_BUILD, letter, uintToHex(7, 32));
      assert.deepEqual(await differing(), [`${name} of token ethereum: refuse`]);
    });
  }

  it('is the immutable decimals of a bridged token, which its remote shows too', async () => {
    await withImmutable(token, TOKEN_BUILD, 'm', uintToHex(7, 32));
    assert.deepEqual(await differing(), ['remote ethereum: refuse', 'decimals of token ethereum: refuse']);
  });

  it('is another oracle of the bridge', async () => {
    const { members } = world.here.deployment.oracle;
    const oracle = { members: members.slice(0, 3), threshold: 2 };
    must((await world.provider().administration?.execute({ name: 'setOracle', oracle }, deployer)) ?? assert.fail());
    assert.deepEqual(await differing(), ['oracle: refuse']);
  });

  it('is what the issuer of the asset can do by a proxy, which is shown', async () => {
    // A bridge of another asset than the file has: that of the file is a token.
    const canonicalAsset = { ...main.canonicalAsset, address: token };
    const file = { ...world.here.deployment, bridges: { main: { ...main, canonicalAsset } } };
    const named = async () => {
      const { differences } = must(await world.provider('here', {}, file).compare());
      return differences.map(({ what, severity }) => `${what}: ${severity}`);
    };
    const before = await named();
    for (const slot of [
      ...['implementation', 'admin', 'beacon'].map((name) => uintToHex(BigInt(id(`eip1967.proxy.${name}`)) - 1n, 32)),
      ...['implementation', 'admin'].map((name) => id(`org.zeppelinos.proxy.${name}`)),
    ]) {
      await rpc('anvil_setStorageAt', token, slot, padLeft(alice.address.toLowerCase()));
      assert.deepEqual(await named(), [...before, 'the issuer’s power to replace: show']);
      await rpc('anvil_setStorageAt', token, slot, uintToHex(0, 32));
    }
  });

  it('is the code of the Safe, or a guard or handler of it', async () => {
    const { address } = world.here.deployment.oracle;
    const code = await codeAt(address);
    for (const kept of ['guard_manager.guard', 'module_manager.module_guard', 'fallback_manager.handler']) {
      const slot = id(`${kept}.address`);
      const pinned = await rpc('eth_getStorageAt', address, slot, 'latest');
      await rpc('anvil_setStorageAt', address, slot, padLeft(alice.address.toLowerCase()));
      assert.deepEqual(await differing(), ['deviations of the oracle: refuse'], kept);
      await rpc('anvil_setStorageAt', address, slot, pinned);
    }
    await rpc('anvil_setCode', address, `${code}00`);
    assert.deepEqual(await differing(), ['the code of the Safe: refuse']);
  });

  it('is a Safe that its own transactions have broken, so that it does not answer', async () => {
    const { address } = world.here.deployment.oracle;
    const broken: Readonly<Record<string, readonly [slot: number, value: Hex]>> = {
      'its singleton is': [0, padLeft(main.address.toLowerCase())],
      'it does not answer: EXECUTION_REVERTED': [3, uintToHex(1n << 200n, 32)],
    };
    for (const [words, [slot, value]] of Object.entries(broken)) {
      await rpc('evm_revert', snapshot);
      snapshot = await rpc('evm_snapshot');
      await rpc('anvil_setStorageAt', address, uintToHex(slot, 32), value);
      assert.deepEqual(await differing(), [
        'deviations of the oracle: refuse',
        'oracle.threshold: refuse',
        'oracle.members: refuse',
      ]);
      const { deviations, members } = must(await world.provider().oracle());
      assert.deepEqual(members, []);
      assert(deviations.join().includes(words), deviations.join());
    }
  });

  it('is a Safe whose code uses up all gas, which keeps nobody from reading the bridge in the same request', async () => {
    const { address } = world.here.deployment.oracle;
    const greedy = '0x00000000000000000000000000000000000000fe';
    await rpc('anvil_setCode', greedy, '0xfe');
    await rpc('anvil_setStorageAt', address, uintToHex(0, 32), padLeft(greedy));
    const provider = world.provider();
    const [oracle, paused] = await Promise.all([provider.oracle(), provider.paused()]);
    assert.deepEqual(must(oracle).members, []);
    must(paused);
  });

  it('is the admin, a proposed admin or the guardian, which is shown', async () => {
    await call(deployer.address, 'proposeAdmin', alice.address);
    assert.deepEqual(await differing(), ['proposed admin: show']);
    await call(alice.address, 'acceptAdmin');
    assert.deepEqual(await differing(), ['admin: show']);
    must(await world.provider().verify());
    await call(alice.address, 'proposeAdmin', deployer.address);
    await call(deployer.address, 'acceptAdmin');
    await call(deployer.address, 'setGuardian', outsider.address);
    assert.deepEqual(await differing(), ['guardian: show']);
    assert.equal(main.guardian, guardian.address);
  });

  it('is who the Safe obeys: a scan shows each change of its owners, threshold and modules', async () => {
    const { address: safe } = world.here.deployment.oracle;
    const iface = new Interface([
      'function addOwnerWithThreshold(address owner, uint256 threshold)',
      'function enableModule(address module)',
    ]);
    const provider = world.provider();
    const { number } = must(await provider.head());
    await rpc('anvil_impersonateAccount', safe);
    await rpc('anvil_setBalance', safe, '0xffffffffffffffff');
    for (const [name, ...args] of [
      ['addOwnerWithThreshold', alice.address, 2],
      ['enableModule', outsider.address],
    ] as const) {
      await rpc('eth_sendTransaction', { from: safe, to: safe, data: iface.encodeFunctionData(name, args) });
      await rpc('anvil_mine', '0x1');
    }
    const { changes = [], events } = must(await provider.scan(number + 1, must(await provider.head())));
    assert.deepEqual(events, []);
    assert.deepEqual(
      changes.map(({ name, detail }) => `${name}: ${detail}`),
      [
        `Safe.AddedOwner: owner ${alice.address}`,
        'Safe.ChangedThreshold: threshold 2',
        `Safe.EnabledModule: module ${outsider.address}`,
      ],
    );
    assert.deepEqual(await differing(), [
      'deviations of the oracle: refuse',
      'oracle.threshold: refuse',
      'oracle.members: refuse',
    ]);
  });

  it('is one key behind a contract: a Safe of one, or an account that delegated its code', async () => {
    const holderOf = async (code: string) => {
      await rpc('anvil_setCode', deployer.address, code);
      const found = must(await world.provider('here', { value: true }).compare()).found;
      return found['the holder of admin'];
    };
    const safe = await codeAt(world.here.deployment.oracle.address);
    const threshold = (value: string) => `0x60${value}60005260206000f3`;
    assert.equal(await holderOf('0x'), 'one key');
    assert.equal(await holderOf(`0xef0100${safe.slice(-40)}`), 'one key');
    assert.equal(await holderOf(threshold('01')), 'one key');
    assert.equal(await holderOf(threshold('02')), 'several keys or a contract');
    assert.equal(await holderOf('0x600080fd'), 'several keys or a contract');
  });

  it('is found with at most 40 requests of each endpoint, within 2 s', async () => {
    await assertCheapComparison(world);
  });
});
