import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columns } from '@causeway/storage/test-support/columns';
import { nextSuite, runAtOnce } from '../lib/tests/schedule.ts';
import { LONG_SUITES, SUITES, type Suite } from '../lib/tests/suites.ts';
import { learnTimes, longestFirst, readTimes } from '../lib/tests/test-times.ts';

const ROOT = join(import.meta.dirname, '../..');
const MACHINE = { cores: 2, megabytes: 8_000 };

const suite = (name: string, more: Partial<Suite> = {}): Suite => ({
  name,
  commands: [],
  timeoutMinutes: 1,
  usualSeconds: 10,
  load: 'computes',
  megabytes: 1_000,
  ...more,
});
const [a, b, c] = ['a', 'b', 'c'].map((name) => suite(name)) as [Suite, Suite, Suite];
const [x, y, z] = ['x', 'y', 'z'].map((name) => suite(name, { load: 'waits' })) as [Suite, Suite, Suite];

const patterns = (commands: Suite['commands']) =>
  commands.flatMap((command) => (command.kind === 'mocha' ? command.files : []));

describe('the suites', () => {
  it('run every test file of mocha once', () => {
    const files = SUITES.flatMap(({ commands }) =>
      patterns(commands).flatMap((files) => globSync(files, { cwd: ROOT })),
    );
    const exclude = (path: string) => /(?:^|\/)(?:node_modules|target)$/.test(path);
    const there = globSync('**/*.test.ts', { cwd: ROOT, exclude });
    assert.deepEqual(files.sort(), there.sort());
  });

  it('name files that are there', () => {
    for (const { commands, quick = [] } of [...SUITES, ...LONG_SUITES]) {
      for (const files of patterns([...commands, ...quick])) {
        assert.notDeepEqual(globSync(files, { cwd: ROOT }), []);
        // mocha takes braces without another wildcard for the name of a file.
        assert.doesNotMatch(files, /^[^*?]*\{[^*?]*$/);
      }
    }
  });

  it('of the long mode have every file with random cases', () => {
    const files = LONG_SUITES.flatMap(({ commands }) =>
      patterns(commands).flatMap((files) => globSync(files, { cwd: ROOT })),
    );
    assert.equal(new Set(files).size, files.length);
    const exclude = (path: string) => /(?:^|\/)(?:node_modules|target)$/.test(path);
    const random = globSync('**/*.test.ts', { cwd: ROOT, exclude }).filter((file) =>
      /test-support\/cases'|support\/arbitraries\.ts'/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    for (const file of random) assert.ok(files.includes(file), file);
  });

  it('have names of their own', () => assert.equal(new Set(columns(SUITES, 'name')).size, SUITES.length));
});

describe('nextSuite', () => {
  it('returns the first for which there is a place', () => {
    assert.equal(nextSuite([b, c], [a], MACHINE), b);
    assert.equal(nextSuite([c, x], [a, b], MACHINE), x, 'two cores have two places for suites that compute');
    assert.equal(nextSuite([z, c], [x, y], MACHINE), c, 'and two for suites that wait');
    assert.equal(nextSuite([y, c], [a, b, x], MACHINE), undefined, 'but no more than three in all');
  });

  it('returns none for which there is no memory', () => {
    const large = suite('large', { megabytes: 7_500 });
    assert.equal(nextSuite([large], [a], MACHINE), undefined);
    assert.equal(nextSuite([large, b], [a], MACHINE), b);
  });

  it('returns any when nothing runs', () => {
    const huge = suite('huge', { megabytes: 99_000 });
    assert.equal(nextSuite([huge], [], MACHINE), huge);
    assert.equal(nextSuite([], [], MACHINE), undefined);
  });
});

describe('runAtOnce', () => {
  it('starts each once, in order, as soon as there is room', async () => {
    const events: string[] = [];
    const ends = new Map<string, () => void>();
    const done = runAtOnce([a, b, c, x], MACHINE, ({ name }) => {
      events.push(`+${name}`);
      return new Promise((resolve) => {
        ends.set(name, () => {
          events.push(`-${name}`);
          resolve();
        });
      });
    });
    assert.deepEqual(events, ['+a', '+b', '+x']);
    ends.get('b')?.();
    await new Promise(setImmediate);
    assert.deepEqual(events.slice(3), ['-b', '+c']);
    for (const name of ['a', 'x', 'c']) ends.get(name)?.();
    await done;
    assert.equal(events.length, 8);
  });
});

describe('the times of earlier runs', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-times-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const result = (name: string, seconds: number, failed = 0) => ({
    ...{ name, seconds, failed, passed: 1, failures: [], tests: [], cpuSeconds: null },
  });

  it('are kept of suites that passed, beside those of others', () => {
    const path = join(folder, 'new', 'times.json');
    learnTimes(path, [result('a', 5), result('b', 7)]);
    learnTimes(path, [result('a', 6), result('b', 1, 1)]);
    assert.deepEqual(readTimes(path), { a: 6, b: 7 });
  });

  it('are empty when the file is missing or invalid', () => {
    assert.deepEqual(readTimes(join(folder, 'missing.json')), {});
    const path = join(folder, 'broken.json');
    writeFileSync(path, '{"a": "soon"}');
    assert.deepEqual(readTimes(path), {});
  });

  it('put the longest first, or the usually longest', () => {
    const order = (learned: Readonly<Record<string, number>>) =>
      longestFirst([a, b, c], learned).map(({ name }) => name);
    assert.deepEqual(order({}), ['a', 'b', 'c']);
    assert.deepEqual(order({ b: 11, a: 9 }), ['b', 'c', 'a']);
  });
});
