import assert from 'node:assert/strict';
import { onStorages } from '@causeway/storage/test-support/engines';
import { beginAttempt } from '../../../../src/areas/avatars/rules/attempts.ts';

onStorages('attempts to sign in', (temporary) => {
  it('count wrong passwords per key, concurrent ones too, and wait longer after each', async () => {
    const { attempts, context } = temporary.storage.avatars;
    const delayOf = (failures: number) => (failures < 3 ? 0 : failures * 1_000);
    const begin = (...keys: string[]) =>
      beginAttempt(
        context,
        keys.map((key) => ({ key, delayOf })),
      );
    const waits = await Promise.all(Array.from({ length: 5 }, () => begin('ann at home')));
    assert.deepEqual(waits.sort(), [0, 0, 0, 3_000, 3_000]);
    assert.equal(await begin('ann elsewhere'), 0, 'another address does not wait');
    temporary.nowMs += 3_000;
    assert.equal(await begin('ann at home'), 0);
    assert.equal(await begin('ann at home'), 4_000);
    await attempts.clear(['ann at home']);
    assert.equal(await begin('ann at home'), 0);
    assert.equal(await begin('ann anywhere', 'ann at home'), 0);
    await begin('ann anywhere');
    await begin('ann anywhere');
    assert.equal(await begin('ann anywhere', 'ann at home'), 3_000, 'the longest wait counts');
    temporary.nowMs += 3_000;
    assert.equal(await begin('ann at home'), 0, 'and what has to wait is counted nowhere');
    assert.equal(await attempts.prune(temporary.nowMs + 10_000), 3);
  });
});
