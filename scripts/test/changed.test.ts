import { strict as assert } from 'node:assert';
import { suitesFor } from '../lib/tests/changed.ts';
import type { Suite } from '../lib/tests/suites.ts';

const suite = (name: string, ...files: readonly string[]): Suite => ({
  name,
  commands: [{ kind: 'mocha', files }],
  timeoutMinutes: 1,
  usualSeconds: 1,
  load: 'computes',
  megabytes: 1,
});
const SUITES = [
  suite('storage', 'storage/test/**/*.test.ts'),
  suite('api', 'api/test/**/*.test.ts'),
  suite('keys', 'keys/test/**/*.test.ts'),
  suite('system/evm', 'test/system/evm.test.ts'),
];

/** A file that imports `specifiers`. The keyword is put together, so that the rules of imports do not see these. */
const file = (path: string, ...specifiers: readonly string[]) => ({
  path,
  text: specifiers.map((specifier) => `${'im'}port '${specifier}';`).join('\n'),
});
const manifest = (folder: string, exports: Readonly<Record<string, string>>) => ({
  path: `${folder}/package.json`,
  text: JSON.stringify({ name: `@causeway/${folder}`, exports }),
});
const FILES = [
  manifest('storage', { '.': './src/index.ts', './test-support/*': './test/support/*.ts' }),
  manifest('api', {}),
  manifest('keys', { '.': './src/index.ts' }),
  file('storage/src/index.ts', './orders.ts'),
  file('storage/src/orders.ts'),
  file('storage/test/orders.test.ts', '../src/index.ts'),
  file('storage/test/support/engines.ts'),
  file('api/src/app.ts', '@causeway/storage'),
  file('api/test/app.test.ts', '../src/app.ts', '@causeway/storage/test-support/engines'),
  file('keys/src/index.ts'),
  { path: 'keys/test/keys.test.ts', text: `${'im'}port '../src/index.ts'; read('../docs/runbooks.md');` },
  file('test/system/evm.test.ts'),
];
const chosen = (...changed: readonly string[]) => suitesFor(SUITES, changed, FILES).map(({ name }) => name);

describe('the suites of a change', () => {
  it('are those that reach it over modules and workspaces, and those that start programs', () => {
    assert.deepEqual(chosen('storage/src/orders.ts'), ['storage', 'api', 'system/evm']);
    assert.deepEqual(chosen('api/src/app.ts'), ['api', 'system/evm']);
    assert.deepEqual(chosen('keys/src/index.ts'), ['keys', 'system/evm']);
  });

  it('are no others for a test, and those that use it for its support', () => {
    assert.deepEqual(chosen('keys/test/keys.test.ts'), ['keys']);
    assert.deepEqual(chosen('storage/test/support/engines.ts'), ['api']);
  });

  it('are those of a workspace for a file that is no module', () => {
    assert.deepEqual(chosen('storage/migrations/bridge/sqlite/0011_void_allowances.sql'), [
      'storage',
      'api',
      'system/evm',
    ]);
  });

  it('are all for the lock file, and none for what no test reads', () => {
    assert.deepEqual(chosen('package-lock.json').length, SUITES.length);
    assert.deepEqual(chosen('README.md', 'bench/README.md', 'docs/other.md'), []);
  });

  it('are those with a test that names a page', () => {
    assert.deepEqual(chosen('docs/runbooks.md'), ['keys']);
  });
});
