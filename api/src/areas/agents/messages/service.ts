import type { AgentStorage, BroadcastDone } from '@causeway/agents';
import { DEFAULT_ACK_MS, type Messenger } from '@causeway/agents';
import { ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { AgentMessageRow, RateLimitRepository, Strategy } from '@causeway/storage';
import { type Caller, hasScope } from '../../../http/callers/callers.ts';
import { type Answer, overQuota } from '../../../http/errors/errors.ts';
import { refuse } from '../errors.ts';
import type { AgentRegistry } from '../registry.ts';
import type { TakerPolicy } from '../takers/policy.ts';
import { type BroadcastRequest, LONGEST_WAIT_MS, type SendByCapability } from './schemas.ts';

/** Broadcasts of one sender in a minute: to named agents, and to everyone. */
const WINDOW_MS = 60_000;
const MOST_NAMED = 60;
const MOST_TO_ALL = 10;

export interface MessageParts {
  readonly messenger: Messenger;
  readonly agents: AgentStorage;
  readonly registry: AgentRegistry;
  readonly rateLimits: RateLimitRepository;
  readonly takers: TakerPolicy;
  readonly clock: Clock;
}

const notFound = (id: string) => refuse('AGENT_MESSAGE_NOT_FOUND', `no message of yours is ${id}`);

/** The agents that got a message, in their order. */
export const triedOf = ({ offers }: AgentMessageRow): string[] => offers.map(({ agentId }) => agentId);

/** Messages between agents, and broadcasts, as callers may send and see them. */
export class AgentMessageService {
  readonly messenger: Messenger;
  readonly #parts: MessageParts;

  constructor(parts: MessageParts) {
    this.messenger = parts.messenger;
    this.#parts = parts;
  }

  /** Sends a message to an agent with a capability, and waits for its end. Refuses when every agent was silent. */
  async send(caller: Caller, body: SendByCapability, signal: AbortSignal): Promise<Answer<AgentMessageRow>> {
    const { capability, message, requirements, routing = {}, waitMs = LONGEST_WAIT_MS } = body;
    const sent = await this.messenger.send({
      senderId: caller.avatarId,
      ...(await this.#parts.takers.ruleOf(caller, requirements?.agents)),
      requirement: { capability, model: null, resolution: null },
      strategy: (routing.strategy ?? 'best_match') as Strategy,
      timeoutMs: routing.timeout ?? DEFAULT_ACK_MS,
      type: message.type,
      taskId: message.taskId ?? null,
      input: JSON.stringify(message.input ?? {}),
    });
    if (!sent.ok && sent.error.code === 'QUOTA_EXCEEDED') return overQuota(sent.error);
    if (!sent.ok)
      return refuse('NO_AGENT_AVAILABLE', `no agent with the capability ${capability} may take it and is available`);
    const row = (await this.messenger.outcome(sent.value.id, waitMs, signal)) ?? sent.value;
    if (row.state !== 'undelivered') return ok(row);
    const tried = triedOf(row);
    const facts = { messageId: row.id, tried };
    return refuse('MESSAGE_UNDELIVERED', `no agent acknowledged the message in time: ${tried.join(', ')}`, { facts });
  }

  /** A message that the caller or its agent sent, or that the caller has. */
  async get(caller: Caller, id: string): Promise<Answer<AgentMessageRow>> {
    const row = await this.#parts.agents.messages.get(id.toLowerCase());
    if (row === undefined) return notFound(id);
    const { senderId, principalId, agentId, state } = row;
    const holderId = state === 'undelivered' ? null : agentId;
    const theirs = [senderId, principalId, holderId].includes(caller.avatarId) || hasScope(caller, 'admin');
    return theirs ? ok(row) : notFound(id);
  }

  /** Acknowledges a message that the calling agent has. */
  async acknowledge(caller: Caller, id: string): Promise<Answer<AgentMessageRow>> {
    const { messages, registry } = this.#parts.agents;
    const acknowledged = await messages.acknowledge(id.toLowerCase(), caller.avatarId, 'ack');
    if (!acknowledged.ok) {
      const row = await messages.get(id.toLowerCase());
      const known = row && [row.senderId, ...triedOf(row)].includes(caller.avatarId);
      return known ? refuse('MESSAGE_PASSED_ON', 'you do not have the message, or not any more') : notFound(id);
    }
    await registry.seen(caller.avatarId);
    return acknowledged;
  }

  /** Messages for the agent, acknowledged by this. */
  async take(
    agentId: string,
    options: Parameters<Messenger['take']>[1],
    signal: AbortSignal,
  ): Promise<Answer<readonly AgentMessageRow[]>> {
    const agent = await this.#parts.registry.get(agentId);
    return agent.ok ? ok(await this.messenger.take(agent.value.id, options, signal)) : agent;
  }

  /** Sends an event to agents, in the name of the caller or of an agent of the caller's. */
  async broadcast(caller: Caller, body: BroadcastRequest): Promise<Answer<BroadcastDone>> {
    const { event, agentId, data = {}, subscribers } = body;
    const sender = agentId === undefined ? undefined : await this.#parts.registry.own(caller, agentId);
    if (sender && !sender.ok) return sender;
    const toAll = subscribers === 'all';
    const limited = await this.#count(caller, toAll ? 'all' : 'named', toAll ? MOST_TO_ALL : MOST_NAMED);
    if (!limited.ok) return limited;
    const sent = await this.#parts.agents.messages.broadcast({
      senderId: caller.avatarId,
      agentId: sender?.value.id ?? caller.avatarId,
      ...{ event, data },
      subscribers: toAll ? 'all' : [...new Set((subscribers as string[]).map((id) => id.toLowerCase()))],
    });
    if (sent.ok) return sent;
    const { unknown } = sent.error;
    return refuse('AGENTS_UNKNOWN', `no agent is ${unknown.join(', ')}`, { facts: { unknown } });
  }

  async #count({ accountId }: Caller, kind: string, most: number): Promise<Answer<void>> {
    const { rateLimits, clock } = this.#parts;
    const nowMs = clock.now();
    const { count, resetMs } = await rateLimits.hit(`broadcast ${kind} ${accountId}`, WINDOW_MS, nowMs);
    if (count <= most) return ok(undefined);
    const retryAfter = Math.max(1, Math.ceil((resetMs - nowMs) / 1_000));
    return refuse('RATE_LIMITED', `more than ${most} broadcasts in a minute`, { retryAfter });
  }
}
