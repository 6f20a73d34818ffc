import type { AccessTable } from '../../http/callers/access.ts';

const READ = { callers: 'messages:read', resource: 'caller', agents: true } as const;
const WRITE = { callers: 'messages:write', resource: 'caller', agents: true } as const;

/** Who may call the operations under /api/messaging. */
export const MESSAGE_ACCESS = {
  sendMessage: WRITE,
  listMessages: READ,
  getMessage: { ...READ, resource: 'private' },
  listConversation: READ,
  countUnreadMessages: READ,
  markMessagesRead: WRITE,
  deleteMessage: { ...WRITE, resource: 'private' },
  streamMessageEvents: READ,
  listBlockedAvatars: READ,
  blockAvatar: WRITE,
  unblockAvatar: WRITE,
} as const satisfies AccessTable;
