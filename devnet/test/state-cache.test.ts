import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { madeOnce } from '../src/made-once.ts';
import { hashOf, requireWritten } from '../src/state-cache.ts';

describe('the cache of deployed states', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'causeway-cache-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('has another place for other contents, names or files, and the same for the same', () => {
    const write = (path: string, text: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const hash = () => hashOf(root, ['a/**', 'b.json']);
    const hashes = [hash()];
    for (const change of [
      () => write('a/deep/x.ts', '1'),
      () => write('a/deep/x.ts', '2'),
      () => write('a/deep/y.ts', '2'),
      () => write('b.json', '2'),
      () => rmSync(join(root, 'a/deep/x.ts')),
    ]) {
      change();
      hashes.push(hash());
    }
    assert.equal(new Set(hashes).size, hashes.length);
    write('c.json', 'not among the patterns');
    assert.equal(hash(), hashes.at(-1));
  });

  it('is filled once when several ask at the same time, and not again', async () => {
    const folder = join(root, 'cache/state');
    let made = 0;
    const make = async (draft: string) => {
      made += 1;
      mkdirSync(draft);
      await new Promise(setImmediate);
      assert.equal(existsSync(folder), false, 'nobody sees a half-made state');
      writeFileSync(join(draft, 'chain'), 'whole');
    };
    assert.deepEqual(await Promise.all([1, 2, 3].map(() => madeOnce(folder, make))), [folder, folder, folder]);
    await madeOnce(folder, make);
    assert.equal(made, 1);
    assert.equal(readFileSync(join(folder, 'chain'), 'utf8'), 'whole');
    assert.deepEqual(readdirSync(join(root, 'cache')), ['state']);
  });

  it('keeps nothing of an attempt that failed', async () => {
    const folder = join(root, 'state');
    const make = async (draft: string) => {
      mkdirSync(draft);
      throw new Error('no node');
    };
    await assert.rejects(madeOnce(folder, make), /no node/);
    assert.deepEqual(readdirSync(root), []);
  });

  it('takes over from a process that died', async () => {
    const folder = join(root, 'state');
    // On a full disk, the lock has no id.
    for (const id of [String(spawnSync('true').pid), '']) {
      writeFileSync(`${folder}.lock`, id);
      await madeOnce(folder, async (draft) => {
        mkdirSync(draft);
      });
      assert.deepEqual(readdirSync(root), ['state']);
      rmSync(folder, { recursive: true });
    }
  });

  // A limit for the size of files stands for a disk that takes nothing.
  if (process.platform === 'linux')
    it('is given up on a full disk, and leaves no lock for which others would wait', () => {
      const module = new URL('../src/made-once.ts', import.meta.url).href;
      const make = `(await import('${module}')).madeOnce('${join(root, 'state')}', async () => {})`;
      const command = [process.execPath, '--input-type=module', '--eval', `await ${make}`];
      const { stderr } = spawnSync('sh', ['-c', 'ulimit -S -f 0; exec "$@"', 'sh', ...command], {
        encoding: 'utf8',
        timeout: 10_000,
      });
      assert.match(stderr, /EFBIG/);
      assert.deepEqual(readdirSync(root), []);
    });

  it('removes what a killed process left half-made', async () => {
    const folder = join(root, 'state');
    const [dead, living] = [spawnSync('true').pid, process.ppid].map((pid) => `${folder}.some.${pid}.draft`);
    for (const draft of [dead, living]) mkdirSync(draft as string);
    await madeOnce(folder, async (draft) => {
      mkdirSync(draft);
    });
    assert.deepEqual(readdirSync(root).sort(), ['state', basename(living as string)]);
  });

  it('is not taken from a node that could not write its chain', () => {
    const write = (name: string, text: string) => {
      writeFileSync(join(root, name), text);
      return join(root, name);
    };
    requireWritten([write('whole.json', '{"block":{}}')]);
    for (const file of [write('empty.json', ''), write('cut.json', '{"block":{'), join(root, 'missing.json')])
      assert.throws(() => requireWritten([file]), /is not a whole chain; is there room/);
  });
});
