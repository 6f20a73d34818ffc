import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder below which tools of tests are installed and keep their notes. */
export const TOOLS = fileURLToPath(new URL('../../../.causeway/', import.meta.url));

async function required(command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], cwd: TOOLS });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')} ended with code ${code}`);
}

/** Installs what the file `requirements` pins into the virtual environment `name`, and returns the environment's bin folder. */
export async function pythonWith(name: string, requirements: string): Promise<string> {
  mkdirSync(TOOLS, { recursive: true });
  const venv = `${TOOLS}${name}`;
  if (!existsSync(`${venv}/bin/pip`)) await required('python3', '-m', 'venv', venv);
  await required(`${venv}/bin/python`, '-m', 'pip', 'install', '-q', '--disable-pip-version-check', '-r', requirements);
  return `${venv}/bin`;
}
