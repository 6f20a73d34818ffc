import assert from 'node:assert/strict';
import { dependencyProblems, requiredPackageProblems, textProblems, undeclaredProblems } from '../lib/source-rules.ts';
import { importsOf, packageOf } from '../lib/sources.ts';

const file = (path: string, text: string) => ({ path, text });
const importing = (path: string, specifier: string) => file(path, `import { x } from '${specifier}';`);

describe('importsOf', () => {
  it('finds every way to import, and nothing in comments', () => {
    // Spelt so that the rule does not take this text for imports of this file.
    const text = `
IMPORT a FROM 'a';
IMPORT { b,
  c } FROM "b";
IMPORT 'c';
export * FROM './d.ts';
const e = await IMPORT('e'), f = REQUIRE('f'), g = REQUIRE.resolve('g/x.js'), h = IMPORT.meta.resolve('h');
const u = 'http://i'; // IMPORT x FROM 'no'
const v = \`\${u} FROM ': '\`;
/* IMPORT y FROM 'neither' */`.replace(/IMPORT|FROM|REQUIRE/g, (word) => word.toLowerCase());
    assert.deepEqual(importsOf(file('x.ts', text)), ['a', 'b', 'c', './d.ts', 'e', 'f', 'g/x.js', 'h']);
  });

  it('names the package of a specifier', () => {
    assert.deepEqual(['@a/b/c', 'a/b', './a', 'node:fs', '#x'].map(packageOf), [
      '@a/b',
      'a',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('dependency rule', () => {
  const refused = (path: string, specifier: string) => dependencyProblems([importing(path, specifier)]).length === 1;

  it('lets imports point one way', () => {
    assert.equal(refused('chains/src/a.ts', '@causeway/protocol'), false);
    assert.equal(refused('protocol/src/a.ts', '@causeway/chains'), true);
    assert.equal(refused('relayer/src/a.ts', '@causeway/api'), true);
    assert.equal(refused('api/src/a.ts', '@causeway/relayer'), true);
    assert.equal(refused('test/e2e/a.ts', '@causeway/relayer'), false);
  });

  it('lets tests look further than what is shipped', () => {
    assert.equal(refused('relayer/src/a.ts', '@causeway/devnet'), true);
    assert.equal(refused('relayer/test/a.ts', '@causeway/devnet'), false);
  });

  it('keeps libraries where they belong', () => {
    assert.equal(refused('relayer/src/a.ts', 'ethers'), true);
    assert.equal(refused('chains/src/evm/a.ts', 'ethers'), false);
    assert.equal(refused('devnet/src/a.ts', '@safe-global/protocol-kit'), true);
    assert.equal(refused('api/src/a.ts', 'drizzle-orm/better-sqlite3'), true);
  });

  it('refuses a path into another workspace', () => {
    assert.equal(refused('api/src/a.ts', '../../storage/src/b.ts'), true);
    assert.equal(refused('api/src/a.ts', '../test/b.ts'), false);
    assert.equal(refused('devnet/src/a.ts', '../../radix-ledger/src/b.ts'), true);
    assert.equal(refused('radix-ledger/src/a.ts', '../../devnet/src/b.ts'), true);
    assert.equal(refused('radix-ledger/test/a.ts', '../src/b.ts'), false);
  });
});

describe('declared dependencies', () => {
  const manifest = file(
    'api/package.json',
    '{"name":"@causeway/api","dependencies":{"a":"1"},"devDependencies":{"b":"1"}}',
  );
  const undeclared = (path: string, specifier: string) =>
    undeclaredProblems([manifest, importing(path, specifier)]).length === 1;

  it('wants what is shipped among the dependencies', () => {
    assert.equal(undeclared('api/src/x.ts', 'a/sub'), false);
    assert.equal(undeclared('api/src/x.ts', 'b'), true);
    assert.equal(undeclared('api/src/x.ts', 'c'), true);
  });

  it('lets tests use what only development needs', () => {
    assert.equal(undeclared('api/test/x.ts', 'b'), false);
    assert.equal(undeclared('api/test/x.ts', 'c'), true);
  });
});

describe('required packages', () => {
  const missing = (files: { path: string; text: string }[]) => requiredPackageProblems(files).join('\n');

  it('must be imported by shipped code, not by tests', () => {
    assert.match(missing([importing('api/test/x.ts', 'fastify')]), /fastify is required/);
    assert.doesNotMatch(missing([importing('api/src/x.ts', 'fastify')]), /fastify is required/);
  });

  it('wait for the chain that they are for', () => {
    assert.doesNotMatch(missing([]), /anchor/);
    assert.match(missing([file('contracts/solana/Cargo.toml', '')]), /anchor is required/);
    assert.match(missing([file('contracts/radix/Cargo.toml', '')]), /babylon-core-api-sdk is required/);
  });

  it('want a test for mocha to run', () => {
    assert.match(missing([]), /mocha/);
    assert.doesNotMatch(missing([file('test/e2e/a.test.ts', '')]), /mocha/);
  });
});

describe('machine paths', () => {
  const found = (text: string) => textProblems([file('x.md', text)]);

  it('are found with their line', () => {
    assert.deepEqual(found(`one\nsee ${'/ho'}me/somebody/file`), ['x.md:2: a path of one machine']);
    assert.equal(found(`"resolved": "${'https'}://example.org/a.tgz"`).length, 1);
    assert.equal(found(`${'https'}://registry.example.org/`).length, 1);
  });

  it('are not mistaken for routes and relative paths', () => {
    assert.deepEqual(found('GET /api/v1/orders, ./work/a, https://example.org/home/page'), []);
  });
});
