import { ok, type Result } from '@causeway/protocol';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type RpcError, rpcAnswer, rpcRequest } from '../../http/requests/json-rpc.ts';
import { declaredOnly, fromProtoJson, type JsonSchema, named, TwiceGiven } from '../../http/schema/schema.ts';
import { invalidParams } from './errors.ts';

/** Ids of this service's tasks and of clients' messages and conversations. */
const id = () => Type.String({ minLength: 1, maxLength: 100 });
const optionalId = () => Type.Optional(Type.String({ maxLength: 100 }));
const metadata = Type.Optional(Type.Object({}, { additionalProperties: true }));

const part = Type.Object({
  text: Type.Optional(Type.String()),
  data: Type.Optional(Type.Unknown()),
  url: Type.Optional(Type.String()),
  raw: Type.Optional(Type.String()),
  mediaType: Type.Optional(Type.String()),
  filename: Type.Optional(Type.String()),
});
export type Part = Static<typeof part>;

const message = Type.Object({
  messageId: id(),
  contextId: optionalId(),
  taskId: optionalId(),
  role: Type.Literal('ROLE_USER'),
  parts: Type.Array(part, { minItems: 1 }),
  metadata,
});

const pushMembers = {
  id: optionalId(),
  taskId: optionalId(),
  url: Type.String({ minLength: 1, maxLength: 500 }),
  token: Type.Optional(Type.String({ maxLength: 1_000, pattern: '^[\\x20-\\x7e]*$' })),
  authentication: Type.Optional(
    Type.Object({
      scheme: Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' }),
      credentials: Type.Optional(Type.String({ maxLength: 4_000, pattern: '^[\\x20-\\x7e]*$' })),
    }),
  ),
};
const pushConfig = Type.Object(pushMembers);
export type PushConfig = Static<typeof pushConfig>;
const createPush = Type.Object({ ...pushMembers, taskId: id() });
const onePush = Type.Object({ taskId: id(), id: id() });
const listPushes = Type.Object({ taskId: id() });

const historyLength = Type.Optional(Type.Integer({ minimum: 0 }));

const sendParams = Type.Object({
  message,
  metadata,
  configuration: Type.Optional(
    Type.Object({
      returnImmediately: Type.Optional(Type.Boolean()),
      historyLength,
      taskPushNotificationConfig: Type.Optional(pushConfig),
    }),
  ),
});
export type SendParams = Static<typeof sendParams>;

const taskParams = Type.Object({ id: id(), historyLength });

/** States of tasks as A2A spells them. */
export const A2A_STATES = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
] as const;
export type A2aState = (typeof A2A_STATES)[number];

const listParams = Type.Object({
  contextId: optionalId(),
  status: Type.Optional(Type.Union([...A2A_STATES, 'TASK_STATE_UNSPECIFIED'].map((state) => Type.Literal(state)))),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  pageToken: Type.Optional(Type.String({ maxLength: 500 })),
  historyLength,
  statusTimestampAfter: Type.Optional(Type.String({ format: 'date-time' })),
  includeArtifacts: Type.Optional(Type.Boolean()),
});

/** A check of params that then have their declared members alone: later versions of A2A may send further ones. */
const checkOf = (schema: TSchema) => ({
  check: Compile(schema),
  spelled: (params: unknown) => fromProtoJson(params, schema as JsonSchema),
  declared: (params: unknown) => declaredOnly(params, schema as JsonSchema),
});
const CHECKS = {
  send: checkOf(sendParams),
  task: checkOf(taskParams),
  list: checkOf(listParams),
  createPush: checkOf(createPush),
  onePush: checkOf(onePush),
  listPushes: checkOf(listPushes),
};
type Params = {
  send: SendParams;
  task: Static<typeof taskParams>;
  list: Static<typeof listParams>;
  createPush: Static<typeof createPush>;
  onePush: Static<typeof onePush>;
  listPushes: Static<typeof listPushes>;
};

/**
 * `params` in the form `kind`, without members that it does not declare, or each place where they have another form.
 * Members may have the names of the protocol buffer's fields.
 */
export function parseParams<K extends keyof Params>(kind: K, given: unknown): Result<Params[K], RpcError> {
  const { check, spelled, declared } = CHECKS[kind];
  let params: unknown;
  try {
    params = spelled(given);
  } catch (error) {
    if (!(error instanceof TwiceGiven)) throw error;
    return { ok: false, error: invalidParams({ field: 'params', description: error.message }) };
  }
  if (check.Check(params)) return ok(declared(params) as Params[K]);
  const violations = check.Errors(params).map(({ instancePath, message }) => ({
    field: instancePath.slice(1).replaceAll('/', '.') || 'params',
    description: message,
  }));
  return { ok: false, error: invalidParams(...violations) };
}

/** The version may also stand in the query (A2A 1.0, section 3.6.1). */
export const callQuery = Type.Object({ 'A2A-Version': Type.Optional(Type.String({ maxLength: 100 })) });

/** Body of a call. */
export const call = named(
  'A2aCall',
  Type.Object(rpcRequest.properties, {
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: { messageId: 'message-1', role: 'ROLE_USER', parts: [{ text: 'Draw a bridge' }] },
          metadata: { skill: 'image' },
          configuration: { returnImmediately: true },
        },
      },
    ],
  }),
);

const TASK = {
  id: 'task-1',
  contextId: 'task-1',
  status: { state: 'TASK_STATE_SUBMITTED', timestamp: '2026-01-05T12:00:00.000Z' },
};

export const answer = named(
  'A2aAnswer',
  Type.Object(rpcAnswer.properties, { examples: [{ jsonrpc: '2.0', id: 1, result: { task: TASK } }] }),
);

const skill = Type.Object({
  id: Type.String({ description: 'The capability; a message names it as `metadata.skill`.' }),
  name: Type.String(),
  description: Type.String(),
  tags: Type.Array(Type.String()),
});
const modes = Type.Array(Type.String({ examples: ['application/json'] }));

/** The answer of the agent cards. */
export const agentCard = named(
  'AgentCard',
  Type.Object(
    {
      name: Type.String(),
      description: Type.String(),
      version: Type.String(),
      supportedInterfaces: Type.Array(
        Type.Object({ url: Type.String(), protocolBinding: Type.String(), protocolVersion: Type.String() }),
      ),
      capabilities: Type.Object({
        streaming: Type.Boolean(),
        pushNotifications: Type.Boolean(),
        extendedAgentCard: Type.Boolean(),
      }),
      securitySchemes: Type.Object({
        bearer: Type.Object({
          httpAuthSecurityScheme: Type.Object({ description: Type.String(), scheme: Type.String() }),
        }),
      }),
      securityRequirements: Type.Array(
        Type.Object({ schemes: Type.Object({ bearer: Type.Object({ list: Type.Array(Type.String()) }) }) }),
      ),
      defaultInputModes: modes,
      defaultOutputModes: modes,
      skills: Type.Array(skill),
    },
    {
      examples: [
        {
          name: 'Painter',
          description: 'An agent of this platform.',
          version: '1',
          supportedInterfaces: [
            { url: 'https://example.org/api/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
          capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
          securitySchemes: {
            bearer: { httpAuthSecurityScheme: { description: 'An access token or an API key.', scheme: 'Bearer' } },
          },
          securityRequirements: [{ schemes: { bearer: { list: [] } } }],
          defaultInputModes: ['application/json'],
          defaultOutputModes: ['application/json'],
          skills: [{ id: 'image', name: 'image', description: 'Tasks of the capability image.', tags: ['image'] }],
        },
      ],
    },
  ),
);
export type AgentCard = Static<typeof agentCard>;
