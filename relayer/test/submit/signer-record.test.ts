import assert from 'node:assert/strict';
import type { SignerAnswer } from '@causeway/storage';
import { SignerRecord } from '../../src/submit/signer-record.ts';

const BUSY = { code: 'BUSY', message: 'later', retryable: true } as const;

describe('the record of what signers answered', () => {
  let nowMs: number;
  let written: SignerAnswer[][];
  let isDown: boolean;
  let record: SignerRecord;
  beforeEach(() => {
    [nowMs, written, isDown] = [0, [], false];
    const answered = async (answers: readonly SignerAnswer[]) => {
      if (isDown) throw new Error('no database');
      written.push([...answers]);
    };
    record = new SignerRecord({ oracleRecord: { answered }, clock: { now: () => nowMs } });
  });

  it('has the last signature and the last refusal of each signer and destination, once', async () => {
    for (nowMs of [1, 2]) {
      record.note('a', 7, null);
      record.note('a', 7, { ...BUSY, message: `${nowMs}${'x'.repeat(1_000)}` });
      record.note('a', 8, null);
    }
    await record.write();
    await record.write();
    const refusal = { code: 'BUSY', message: `2${'x'.repeat(299)}` };
    assert.deepEqual(written, [
      [
        { signer: 'a', domain: 7, atMs: 2, refusal: null },
        { signer: 'a', domain: 7, atMs: 2, refusal },
        { signer: 'a', domain: 8, atMs: 2, refusal: null },
      ],
    ]);
  });

  it('is written again after a failure', async () => {
    record.note('a', 7, BUSY);
    isDown = true;
    await assert.rejects(record.write(), /no database/);
    isDown = false;
    nowMs = 5;
    record.note('a', 7, BUSY);
    await record.write();
    assert.deepEqual(
      written.flat().map(({ atMs }) => atMs),
      [5],
    );
  });
});
