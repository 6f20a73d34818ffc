import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { type Hex, ok } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import { Balances } from '../../src/bridge/balances.ts';

describe('the balances that polls share', () => {
  it('are those of one holder of one asset', async () => {
    const [ann, bob]: readonly Hex[] = ['0x01', '0x02'];
    const provider: Partial<ChainProvider> = {
      domain: 7,
      family: 'main',
      formatAddress: (address) => address,
      balance: async (address, home) => ok(BigInt(Number(address) * 100 + home)),
      decimals: async () => ok(18),
    };
    const balances = new Balances(clockAt(() => 0));
    const read = async (holder: Hex | undefined, home: number) =>
      (await balances.read(provider as ChainProvider, holder as Hex, home))?.amount;
    assert.deepEqual([await read(ann, 1), await read(bob, 1), await read(ann, 2)], [101n, 201n, 102n]);
  });
});
