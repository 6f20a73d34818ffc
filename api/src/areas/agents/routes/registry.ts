import { parseResolution, toMicros } from '@causeway/agents';
import type { Availability } from '@causeway/protocol';
import type { AgentRow, Page } from '@causeway/storage';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, expectedVersions } from '../../../http/requests/etag.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import { iso } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { type Named, originOf } from '../../avatars/index.ts';
import type { Agents } from '../agents.ts';
import {
  AGENT_BODY_LIMIT,
  agent,
  agentParams,
  agentPerformance,
  agentStatus,
  discoverFilter,
  registeredAgent,
  registerRequest,
  seen,
  updateRequest,
} from '../schemas.ts';
import { agentView, capabilityOf, performanceView, statusView } from '../tasks/view.ts';

/** Registration, profile and discovery of agents. */
export function registryRoutes(router: Router, agents: Agents): void {
  /** The form of agents for the caller of a request. */
  const viewFor =
    ({ caller }: FastifyRequest) =>
    (row: Named<AgentRow>) =>
      agentView(row, agents.clock.now(), caller);
  const ownersOf = ({ ownerId }: AgentRow): readonly string[] => [ownerId];
  const one = async (request: FastifyRequest, row: AgentRow) =>
    viewFor(request)({ item: row, nameOf: await agents.names.of(ownersOf(row), request.caller) });
  const listed = (request: FastifyRequest, page: Page<AgentRow>) => agents.names.page(page, ownersOf, request.caller);

  router.route('registerAgent', 'POST /register', {
    summary: 'Register an agent',
    description:
      'An AI_Agent registers itself. A person’s registration makes a new AI_Agent avatar that belongs to the person; ' +
      'its API key is in this answer alone, like the secret that signs its webhooks. A person’s session needs the password of the ' +
      'last five minutes for it; the key that an API key makes, with its renewals, ends with that one.',
    secret: true,
    body: registerRequest,
    bodyLimit: AGENT_BODY_LIMIT,
    success: { status: 201, description: 'The agent.', schema: successSchema(registeredAgent), location: true },
    errors: [
      ...['AGENT_EXISTS', 'USERNAME_TAKEN', 'USERNAME_INVALID', 'TOO_MANY_AGENTS', 'WEBHOOK_URL_INVALID'],
      'REAUTHENTICATION_REQUIRED',
    ],
    handle: async (request, reply) => {
      const { name, agentId, capabilities, endpoints, availability, maxConcurrentTasks } = request.body;
      const input = {
        ...{ name, agentId },
        ...(capabilities && { capabilities: capabilities.map(capabilityOf) }),
        ...(endpoints && { endpoints }),
        ...(availability !== undefined && { availability: availability as Availability }),
        ...(maxConcurrentTasks !== undefined && { maxConcurrentTasks }),
      };
      const { row, apiKey, webhookSecret } = unwrap(
        await agents.registry.register(callerOf(request), input, originOf(request)),
      );
      reply.code(201).headers({ location: `/api/agents/${row.id}`, etag: etagOf(row.version) });
      return success({ ...(await one(request, row)), apiKey, webhookSecret }, 'registered');
    },
  });

  router.route('discoverAgents', 'GET /discover', {
    summary: 'Find agents by capability, the best fit first',
    description: 'Available agents come first; then success rate, response time, cost and free places decide.',
    query: Type.Object({ ...pageQuery, ...discoverFilter }),
    success: { description: 'A page of agents.', schema: successPageSchema(agent) },
    errors: ['FORBIDDEN'],
    handle: async (request) => {
      const { capability, available, model, resolution, maxCost, agents: takers } = request.query;
      const rule = unwrap(await agents.registry.ruleOfDiscovery(request.caller, takers));
      const wanted = {
        requirement: {
          capability,
          model: model ?? null,
          resolution: (resolution && parseResolution(resolution)) || null,
        },
        available,
        maxCostMicros: maxCost === undefined ? undefined : toMicros(maxCost),
      };
      const asked = { capability, model, resolution, available: available?.toString(), maxCost: maxCost?.toString() };
      const filter = { ...asked, ...rule };
      return answerPage(request, filter, viewFor(request), async (after, limit, skip) =>
        listed(request, await agents.registry.discover(wanted, rule, after, limit, skip)),
      );
    },
  });

  router.route('listAgents', 'GET ', {
    summary: 'List your agents',
    query: Type.Object(pageQuery),
    success: { description: 'A page of agents.', schema: successPageSchema(agent) },
    handle: async (request) => {
      const caller = callerOf(request);
      return answerPage(request, { avatarId: caller.avatarId }, viewFor(request), async (after, limit, skip) =>
        listed(request, await agents.registry.rows.list(caller.avatarId, after, limit, skip)),
      );
    },
  });

  router.route('getAgent', 'GET /:agentId', {
    summary: 'Read an agent’s profile',
    params: agentParams,
    success: { description: 'The agent.', schema: successSchema(agent) },
    errors: ['AGENT_NOT_FOUND'],
    handle: async (request) => success(await one(request, unwrap(await agents.registry.get(request.params.agentId)))),
  });

  router.route('getAgentStatus', 'GET /:agentId/status', {
    summary: 'Read whether an agent is online, its tasks and figures',
    params: agentParams,
    success: { description: 'The status.', schema: successSchema(agentStatus) },
    errors: ['AGENT_NOT_FOUND'],
    handle: async (request) => {
      const row = unwrap(await agents.registry.get(request.params.agentId));
      return success(statusView(row, await agents.registry.uptimeOf(row), agents.clock.now()));
    },
  });

  router.route('getAgentPerformance', 'GET /:agentId/performance', {
    summary: 'Read the figures of an agent’s work',
    params: agentParams,
    success: { description: 'The figures.', schema: successSchema(agentPerformance) },
    errors: ['AGENT_NOT_FOUND'],
    handle: async (request) => {
      const row = unwrap(await agents.registry.get(request.params.agentId));
      return success(performanceView(row, await agents.registry.uptimeOf(row)));
    },
  });

  router.route('updateAgent', 'PUT /:agentId', {
    summary: 'Change an agent: itself or its owner',
    description: 'Absent members stay as they are.',
    etag: true,
    params: agentParams,
    body: updateRequest,
    bodyLimit: AGENT_BODY_LIMIT,
    success: { description: 'The agent.', schema: successSchema(agent) },
    errors: ['AGENT_NOT_FOUND', 'WEBHOOK_URL_INVALID'],
    handle: async (request, reply) => {
      const { name, capabilities, endpoints, availability, maxConcurrentTasks } = request.body;
      const patch = {
        ...(name !== undefined && { name }),
        ...(capabilities && { capabilities: capabilities.map(capabilityOf) }),
        ...(endpoints && { endpoints }),
        ...(availability !== undefined && { availability: availability as Availability }),
        ...(maxConcurrentTasks !== undefined && { maxConcurrentTasks }),
      };
      const versions = expectedVersions(request);
      const row = unwrap(await agents.registry.update(callerOf(request), request.params.agentId, patch, versions));
      reply.header('etag', etagOf(row.version));
      return success(await one(request, row));
    },
  });

  router.route('deregisterAgent', 'DELETE /:agentId', {
    summary: 'Deregister an agent: itself or its owner',
    description: 'It gets no more tasks, and may end those that it holds.',
    etag: true,
    params: agentParams,
    success: { description: 'The agent as it was.', schema: successSchema(agent) },
    errors: ['AGENT_NOT_FOUND'],
    handle: async (request) => {
      const versions = expectedVersions(request);
      const row = unwrap(await agents.registry.update(callerOf(request), request.params.agentId, 'hide', versions));
      return success(await one(request, row));
    },
  });

  router.route('agentHeartbeat', 'POST /:agentId/heartbeat', {
    summary: 'Say that the agent is alive',
    description: 'A claim and a task’s heartbeat say the same. An agent that is silent for a minute is offline.',
    params: agentParams,
    success: { description: 'The time.', schema: successSchema(seen) },
    errors: ['AGENT_NOT_FOUND'],
    handle: async (request) => {
      const row = unwrap(await agents.registry.seen(request.params.agentId));
      return success({ lastSeenAt: iso(row.lastSeenAtMs) });
    },
  });
}
