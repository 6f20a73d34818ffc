import type { Command } from 'commander';
import { type CommandContext, INSECURE_OPTION, userCommand } from '../lib/client/command.ts';
import { type Column, NAMES_OPTION } from '../lib/client/output.ts';
import { usageError } from '../lib/keys/key-flags.ts';

/** A profile as it is listed: without its tokens. */
interface Listed {
  readonly profile: string;
  readonly url: string;
  readonly username: string | null;
  readonly current: boolean;
}

const COLUMNS: readonly Column<Listed>[] = [
  { title: '', of: ({ current }) => (current ? '*' : ' ') },
  { title: 'PROFILE', of: ({ profile }) => profile },
  { title: 'SERVICE', of: ({ url }) => url },
  { title: 'SIGNED IN', of: ({ username }) => username },
];

/** Adds `profile` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const profile = program
    .command('profile')
    .description('list, add, choose and remove profiles: services and sessions');
  userCommand<{ readonly names?: true }>(
    profile
      .command('list')
      .description('list the profiles; * is the current one')
      .option(...NAMES_OPTION),
    list,
  );
  userCommand<{ readonly url: string; readonly insecureHttp?: true }>(
    profile
      .command('add')
      .description('add a profile')
      .argument('<name>', 'name of the profile')
      .requiredOption('--url <url>', 'base URL of its service')
      .option(...INSECURE_OPTION),
    async ({ store, out }, [name = ''], { url, insecureHttp }) => {
      if (!/^[\w.-]{1,64}$/.test(name)) throw usageError('a profile’s name has letters, digits, ., _ and - only');
      if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url)) throw usageError('--url must be an http or https URL');
      await store.updateProfile(name, (known) => {
        if (known) throw usageError(`there is a profile ${name} already, for ${known.url}`);
        return { url, ...(insecureHttp && { insecureHttp }) };
      });
      if (out.json) out.document({ profile: name, url });
      out.note(`added; causeway login --profile ${name} signs in`);
    },
  );
  userCommand(
    profile.command('use').description('make a profile the current one').argument('<profile>', 'name of the profile'),
    async ({ store, out }, [name = '']) => {
      await store.update((all) => {
        if (!Object.hasOwn(all.profiles, name)) throw usageError(`there is no profile ${name}`);
        return { ...all, current: name };
      });
      if (out.json) out.document({ current: name });
      out.note(`${name} is the current profile`);
    },
  );
  userCommand(
    profile
      .command('remove')
      .description('forget a profile and its tokens; causeway logout ends its session before')
      .argument('<profile>', 'name of the profile'),
    async ({ store, out }, [name = '']) => {
      await store.update(({ profiles, current, ...rest }) => {
        const { [name]: removed, ...left } = profiles;
        if (removed === undefined) throw usageError(`there is no profile ${name}`);
        const [next = current] = Object.keys(left);
        return { ...rest, current: current === name ? next : current, profiles: left };
      });
      if (out.json) out.document({ removed: name });
      out.note('removed');
    },
  );
}

async function list(
  { store, out }: CommandContext,
  _args: readonly string[],
  { names }: { readonly names?: true },
): Promise<void> {
  const { current, profiles } = store.read();
  if (names) return out.names(Object.keys(profiles));
  const listed = Object.entries(profiles).map(([profile, { url, avatar, tokens }]) => ({
    ...{ profile, url },
    username: tokens && avatar ? avatar.username : null,
    current: profile === current,
  }));
  await out.list(listed, COLUMNS, 'there are no profiles; causeway login signs in at a local service');
}
