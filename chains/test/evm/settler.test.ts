import { strict as assert } from 'node:assert';
import type { Deployment } from '@causeway/chains';
import settler from '@causeway/contracts-evm/Settler.json' with { type: 'json' };
import { type Hex, keccak256, padLeft } from '@causeway/protocol';
import { getAddress } from 'ethers';
import { create2Address } from '../../src/evm/deploy/addresses.ts';
import { isSettlerOf, settlerCode } from '../../src/evm/settler.ts';
import { codeOf, must } from '../support/bridges.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** keccak-256 of the creation code of this release's settler. */
const KNOWN_CODE = '0x343dee1d1a4cfe55eecbcdd189ca39b050c0189ef9370671bf8faf5e7fe929d4';

describe('the settler of an EVM bridge', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let main: Deployment['bridges'][string];
  before(async () => {
    world = await sharedWorld('evm');
    main = world.here.deployment.bridges.main as typeof main;
  });

  const verifyWith = (address: string, address32 = padLeft(address)) => {
    const record = { ...main, settler: { address, address32 } };
    return world.provider('here', {}, { ...world.here.deployment, bridges: { main: record } }).verify();
  };

  it('is at the address of its code and its bridge', () => {
    assert.equal(main.settler?.address, create2Address(settlerCode(main.address)));
    assert(isSettlerOf(main.address, main.settler?.address as string));
  });

  it('is none of another bridge, and no other contract', async () => {
    must(await verifyWith(main.settler?.address as string));
    const others = [create2Address(settlerCode(getAddress(`0x${'0e'.repeat(20)}`))), main.address];
    for (const other of others) assert.equal(codeOf(await verifyWith(other)), 'DEPLOYMENT_MISMATCH', other);
    const otherBytes = await verifyWith(main.settler?.address as string, main.address32 as Hex);
    assert.equal(codeOf(otherBytes), 'DEPLOYMENT_MISMATCH');
  });

  it('is there', async () => {
    const snapshot = await world.node.rpc('evm_snapshot');
    await world.node.rpc('anvil_setCode', main.settler?.address, '0x');
    const verified = await verifyWith(main.settler?.address as string);
    await world.node.rpc('evm_revert', snapshot);
    assert.match(verified.ok ? '' : verified.error.message, /the settler is missing on chain/);
  });

  it('has code that verification knows in later releases', () => {
    assert.equal(
      keccak256(settler.bytecode as Hex),
      KNOWN_CODE,
      'settlers of before keep their code: put it into contracts/evm/earlier-settlers.json, and the new hash here',
    );
  });
});
