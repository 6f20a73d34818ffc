import { strict as assert } from 'node:assert';
import { create2Address } from '../../src/evm/deploy/addresses.ts';
import { initCode, SAFE_CONTRACTS } from '../../src/evm/deploy/artifacts.ts';
import { PINNED } from '../../src/evm/pinned.ts';

describe('the pinned contracts of the Safe', () => {
  for (const [name, address] of Object.entries(PINNED)) {
    it(`are at the address that the creation code of ${name} gives`, () => {
      const contract = SAFE_CONTRACTS[name as keyof typeof PINNED];
      assert.equal(address, create2Address(initCode(contract)));
    });
  }
});
