import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder below which foreign tools of tests are installed and keep their notes. */
export const TOOLS = fileURLToPath(new URL('../../../.causeway/', import.meta.url));

/** Time for a tool or its installation, milliseconds. */
const TOOL_MS = 300_000;

/** The output of a command that must succeed, run in `cwd`. */
export async function outputOf(command: string, args: readonly string[], cwd: string): Promise<string> {
  const signal = AbortSignal.timeout(TOOL_MS);
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  assert.equal(code, 0, `${command} ${args.join(' ')}: ${output}`);
  return output;
}

const madeFolder = (name: string): string => {
  const folder = join(TOOLS, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};

/**
 * Installs what the file `requirements` pins into the virtual environment `name`, and returns the environment's bin
 * folder.
 */
export async function pythonWith(name: string, requirements: string): Promise<string> {
  const venv = madeFolder(name);
  if (!existsSync(`${venv}/bin/pip`)) await outputOf('python3', ['-m', 'venv', venv], TOOLS);
  const install = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '-r', requirements];
  await outputOf(`${venv}/bin/python`, install, TOOLS);
  return `${venv}/bin`;
}

/** Installs packages with their versions (`name@1.2.3`) into a folder `name` of their own, and returns it. */
export async function npmWith(name: string, ...packages: readonly string[]): Promise<string> {
  const folder = madeFolder(name);
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await outputOf('npm', ['install', ...options, ...packages], folder);
  return folder;
}
