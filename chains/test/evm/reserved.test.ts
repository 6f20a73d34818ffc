import { strict as assert } from 'node:assert';
import { padLeft } from '@causeway/protocol';
import { isReservedEvm } from '../../src/evm/reserved.ts';

describe('reserved EVM addresses', () => {
  const padded = (address: string) => padLeft(`0x${address.padStart(40, '0')}`);

  it('are those of precompiled and system contracts', () => {
    for (const address of ['1', '2', '9', 'a', '11', '100', '8b', 'ffff']) assert.ok(isReservedEvm(padded(address)));
  });

  it('are no other, however many zeros they begin with', () => {
    for (const address of ['10000', 'dead00', '9858effd232b4033e47d90003d41ec34ecaeda94'])
      assert.ok(!isReservedEvm(padded(address)), address);
  });
});
