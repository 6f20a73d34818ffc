import assert from 'node:assert/strict';
import { cycleProblems } from '../lib/check/import-cycles.ts';
import { MAY_IMPORT, TESTS_MAY_IMPORT } from '../lib/check/import-table.ts';
import {
  clockProblems,
  dependencyProblems,
  requiredPackageProblems,
  textProblems,
  topLevelProblems,
  undeclaredProblems,
  versionProblems,
} from '../lib/check/source-rules.ts';
import { importsOf, packageOf } from '../lib/check/sources.ts';

const file = (path: string, text: string) => ({ path, text });
const importing = (path: string, specifier: string) => file(path, `import { x } from '${specifier}';`);

describe('importsOf', () => {
  it('finds every way to import, and nothing in comments', () => {
    // The keywords are replaced so that the rule does not see imports of this file.
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

describe('the table of imports', () => {
  it('has no circle between workspaces, tests included', () => {
    const folderOf: Readonly<Record<string, string>> = {
      ...{
        'contracts-evm': 'contracts/evm',
        'contracts-solana': 'contracts/solana',
        'contracts-radix': 'contracts/radix',
      },
      cli: 'scripts',
    };
    const open = new Set<string>();
    const visit = (folder: string): void => {
      assert.ok(!open.has(folder), `a circle: ${[...open, folder].join(' → ')}`);
      open.add(folder);
      for (const name of [...(MAY_IMPORT[folder] ?? []), ...(TESTS_MAY_IMPORT[folder] ?? [])]) {
        visit(folderOf[name] ?? name);
      }
      open.delete(folder);
    };
    for (const folder of Object.keys(MAY_IMPORT)) visit(folder);
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

  it('keeps storage and chains apart, and agents away from chains', () => {
    assert.equal(refused('storage/src/a.ts', '@causeway/protocol'), false);
    assert.equal(refused('storage/src/a.ts', '@causeway/chains'), true);
    assert.equal(refused('storage/test/a.ts', '@causeway/chains'), true);
    assert.equal(refused('agents/src/a.ts', '@causeway/storage'), false);
    assert.equal(refused('agents/src/a.ts', '@causeway/chains'), true);
  });

  it('lets relayer and API meet in the outbox, which knows neither', () => {
    assert.equal(refused('relayer/src/a.ts', '@causeway/outbox'), false);
    assert.equal(refused('api/src/a.ts', '@causeway/outbox'), false);
    assert.equal(refused('outbox/src/a.ts', '@causeway/storage'), false);
    assert.equal(refused('outbox/src/a.ts', '@causeway/relayer'), true);
    assert.equal(refused('storage/src/a.ts', '@causeway/outbox'), true);
  });

  it('allows tests more imports than shipped code', () => {
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

  it('lets tests alone use the support that a package exports for them', () => {
    assert.equal(refused('relayer/test/a.ts', '@causeway/chains/test-support'), false);
    assert.equal(refused('chains/conformance/a.ts', '@causeway/local-nodes'), false);
    assert.equal(refused('chains/conformance/a.ts', '@causeway/devnet'), true);
    assert.equal(refused('relayer/src/a.ts', '@causeway/chains/test-support'), true);
    assert.equal(refused('outbox/src/a.ts', '@causeway/chains/test-support'), true);
  });

  it('lets tests of contracts alone use their shared support, by its path', () => {
    assert.equal(refused('contracts/solana/test/a.ts', '../../conformance/src/b.ts'), false);
    assert.equal(refused('contracts/radix/test/support/a.ts', '../../../conformance/src/b.ts'), false);
    assert.equal(refused('contracts/solana/idl/a.ts', '../../conformance/src/b.ts'), true);
    assert.equal(refused('chains/test/a.ts', '../../contracts/conformance/src/b.ts'), true);
    assert.equal(refused('contracts/conformance/src/a.ts', '@causeway/protocol'), false);
    assert.equal(refused('contracts/conformance/src/a.ts', '@causeway/chains'), true);
    assert.equal(refused('contracts/conformance/src/a.ts', '../../solana/test/b.ts'), true);
  });

  it('allows no kind of chain to import another', () => {
    assert.equal(refused('chains/src/evm/deploy/a.ts', '../../radix/b.ts'), true);
    assert.equal(refused('chains/src/solana/a.ts', '../evm/b.ts'), true);
    assert.equal(refused('devnet/src/evm/a.ts', '../solana/b.ts'), true);
    assert.equal(refused('devnet/src/solana/methods/a.ts', '../rpc.ts'), false);
    assert.equal(refused('chains/src/evm/deploy/a.ts', '../../quorum.ts'), false);
    assert.equal(refused('chains/src/kinds.ts', './radix/b.ts'), false);
    assert.equal(refused('chains/test/evm/a.ts', '../solana/b.ts'), false);
  });

  it('lets an area use another through its index alone', () => {
    assert.equal(refused('api/src/areas/orders/a.ts', '../market/index.ts'), false);
    assert.equal(refused('api/src/areas/orders/a.ts', '../market/rates/b.ts'), true);
    assert.equal(refused('api/src/areas/orders/custody/a.ts', '../../market/service.ts'), true);
    assert.equal(refused('api/src/areas/orders/custody/a.ts', '../view.ts'), false);
    assert.equal(refused('storage/src/missions/a.ts', '../avatars/index.ts'), false);
    assert.equal(refused('storage/src/missions/a.ts', '../bridge/orders.ts'), true);
    assert.equal(refused('storage/src/missions/a.ts', '../core/engine.ts'), false);
    assert.equal(refused('storage/src/core/a.ts', '../bridge/index.ts'), true);
    assert.equal(refused('storage/src/index.ts', './bridge/orders.ts'), false);
  });

  it('lets layers of the API use lower ones alone', () => {
    assert.equal(refused('api/src/areas/orders/a.ts', '../../http/b.ts'), false);
    assert.equal(refused('api/src/plugins/app/a.ts', '../../http/b.ts'), false);
    assert.equal(refused('api/src/http/a.ts', '../plugins/app/b.ts'), true);
    assert.equal(refused('api/src/http/a.ts', '../areas/orders/index.ts'), true);
    assert.equal(refused('api/src/bridge/a.ts', '../areas/orders/index.ts'), true);
    assert.equal(refused('api/src/bridge/a.ts', '../plugins/app/b.ts'), true);
    assert.equal(refused('api/src/app.ts', './areas/orders/index.ts'), false);
  });

  it('lets routes call services, never back', () => {
    assert.equal(refused('api/src/areas/orders/routes/create.ts', '../service.ts'), false);
    assert.equal(refused('api/src/areas/orders/routes/create.ts', '../../../plugins/app/auth.ts'), false);
    assert.equal(refused('api/src/areas/orders/index.ts', './routes/index.ts'), false);
    assert.equal(refused('api/src/areas/orders/service.ts', './routes/shared.ts'), true);
    assert.equal(refused('api/src/areas/market/service.ts', './routes.ts'), true);
    assert.equal(refused('api/src/areas/orders/custody/locks.ts', '../../../plugins/app/auth.ts'), true);
  });
});

describe('import cycles', () => {
  it('are reported once, by a shortest path, with imports of types', () => {
    const files = [
      file('a/src/one.ts', `import type { T } from './two.ts';`),
      importing('a/src/two.ts', './three.ts'),
      file('a/src/three.ts', `export * from './one.ts'; import './two.ts';`),
      importing('a/src/four.ts', './one.ts'),
    ];
    assert.deepEqual(cycleProblems(files), [
      'a/src/one.ts → a/src/two.ts → a/src/three.ts → a/src/one.ts: modules import each other in a circle',
    ]);
  });

  it('are all reported, and none is reported when modules only share another', () => {
    const circle = (folder: string) => [importing(`${folder}/a.ts`, './b.ts'), importing(`${folder}/b.ts`, './a.ts')];
    assert.equal(cycleProblems([...circle('one'), ...circle('two')]).length, 2);
    const shared = [importing('a.ts', './c.ts'), importing('b.ts', './c.ts'), file('c.ts', '')];
    assert.deepEqual(cycleProblems([importing('top.ts', './a.ts'), importing('top.ts', './b.ts'), ...shared]), []);
  });
});

describe('declared dependencies', () => {
  const manifest = file(
    'api/package.json',
    '{"name":"@causeway/api","dependencies":{"a":"1"},"devDependencies":{"b":"1"}}',
  );
  const undeclared = (path: string, specifier: string) =>
    undeclaredProblems([manifest, importing(path, specifier)]).length === 1;

  it('requires packages of shipped code among the dependencies', () => {
    assert.equal(undeclared('api/src/x.ts', 'a/sub'), false);
    assert.equal(undeclared('api/src/x.ts', 'b'), true);
    assert.equal(undeclared('api/src/x.ts', 'c'), true);
  });

  it('allows shipped code to take types alone from development dependencies', () => {
    const problems = (...imports: readonly (readonly [clause: string, specifier: string])[]) => {
      const text = imports.map(([clause, specifier]) => `${clause} from '${specifier}';`).join('\n');
      return undeclaredProblems([manifest, file('api/src/x.ts', text)]).length;
    };
    assert.equal(problems(['import type { X, Y }', 'b'], ['import { a }', 'a']), 0);
    assert.equal(problems(['export type *', 'b']), 0);
    assert.equal(problems(['import { type X }', 'b']), 1);
    assert.equal(problems(['import type { X }', 'b'], ['import { y }', 'b']), 1);
    assert.equal(problems(['import type { X }', 'c']), 1);
  });

  it('allows tests to use development dependencies', () => {
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

  it('are explained in docs/packages.md', () => {
    const page = (text: string) => missing([file('docs/packages.md', text)]);
    assert.match(page('| `ethers` | calls |'), /does not say for what keccak256/);
    assert.doesNotMatch(page('| `ethers` | calls |'), /does not say for what ethers/);
  });

  it('want a test for mocha to run', () => {
    assert.match(missing([]), /mocha is required/);
    assert.doesNotMatch(missing([file('test/e2e/a.test.ts', '')]), /mocha is required/);
  });
});

describe('versions of dependencies', () => {
  it('are exact', () => {
    const manifest = {
      dependencies: { a: '1.2.3', b: '^1.2.3' },
      devDependencies: { c: '>=2' },
      peerDependencies: { d: '>=20' },
    };
    assert.deepEqual(versionProblems([file('api/package.json', JSON.stringify(manifest))]), [
      'api/package.json: b ^1.2.3 is no exact version',
      'api/package.json: c >=2 is no exact version',
    ]);
  });
});

describe('the top level', () => {
  it('has the folders that others look for', () => {
    const problems = topLevelProblems([file('package.json', ''), file('contracts/evm/README.md', ''), file('api', '')]);
    assert.ok(!problems.some((problem) => /^(?:package.json|contracts\/evm\/) /.test(problem)), problems.join());
    assert.ok(problems.includes('api/ must stand at the top of the project'));
    assert.ok(problems.includes('relayer/ must stand at the top of the project'));
  });
});

describe('machine clocks', () => {
  const found = (path: string, text: string) => clockProblems([file(path, text)]).length;

  it('are not asked where a clock is injected', () => {
    assert.equal(found('agents/src/ranking.ts', 'const nowMs = Date.now();'), 1);
    assert.equal(found('api/src/start.ts', 'clock = deps.clock ?? Date.now'), 1);
    assert.equal(found('relayer/src/relayer.ts', 'log(new Date())'), 1);
    assert.equal(found('chains/src/rpc/quorum.ts', 'atMs: performance.now()'), 1);
    assert.equal(found('runtime/src/clock.ts', 'now: () => Date.now()'), 0);
    assert.equal(found('storage/src/core/time.ts', 'wall: () => Date.now()'), 0);
    assert.equal(found('api/src/areas/orders/view.ts', 'new Date(row.createdAtMs)'), 0);
    assert.equal(found('client/src/retry.ts', 'Date.now()'), 0);
    assert.equal(found('api/test/start.test.ts', 'Date.now()'), 0);
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

describe('names of kinds of chain', () => {
  const found = (path: string, text: string) => textProblems([file(path, text)]).length;

  it('are found where all kinds are treated alike, also in comments', () => {
    assert.equal(found('relayer/src/plan/selection.ts', '// Solana is different'), 1);
    assert.equal(found('outbox/src/outbox.ts', "if (provider.kind === 'evm') return;"), 1);
    assert.equal(found('api/src/bridge/route.ts', 'const RESERVE = { radix: 10n };'), 1);
    assert.equal(found('scripts/lib/deploy/deploy-config.ts', 'const evm = roles();'), 1);
    assert.equal(found('chains/src/registry.ts', "if (kind === 'solana') return;"), 1);
  });

  it('are left to chains, to tests and to what describes each kind to people', () => {
    for (const path of ['chains/src/evm/send.ts', 'relayer/test/start.test.ts', 'api/src/areas/wallets/schemas.ts']) {
      assert.equal(found(path, 'EVM: hexadecimal; Solana: base58'), 0);
    }
    assert.equal(found('relayer/src/plan/selection.ts', 'evmLike, radixes'), 0);
    assert.equal(found('chains/src/kinds.ts', "import { evmKind } from './evm/kind.ts'; // EVM: 20 bytes"), 0);
  });
});
