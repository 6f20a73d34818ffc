import type { Command } from 'commander';
import { openUrl, pageOf } from '../lib/client/browser.ts';
import { clientCommand, EXIT } from '../lib/client/command.ts';

/** Adds `open` to the `causeway` command. */
export function registerCommands(program: Command): void {
  clientCommand<{ readonly print?: true }>(
    program
      .command('open')
      .description('open the page of the service in your browser')
      .option('--print', 'only print its URL'),
    async ({ profile, out, exitWith }, _args, { print }) => {
      const url = pageOf(profile.url);
      // The URL comes first, because whoever has no browser here opens it elsewhere.
      out.note(url);
      const why = print ? undefined : await openUrl(url);
      if (out.json) out.document({ url, opened: !print && why === undefined });
      if (why === undefined) return;
      process.stderr.write(`causeway: ${why}; open the URL yourself\n`);
      exitWith(EXIT.refused);
    },
  );
}
