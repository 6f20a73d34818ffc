import { MAX_CLAIM } from '@causeway/agents';
import { AVAILABILITIES } from '@causeway/protocol';
import { TAKERS, type Takers } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { named, nullable, ONE_LINE } from '../../http/schema/schema.ts';
import { username } from '../avatars/index.ts';

export const AGENT_ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
const OWNER_ID = '0198c5b2-5f0d-7b2c-8e0f-1a7938c4d5e6';
export const TIME = '2026-01-05T12:00:00.000Z';

export const time = (description: string) => Type.String({ format: 'date-time', description, examples: [TIME] });
const count = (description: string) => Type.Integer({ minimum: 0, description });
export const name = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: ONE_LINE, description });
export const resolution = () =>
  Type.String({
    pattern: '^[1-9]\\d{0,5}x[1-9]\\d{0,5}$',
    description: 'Pixels: width x height.',
    examples: ['1024x768'],
  });
const availability = (description: string) => Type.String({ enum: [...AVAILABILITIES], description });

export const agentParams = Type.Object({
  agentId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The agent’s id, which is its avatar’s.',
    examples: [AGENT_ID],
  }),
});

const capabilityMembers = {
  type: name(100, 'The kind of work.'),
  models: Type.Optional(Type.Array(name(100, 'A model.'), { maxItems: 16 })),
  maxResolution: Type.Optional(resolution()),
  costPerRequest: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1_000_000, description: 'In the agent’s own unit.' }),
  ),
  maxImages: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
};
const capability = named('Capability', Type.Object(capabilityMembers));
export type CapabilityView = Static<typeof capability>;
/** A capability in a body, which takes no other members; an answer may get further ones. */
const capabilityInput = named('CapabilityInput', Type.Object(capabilityMembers));
const capabilities = (description: string, item = capability) => Type.Array(item, { maxItems: 32, description });

const endpoints = Type.Object(
  {
    api: Type.Optional(Type.String({ format: 'uri', maxLength: 500 })),
    webhook: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 500,
        description:
          'Signed webhooks bring tasks there. An https URL at a public address; others as the service allows.',
      }),
    ),
  },
  { description: 'Where the agent can be reached. Others read `api`, too.' },
);

const changeable = {
  name: name(100, 'For people.'),
  capabilities: capabilities('Its kinds of work.'),
  endpoints,
  availability: availability('Only an agent that is online gets tasks.'),
  maxConcurrentTasks: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Tasks that it holds at most.' }),
};

/** Largest body with the capabilities of an agent, bytes. */
export const AGENT_BODY_LIMIT = 64 * 1024;

/** Body of POST /register. */
export const registerRequest = named(
  'RegisterAgentRequest',
  Type.Object(
    {
      agentId: Type.Optional(
        username('The username of the new agent’s avatar; an AI_Agent that registers itself keeps its own.'),
      ),
      name: changeable.name,
      capabilities: Type.Optional(
        capabilities('Its kinds of work; an AI_Agent’s `metadata.capabilities` when absent.', capabilityInput),
      ),
      endpoints: Type.Optional(endpoints),
      availability: Type.Optional(availability('`online` when absent.')),
      maxConcurrentTasks: Type.Optional(changeable.maxConcurrentTasks),
    },
    {
      examples: [
        {
          name: 'Painter',
          capabilities: [{ type: 'image', models: ['m1'], maxResolution: '1024x1024', costPerRequest: 0.02 }],
          availability: 'online',
          maxConcurrentTasks: 4,
        },
      ],
    },
  ),
);

/** Body of PUT /{agentId}. */
export const updateRequest = named(
  'UpdateAgentRequest',
  Type.Partial(Type.Object({ ...changeable, capabilities: capabilities('Its kinds of work.', capabilityInput) }), {
    examples: [{ availability: 'maintenance' }],
  }),
);

const agentMembers = {
  agentId: Type.String({ description: 'The agent’s id.' }),
  avatarId: Type.String({ description: 'The same.' }),
  ownerId: Type.String({ description: 'The avatar that registered it.' }),
  ownerUsername: nullable(Type.String({ description: 'Null where the owner hides it.' })),
  ...changeable,
  hasWebhook: Type.Boolean({
    description: 'True when `endpoints.webhook` is set, which only the agent and its owner see.',
  }),
  availability: availability('As declared; `offline` when the agent is silent for a minute.'),
  currentTasks: count('Tasks that it holds now.'),
  lastSeenAt: time('When it was last heard of.'),
  createdAt: time('When it was registered.'),
  updatedAt: time('When it last changed.'),
  version: Type.Integer(),
};
const example = {
  agentId: AGENT_ID,
  avatarId: AGENT_ID,
  ownerId: OWNER_ID,
  ownerUsername: 'ann',
  name: 'Painter',
  capabilities: [{ type: 'image', models: ['m1'], maxResolution: '1024x1024', costPerRequest: 0.02 }],
  endpoints: {},
  hasWebhook: false,
  availability: 'online',
  maxConcurrentTasks: 4,
  currentTasks: 1,
  lastSeenAt: TIME,
  createdAt: TIME,
  updatedAt: TIME,
  version: 1,
};

export const agent = named('Agent', Type.Object(agentMembers, { examples: [example] }));
export type AgentView = Static<typeof agent>;

export const registeredAgent = named(
  'RegisteredAgent',
  Type.Object(
    {
      ...agentMembers,
      apiKey: nullable(
        Type.String({ description: 'The key of a new agent, in this answer alone; null for one that has its own.' }),
      ),
      webhookSecret: nullable(
        Type.String({
          description: 'The secret that signs the agent’s webhooks, in this answer alone; null when it has one.',
        }),
      ),
    },
    { examples: [{ ...example, apiKey: null, webhookSecret: null }] },
  ),
);

const performance = {
  tasksCompleted: count('Attempts that completed their task.'),
  tasksFailed: count('Attempts that failed, or whose lease ended.'),
  successRate: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'Null before the first attempt has ended.' }),
  ),
  averageResponseMs: nullable(Type.Number({ minimum: 0, description: 'From assignment to completion.' })),
  cost: Type.Number({ minimum: 0, description: 'Of completed tasks, in the agent’s own unit.' }),
  uptime30d: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of the last 30 days, or of the time since its registration, in which it was online by its heartbeats. ' +
        'Times in which the service itself did not run do not count.',
    }),
  ),
  uptimeTarget: Type.Number({ description: 'The share that agents aim at.' }),
};
const performanceExample = {
  ...{ tasksCompleted: 12, tasksFailed: 1, successRate: 0.923, averageResponseMs: 1_830, cost: 0.24 },
  ...{ uptime30d: 0.9995, uptimeTarget: 0.999 },
};
export const agentPerformance = named('AgentPerformance', Type.Object(performance, { examples: [performanceExample] }));

export const agentStatus = named(
  'AgentStatus',
  Type.Object(
    {
      agentId: agentMembers.agentId,
      availability: agentMembers.availability,
      online: Type.Boolean(),
      currentTasks: agentMembers.currentTasks,
      maxConcurrentTasks: agentMembers.maxConcurrentTasks,
      lastSeenAt: agentMembers.lastSeenAt,
      performance: agentPerformance,
    },
    {
      examples: [
        {
          ...{ agentId: AGENT_ID, availability: 'online', online: true, currentTasks: 1, maxConcurrentTasks: 4 },
          ...{ lastSeenAt: TIME, performance: performanceExample },
        },
      ],
    },
  ),
);

export const seen = named(
  'AgentSeen',
  Type.Object({ lastSeenAt: agentMembers.lastSeenAt }, { examples: [{ lastSeenAt: TIME }] }),
);

/** Filters of GET /discover. */
export const discoverFilter = {
  capability: name(100, 'The kind of work.'),
  available: Type.Optional(
    Type.Boolean({ description: 'True: only agents that get a new task now; false: only others.' }),
  ),
  model: Type.Optional(name(100, 'A model that the capability must have.')),
  resolution: Type.Optional(resolution()),
  maxCost: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Highest cost per request.' })),
  agents: Type.Optional(
    Type.Unsafe<Takers>(
      Type.String({
        enum: [...TAKERS],
        description:
          'Only agents that may take your tasks with these `requirements.agents`; `own` and `listed` need a token.',
      }),
    ),
  ),
};

/** Body of POST /{agentId}/tasks/claim. */
export const claimRequest = named(
  'ClaimRequest',
  Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CLAIM, default: 1 })),
      waitMs: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 30_000, default: 0, description: 'How long to wait for a first task.' }),
      ),
      leaseMs: Type.Optional(
        Type.Integer({
          minimum: 1_000,
          maximum: 3_600_000,
          default: 30_000,
          description: 'The lease of each task; a heartbeat extends it by as much.',
        }),
      ),
    },
    { examples: [{ limit: 4, waitMs: 0 }] },
  ),
);
