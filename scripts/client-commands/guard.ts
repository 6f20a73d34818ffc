import type { EndedAccess, KeyRange } from '@causeway/client';
import { type Command, Option } from 'commander';
import { type ClientContext, clientCommand } from '../lib/client/command.ts';
import { limitOption, take } from '../lib/client/flags.ts';
import type { Column } from '../lib/client/output.ts';
import { findWallet } from '../lib/client/wallet-reference.ts';

interface FreezeFlags {
  readonly wallet?: string;
  readonly reason?: string;
}

const REASON = ['--reason <text>', 'why; an admin gives it, and the owner can read it'] as const;
const AVATAR = ['[avatar]', 'id of an agent of yours, or, for admins, of any avatar; yourself when absent'] as const;
const WALLET = ['--wallet <wallet>', 'this wallet of yours alone, by its id, address or name'] as const;

/** Adds `freeze`, `thaw`, `session` and `security-log` to the `causeway` command. */
export function registerCommands(program: Command): void {
  for (const [name, description] of [
    ['freeze', 'freeze your account or a wallet: nothing leaves it from now on; it needs no password'],
    ['thaw', 'end a freeze; asks for your password'],
  ] as const) {
    clientCommand<FreezeFlags>(
      program
        .command(name)
        .description(description)
        .argument(...AVATAR)
        .option(...WALLET)
        .option(...REASON),
      (context, [avatarId], flags) => change(context, name, avatarId, flags),
    );
  }
  const session = program.command('session').description('list your sessions, and end them');
  clientCommand(session.command('list').description('list your sessions, newest first'), async ({ client, out }) =>
    out.list(await client.avatars.sessions(), SESSIONS, 'you have no session'),
  );
  const range = new Option('--revoke-keys <which>', 'API keys that end, too').choices(['none', 'own', 'all']);
  clientCommand<{ readonly revokeKeys?: KeyRange; readonly reason?: string; readonly of?: string }>(
    session
      .command('end')
      .description('end a session of yours, or all but this one')
      .argument('[session]', 'its id; every other session when absent')
      .addOption(range)
      .option('--of <avatar>', 'end every session of an agent of yours, or, for admins, of any avatar')
      .option(...REASON),
    async ({ client, out }, [sessionId], { revokeKeys: revokeApiKeys, reason, of: avatarId }) => {
      if (sessionId !== undefined) {
        await client.avatars.endSession(sessionId);
        if (out.json) out.document({ ended: sessionId });
        return out.note('the session has ended');
      }
      const whose = { ...(avatarId !== undefined && { avatarId }), ...(reason !== undefined && { reason }) };
      const ended = await client.avatars.endSessions({ ...whose, ...(revokeApiKeys && { revokeApiKeys }) });
      if (out.json) out.document(ended);
      out.note(textOf(ended));
    },
  );
  clientCommand<{ readonly limit: number }>(
    program
      .command('security-log')
      .description('list the security events of your account, newest first')
      .addOption(limitOption()),
    async ({ client, out }, _args, { limit }) =>
      out.list(take(client.avatars.securityLog(), limit), EVENTS, 'nothing has happened'),
  );
}

async function change(
  { client, out }: ClientContext,
  name: 'freeze' | 'thaw',
  avatarId: string | undefined,
  { wallet, reason }: FreezeFlags,
): Promise<void> {
  const done = name === 'freeze' ? 'frozen' : 'thawed';
  if (wallet !== undefined) {
    const wallets = avatarId === undefined ? client.wallets : client.wallets.of(avatarId);
    const id = avatarId === undefined ? (await findWallet(client, wallet)).id : wallet;
    const changed = await wallets[name](id, reason);
    if (out.json) return out.document(changed);
    return out.note(`the wallet ${changed.walletAddress} is ${done}`);
  }
  const whose = { ...(avatarId !== undefined && { avatarId }), ...(reason !== undefined && { reason }) };
  const changed = await client.avatars[name](whose);
  if (out.json) return out.document(changed);
  out.note(`the account ${changed.username} is ${done}`);
}

const textOf = ({ sessions, apiKeys, agentKeys, agentPasswords }: EndedAccess): string =>
  `ended: sessions ${sessions}, API keys ${apiKeys}, API keys of agents ${agentKeys}, passwords of agents ${agentPasswords}`;

interface Session {
  readonly sessionId: string;
  readonly createdAt: string;
  readonly authenticatedAt: string;
  readonly isCurrent: boolean;
}

const SESSIONS: readonly Column<Session>[] = [
  { title: '', of: ({ isCurrent }) => (isCurrent ? '*' : ' ') },
  { title: 'SESSION', of: ({ sessionId }) => sessionId },
  { title: 'SINCE', of: ({ createdAt }) => createdAt },
  { title: 'PASSWORD GIVEN', of: ({ authenticatedAt }) => authenticatedAt },
];

interface SecurityEvent {
  readonly at: string;
  readonly action: string;
  readonly outcome: string;
  readonly address: string | null;
}

const EVENTS: readonly Column<SecurityEvent>[] = [
  { title: 'TIME', of: ({ at }) => at },
  { title: 'EVENT', of: ({ action }) => action },
  { title: 'OUTCOME', of: ({ outcome }) => outcome },
  { title: 'FROM', of: ({ address }) => address },
];
