import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '../src/file-lock.ts';
import { addMasterKey, openKeys, Sealer } from '../src/index.ts';
import { addSigningKey } from '../src/ring-file.ts';

const MODULE = new URL('../src/ring-file.ts', import.meta.url).href;

/** The numbers of the master keys in a file. */
const versionsIn = (path: string): readonly number[] =>
  [...readFileSync(path, 'utf8').matchAll(/^wrap (\d+) /gm)].map(([, number]) => Number(number));

/** A process that runs `code`, a module; its output and how it ended. */
async function run(code: string): Promise<{ readonly output: string; readonly signal: NodeJS.Signals | null }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  const [, signal] = await once(child, 'close');
  return { output, signal };
}

describe('a key file', function () {
  this.timeout(60_000);
  let folder: string;
  let path: string;
  let umask: number;

  beforeEach(() => {
    umask = process.umask(0);
    folder = mkdtempSync(join(tmpdir(), 'causeway-ring-'));
    path = join(folder, 'keys', 'master.keys');
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true, force: true });
  });

  it('has every key that processes were told of which added theirs at once', async () => {
    assert.ok(addMasterKey(path).ok);
    const start = join(folder, 'start');
    const adds = `import { addMasterKey } from '${MODULE}';
      import { existsSync } from 'node:fs';
      console.log('ready');
      while (!existsSync('${start}')) await new Promise(setImmediate);
      for (let at = 0; at < 8; at += 1) console.log(addMasterKey('${path}').value);`;
    const children = [1, 2, 3].map(() => run(adds));
    writeFileSync(start, '');
    const told = (await Promise.all(children)).flatMap(({ output }) => output.trim().split('\n').slice(1).map(Number));
    assert.deepEqual(
      told.toSorted((a, b) => a - b),
      Array.from({ length: 24 }, (_, at) => at + 2),
    );
    assert.deepEqual(versionsIn(path), [1, ...told.toSorted((a, b) => a - b)]);
  });

  it('is the old one or the new one after a kill at each write, and takes the next key at once', async () => {
    assert.ok(addMasterKey(path).ok);
    // Ends the process before or in the midst of its write number `at`.
    const killed = (at: number) => `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      let done = -Infinity;
      const end = () => process.kill(process.pid, 'SIGKILL');
      const { writeFileSync } = fs;
      for (const name of ['rmSync', 'writeFileSync', 'renameSync', 'fsyncSync', 'closeSync']) {
        const real = fs[name];
        fs[name] = (...args) => {
          done += 1;
          if (done !== ${at}) return real(...args);
          if (name === 'writeFileSync') writeFileSync(args[0], args[1].slice(0, 70), args[2]);
          end();
          return real(...args);
        };
      }
      syncBuiltinESMExports();
      const { addMasterKey } = await import('${MODULE}');
      done = 0;
      console.log(addMasterKey('${path}').value);`;
    const told: number[] = [1];
    for (let at = 1; ; at += 1) {
      const before = versionsIn(path);
      const { output, signal } = await run(killed(at));
      const after = versionsIn(path);
      if (output !== '') told.push(Number(output));
      assert.ok(after.length - before.length <= 1 && told.every((version) => after.includes(version)));
      assert.ok((await openKeys({ file: path, previous: [] }, '/')).ok, `after write ${at}`);
      if (signal === null) {
        assert.ok(at > 5, `${at} writes`);
        break;
      }
    }
    const release = takeLock(`${path}.lock`, 0);
    assert.notEqual(release, null, 'no killed process holds the lock');
    release?.();
    const names = readdirSync(join(folder, 'keys'));
    assert.deepEqual(names.toSorted(), ['master.keys', 'master.keys.lock'], 'no draft with a key stays');
  });

  it('waits for another process that changes it, and not for one that is dead', async () => {
    const release = takeLock(join(folder, 'held.lock'), 0);
    assert.equal(takeLock(join(folder, 'held.lock'), 0), null);
    release?.();
    const hold = `import { takeLock } from '${new URL('../src/file-lock.ts', import.meta.url).href}';
      takeLock('${join(folder, 'held.lock')}', 0); console.log('held'); setInterval(() => {}, 1e6);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', hold]);
    await once(child.stdout, 'data');
    assert.equal(takeLock(join(folder, 'held.lock'), 0), null);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const taken = takeLock(join(folder, 'held.lock'), 0);
    assert.notEqual(taken, null);
    taken?.();
  });

  it('is private from its first byte, with its folder, whatever the umask', () => {
    assert.ok(addMasterKey(path).ok);
    const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);
    assert.deepEqual([path, `${path}.lock`, join(folder, 'keys')].map(mode), ['600', '600', '700']);
  });

  it('is found through a link, with one lock, and stays where it is', () => {
    assert.ok(addMasterKey(path).ok);
    const link = join(folder, 'link.keys');
    symlinkSync(path, link);
    assert.deepEqual(addMasterKey(link), { ok: true, value: 2 });
    assert.deepEqual(versionsIn(path), [1, 2]);
    assert.deepEqual(readdirSync(folder).toSorted(), ['keys', 'link.keys']);
  });

  it('counts every entry of a line, keeps what is there, and is not changed when it is damaged or exposed', async () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    assert.ok(addSigningKey(path, 'identity', 'ed25519').ok);
    const before = `${readFileSync(path, 'utf8')}# two\nwrap 1 ${key};wrap 7 ${key}`;
    writeFileSync(path, before);
    assert.deepEqual(addMasterKey(path), { ok: true, value: 8 });
    assert.ok(readFileSync(path, 'utf8').startsWith(`${before}\nwrap 8 `));
    const keys = await openKeys({ file: path, previous: [] }, '/');
    assert.ok(keys.ok && (await new Sealer(keys.value).seal(Buffer.from('x'), ['p'])).ok);

    const code = (result: ReturnType<typeof addMasterKey>) => (result.ok ? 'added' : result.error.code);
    for (const [text, mode, expected] of [
      ['wrap x y\n', 0o600, 'KEYS_INVALID'],
      [before, 0o644, 'KEYS_EXPOSED'],
    ] as const) {
      writeFileSync(path, text);
      chmodSync(path, mode);
      assert.equal(code(addMasterKey(path)), expected);
      assert.equal(readFileSync(path, 'utf8'), text);
    }
  });
});
