import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
// @ts-expect-error the bootstrap is plain JavaScript: it runs before TypeScript can
import { checkNode, ensureInstalled, installCommand, whyInstall, withLock } from '../lib/install/install.mjs';

const SCRIPTS = fileURLToPath(new URL('..', import.meta.url));
const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' };

type Packages = Record<string, Record<string, unknown>>;

const LOCKED: Packages = {
  '': { name: 'fake' },
  'node_modules/node': { version: '24.1.0', integrity: 'sha512-n' },
  'node_modules/library': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/native-gnu': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'node_modules/native-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/native-mac': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
};

/** All packages except the native ones of other platforms, in npm's record. */
const without = (...names: string[]): Packages =>
  Object.fromEntries(Object.entries(LOCKED).filter(([path]) => !names.some((name) => path.endsWith(name))));
const INSTALLED = without('musl', 'mac');

function write(root: string, path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
}

const writeLock = (root: string, packages: Packages = LOCKED) =>
  write(root, 'package-lock.json', JSON.stringify({ packages }));

/** Writes npm's files. The runtime is a wrapper, so that it is never the Node that runs the test. */
function writeInstalled(root: string, packages: Packages = INSTALLED): void {
  write(root, 'node_modules/.package-lock.json', JSON.stringify({ packages }));
  write(root, 'node_modules/node/bin/node', `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, 0o755);
}

/**
 * A program that stays, prints the ids of itself and of its child, and ends both in order, with status 9, when it is
 * asked to.
 */
const STAYS = `
import { spawn } from 'node:child_process';
import { stopRequest } from '${join(SCRIPTS, '../runtime/src/stop-request.ts')}';
const stop = stopRequest();
const child = spawn('sleep', ['300'], { detached: true });
console.log(process.pid, child.pid);
await stop.asked;
child.kill();
child.once('exit', () => process.exit(9));
`;

/** The process ids that `child` prints on a line, among npm's own lines. */
async function idsOf(child: ChildProcess): Promise<readonly number[]> {
  for await (const line of createInterface({ input: (child.stdout ?? child.stderr) as Readable })) {
    if (/^\d+ \d+$/.test(line)) return line.split(' ').map(Number);
  }
  throw new Error('it has ended');
}

/** Waits until the processes have ended, at most until the test's own time-out. */
async function gone(...ids: readonly (number | undefined)[]): Promise<void> {
  for (const id of ids) while (id !== undefined && isAlive(id)) await sleep(20);
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

describe('bootstrap', function () {
  this.timeout(60_000);
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'causeway-bootstrap-'));
    writeLock(root);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  describe('whyInstall', () => {
    const why = () => whyInstall(root, LINUX);

    it('wants everything on a fresh clone', () => assert.match(why(), /nothing is installed/));

    it('is content with the packages of this platform', () => {
      writeInstalled(root);
      assert.equal(why(), undefined);
    });

    it('notices a native package that npm dropped', () => {
      writeInstalled(root, without('musl', 'mac', 'gnu'));
      assert.match(why(), /native-gnu is missing/);
    });

    it('notices a changed version', () => {
      writeInstalled(root, { ...INSTALLED, 'node_modules/library': { version: '0.9.0', integrity: 'sha512-a' } });
      assert.match(why(), /library has changed/);
    });

    it('notices the same version with other contents', () => {
      writeInstalled(root, { ...INSTALLED, 'node_modules/library': { version: '1.0.0', integrity: 'sha512-b' } });
      assert.match(why(), /library has changed/);
    });

    it('notices that a workspace has moved to another folder', () => {
      const link = (resolved: string): Packages => ({ 'node_modules/@fake/ledger': { resolved, link: true } });
      writeLock(root, { ...LOCKED, ...link('ledger') });
      writeInstalled(root, { ...INSTALLED, ...link('devnet/ledger') });
      assert.match(why(), /@fake\/ledger has changed/);
      writeInstalled(root, { ...INSTALLED, ...link('ledger') });
      assert.equal(why(), undefined);
    });

    it('notices that install scripts were not allowed to unpack the runtime', () => {
      writeInstalled(root);
      rmSync(join(root, 'node_modules/node/bin/node'));
      assert.match(why(), /Node 24 is missing/);
    });
  });

  it('installs with the locked Node when this one is older', () => {
    assert.deepEqual(installCommand(root, 'v20.20.2'), ['npx', '-y', '-p', 'node@24.1.0', '-c', 'npm ci']);
    assert.deepEqual(installCommand(root, 'v24.0.0'), ['npm', 'ci']);
  });

  it('refuses a Node that is too old, and names the needed version', () => {
    assert.throws(() => checkNode('v18.19.0'), /v18\.19\.0 is too old: Causeway needs Node 20/);
    checkNode('v20.0.0');
  });

  it('installs once when two run at the same time', async () => {
    let installs = 0;
    const options = {
      run: () => {
        installs++;
        writeInstalled(root);
        return 0;
      },
    };
    const results = await Promise.all([ensureInstalled(root, options), ensureInstalled(root, options)]);
    assert.equal(installs, 1);
    assert.deepEqual(results.sort(), [false, true]);
  });

  it('ends npm, and what npm has started, at a signal while it installs', async () => {
    write(root, 'bin/npm', '#!/bin/sh\nsleep 300 &\necho "$$ $!" >&2\nwait\n', 0o755);
    const text = `import { ensureInstalled } from '${join(SCRIPTS, 'lib/install/install.mjs')}'; await ensureInstalled('${root}', { nodeVersion: 'v24.0.0' });`;
    const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` };
    const child = spawn(process.execPath, ['--input-type=module', '-e', text], { env, stdio: ['ignore', 2, 'pipe'] });
    const ids = await idsOf(child);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [143, null]);
    await gone(...ids);
  });

  it('passes on a signal that comes while the child starts', async () => {
    const text = `
      import { spawn } from 'node:child_process';
      import { statusOf } from '${join(SCRIPTS, 'lib/install/child-status.mjs')}';
      const start = () => (process.kill(process.pid, 'SIGTERM'), spawn('sleep', ['300']));
      process.exit(await statusOf(start));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'inherit' });
    assert.deepEqual(await once(child, 'exit'), [143, null]);
  });

  it('names the remedy when the registry cannot be reached', async () => {
    await assert.rejects(ensureInstalled(root, { run: () => 1 }), /check the network/);
  });

  it('reports that npm succeeded without the runtime', async () => {
    const run = () => {
      writeInstalled(root);
      rmSync(join(root, 'node_modules/node'), { recursive: true });
      return 0;
    };
    await assert.rejects(ensureInstalled(root, { run }), /install scripts allowed/);
  });

  it('takes over the lock of a process that died', async () => {
    const dead = spawnSync('true').pid;
    write(root, 'install.lock', String(dead));
    assert.equal(await withLock(join(root, 'install.lock'), () => 'done'), 'done');
  });

  it('waits for the lock of a process that lives', async () => {
    const path = join(root, 'install.lock');
    write(root, 'install.lock', String(process.pid));
    const onWait = () => rmSync(path);
    assert.equal(await withLock(path, () => readFileSync(path, 'utf8'), { onWait, pollMs: 1 }), String(process.pid));
  });

  describe('the script it runs', () => {
    const command = (...args: string[]) => [join(root, 'scripts/bootstrap.mjs'), join(root, 'script.ts'), ...args];

    beforeEach(() => {
      cpSync(join(SCRIPTS, 'bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'));
      cpSync(join(SCRIPTS, 'lib'), join(root, 'scripts/lib'), { recursive: true });
      writeLock(root, { '': {} });
      writeInstalled(root, {});
    });

    it('gets the arguments, and passes its exit code on', () => {
      write(root, 'script.ts', 'console.log(process.argv.slice(2).join("|")); process.exitCode = 7;');
      const { stdout, stderr, status } = spawnSync(process.execPath, command('--exit', '--order', 'ETH,polygon,0.5'), {
        encoding: 'utf8',
      });
      assert.deepEqual(
        { stdout, stderr, status },
        { stdout: '--exit|--order|ETH,polygon,0.5\n', stderr: '', status: 7 },
      );
    });

    it('finds the installed commands on its PATH', () => {
      write(root, 'script.ts', 'console.log(process.env.PATH.split(":")[0]);');
      const { stdout } = spawnSync(process.execPath, command(), { encoding: 'utf8' });
      assert.equal(stdout.trim(), join(root, 'node_modules/.bin'));
    });

    it('gets the signals', async () => {
      write(
        root,
        'script.ts',
        'process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1e6); console.log("up");',
      );
      const child = spawn(process.execPath, command(), { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      child.kill('SIGTERM');
      assert.equal(await new Promise((resolve) => child.once('exit', resolve)), 3);
    });

    it('ends when a process that waits for it is killed', async () => {
      write(root, 'script.ts', STAYS);
      const child = spawn(process.execPath, command(), { stdio: ['ignore', 'pipe', 'inherit'] });
      const [own, grandchild] = await idsOf(child);
      child.kill('SIGKILL');
      await gone(own, grandchild);
    });

    describe('by npm', () => {
      /** The programs of the scripts that the tests run. */
      const PROGRAMS = { start: 'scripts/start.ts', devnet: 'scripts/causeway.ts' } as const;

      /**
       * Starts `npm run NAME` with the project's own line of that name, and a program that stays. Resolves with its
       * processes.
       */
      async function startByNpm(name: keyof typeof PROGRAMS) {
        const { scripts } = JSON.parse(readFileSync(join(SCRIPTS, '../package.json'), 'utf8'));
        write(root, 'package.json', JSON.stringify({ type: 'module', scripts }));
        write(root, PROGRAMS[name], STAYS);
        const env = { ...process.env, CAUSEWAY_BUNDLE: 'off' };
        const npm = spawn('npm', ['run', name], {
          cwd: root,
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
          detached: true,
        });
        return { npm, ids: await idsOf(npm) };
      }

      for (const name of ['start', 'devnet'] as const) {
        it(`as \`npm run ${name}\` gets a SIGTERM to npm, ends all that it started, and has its own status`, async () => {
          const { npm, ids } = await startByNpm(name);
          npm.kill('SIGTERM');
          assert.deepEqual(await once(npm, 'exit'), [9, null]);
          await gone(...ids);
        });
      }

      it('gets a Ctrl-C twice, from the terminal and from npm, and ends in order', async () => {
        const { npm, ids } = await startByNpm('start');
        process.kill(-(npm.pid as number), 'SIGINT');
        assert.deepEqual(await once(npm, 'exit'), [9, null]);
        await gone(...ids);
      });

      for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
        it(`ends when npm is ended by ${signal}, which npm does not pass on`, async () => {
          const { npm, ids } = await startByNpm('start');
          npm.kill(signal);
          await gone(...ids);
        });
      }
    });

    it('is reported as missing when none is given', () => {
      const { stderr, status } = spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs')], {
        encoding: 'utf8',
      });
      assert.match(stderr, /usage:/);
      assert.equal(status, 1);
    });
  });
});
