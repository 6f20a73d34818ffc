import { Command } from 'commander';
import { registerCommands } from '../../src/commands.ts';

type Output = 'stdout' | 'stderr';

/** Runs `work` while what is written to `outputs` is kept. Returns it. */
async function keeping(outputs: readonly Output[], work: () => Promise<unknown>): Promise<Record<Output, string>> {
  const kept = { stdout: '', stderr: '' };
  const writes = outputs.map((name) => [name, process[name].write] as const);
  for (const name of outputs) {
    process[name].write = ((text: string) => {
      kept[name] += text;
      return true;
    }) as typeof process.stdout.write;
  }
  try {
    await work();
  } finally {
    for (const [name, write] of writes) process[name].write = write;
  }
  return kept;
}

/** Runs a command's `work`. Returns its output, and whether it refused. */
export async function captured(work: () => Promise<void>) {
  const { stdout: out, stderr: err } = await keeping(['stdout', 'stderr'], work);
  const failed = process.exitCode === 1;
  process.exitCode = 0;
  return { out, err, failed };
}

/** Runs `causeway` with JSON output and returns the output. */
export async function runCommand(config: string, ...args: readonly string[]): Promise<string> {
  const program = new Command('causeway');
  registerCommands(program);
  const { stdout } = await keeping(['stdout'], () =>
    program.parseAsync([...args, '--config', config, '--json'], { from: 'user' }),
  );
  return stdout;
}
