import { strict as assert } from 'node:assert';
import { AbiCoder, concat, id } from 'ethers';
import { bridgeAbi, tokenAbi } from '../../src/evm/abi.ts';
import { decodeRevert } from '../../src/evm/errors.ts';

const text = (reason: string) =>
  concat([id('Error(string)').slice(0, 10), AbiCoder.defaultAbiCoder().encode(['string'], [reason])]);

describe('contract errors', () => {
  it('carry the name of every custom error of the bridge', () => {
    bridgeAbi.forEachError((error) => {
      const args = error.inputs.map(() => `0x${'00'.repeat(20)}`);
      assert.equal(decodeRevert(bridgeAbi.encodeErrorResult(error, args)).code, error.name);
    });
  });

  it('can be retried exactly when time can heal them', () => {
    const retryable: string[] = [];
    bridgeAbi.forEachError((error) => {
      const args = error.inputs.map(() => `0x${'00'.repeat(20)}`);
      if (decodeRevert(bridgeAbi.encodeErrorResult(error, args)).retryable) retryable.push(error.name);
    });
    const healed = ['InboundPaused', 'InsufficientGas', 'OutboundPaused', 'RateLimited', 'RemotePaused'];
    // A lock that is prepared again reads the fee again.
    assert.deepEqual(retryable.sort(), [...healed, 'WrongValue']);
  });

  it('decode errors of tokens and of the Safe, panics, and reverts without a reason', () => {
    const balance = tokenAbi.encodeErrorResult('ERC20InsufficientBalance', [`0x${'11'.repeat(20)}`, 1n, 2n]);
    assert.equal(decodeRevert(balance).code, 'ERC20InsufficientBalance');
    assert.equal(decodeRevert(text('GS026')).code, 'GS026');
    assert.equal(decodeRevert(text('out of order')).code, 'EXECUTION_REVERTED');
    assert.equal(decodeRevert(`${id('Panic(uint256)').slice(0, 10)}${'11'.padStart(64, '0')}`).code, 'EXECUTION_PANIC');
    assert.equal(decodeRevert('0x').code, 'EXECUTION_REVERTED');
    assert.equal(decodeRevert('0xdeadbeef').code, 'EXECUTION_REVERTED');
    assert.equal(decodeRevert('0xde').code, 'EXECUTION_REVERTED');
  });
});
