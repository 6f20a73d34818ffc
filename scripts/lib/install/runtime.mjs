// Runs a script under the Node that is installed as a package. Plain JavaScript on node builtins.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programOf } from './bundle.mjs';
import { statusOf } from './child-status.mjs';
import { runtimeNode } from './install.mjs';

const END_WITH_PARENT = new URL('./end-with-parent.mjs', import.meta.url).href;

// A script of npm ends with npm. What a user starts by hand may outlive their shell.
if (process.env.npm_lifecycle_event !== undefined) await import(END_WITH_PARENT);

/**
 * Runs the program at the absolute path `script`, bundled or not, under the installed Node: in this process when it
 * already is that Node (npm puts it on the PATH of every script), otherwise as a child that gets this process's
 * signals, whose exit status becomes this process's, and which ends with it.
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
  const words = [...flags, '--import', END_WITH_PARENT, path, ...args];
  process.exit(await statusOf(() => spawn(node, words, { stdio: 'inherit' })));
}
