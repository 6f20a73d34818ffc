import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EQUIVALENT } from './random/equivalent.ts';
import { contractMutantsOf, Sources } from './random/sources.ts';
import { loadersOf, testsOf } from './random/tests-of.ts';

const ROOT = join(import.meta.dirname, '../..');

const PACKAGE = '@x/a';

describe('random mutants', () => {
  describe('of a file', () => {
    let root: string;
    let sources: Sources;
    const mutants = (...lines: readonly string[]) => {
      writeFileSync(join(root, 'file.ts'), lines.join('\n'));
      sources = new Sources(root);
      return sources.mutantsOf('file.ts');
    };
    beforeEach(() => {
      root = mkdtempSync(join(tmpdir(), 'causeway-random-'));
      const compilerOptions = { strict: true, target: 'es2022', lib: ['es2022'], types: [], noEmit: true };
      writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    });
    afterEach(() => {
      sources.close();
      rmSync(root, { recursive: true, force: true });
    });

    it('change comparisons, connectives, negations, constants and early returns, each alone', () => {
      const made = mutants(
        'type Ten = 10;',
        'declare function refuse(): number;',
        'export function f(a: number, b: boolean, c: readonly number[]): number {',
        '  if (a < 3 && !b) return refuse();',
        '  if (c.some((each) => each === 7)) return a;',
        '  return a;',
        '}',
        'export const large = 1_0n;',
      );
      assert.deepEqual(
        made.map(({ at, becomes }) => `${at}: ${becomes}`),
        [
          '4: if (a < 3 || !b) return refuse();',
          '4: if (a <= 3 && !b) return refuse();',
          '4: if (a >= 3 && !b) return refuse();',
          '4: if (a < 4 && !b) return refuse();',
          '4: if (a < 2 && !b) return refuse();',
          '4: if (a < 3 && b) return refuse();',
          '4: if (a < 3 && !b) refuse();',
          '5: if (!(c.some((each) => each === 7))) return a;',
          '5: if (c.every((each) => each === 7)) return a;',
          '5: if (c.some((each) => each !== 7)) return a;',
          '5: if (c.some((each) => each === 8)) return a;',
          '5: if (c.some((each) => each === 6)) return a;',
          '5: if (c.some((each) => each === 7)) {}',
          '8: export const large = 11n;',
          '8: export const large = 9n;',
        ],
      );
      assert.ok(made.every((mutant) => sources.isValid(mutant)));
    });

    it('count only where the types still fit', () => {
      const made = mutants(
        'export const f = (a?: string): number => {',
        '  if (!a) return 0;',
        '  return a.length;',
        '};',
      );
      const dropped = made.find(({ becomes }) => becomes === 'if (!a) {}');
      assert.ok(dropped);
      assert.equal(sources.isValid(dropped), false);
      const changed = made.find(({ becomes }) => becomes === 'if (!a) return 1;');
      assert.ok(changed && sources.isValid(changed), 'the file is read unbroken again');
    });
  });

  describe('of a contract', () => {
    const mutants = (name: string, ...lines: readonly string[]) => {
      const root = mkdtempSync(join(tmpdir(), 'causeway-random-'));
      try {
        writeFileSync(join(root, name), lines.join('\n'));
        return contractMutantsOf(root, name).map(({ at, becomes }) => `${at}: ${becomes}`);
      } finally {
        rmSync(root, { recursive: true });
      }
    };

    it('in Solidity change signs, constants, conditions and statements, each alone', () =>
      assert.deepEqual(
        mutants(
          'contract.sol',
          'pragma solidity 0.8.37;',
          '// if (a < 1) revert Never();',
          '        if (held < least && isOpen) revert NotDelivered();',
          '        uint256 rest = held - 1_0;',
          '        _pay(id, rest);',
          '        return rest;',
        ),
        [
          '3: if (held <= least && isOpen) revert NotDelivered();',
          '3: if (held >= least && isOpen) revert NotDelivered();',
          '3: if (held < least || isOpen) revert NotDelivered();',
          '4: uint256 rest = held + 1_0;',
          '4: uint256 rest = held - 11;',
          '4: uint256 rest = held - 9;',
          '3: ',
          '5: ',
          '3: if (!(held < least && isOpen)) revert NotDelivered();',
        ],
      ));

    it('in Rust change signs, words, constants, conditions and statements, each alone', () =>
      assert.deepEqual(
        mutants(
          'contract.rs',
          'use crate::max;',
          '#[inline(never)]',
          'fn f(x: Option<u64>, all: u64) -> Result {',
          '    ensure(x.is_some(), Error::Missing)?;',
          '    if all.min(2) == 0 {',
          '        return Err("a < b");',
          '    }',
          '    Ok(())',
        ),
        [
          '4: ensure(x.is_none(), Error::Missing)?;',
          '5: if all.max(2) == 0 {',
          '5: if all.min(3) == 0 {',
          '5: if all.min(1) == 0 {',
          '5: if all.min(2) != 0 {',
          '5: if all.min(2) == 1 {',
          '4: ',
          '5: if !(all.min(2) == 0) {',
        ],
      ));
  });

  it('are judged by the tests that load the file, the nearest first', () => {
    const file = (path: string, text = '') => ({ path, text });
    const loaders = loadersOf([
      file('a/package.json', `{ "name": "${PACKAGE}", "exports": { ".": "./src/index.ts" } }`),
      file('a/src/index.ts', `export { one } from './part/one.ts';`),
      file('a/src/part/one.ts'),
      file('a/test/far.test.ts', `import { help } from './support/help.ts';`),
      file('a/test/support/help.ts', `import { one } from '${PACKAGE}';`),
      file('a/test/near.test.ts', `import { one } from '../src/part/one.ts';`),
      file('a/test/part/like.test.ts', `import { help } from '../support/help.ts';`),
      file('a/test/other.test.ts', `import type { One } from '../src/part/one.ts';`),
      file('b/test/part/elsewhere.test.ts', `import { one } from '${PACKAGE}';`),
      file('b/test/one.test.ts', `import { one } from '${PACKAGE}';`),
    ]);
    assert.deepEqual(testsOf('a/src/part/one.ts', loaders), [
      'b/test/one.test.ts',
      'a/test/part/like.test.ts',
      'a/test/near.test.ts',
      'a/test/far.test.ts',
    ]);
  });

  it('leave out only lines that still exist', () => {
    for (const [file, entries] of Object.entries(EQUIVALENT)) {
      const lines = readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .map((line) => line.trim());
      for (const { line } of entries) assert.ok(lines.includes(line), `${file}: ${line}`);
    }
  });
});
