import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBundle, programOf } from '../lib/install/bundle.mjs';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The bundled programs of a separate project; the first one imports the others' parts. */
const SOURCES: Readonly<Record<string, string>> = {
  'package.json': '{"workspaces": []}',
  'scripts/causeway.ts': `import { word } from './part.ts';
import facts from './facts.json' with { type: 'json' };
import { createRequire } from 'node:module';
const lazy: { other: string } = await import('./lazy.ts');
const { answer } = createRequire(import.meta.url)('old-package');
console.log([word, facts.fact, lazy.other, answer, process.argv[2], import.meta.url].join('|'));
if (process.argv[2] === 'fail') throw new Error('on purpose');
`,
  'scripts/part.ts': "export const word: string = 'word';",
  'scripts/lazy.ts': "export const other = 'lazy';",
  'scripts/facts.json': '{"fact": "json"}',
  'scripts/start.ts': "console.log('start');",
};

describe('the bundle', function () {
  this.timeout(60_000);
  let root: string;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const source = () => join(root, 'scripts/causeway.ts');
  const isBundled = () => programOf(root, source()).bundled;
  const run = (...args: string[]) => {
    const { path, flags } = programOf(root, source());
    return spawnSync(process.execPath, [...flags, path, ...args], { encoding: 'utf8' });
  };

  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'causeway-bundle-')));
    for (const [path, text] of Object.entries(SOURCES)) write(path, text);
    write('node_modules/.package-lock.json', '{}');
    write('node_modules/old-package/index.js', "exports.answer = 'package';");
    cpSync(join(PROJECT, 'scripts/lib/install/bundle.mjs'), join(root, 'scripts/lib/install/bundle.mjs'));
    assert.equal(await makeBundle(root), true);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('behaves like the sources, and knows their place', () => {
    const bundled = run('argument');
    assert.equal(isBundled(), true);
    rmSync(join(root, 'node_modules/.cache'), { recursive: true });
    assert.equal(isBundled(), false);
    const plain = run('argument');
    assert.equal(bundled.stdout, plain.stdout);
    assert.match(plain.stdout, /^word\|json\|lazy\|package\|argument\|file:.*scripts\/causeway\.ts\n$/);
  });

  it('names the sources in stack traces', () => {
    const { stderr, status } = run('fail');
    assert.equal(isBundled(), true);
    assert.match(stderr, /scripts\/causeway\.ts:7:/);
    assert.equal(status, 1);
  });

  for (const path of Object.keys(SOURCES)) {
    it(`is not used once ${path} has changed, and again once it is as before`, () => {
      write(path, `${SOURCES[path]}\n`);
      assert.equal(isBundled(), false);
      write(path, SOURCES[path] as string);
      assert.equal(isBundled(), true);
      rmSync(join(root, path));
      assert.equal(isBundled(), false);
    });
  }

  it('runs the new source after an edit, and has it after it was made again', async () => {
    write('scripts/part.ts', "export const word: string = 'edited';");
    assert.match(run().stdout, /^edited\|/);
    assert.equal(await makeBundle(root), true);
    assert.equal(isBundled(), true);
    assert.match(run().stdout, /^edited\|/);
  });

  it('is not used once other packages are installed, nor at another place', async () => {
    write('node_modules/.package-lock.json', '{"packages": {}}');
    assert.equal(isBundled(), false);
    assert.equal(await makeBundle(root), true);
    const moved = `${root}-moved`;
    renameSync(root, moved);
    root = moved;
    assert.equal(isBundled(), false);
  });

  it('is not made again while it is fresh', async () => assert.equal(await makeBundle(root), false));

  it('is not used when the environment switches it off', () => {
    process.env.CAUSEWAY_BUNDLE = 'off';
    try {
      assert.equal(isBundled(), false);
    } finally {
      delete process.env.CAUSEWAY_BUNDLE;
    }
  });

  it('is reported, without an error, when a source is half written', async () => {
    write('scripts/part.ts', 'export const word = ');
    const said: string[] = [];
    assert.equal(await makeBundle(root, (line) => said.push(line)), false);
    assert.match(said.join('\n'), /everything runs from its sources: .*part\.ts/s);
    assert.equal(isBundled(), false);
    assert.deepEqual(
      readdirSync(join(root, 'node_modules/.cache/causeway')).filter((name) => /making/.test(name)),
      [],
    );
  });

  it('keeps the few that running processes may still load from', async () => {
    for (let edit = 0; edit < 6; edit += 1) {
      write('scripts/part.ts', `export const word = '${edit}';`);
      assert.equal(await makeBundle(root), true);
    }
    const kept = readdirSync(join(root, 'node_modules/.cache/causeway'), { withFileTypes: true });
    assert.equal(kept.filter((entry) => entry.isDirectory()).length, 4);
    assert.match(run().stdout, /^5\|/);
  });

  it('leaves programs alone that it does not hold', () => {
    const script = join(root, 'scripts/other.ts');
    assert.deepEqual(programOf(root, script), { path: script, flags: [], bundled: false });
  });
});
