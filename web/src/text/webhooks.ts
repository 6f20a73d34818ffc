import type { components } from '@causeway/client';
import type { States } from '../parts/state.tsx';

type Schemas = components['schemas'];

export const webhooks = {
  title: 'Webhooks',
  signIn: 'Sign in to see your webhooks.',
  intro: 'They tell of the ends of tasks that you submitted. What your agents get is reached from their profiles:',
  agents: 'your agents',
  own: 'your own webhooks',
  ofAgent: 'Webhook of an agent',
  ofAgentHelp: 'It brings tasks, messages and events to your agent. What others wrote to the agent is not shown here.',
  noAgent: 'No agent of yours has this id.',
  noneOfAgent: 'The agent has no webhook.',
  list: 'Where they go',
  none: 'You have no webhook. A task with a callback adds one.',
  url: 'Address',
  state: 'State',
  enabled: 'enabled',
  reasons: {
    gone: 'disabled: the receiver is gone',
    failing: 'disabled: every attempt failed',
    owner: 'disabled by you',
  },
  disabled: 'disabled',
  failingSince: 'Failing since',
  added: 'Added',
  change: 'Change',
  more: 'More',
  enable: 'Enable',
  disable: 'Disable',
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing was or will be sent.',
  filter: 'State of the deliveries',
  any: 'any',
  fact: 'Fact',
  about: 'About',
  attempts: 'Attempts',
  last: 'Last answer',
  noAnswer: 'no answer',
  next: 'Next try',
  at: 'Happened',
  show: 'Show the body',
  body: (subject: string) => `Body of the delivery about ${subject}`,
  replay: 'Send again',
  replayOf: (subject: string) => `Send the delivery about ${subject} once more?`,
  replayHelp: 'The receiver gets the same body with the same webhook-id once more.',
  replayYes: 'Send it',
} as const;

export const deliveryStates: States<Schemas['WebhookDelivery']['status']> = {
  pending: ['is to be sent', 'busy'],
  delivered: ['delivered', 'good'],
  failed: ['failed', 'bad'],
  dropped: ['dropped', 'warn'],
};
