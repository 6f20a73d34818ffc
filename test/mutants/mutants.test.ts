import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTANTS } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the list of mutants', () => {
  it('has at least thirty, each of its own name', () => {
    assert.ok(MUTANTS.length >= 30);
    assert.equal(new Set(MUTANTS.map(({ id }) => id)).size, MUTANTS.length);
  });

  it('applies to the sources as they are', () => {
    const stale = MUTANTS.filter(({ file, find }) => readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2);
    assert.deepEqual(
      stale.map(({ id }) => id),
      [],
    );
  });
});
