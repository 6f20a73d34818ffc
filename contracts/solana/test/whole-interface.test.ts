// The name makes this file run last, because mocha orders files by name. It reports the parts that the whole run has
// not seen.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { seenAccounts, seenErrors, seenEvents, seenInstructions } from './support/coverage.ts';
import { ERROR_NAMES, errorCode, IDL } from './support/idl.ts';

describe('the whole interface', () => {
  const missing = (declared: readonly string[], seen: ReadonlySet<string>) =>
    declared.filter((name) => !seen.has(name));

  it('is seen after all other tests', () => {
    const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.test.ts'));
    const last = files.sort((a, b) => a.localeCompare(b, 'en')).at(-1);
    assert.equal(import.meta.url.endsWith(`/${last}`), true);
  });

  it('has no error that no call raised', () => {
    assert.deepEqual(
      ERROR_NAMES.filter((name) => !seenErrors.has(errorCode(name))),
      [],
    );
  });

  it('has no event that no call emitted', () => {
    assert.deepEqual(
      missing(
        (IDL.events ?? []).map(({ name }) => name),
        seenEvents,
      ),
      [],
    );
  });

  it('has no account that was not read', () => {
    assert.deepEqual(
      missing(
        (IDL.accounts ?? []).map(({ name }) => name),
        seenAccounts,
      ),
      [],
    );
  });

  it('has no instruction that did not succeed', () => {
    assert.deepEqual(
      missing(
        IDL.instructions.map(({ name }) => name),
        seenInstructions,
      ),
      [],
    );
  });
});
