// Detects missing packages and installs them. Plain JavaScript on node builtins, because it runs before any package
// exists.
import { spawn } from 'node:child_process';
import {
  constants as access,
  accessSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { statusOf } from './child-status.mjs';

/** The oldest Node that can run the bootstrap, and the Node that runs everything after it. */
export const OLDEST_NODE = 20;
export const RUNTIME_NODE = 24;

/** The Node that runs Causeway, installed as an npm package. */
export const runtimeNode = (root) => join(root, 'node_modules', 'node', 'bin', 'node');

const majorOf = (version) => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);

/** The platform of this process in the words of package-lock.json. */
export function currentPlatform() {
  return { os: process.platform, cpu: process.arch, libc: process.platform === 'linux' ? linuxLibc() : undefined };
}

function linuxLibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

const fits = (list, value) => list === undefined || value === undefined || list.includes(value);

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * The reason why the packages in `root` differ from package-lock.json; undefined when they are equal. npm records the
 * installed packages in node_modules/.package-lock.json. Native parts are optional there, so this platform's parts are
 * searched by name, and the runtime, which an install script unpacks, on disk.
 */
export function whyInstall(root, platform = currentPlatform()) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  if (wanted === undefined) throw new Error(`${join(root, 'package-lock.json')} is missing or damaged`);
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (installed === undefined) return 'nothing is installed yet';
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue;
    const present = installed[path];
    const moved = entry.link === true && present?.resolved !== entry.resolved;
    const differs = present?.version !== entry.version || present?.integrity !== entry.integrity;
    if (present !== undefined && (differs || moved)) return `${path} has changed`;
    const native = fits(entry.os, platform.os) && fits(entry.cpu, platform.cpu) && fits(entry.libc, platform.libc);
    if (present === undefined && (entry.optional !== true || native)) return `${path} is missing`;
  }
  try {
    accessSync(runtimeNode(root), access.X_OK);
  } catch {
    return `Node ${RUNTIME_NODE} is missing`;
  }
  return undefined;
}

/**
 * The install command. npm drops native packages that its own Node is too old for, so `npm ci` runs under the locked
 * Node unless this one is new enough.
 */
export function installCommand(root, nodeVersion = process.version) {
  if (majorOf(nodeVersion) >= RUNTIME_NODE) return ['npm', 'ci'];
  const locked = readJson(join(root, 'package-lock.json'))?.packages?.['node_modules/node']?.version ?? RUNTIME_NODE;
  return ['npx', '-y', '-p', `node@${locked}`, '-c', 'npm ci'];
}

/** Throws with instructions when this Node cannot run the bootstrap. */
export function checkNode(nodeVersion = process.version) {
  if (majorOf(nodeVersion) >= OLDEST_NODE) return;
  throw new Error(
    `Node ${nodeVersion} is too old: Causeway needs Node ${OLDEST_NODE} or later to start (it then brings its own Node ${RUNTIME_NODE})`,
  );
}

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Runs `action` while holding the lock file at `path`. Waits while another live process holds it. */
export async function withLock(path, action, { onWait = () => {}, pollMs = 200 } = {}) {
  for (let waited = false; ; ) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (dropStale(path)) continue;
      if (!waited) onWait();
      waited = true;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
  try {
    return await action();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Moves away the lock of a dead process. Renaming is atomic, so only one waiter does it. */
function dropStale(path) {
  const pid = Number(readFileOr(path, ''));
  // An empty file belongs to a process that is about to write its id.
  if (pid === 0 || alive(pid)) return false;
  try {
    const aside = `${path}.${process.pid}`;
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return true;
}

const readFileOr = (path, fallback) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
};

/**
 * Installs the locked packages if they are missing, one process at a time. `run(command, args, cwd)` resolves with the
 * exit status; `say` gets progress lines.
 */
export async function ensureInstalled(root, { say = () => {}, run = runInstall, nodeVersion = process.version } = {}) {
  if (whyInstall(root) === undefined) return false;
  mkdirSync(join(root, '.causeway'), { recursive: true });
  const waiting = { onWait: () => say('another process is installing; waiting for it') };
  return withLock(
    join(root, '.causeway', 'install.lock'),
    async () => {
      const reason = whyInstall(root);
      if (reason === undefined) return false;
      await install(root, reason, { say, run, nodeVersion });
      return true;
    },
    waiting,
  );
}

async function install(root, reason, { say, run, nodeVersion }) {
  const [command, ...args] = installCommand(root, nodeVersion);
  const shown = [command, ...args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg))].join(' ');
  say(`installing packages (${reason}): ${shown}`);
  const started = performance.now();
  const status = await run(command, args, root);
  if (status !== 0) {
    throw new Error(
      `installing failed (${status}); npm's messages are above. Where the npm registry cannot be reached, check the ` +
        `network and \`npm config get registry proxy\`, then run this again, or \`${shown}\` by itself`,
    );
  }
  const missing = whyInstall(root);
  if (missing !== undefined) {
    throw new Error(`installed, but ${missing}: delete node_modules and run this again with install scripts allowed`);
  }
  say(`installed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/**
 * npm's output goes to stderr, because stdout belongs to the script that runs afterwards. npm starts further processes,
 * to which it passes no signal, so all of them form a group.
 */
async function runInstall(command, args, cwd) {
  const start = () => spawn(command, args, { cwd, stdio: ['ignore', 2, 2], detached: true });
  let asked;
  try {
    return await statusOf(start, (child, signal) => {
      asked = signal;
      process.kill(-child.pid, signal);
    });
  } catch (error) {
    throw new Error(`${command} cannot be run (${error.message}); install npm with Node`);
  } finally {
    if (asked !== undefined) process.exit(128 + constants.signals[asked]);
  }
}
