import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ProcessGuard } from '../../src/process-guard.ts';
import { startSolanaNode } from '../../src/solana/node.ts';

/**
 * npm run crosscheck -w devnet: installs Python's clients at fixed versions under .causeway/python, starts a chain and
 * runs them against it. Exits with their exit code.
 */

const SLOT_MS = 50;
const venv = fileURLToPath(new URL('../../../.causeway/python', import.meta.url));
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

async function run(command: string, ...parameters: string[]): Promise<number> {
  const [code] = await once(spawn(command, parameters, { stdio: 'inherit' }), 'exit');
  return code ?? 1;
}

async function required(command: string, ...parameters: string[]): Promise<void> {
  const code = await run(command, ...parameters);
  if (code !== 0) throw new Error(`${command} ${parameters[0]} ended with code ${code}`);
}

await required('python3', '-m', 'venv', venv);
const python = `${venv}/bin/python`;
await required(
  python,
  '-m',
  'pip',
  'install',
  '-q',
  '--disable-pip-version-check',
  '-r',
  here('crosscheck-requirements.txt'),
);
const guard = new ProcessGuard();
try {
  const node = await startSolanaNode({ port: 0, slotMs: SLOT_MS }, guard);
  process.exitCode = await run(python, here('crosscheck.py'), node.url, node.webSocketUrl);
} finally {
  await guard.stop();
}
