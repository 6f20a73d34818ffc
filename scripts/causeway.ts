import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { Command } from 'commander';
import { COMMAND_GROUPS } from './lib/command-groups.ts';

// Compiled modules are kept between runs: a third off the start of every process.
enableCompileCache();

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const program = new Command('causeway')
  .description('Lock-and-mint bridge: oracle, REST API and local chains')
  .version(version)
  .showHelpAfterError('(causeway --help lists the commands)');

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const wanted = words[0] === 'help' ? words[1] : words[0];
const group = COMMAND_GROUPS.find(({ commands }) => wanted !== undefined && wanted in commands);

if (group) {
  const { registerCommands } = await group.load();
  registerCommands(program);
} else {
  for (const { commands } of COMMAND_GROUPS) {
    for (const [name, summary] of Object.entries(commands)) program.command(name).description(summary);
  }
}

// A reader that has enough, as in `causeway orders | head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  await program.parseAsync();
} catch (error) {
  // Errors that say what to change need no stack; everything else is a defect and keeps it.
  const expected = error instanceof Error && ['ConfigError', 'UsageError'].includes(error.name);
  process.stderr.write(`causeway: ${expected ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
