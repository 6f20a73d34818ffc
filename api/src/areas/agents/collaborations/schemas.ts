import { MAX_WEIGHT, MOST_ROUNDS } from '@causeway/agents';
import { COLLABORATION_PROTOCOLS, COLLABORATION_STATES, TASK_STATES } from '@causeway/protocol';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../../http/schema/schema.ts';
import { waitMs } from '../messages/schemas.ts';
import { AGENT_ID, TIME, time } from '../schemas.ts';
import { heldRequirements, SERVICE_TAKERS, takerRequirements } from '../takers/schemas.ts';

const COLLABORATION_ID = '0198c5b2-ae51-7f5e-8a21-3c9b5e6f7a81';
const OTHER_ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f71';
const TASK_ID = `${COLLABORATION_ID}:1:${AGENT_ID}`;

/** Largest body of a request, bytes. */
export const COLLABORATION_BODY_LIMIT = 64 * 1024;
/** How long an answer waits for the outcome when the request does not say, milliseconds. */
export const DEFAULT_WAIT_MS = 10_000;
export const DEFAULT_ROUNDS = 3;
export const DEFAULT_ROUND_MS = 300_000;
/** The capability of the agents' tasks when the request names none. */
export const DEFAULT_CAPABILITY = 'collaborate';
const MOST_AGENTS = 16;

const anything = (description: string) => Type.Unsafe<unknown>({ description });
const collaborationId = Type.String({
  format: 'uuid',
  description: 'The collaboration’s id.',
  examples: [COLLABORATION_ID],
});
const taskId = (description: string) => Type.String({ pattern: '^[A-Za-z0-9._:-]{1,100}$', description });
const protocol = Type.String({
  enum: [...COLLABORATION_PROTOCOLS],
  description:
    '`consensus`: every agent votes until all agree, in up to `options.rounds` rounds. `voting`: every agent votes once. ' +
    '`delegation`: the first agent splits the work into subtasks, and others do them.',
});
const status = Type.String({
  enum: [...COLLABORATION_STATES],
  description: '`undecided`: the rounds are over without agreement, votes are tied, or nobody voted.',
});

export const collaborationParams = Type.Object({ collaborationId });

/** Body of POST /collaborate. */
export const collaborateRequest = named(
  'CollaborateRequest',
  Type.Object(
    {
      taskId: Type.Optional(
        taskId('Your name for the work. The same request with the same `taskId` is one collaboration.'),
      ),
      agents: Type.Array(Type.String({ minLength: 1, maxLength: 100, description: 'An agent.' }), {
        ...{ minItems: 1, maxItems: MOST_AGENTS, uniqueItems: true },
        description: 'The agents; the first one leads a delegation.',
      }),
      protocol,
      requirements: takerRequirements(`It counts for subtasks of a capability. ${SERVICE_TAKERS}`),
      input: Type.Optional(
        Type.Unsafe<Record<string, unknown>>(
          Type.Object({}, { additionalProperties: true, description: 'For every task, as `input`.' }),
        ),
      ),
      options: Type.Optional(
        Type.Object({
          capability: Type.Optional(
            Type.String({
              ...{ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$', default: DEFAULT_CAPABILITY },
              description: 'The `type` of the agents’ tasks. They are reserved to the agents, whatever these can do.',
            }),
          ),
          rounds: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MOST_ROUNDS.consensus,
              default: DEFAULT_ROUNDS,
              description: 'Of a consensus.',
            }),
          ),
          timeoutMs: Type.Optional(
            Type.Integer({
              ...{ minimum: 1_000, maximum: 86_400_000, default: DEFAULT_ROUND_MS },
              description: 'Time for the tasks of a round; a task that is open then expires.',
            }),
          ),
          voting: Type.Optional(
            Type.String({
              ...{ enum: ['majority', 'weighted'], default: 'majority' },
              description:
                '`majority`: every vote counts the same. `weighted`: by `weights`, else by the votes’ own `weight`.',
            }),
          ),
          weights: Type.Optional(
            Type.Unsafe<Record<string, number>>(
              Type.Object(
                {},
                {
                  additionalProperties: Type.Number({ exclusiveMinimum: 0, maximum: MAX_WEIGHT }),
                  maxProperties: MOST_AGENTS,
                  description: 'Weights by agent, which count in place of the agents’ own; 1 for an agent without one.',
                },
              ),
            ),
          ),
          join: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'The lead of a delegation makes the result from those of the subtasks.',
            }),
          ),
        }),
      ),
      waitMs: Type.Optional(
        waitMs(DEFAULT_WAIT_MS, 'How long the answer waits for the outcome; the work goes on without it.'),
      ),
    },
    {
      examples: [
        {
          ...{
            taskId: 'choose-1',
            agents: [AGENT_ID, OTHER_ID],
            protocol: 'voting',
            input: { question: 'which colour?' },
          },
          ...{ options: { voting: 'weighted', timeoutMs: 60_000 }, waitMs: 0 },
        },
      ],
    },
  ),
);
export type CollaborateRequest = Static<typeof collaborateRequest>;

const part = Type.Object({
  taskId: taskId('The task.'),
  agentId: nullable(Type.String({ description: 'The agent that does it; null while any agent may.' })),
  kind: Type.String({ enum: ['vote', 'split', 'subtask', 'join'] }),
  status: nullable(Type.String({ enum: [...TASK_STATES], description: 'The end of the task; null while it is open.' })),
  result: anything('What the agent reported.'),
  failureCode: nullable(Type.String()),
  failureMessage: nullable(Type.String()),
});

const members = {
  collaborationId,
  taskId: taskId('The caller’s name for the work.'),
  protocol,
  agents: Type.Array(Type.String()),
  requirements: heldRequirements,
  status,
  round: Type.Integer({ minimum: 1, description: 'The current round, or the last one.' }),
  isFinished: Type.Boolean(),
  createdAt: time('When it began.'),
  updatedAt: time('When it last changed.'),
  endedAt: nullable(time('When it ended.')),
  version: Type.Integer(),
};
const example = {
  ...{ collaborationId: COLLABORATION_ID, taskId: 'choose-1', protocol: 'voting', agents: [AGENT_ID, OTHER_ID] },
  requirements: { agents: 'any' },
  ...{ status: 'completed', round: 1, isFinished: true, createdAt: TIME, updatedAt: TIME, endedAt: TIME, version: 2 },
};

/** A collaboration in a list. */
export const collaborationSummary = named('CollaborationSummary', Type.Object(members, { examples: [example] }));
export type CollaborationSummary = Static<typeof collaborationSummary>;

export const collaboration = named(
  'Collaboration',
  Type.Object(
    {
      ...members,
      outcome: anything(
        'Null until it ends. Of votes: `value`, `entries` (each value with its votes, weight and agents), `abstained` with ' +
          'the reasons, and `agreed`, or `tie` and `tied`. Of a delegation: `value` after a join, and `results`.',
      ),
      rounds: Type.Array(Type.Object({ round: Type.Integer({ minimum: 1 }), tasks: Type.Array(part) })),
    },
    {
      examples: [
        {
          ...example,
          outcome: {
            ...{ value: 'red', tie: false, tied: [] },
            entries: [{ value: 'red', votes: 1, weight: 2, agents: [AGENT_ID] }],
            abstained: [{ agentId: OTHER_ID, code: 'DEADLINE', message: 'the deadline is over' }],
          },
          rounds: [
            {
              round: 1,
              tasks: [
                {
                  ...{ taskId: TASK_ID, agentId: AGENT_ID, kind: 'vote', status: 'completed' },
                  ...{ result: { value: 'red', weight: 2 }, failureCode: null, failureMessage: null },
                },
              ],
            },
          ],
        },
      ],
    },
  ),
);
export type CollaborationView = Static<typeof collaboration>;
