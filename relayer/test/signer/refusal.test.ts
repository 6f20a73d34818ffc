import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { REFUSALS, refuse } from '../../src/signer/refusal.ts';
import { TESTED } from '../support/signer-scene.ts';

describe('the refusals of a signer', () => {
  it('have the status and the retryability that the README tells operators', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| (\d{3}) \| (yes|no) \|/gm)];
    const told = rows.flatMap(([, codes = '', status, again]) =>
      codes.split(', ').map((code) => [code.slice(1, -1), { status: Number(status), retryable: again === 'yes' }]),
    );
    assert.deepEqual(Object.fromEntries(told), REFUSALS);
  });

  it('each have a test', () => {
    // A request by a stranger is refused before it is a proposal: see exchange/.
    const proposals = Object.keys(REFUSALS).filter((code) => code !== 'UNAUTHENTICATED');
    assert.deepEqual(Object.values(TESTED).flat().sort(), proposals.sort());
  });

  it('name the refused action where there is one', () => {
    const error = { code: 'NOT_FINAL', message: 'too new', retryable: true };
    assert.deepEqual(refuse('NOT_FINAL', 'too new'), { ok: false, error });
    assert.deepEqual(refuse('NOT_FINAL', 'too new', 0), { ok: false, error: { ...error, action: 0 } });
  });
});
