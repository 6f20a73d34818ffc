import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { Command, CommanderError } from 'commander';
import { COMMAND_GROUPS } from './lib/command-groups.ts';

// Compiled modules are kept between runs, which saves a third of every process's start.
enableCompileCache();

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const program = new Command('causeway')
  .description('Lock-and-mint bridge: oracle, REST API and local chains')
  .version(version)
  .showHelpAfterError('(causeway --help lists the commands)')
  .exitOverride();

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const wanted = words[0] === 'help' ? words[1] : words[0];
const group = COMMAND_GROUPS.find(({ commands }) => wanted !== undefined && wanted in commands);

if (group) {
  const needed = group.aboutAll ? COMMAND_GROUPS : [group];
  for (const { registerCommands } of await Promise.all(needed.map(({ load }) => load()))) registerCommands(program);
} else {
  for (const { commands, heading = 'Commands:' } of COMMAND_GROUPS) {
    for (const [name, summary] of Object.entries(commands)) {
      program.command(name).description(summary).helpGroup(heading);
    }
  }
}

// A reader that stops early, as in `causeway orders | head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/**
 * Exit statuses, by name, of errors whose message is enough without a stack. Any other error is a defect and keeps its
 * stack.
 */
const STATUS: Readonly<Record<string, number>> = { ConfigError: 2, StorageError: 2, UsageError: 2, Refusal: 1 };

try {
  await program.parseAsync();
} catch (error) {
  // commander has already printed the error or the requested help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const status = error instanceof Error ? STATUS[error.name] : undefined;
    const text = error instanceof Error ? (status === undefined ? error.stack : error.message) : error;
    process.stderr.write(`causeway: ${text}\n`);
    process.exitCode = status ?? 1;
  }
}
