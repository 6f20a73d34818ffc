import type { Command } from 'commander';
import { allowCommands } from './allow.ts';
import { manageCommands } from './manage.ts';
import { readCommands } from './read.ts';
import { runCommand } from './run.ts';
import { sendCommand } from './send.ts';
import { trustCommands } from './trust.ts';

/** Adds `agent` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const agent = program.command('agent').description('register, find and run agents');
  manageCommands(agent);
  readCommands(agent);
  runCommand(agent);
  sendCommand(agent);
  trustCommands(agent);
  allowCommands(agent);
}
