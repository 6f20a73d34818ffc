import { Command } from 'commander';
import { registerCommands } from '../../src/commands.ts';

/** Runs `causeway` with JSON output and returns the output. */
export async function runCommand(config: string, ...args: readonly string[]): Promise<string> {
  const program = new Command('causeway');
  registerCommands(program);
  let output = '';
  const { write } = process.stdout;
  process.stdout.write = ((text: string) => {
    output += text;
    return true;
  }) as typeof write;
  try {
    await program.parseAsync([...args, '--config', config, '--json'], { from: 'user' });
  } finally {
    process.stdout.write = write;
  }
  return output;
}
