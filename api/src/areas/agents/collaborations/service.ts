import type { AgentStorage, CollaborationEngine } from '@causeway/agents';
import { type CollaborationProtocol, type CollaborationState, ok } from '@causeway/protocol';
import type { Collaboration } from '@causeway/storage';
import { type Caller, hasScope } from '../../../http/callers/callers.ts';
import { type Answer, overQuota } from '../../../http/errors/errors.ts';
import { refuse } from '../errors.ts';
import type { TakerPolicy } from '../takers/policy.ts';
import {
  type CollaborateRequest,
  DEFAULT_CAPABILITY,
  DEFAULT_ROUND_MS,
  DEFAULT_ROUNDS,
  DEFAULT_WAIT_MS,
} from './schemas.ts';

const notFound = (id: string) => refuse('COLLABORATION_NOT_FOUND', `no collaboration of yours is ${id}`);
const unknownAgents = (unknown: readonly string[], why: string) =>
  refuse('AGENTS_UNKNOWN', `${why}: ${unknown.join(', ')}`, { facts: { unknown } });

/** Collaborations as callers may begin and see them. */
export class CollaborationService {
  readonly engine: CollaborationEngine;
  readonly #agents: AgentStorage;
  readonly #takers: TakerPolicy;

  constructor(engine: CollaborationEngine, agents: AgentStorage, takers: TakerPolicy) {
    this.engine = engine;
    this.#agents = agents;
    this.#takers = takers;
  }

  /** Begins a collaboration and waits for its outcome. */
  async begin(caller: Caller, body: CollaborateRequest, signal: AbortSignal): Promise<Answer<Collaboration>> {
    const { taskId, protocol, input = {}, options = {}, waitMs = DEFAULT_WAIT_MS } = body;
    const agents = [...new Set(body.agents.map((id) => id.toLowerCase()))];
    const weights = Object.entries(options.weights ?? {}).map(([id, weight]) => [id.toLowerCase(), weight] as const);
    const foreign = weights.flatMap(([id]) => (agents.includes(id) ? [] : [id]));
    if (foreign.length > 0) return unknownAgents(foreign, 'weights of agents that do not take part');
    const known = new Set((await this.#agents.registry.getAll(agents)).map(({ id }) => id));
    const unknown = agents.filter((id) => !known.has(id));
    if (unknown.length > 0) return unknownAgents(unknown, 'agents that are not registered');
    const { capability = DEFAULT_CAPABILITY, rounds = DEFAULT_ROUNDS, timeoutMs = DEFAULT_ROUND_MS } = options;
    const namedTakers = body.requirements?.agents;
    const begun = await this.engine.begin({
      ...(await this.#takers.ruleOf(caller, namedTakers)),
      ...(namedTakers !== undefined && { namedTakers }),
      ...{ submitterId: caller.avatarId, taskId, agents, input: JSON.stringify(input) },
      protocol: protocol as CollaborationProtocol,
      options: {
        ...{ capability, rounds, timeoutMs, join: options.join ?? false },
        voting: options.voting === 'weighted' ? 'weighted' : 'majority',
        weights: options.weights === undefined ? null : Object.fromEntries(weights),
      },
    });
    if (!begun.ok && begun.error.code === 'QUOTA_EXCEEDED') return overQuota(begun.error);
    if (!begun.ok) return refuse('TASK_ID_TAKEN', `another collaboration of yours is ${taskId}`);
    return ok((await this.engine.outcome(begun.value.row.id, waitMs, signal)) ?? begun.value);
  }

  /** A collaboration of the caller's. */
  async get(caller: Caller, id: string): Promise<Answer<Collaboration>> {
    const found = await this.#agents.collaborations.get(id.toLowerCase());
    if (found === undefined) return notFound(id);
    return found.row.submitterId === caller.avatarId || hasScope(caller, 'admin') ? ok(found) : notFound(id);
  }

  /** The caller's collaborations, newest first. */
  list({ avatarId }: Caller, state: CollaborationState | undefined, after: string | null, limit: number, skip: number) {
    const filter = { submitterId: avatarId, ...(state !== undefined && { state }) };
    return this.#agents.collaborations.list(filter, after, limit, skip);
  }

  /** Cancels a collaboration of the caller's, and its open tasks. */
  async cancel(caller: Caller, id: string): Promise<Answer<Collaboration>> {
    const found = await this.get(caller, id);
    if (!found.ok) return found;
    const cancelled = await this.engine.cancel(found.value.row.id);
    if (cancelled.ok) return this.get(caller, id);
    const { error } = cancelled;
    if (error.code === 'COLLABORATION_NOT_FOUND') return notFound(id);
    return refuse('COLLABORATION_ENDED', `the collaboration is ${error.state}`, { facts: { status: error.state } });
  }
}
