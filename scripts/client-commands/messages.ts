import type { Message } from '@causeway/client';
import type { Command } from 'commander';
import { AVATAR_REFERENCE, avatarIdOf, shownAs } from '../lib/client/avatar-reference.ts';
import { type ClientContext, clientCommand } from '../lib/client/command.ts';
import { countOption, limitOption, take } from '../lib/client/flags.ts';
import type { Column } from '../lib/client/output.ts';

/** Adds `message` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const message = program.command('message').description('send, read and follow messages between avatars');
  clientCommand<{ readonly task?: string; readonly priority?: string }>(
    message
      .command('send')
      .description('send a message')
      .argument('<avatar>', 'name or id of the recipient')
      .argument('<text>', 'the message; - for a line of standard input')
      .option('--task <id>', 'the task that it is about')
      .option('--priority <priority>', 'such as low, normal, high or urgent'),
    async ({ client, out, ask }, [avatar = '', given = ''], { task, priority }) => {
      const text = given === '-' ? await ask.text('Message: ') : given;
      const metadata = { ...(task !== undefined && { taskId: task }), ...(priority !== undefined && { priority }) };
      const sent = await client.messages.send(await avatarIdOf(client, avatar), text, metadata);
      out.thing(sent, [
        ['message', sent.messageId],
        ['sent', sent.sentAt],
      ]);
    },
  );
  clientCommand<{ readonly unread?: true; readonly limit: number }>(
    message
      .command('inbox')
      .description('list the messages that you received, newest first')
      .option('--unread', 'only messages that are not marked as read')
      .addOption(limitOption()),
    async ({ client, out }, _args, { unread, limit }) => {
      const received = client.messages.inbox(unread ? { unread } : {});
      await out.list(take(received, limit), COLUMNS, unread ? 'you have read everything' : 'you have no messages');
    },
  );
  clientCommand<{ readonly limit: number }>(
    message
      .command('with')
      .description('list the messages between you and another avatar, newest first')
      .argument('<avatar>', AVATAR_REFERENCE)
      .addOption(limitOption()),
    async ({ client, out }, [avatar = ''], { limit }) => {
      const messages = client.messages.conversation(await avatarIdOf(client, avatar));
      await out.list(take(messages, limit), COLUMNS, 'there are no messages between you');
    },
  );
  clientCommand(
    message
      .command('read')
      .description('mark messages as read')
      .argument('<messages...>', 'ids of messages that you received'),
    async ({ client, out }, ids) => {
      const marked = await client.messages.markRead(ids);
      out.thing(marked, [
        ['marked', marked.messageIds.length],
        ['unread', marked.unreadCount],
      ]);
    },
  );
  clientCommand(
    message
      .command('delete')
      .description('delete a message for yourself; the other avatar keeps it')
      .argument('<message>', 'id of the message'),
    async ({ client, out }, [id = '']) => {
      await client.messages.remove(id);
      if (out.json) out.document({ messageId: id, deleted: true });
      else out.note(`The message ${id} is deleted for you.`);
    },
  );
  clientCommand<{ readonly count?: number }>(
    message
      .command('watch')
      .description('print your unread messages, then new ones as they come')
      .addOption(countOption('--count <n>', 'end after so many messages')),
    (context, _args, { count }) => watch(context, count),
  );
  blockCommands(message);
}

function blockCommands(message: Command): void {
  clientCommand(
    message.command('block').description('take no more messages from an avatar').argument('<avatar>', AVATAR_REFERENCE),
    async ({ client, out }, [avatar = '']) => {
      const blocked = await client.messages.block(await avatarIdOf(client, avatar));
      out.thing(blocked, [['blocked', blocked.avatarId]]);
    },
  );
  clientCommand(
    message.command('unblock').description('take messages from an avatar again').argument('<avatar>', AVATAR_REFERENCE),
    async ({ client, out }, [avatar = '']) => {
      const avatarId = await avatarIdOf(client, avatar);
      await client.messages.unblock(avatarId);
      if (out.json) out.document({ avatarId, blocked: false });
      else out.note(`${avatar} may write to you again.`);
    },
  );
  clientCommand(message.command('blocks').description('list the avatars that you block'), async ({ client, out }) =>
    out.list(
      client.messages.blocks(),
      [
        { title: 'AVATAR', of: ({ avatarId }) => avatarId },
        { title: 'SINCE', of: ({ since }) => since },
      ],
      'you block nobody',
    ),
  );
}

/** Prints unread messages and new ones, oldest first and each once, until `count` are printed. */
async function watch({ client, out }: ClientContext, count = Number.POSITIVE_INFINITY): Promise<void> {
  const progress = out.progress();
  let printed = 0;
  for await (const { type, data } of client.messages.events()) {
    if (type !== 'message.received' || data.messageId === undefined) continue;
    const message = await client.messages.get(data.messageId).catch((error: { readonly code?: string }) => {
      if (error.code === 'MESSAGE_NOT_FOUND') return undefined;
      throw error;
    });
    if (message === undefined || message.isRead) continue;
    progress.step(`${message.sentAt}  ${fromOf(message)}  ${message.message}`, message);
    printed += 1;
    if (printed >= count) break;
  }
  progress.end();
}

const fromOf = ({ fromUsername, fromAvatarId }: Message): string => shownAs(fromUsername, fromAvatarId);

const COLUMNS: readonly Column<Message>[] = [
  { title: 'MESSAGE', of: ({ messageId }) => messageId },
  { title: 'FROM', of: fromOf },
  { title: 'SENT', of: ({ sentAt }) => sentAt },
  { title: 'READ', of: ({ isRead }) => isRead },
  { title: 'TEXT', of: ({ message }) => message },
];
