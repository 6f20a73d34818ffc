import { CausewayError } from '@causeway/client';
import type { Command } from 'commander';
import { type ClientContext, clientCommand } from '../lib/client/command.ts';
import type { Fields } from '../lib/client/output.ts';

interface SignInFlags {
  readonly url?: string;
}

interface RegisterFlags extends SignInFlags {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly agent?: true;
}

/** Adds `register`, `login`, `logout` and `whoami` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const url = ['--url <url>', 'base URL of the service, which the profile has from now on'] as const;
  clientCommand<RegisterFlags>(
    program
      .command('register')
      .description('register an avatar and sign in as it')
      .argument('<username>', 'name of the avatar')
      .option('--email <address>', 'e-mail address')
      .option('--first-name <name>')
      .option('--last-name <name>')
      .option('--agent', 'register an agent that an API key identifies; it belongs to you if you are signed in')
      .option(...url),
    async (context, [username = ''], flags) => (flags.agent ? registerAgent : registerPerson)(context, username, flags),
  );
  clientCommand<SignInFlags>(
    program
      .command('login')
      .description('sign in; the password is asked for, or is a line of standard input')
      .argument('[name]', 'username or e-mail address')
      .option(...url),
    async (context, [name]) => {
      const username = name ?? (await context.ask.text('Username: '));
      await signIn(context, username, await context.ask.secret('Password: '));
    },
  );
  clientCommand(program.command('logout').description('end the session of the profile'), logout);
  clientCommand(program.command('whoami').description('show who is signed in, and where'), async (context) => {
    await context.avatarId();
    const avatar = await context.client.avatars.me();
    const { name, url: service } = context.profile;
    context.out.thing({ ...avatar, profile: name, url: service }, [
      ...fieldsOf(avatar),
      ['profile', name],
      ['service', service],
    ]);
  });
  const avatar = program.command('avatar').description('find other avatars, and hide or show your own name');
  clientCommand(
    avatar.command('find').description('find an avatar by its name').argument('<username>', 'its username'),
    async ({ client, out }, [username = '']) => {
      const found = await client.avatars.find(username);
      out.thing(found, [
        ['username', found.username],
        ['avatar', found.id],
        ['type', found.avatarType],
        ['title', found.title],
      ]);
    },
  );
  for (const [name, nameHidden] of [['hide', true] as const, ['show', false] as const]) {
    clientCommand(
      avatar
        .command(name)
        .description(`${name} your name ${nameHidden ? 'from' : 'to'} others: in lists, and to who looks for it`),
      async ({ client, out }) => {
        const { username } = await client.avatars.update({ nameHidden });
        if (out.json) out.document({ username, nameHidden });
        else
          out.note(
            nameHidden ? `Others see your id alone, and nobody finds ${username}.` : `Others see the name ${username}.`,
          );
      },
    );
  }
}

type Person = Awaited<ReturnType<ClientContext['client']['avatars']['me']>>;

const fieldsOf = ({ username, nameHidden, id, avatarType, email, isEmailVerified, isAdmin }: Person): Fields => [
  ['username', nameHidden ? `${username} (hidden)` : username],
  ['avatar', id],
  ['type', isAdmin ? `${avatarType}, admin` : avatarType],
  ['e-mail', email === null ? null : `${email}${isEmailVerified ? '' : ' (not proved)'}`],
];

async function registerPerson(context: ClientContext, username: string, flags: RegisterFlags): Promise<void> {
  const password = await context.ask.newPassword();
  const { mail } = await context.client.avatars.register({ username, password, ...namesOf(flags) });
  if (mail === 'notSent')
    context.out.note('no mail is sent: the service has no mail server, so the address stays unproved');
  await signIn(context, username, password);
}

/** An agent has no session: its key, which is shown once, goes into CAUSEWAY_TOKEN of the agent's own process. */
async function registerAgent({ client, out }: ClientContext, username: string, flags: RegisterFlags): Promise<void> {
  const agent = await client.avatars.register({ username, avatarType: 'AI_Agent', ...namesOf(flags) });
  out.thing(agent, [...fieldsOf(agent), ['API key, shown once', agent.apiKey]]);
}

const namesOf = ({ email, firstName, lastName }: RegisterFlags) => ({
  ...(email !== undefined && { email }),
  ...(firstName !== undefined && { firstName }),
  ...(lastName !== undefined && { lastName }),
});

async function signIn({ client, profile, store, out }: ClientContext, name: string, password: string): Promise<void> {
  const { jwtToken, refreshToken, ...avatar } = await client.avatars.login({ username: name, password });
  const { id, username } = avatar;
  const tokens = { accessToken: jwtToken, refreshToken };
  const { url, insecureHttp } = profile;
  const service = { url, ...(insecureHttp && { insecureHttp }) };
  await store.updateProfile(profile.name, () => ({ ...service, avatar: { id, username }, tokens }));
  const { jwtTokenExpiresAt: _, refreshTokenExpiresAt: __, ...shown } = avatar;
  if (out.json) out.document({ ...shown, profile: profile.name, url: profile.url });
  out.note(`signed in at ${profile.url} as ${username}`);
}

async function logout({ client, profile, out }: ClientContext): Promise<void> {
  try {
    await client.avatars.logout();
  } catch (error) {
    // The tokens are forgotten here; at the service, the session ends by itself.
    if (!(error instanceof CausewayError)) throw error;
    process.stderr.write(`causeway: the service could not end the session: ${error.message}\n`);
  }
  if (out.json) out.document({ profile: profile.name, signedIn: false });
  out.note(profile.tokens ? `signed out at ${profile.url}` : 'nobody was signed in');
}
