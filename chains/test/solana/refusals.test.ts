import { strict as assert } from 'node:assert';
import { decodeTransactionError } from '../../src/solana/errors.ts';

const codeOf = (index: number, code: number) => decodeTransactionError({ InstructionError: [index, { Custom: code }] });

describe('transaction errors on Solana', () => {
  it('have the program’s names', () => {
    assert.equal(codeOf(3, 6_000).code, 'NotOracle');
    assert.deepEqual([codeOf(3, 6_012).code, codeOf(3, 6_012).retryable], ['RateLimited', true]);
  });

  it('blame the payer, not the recipient, for the rent of a token account', () => {
    const { code, retryable } = codeOf(2, 1);
    assert.deepEqual([code, retryable], ['INSUFFICIENT_FUNDS', true]);
  });

  it('of the cluster have names', () => {
    assert.equal(decodeTransactionError('BlockhashNotFound').code, 'BLOCKHASH_EXPIRED');
    const rent = { InsufficientFundsForRent: { account_index: 0 } };
    assert.equal(decodeTransactionError(rent).code, 'INSUFFICIENT_FUNDS');
  });
});
