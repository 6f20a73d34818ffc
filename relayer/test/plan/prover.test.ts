import assert from 'node:assert/strict';
import type { MessageRow } from '@causeway/storage';
import { contiguousFrom } from '../../src/plan/prover.ts';

describe('the messages of a batch', () => {
  const rows = (...nonces: readonly bigint[]) => nonces.map((nonce) => ({ message: { nonce } }) as MessageRow);
  const nonces = (found: readonly MessageRow[]) => found.map(({ message }) => message.nonce);

  it('are all messages when there is no gap', () => {
    assert.deepEqual(nonces(contiguousFrom(4n, rows(4n, 5n, 6n))), [4n, 5n, 6n]);
  });

  it('end before a gap', () => {
    assert.deepEqual(nonces(contiguousFrom(4n, rows(4n, 5n, 7n, 8n))), [4n, 5n]);
  });

  it('are none when the first is missing', () => {
    assert.deepEqual(contiguousFrom(4n, rows(5n, 6n)), []);
  });
});
