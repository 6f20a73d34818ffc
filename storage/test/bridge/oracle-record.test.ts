import assert from 'node:assert/strict';
import { onEngines } from '../support/engines.ts';
import { DESTINATION, SOURCE } from '../support/rows.ts';
import { temporaryStorage } from '../support/temporary.ts';

const REFUSAL = { code: 'NO_QUORUM', message: 'its endpoints do not agree' };

onEngines('OracleRecordRepository', (engine) => {
  it('keeps the last signature and the last refusal of each signer and destination', async () => {
    const { oracleRecord } = (await temporaryStorage(engine)).storage;
    assert.deepEqual(await oracleRecord.answers(), []);
    await oracleRecord.answered([
      { signer: 'b', domain: SOURCE, atMs: 1, refusal: null },
      { signer: 'b', domain: SOURCE, atMs: 2, refusal: { code: 'BUSY', message: 'too much' } },
      { signer: 'b', domain: SOURCE, atMs: 3, refusal: REFUSAL },
      { signer: 'b', domain: SOURCE, atMs: 4, refusal: null },
    ]);
    await oracleRecord.answered([
      { signer: 'b', domain: DESTINATION, atMs: 5, refusal: null },
      { signer: 'a', domain: SOURCE, atMs: 6, refusal: REFUSAL },
    ]);
    const none = { signedAtMs: null, refusedAtMs: null, refusalCode: null, refusalMessage: null };
    const refused = { refusalCode: REFUSAL.code, refusalMessage: REFUSAL.message };
    assert.deepEqual(await oracleRecord.answers(), [
      { ...none, signer: 'a', domain: SOURCE, refusedAtMs: 6, ...refused },
      { ...none, signer: 'b', domain: SOURCE, signedAtMs: 4, refusedAtMs: 3, ...refused },
      { ...none, signer: 'b', domain: DESTINATION, signedAtMs: 5 },
    ]);
    await oracleRecord.keepSigners(['a', 'c']);
    assert.deepEqual(
      (await oracleRecord.answers()).map(({ signer }) => signer),
      ['a'],
    );
  });

  it('keeps the newest payer of each chain, with amounts beyond 64 bits', async () => {
    const { oracleRecord } = (await temporaryStorage(engine)).storage;
    await oracleRecord.notePayer({ domain: DESTINATION, address: '0x01', minimum: null });
    await oracleRecord.notePayer({ domain: SOURCE, address: '0x01', minimum: 5n });
    await oracleRecord.notePayer({ domain: SOURCE, address: '0x02', minimum: 2n ** 100n });
    assert.deepEqual(await oracleRecord.payers(), [
      { domain: SOURCE, address: '0x02', minimum: 2n ** 100n },
      { domain: DESTINATION, address: '0x01', minimum: null },
    ]);
  });
});
