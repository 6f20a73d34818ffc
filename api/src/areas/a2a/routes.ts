import { createHash } from 'node:crypto';
import type { Clock } from '@causeway/runtime';
import type { AgentRow } from '@causeway/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasScope, withoutAdmin } from '../../http/callers/callers.ts';
import { ProblemError, unwrap } from '../../http/errors/errors.ts';
import type { EventWaits } from '../../http/events/event-waits.ts';
import { notModifiedSince } from '../../http/requests/etag.ts';
import type { RpcRequest } from '../../http/requests/json-rpc.ts';
import { traceOf } from '../../http/requests/trace-context.ts';
import type { Router } from '../../http/route.ts';
import { callerOf } from '../../plugins/app/auth.ts';
import { type Agents, agentParams, TASK_BODY_LIMIT } from '../agents/index.ts';
import { A2A_PATH, A2A_VERSION, agentPath, CARD_PATH, cardOfAgent, platformCard } from './card.ts';
import { a2aError, errorOf, methodNotFound, refuse } from './errors.ts';
import type { Pushes } from './pushes.ts';
import { type AgentCard, agentCard, answer, call, callQuery } from './schemas.ts';
import type { A2aService, CallResult, TaskStream } from './service.ts';

/** Skills on the card of the platform. */
const MAX_SKILLS = 100;
/** How long anybody may cache a card, seconds. */
const CARD_SECONDS = 60;

export interface A2a {
  readonly agents: Agents;
  readonly pushes: Pushes;
  /** All waits for events. */
  readonly waits: EventWaits;
  readonly calls: A2aService;
  /** Unix milliseconds. */
  readonly clock: Clock;
}

const baseOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

/** Sends the card with an ETag of its content, and the time of its last change, Unix milliseconds. */
function sendCard(request: FastifyRequest, reply: FastifyReply, card: AgentCard, modifiedMs: number): FastifyReply {
  const etag = `"${createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 16)}"`;
  return notModifiedSince(request, reply, { etag, modifiedMs }) ? reply.code(304).send(null) : reply.send(card);
}

/** The version that a request names; an absent one means 0.3 (A2A 1.0, section 3.6.2). */
function versionOf({ headers, query }: FastifyRequest): string {
  const named = headers['a2a-version'] ?? (query as Readonly<Record<string, unknown>>)['A2A-Version'];
  return typeof named === 'string' && named !== '' ? named : '0.3';
}

/** The frames of a stream: each message is the answer to the call. The last one of an event has the event's id. */
function framesOf(id: RpcRequest['id'], results: readonly unknown[], eventId?: string): string {
  const frames = results.map((result) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  const last = frames.pop() ?? '';
  return `${frames.join('')}${eventId === undefined || last === '' ? '' : `id: ${eventId}\n`}${last}`;
}

/** Cards and calls of the platform and of each agent. */
export function a2aRoutes(router: Router, a2a: A2a): void {
  const agentOf = async (id: string): Promise<AgentRow> => unwrap(await a2a.agents.registry.get(id));
  /** The skills of the platform's card, and since when this process knows them. */
  let skills = { names: '', sinceMs: 0 };

  router.route('getAgentCard', `GET ${CARD_PATH}`, {
    summary: 'Read the A2A agent card of the platform',
    description: 'Its skills are the capabilities of all agents.',
    etag: true,
    maxAgeSeconds: CARD_SECONDS,
    success: { description: 'The card.', schema: agentCard },
    handle: async (request, reply) => {
      const types = await a2a.agents.registry.rows.capabilityTypes(MAX_SKILLS);
      const names = JSON.stringify(types);
      if (names !== skills.names) skills = { names, sinceMs: a2a.clock.now() };
      return sendCard(request, reply, platformCard(baseOf(request), types), skills.sinceMs);
    },
  });

  router.route('getAgentCardOfAgent', `GET ${agentPath(':agentId')}${CARD_PATH}`, {
    summary: 'Read the A2A agent card of an agent',
    description: 'A client resolves it from the URL of the agent’s interface, which ends with a slash.',
    etag: true,
    maxAgeSeconds: CARD_SECONDS,
    params: agentParams,
    success: { description: 'The card.', schema: agentCard },
    errors: ['AGENT_NOT_FOUND'],
    handle: async (request, reply) => {
      const agent = await agentOf(request.params.agentId);
      return sendCard(request, reply, cardOfAgent(baseOf(request), agent), agent.updatedAtMs);
    },
  });

  const stream = async (request: FastifyRequest, reply: FastifyReply, id: RpcRequest['id'], task: TaskStream) => {
    await reply.streamEvents(request, {
      subject: `task:${task.taskId}`,
      after: task.after,
      written: {
        first: framesOf(id, [task.first]),
        of: async (event, eventId) => framesOf(id, await task.updates(event), eventId),
      },
      ...(task.until && { until: task.until }),
      over: () => a2a.calls.isOver(task),
      ...(task.endsAtQuestion && { overWhen: 'or asks' }),
    });
    return undefined;
  };

  const run = async (
    request: FastifyRequest,
    reply: FastifyReply,
    agent: AgentRow | undefined,
  ): Promise<CallResult> => {
    const { method: name, params = {} } = request.body as RpcRequest;
    const version = versionOf(request);
    if (version !== A2A_VERSION) {
      const message = `the interface speaks A2A ${A2A_VERSION}, not ${version.slice(0, 20)}; send the header A2A-Version`;
      return { ok: false, error: a2aError('VERSION_NOT_SUPPORTED', message) };
    }
    const method = Object.hasOwn(a2a.calls.methods, name) ? a2a.calls.methods[name] : undefined;
    if (method === undefined) return { ok: false, error: methodNotFound(name) };
    // The rows of the access table are of all methods; an admin acts in nobody else's name by those that change.
    const caller = method?.scope === 'tasks:write' ? withoutAdmin(callerOf(request)) : callerOf(request);
    if (!hasScope(caller, method.scope)) {
      const facts = { requiredScope: method.scope };
      unwrap(refuse('FORBIDDEN', `the token lacks the scope ${method.scope}`, { facts }));
    }
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    reply.raw.once('close', leave);
    try {
      return await method.run({ caller, agent, params, trace: traceOf(request), signal: gone.signal });
    } catch (error) {
      const known = error instanceof ProblemError ? errorOf(error.problem) : undefined;
      if (known === undefined) throw error;
      return { ok: false, error: known };
    } finally {
      reply.raw.off('close', leave);
    }
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply, agent?: AgentRow) => {
    const { id } = request.body as RpcRequest;
    const result = await run(request, reply, agent);
    if (!result.ok) return { jsonrpc: '2.0' as const, id, error: result.error };
    if ('stream' in result.value) return stream(request, reply, id, result.value.stream);
    return { jsonrpc: '2.0' as const, id, result: result.value.value };
  };

  const declaration = {
    jsonRpc: true,
    stream: true,
    query: callQuery,
    body: call,
    bodyLimit: TASK_BODY_LIMIT,
    success: {
      description:
        'The answer; for SendStreamingMessage and SubscribeToTask, server-sent events whose data are answers.',
      schema: answer,
    },
  } as const;

  router.route('callA2a', `POST ${A2A_PATH}`, {
    ...declaration,
    summary: 'Call an A2A method: JSON-RPC 2.0, header A2A-Version: 1.0',
    description:
      'SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask, and push configurations. A message’s ' +
      '`metadata.skill` is the capability of its task.',
    errors: ['FORBIDDEN', 'TASK_NOT_FOUND'],
    handle: (request, reply) => handle(request, reply),
  });

  router.route('callA2aOfAgent', `POST ${agentPath(':agentId')}`, {
    ...declaration,
    summary: 'Call an A2A method of one agent',
    description: 'Tasks of its messages are reserved to it. Otherwise it is the interface of the platform.',
    params: agentParams,
    errors: ['FORBIDDEN', 'AGENT_NOT_FOUND', 'TASK_NOT_FOUND'],
    handle: async (request, reply) => handle(request, reply, await agentOf(request.params.agentId)),
  });
}
