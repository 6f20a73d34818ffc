import assert from 'node:assert/strict';
import { type Hex, KIND, type Kind } from '@causeway/protocol';
import type { MessageRow } from '@causeway/storage';
import { crowding, fairOrder, shareOf } from '../../src/plan/fairness.ts';

describe('the share of a sender', () => {
  const [ANNE, BEN]: readonly Hex[] = ['0x0a', '0x0b'];
  const row = (sender: Hex | undefined, id: number, kind: Kind = KIND.lock) =>
    ({ messageId: `0x${id}`, message: { sender, kind } }) as unknown as MessageRow;

  it('is a quarter of the batch, and one message at least', () => {
    assert.deepEqual([1, 3, 4, 7, 8, 50].map(shareOf), [1, 1, 1, 1, 2, 12]);
  });

  it('is exceeded by more messages than that, not by as many', () => {
    const rows = [row(ANNE, 0), row(BEN, 1), row(ANNE, 2), row(BEN, 3), row(ANNE, 4)];
    assert.deepEqual(crowding(rows, 3), []);
    assert.deepEqual(crowding(rows, 2), [ANNE]);
    assert.deepEqual(crowding(rows, 1), [ANNE, BEN]);
  });

  it('is delivered to each in turn, after the refunds', () => {
    const rows = [row(ANNE, 0), row(ANNE, 1), row(ANNE, 2), row(BEN, 3), row(ANNE, 4, KIND.cancel)];
    assert.deepEqual(
      fairOrder(rows, 2).map(({ messageId }) => Number(messageId)),
      [4, 0, 1, 3, 2],
    );
  });
});
