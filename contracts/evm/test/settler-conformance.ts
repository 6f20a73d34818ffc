import assert from 'node:assert/strict';
import artifact from '@causeway/contracts-evm/Settler.json' with { type: 'json' };
import { settlerConformance } from '../../conformance/src/settler-conformance.ts';
import { EVM_SETTLER } from './helpers/settler-under-test.ts';

settlerConformance(EVM_SETTLER);

describe('the settler on the EVM', () => {
  it('has no function but these: none of an owner, none that takes a rate, none for coins alone', () => {
    const reachable = artifact.abi.filter(({ type }) => ['function', 'receive', 'fallback'].includes(type));
    const names = reachable.map((entry) => ('name' in entry ? entry.name : entry.type));
    const moving = ['fill', 'settle', 'settleLess', 'fillAndSettle', 'giveBack', 'withdraw', 'sweep', 'collect'];
    assert.deepEqual(new Set(names), new Set([...moving, 'bridge', 'vaultOf', 'swapOf']));
    assert.equal(names.length, 11);
  });
});
