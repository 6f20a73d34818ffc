import { DEFAULT_ACK_MS, LONGEST_ACK_MS, MAX_TAKE } from '@causeway/agents';
import { AGENT_MESSAGE_STATES } from '@causeway/protocol';
import { STRATEGIES } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../../http/schema/schema.ts';
import { AGENT_ID, TIME, time } from '../schemas.ts';
import { heldRequirements, takerRequirements } from '../takers/schemas.ts';

const MESSAGE_ID = '0198c5b2-9d40-7f5e-8a21-3c9b5e6f7a81';
const SENDER_ID = '0198c5b2-5f0d-7b2c-8e0f-1a7938c4d5e6';

/** Largest body of a message, bytes. */
export const MESSAGE_BODY_LIMIT = 64 * 1024;
/** How long a request waits for a message at most, milliseconds. */
export const LONGEST_WAIT_MS = 30_000;
/** Agents that one broadcast names at most. */
export const MOST_SUBSCRIBERS = 100;

/** Text that both engines store as it is: without U+0000. */
const plain = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$', description });
const agentId = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const messageId = Type.String({ format: 'uuid', description: 'The message’s id.', examples: [MESSAGE_ID] });
const anything = (description: string) => Type.Unsafe<unknown>({ description });
const freeForm = (description: string) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description }));
const strategy = Type.String({ enum: [...STRATEGIES], description: 'How each agent is chosen.' });
export const waitMs = (fallback: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: LONGEST_WAIT_MS, default: fallback, description });

export const messageParams = Type.Object({ messageId });

const message = {
  type: plain(100, 'The kind of message.'),
  taskId: Type.Optional(plain(100, 'The task that it is about.')),
  input: Type.Optional(freeForm('Free form.')),
};

/** Body of POST /messages/send-by-capability. */
export const sendByCapabilityRequest = named(
  'SendByCapabilityRequest',
  Type.Object(
    {
      capability: plain(100, 'The agent must have it.'),
      message: Type.Object(message),
      requirements: takerRequirements(),
      routing: Type.Optional(
        Type.Object({
          strategy: Type.Optional(Type.String({ enum: [...STRATEGIES], default: 'best_match' })),
          timeout: Type.Optional(
            Type.Integer({
              minimum: 100,
              maximum: LONGEST_ACK_MS,
              default: DEFAULT_ACK_MS,
              description: 'Milliseconds for each agent to acknowledge; then the next one gets the message.',
            }),
          ),
        }),
      ),
      waitMs: Type.Optional(
        waitMs(LONGEST_WAIT_MS, 'How long the answer waits for an acknowledgement; the message goes on without it.'),
      ),
    },
    {
      examples: [
        {
          capability: 'image',
          message: { type: 'preview', taskId: 'task-1', input: { prompt: 'a bridge' } },
          routing: { strategy: 'load_balanced', timeout: 2_000 },
          waitMs: 0,
        },
      ],
    },
  ),
);
export type SendByCapability = Static<typeof sendByCapabilityRequest>;

const status = Type.String({
  enum: [...AGENT_MESSAGE_STATES],
  description: '`offered`: an agent has it and may still acknowledge it.',
});

export const sentByCapability = named(
  'SentByCapability',
  Type.Object(
    {
      messageId,
      deliveredTo: nullable(Type.String({ description: 'The agent that acknowledged it; null while none has.' })),
      status,
      strategy,
      requirements: heldRequirements,
      reason: Type.String({ description: 'Why the last agent was chosen.' }),
      tried: Type.Array(Type.String(), { description: 'The agents that got it, in their order.' }),
    },
    {
      examples: [
        {
          ...{ messageId: MESSAGE_ID, deliveredTo: AGENT_ID, status: 'acknowledged', strategy: 'load_balanced' },
          requirements: { agents: 'any' },
          reason: 'it is the least loaded of 2 available agents: 0 of 4 tasks',
          tried: [AGENT_ID],
        },
      ],
    },
  ),
);

export const agentMessage = named(
  'AgentMessage',
  Type.Object(
    {
      messageId,
      from: Type.String({ description: 'The avatar that sent it.' }),
      capability: Type.String(),
      type: message.type,
      taskId: nullable(Type.String()),
      input: anything('As sent.'),
      status,
      strategy,
      requirements: heldRequirements,
      reason: Type.String({ description: 'Why the last agent was chosen.' }),
      deliveredTo: nullable(Type.String({ description: 'The agent that acknowledged it.' })),
      tried: Type.Array(Type.String()),
      ackedBy: nullable(
        Type.String({ enum: ['webhook', 'claim', 'ack'], description: 'How the agent acknowledged it.' }),
      ),
      ackUntil: nullable(time('Then the next agent gets it.')),
      createdAt: time('When it was sent.'),
      endedAt: nullable(time('When it was acknowledged, or given up.')),
    },
    {
      examples: [
        {
          ...{ messageId: MESSAGE_ID, from: SENDER_ID, capability: 'image', type: 'preview', taskId: 'task-1' },
          ...{ input: { prompt: 'a bridge' }, status: 'acknowledged', strategy: 'best_match', tried: [AGENT_ID] },
          requirements: { agents: 'any' },
          reason: 'it fits best of 1 available agents: 92 % success',
          ...{ deliveredTo: AGENT_ID, ackedBy: 'ack', ackUntil: null, createdAt: TIME, endedAt: TIME },
        },
      ],
    },
  ),
);
export type AgentMessageView = Static<typeof agentMessage>;

/** Body of POST /{agentId}/messages/claim. */
export const claimMessagesRequest = named(
  'ClaimMessagesRequest',
  Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TAKE, default: MAX_TAKE })),
      waitMs: Type.Optional(waitMs(0, 'How long to wait for a first message.')),
    },
    { examples: [{ waitMs: 0 }] },
  ),
);

/** Body of POST /events/broadcast. */
export const broadcastRequest = named(
  'BroadcastRequest',
  Type.Object(
    {
      event: Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,100}$', description: 'The event’s name.' }),
      agentId: Type.Optional(agentId('The agent that sends it: you or an agent of yours. You when absent.')),
      data: Type.Optional(freeForm('Free form.')),
      subscribers: Type.Union(
        [
          Type.Array(agentId('An agent.'), { minItems: 1, maxItems: MOST_SUBSCRIBERS, uniqueItems: true }),
          Type.Literal('all'),
        ],
        { description: 'The agents that get it, or everyone who follows.' },
      ),
    },
    { examples: [{ event: 'task_completed', data: { taskId: 'task-1' }, subscribers: 'all' }] },
  ),
);
export type BroadcastRequest = Static<typeof broadcastRequest>;

export const broadcastResult = named(
  'BroadcastResult',
  Type.Object(
    {
      eventId: Type.String({ format: 'uuid' }),
      seq: Type.Integer({ minimum: 1, description: 'Every recipient has it at this `seq` of its stream or before.' }),
      recipients: Type.Integer({ minimum: 0, description: 'The agents named, or all registered ones.' }),
    },
    { examples: [{ eventId: MESSAGE_ID, seq: 41, recipients: 12 }] },
  ),
);
