import { strict as assert } from 'node:assert';
import { GasBook, gasShareOf } from '../../src/evm/oracle-gas.ts';
import type { OracleCall } from '../../src/index.ts';

const BLOCK_GAS = 30_000_000n;
const call = (name: OracleCall['function']) => ({ function: name }) as OracleCall;

describe('the gas of the oracle’s transactions', () => {
  for (const [name, kind] of [
    ['mintTokens', 'token'],
    ['releaseTokens', 'token'],
    ['releaseTokens', 'coin'],
  ] as const) {
    for (const stretch of [100n, 137n]) {
      it(`of as many ${name} of a ${kind} as have room is within the share, and of one more is not (${stretch} %)`, () => {
        const gas = new GasBook(kind === 'coin');
        const one = [call(name)];
        gas.learn(one, false, (gas.leastFor(one, false) * stretch) / 100n);
        const share = gasShareOf(BLOCK_GAS);
        const most = share - gas.base - (name === 'releaseTokens' ? gas.releases : 0n);
        const fits = Number(most / gas.of(name, false));
        const limit = (count: number) => gas.limitFor(Array<OracleCall>(count).fill(call(name)), false);
        assert.ok(limit(fits) <= share, `${limit(fits)} of ${share}`);
        assert.ok(limit(fits + 1) > share, `${limit(fits + 1)} of ${share}`);
      });
    }
  }
});
