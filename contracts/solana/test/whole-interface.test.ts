// The name makes this file run last, because mocha orders files by name. It reports the parts that the whole run has
// not seen.
import assert from 'node:assert/strict';
import { assertRunsLast, missing } from '../../conformance/src/whole-interface.ts';
import { seenAccounts, seenErrors, seenEvents, seenInstructions } from './support/coverage.ts';
import { ERROR_NAMES, errorCode, IDL } from './support/idl.ts';

describe('the whole interface', () => {
  const namesOf = (parts: readonly { readonly name: string }[] = []) => parts.map(({ name }) => name);

  it('is seen after all other tests', () => assertRunsLast(import.meta.url));

  it('has no error that no call raised', () => {
    const unseen = ERROR_NAMES.filter((name) => !seenErrors.has(errorCode(name)));
    assert.deepEqual(unseen, []);
  });

  it('has no event that no call emitted', () => {
    assert.deepEqual(missing(namesOf(IDL.events), seenEvents), []);
  });

  it('has no account that was not read', () => {
    assert.deepEqual(missing(namesOf(IDL.accounts), seenAccounts), []);
  });

  it('has no instruction that did not succeed', () => {
    assert.deepEqual(missing(namesOf(IDL.instructions), seenInstructions), []);
  });
});
