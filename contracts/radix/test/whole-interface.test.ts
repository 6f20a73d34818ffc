// The name makes this file run last, because mocha orders files by name. It reports the parts that the whole run has
// not seen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { assertRunsLast, missing } from '../../conformance/src/whole-interface.ts';
import { seenErrors, seenEvents, seenFunctions, seenUnauthorized } from './support/coverage.ts';
import { EVENTS, FUNCTIONS, type FunctionName } from './support/interface.ts';

/** The names of the errors in the blueprint's source. */
function declaredErrors(): string[] {
  const source = readFileSync(new URL('../src/error.rs', import.meta.url), 'utf8');
  const [, list = ''] = /^errors! \{$(.*?)^\}$/ms.exec(source) ?? [];
  return [...list.matchAll(/^ {4}(\w+),$/gm)].map(([, name]) => name as string);
}

describe('the whole interface', () => {
  it('is seen after all other tests', () => assertRunsLast(import.meta.url));

  it('has no error that no call raised', () => {
    const errors = declaredErrors();
    assert(errors.length > 30);
    assert.deepEqual(missing(errors, seenErrors), []);
    assert.deepEqual(missing([...seenErrors], new Set(errors)), []);
  });

  it('has no event that no call emitted', () => {
    assert.deepEqual(missing(Object.keys(EVENTS), seenEvents), []);
  });

  it('has no function that did not succeed', () => {
    assert.deepEqual(missing(Object.keys(FUNCTIONS), seenFunctions), []);
  });

  it('has no function for a role that was not refused to others', () => {
    const guarded = (Object.keys(FUNCTIONS) as FunctionName[]).filter((name) => FUNCTIONS[name].role !== 'public');
    assert.deepEqual([...seenUnauthorized].sort(), guarded.sort());
  });
});
