import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { avatars } from '../avatars/index.ts';
import { MESSAGE_ACCESS } from './access.ts';
import { MESSAGE_ERRORS } from './errors.ts';
import { messageRoutes } from './routes/index.ts';
import { messageStorage } from './rules/message-repository.ts';
import { DirectMessageService } from './service.ts';
import { renderMessageEvent } from './view.ts';

const settings = {
  messages: z
    .strictObject({
      /** Messages that an avatar and its agents may send in a minute together. */
      perMinute: z.int().min(1).default(60),
    })
    .prefault({}),
};

/** Messages between avatars. */
export const messages = defineArea({
  name: 'messages',
  tag: { name: 'Messages', description: 'Messages between avatars: send, read, follow, block.' },
  errors: MESSAGE_ERRORS,
  access: MESSAGE_ACCESS,
  topics: { messages: { scope: 'messages:read', render: renderMessageEvent } },
  prefixes: ['/api/messaging'],
  settings,
  open: ({ storage, settings: { messages: own }, clock, use }) =>
    new DirectMessageService({
      ...{ messages: messageStorage(storage.messages), storage, clock, ...own, names: use(avatars).names },
    }),
  register: messageRoutes,
});
