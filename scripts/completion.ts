import { Argument, type Command } from 'commander';
import { completionScript, SHELLS } from './lib/completion.ts';

const HELP = `
  bash   source <(causeway completion bash)      in ~/.bashrc
  zsh    source <(causeway completion zsh)       in ~/.zshrc, after compinit`;

/** Adds `completion` to the `causeway` command, whose other commands must be registered too. */
export function registerCommands(program: Command): void {
  program
    .command('completion')
    .description('print the completion script for bash or zsh')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText('after', HELP)
    .action((shell: (typeof SHELLS)[number]) => {
      process.stdout.write(completionScript(program, shell));
    });
}
