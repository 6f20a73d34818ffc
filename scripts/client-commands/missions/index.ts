import type { Command } from 'commander';
import { authorCommands } from './author.ts';
import { copyCommands } from './copies.ts';
import { playCommands } from './play.ts';
import { readCommands } from './read.ts';

/** Adds `mission` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const mission = program.command('mission').description('find, play, write and copy missions');
  readCommands(mission);
  playCommands(mission);
  authorCommands(mission);
  copyCommands(mission);
}
