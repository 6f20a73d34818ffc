import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Debian's packages of the server and of the libraries that it needs. */
const PACKAGES = ['redis-tools', 'libjemalloc2', 'liblzf1'];

/**
 * The server's program: the system's, or one that is unpacked below `cache` from Debian's packages, without installing.
 */
async function program(cache: string): Promise<{ readonly path: string; readonly libraries: string }> {
  const installed = '/usr/bin/redis-server';
  if (existsSync(installed)) return { path: installed, libraries: '' };
  const root = join(cache, 'redis');
  const path = join(root, 'usr/bin/redis-check-rdb');
  if (!existsSync(path)) {
    mkdirSync(root, { recursive: true });
    await run('apt-get', ['download', ...PACKAGES], { cwd: root });
    const archives = readdirSync(root).filter((name) => name.endsWith('.deb'));
    for (const archive of archives) await run('dpkg', ['-x', join(root, archive), root]);
  }
  const [triple = ''] = readdirSync(join(root, 'usr/lib')).filter((name) => name.endsWith('-linux-gnu'));
  return { path, libraries: join(root, 'usr/lib', triple) };
}

/** Starts a Redis that flushes every write to disk before its answer. It listens on a socket in `folder` alone. */
export async function startRedis(cache: string, folder: string) {
  const { path, libraries } = await program(cache);
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, 'redis.sock');
  const settings = { port: '0', unixsocket: socket, dir: folder, appendonly: 'yes', appendfsync: 'always', save: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  // One program is server and checker, by its name.
  const child = spawn(path, args, { argv0: 'redis-server', stdio: 'ignore', env: { LD_LIBRARY_PATH: libraries } });
  for (let tries = 0; ; tries += 1) {
    const probe = connect(socket);
    const up = await Promise.race([
      once(probe, 'connect').then(() => true),
      once(probe, 'error').then(() => false),
    ]).catch(() => false);
    probe.destroy();
    if (up) break;
    if (tries === 100 || child.exitCode !== null) throw new Error('Redis does not start');
    await sleep(50);
  }
  return {
    socket,
    pid: child.pid as number,
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
