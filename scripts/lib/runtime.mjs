// Runs a script under the Node that is installed as a package. Plain JavaScript on node builtins.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programOf } from './bundle.mjs';
import { runtimeNode } from './install.mjs';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs the program at the absolute path `script`, bundled or not, under the installed Node: in this process when it
 * already is that Node (npm puts it on the PATH of every script), otherwise as a child that gets this process's signals
 * and whose exit status becomes this process's.
 */
export async function runUnderRuntime(root, script, args) {
  const node = runtimeNode(root);
  const bin = join(root, 'node_modules', '.bin');
  if (!(process.env.PATH ?? '').split(delimiter).includes(bin)) {
    process.env.PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  }
  const { path, flags, bundled } = programOf(root, script);
  if (realpathSync(process.execPath) === realpathSync(node)) {
    if (bundled) await import('./stack-maps.mjs');
    process.argv.splice(1, process.argv.length - 1, path, ...args);
    await import(pathToFileURL(path).href);
    return;
  }
  await passOn(spawn(node, [...flags, path, ...args], { stdio: 'inherit' }));
}

function passOn(child) {
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  return new Promise((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  });
}
