// The name makes this file run last, because mocha orders files by name. It reports the parts that the whole run has
// not seen.
import assert from 'node:assert/strict';
import { assertRunsLast, missing } from '../../conformance/src/whole-interface.ts';
import { seenAccounts, seenErrors, seenEvents, seenInstructions, seenOfSettler } from './support/coverage.ts';
import { ERROR_NAMES, errorCode, IDL, SETTLER } from './support/idl.ts';

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

  it('of the settler has no error of its own, event, account or instruction that was not seen', () => {
    const { idl, errorNames } = SETTLER;
    const own = errorNames.filter((name) => !ERROR_NAMES.includes(name));
    assert.deepEqual(missing(own, seenOfSettler.errors), []);
    assert.deepEqual(missing(namesOf(idl.events), seenOfSettler.events), []);
    assert.deepEqual(missing(namesOf(idl.accounts), seenOfSettler.accounts), []);
    assert.deepEqual(missing(namesOf(idl.instructions), seenOfSettler.instructions), []);
  });
});
