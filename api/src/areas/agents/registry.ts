import { randomBytes } from 'node:crypto';
import type { AgentStorage } from '@causeway/agents';
import { type AgentDirectory, uptimeOf, type Wanted } from '@causeway/agents';
import { ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { AgentPatch, AgentRow, AvatarRow, Capability, NewAgent, TakerRule, Takers } from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import { hasScope } from '../../http/callers/callers.ts';
import { permit, standingOf } from '../../http/callers/ownership.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { AGENT_SCOPES, type AvatarService, type Origin } from '../avatars/index.ts';
import { refuse } from './errors.ts';
import type { TakerPolicy } from './takers/policy.ts';
import type { WebhookService } from './webhooks/service.ts';

const DEFAULT_CONCURRENT = 1;

/** A registration; absent members have defaults. */
export interface Registering extends Partial<Omit<NewAgent, 'id' | 'ownerId' | 'name'>> {
  readonly name: string;
  /** The username of the avatar that a person's registration makes. */
  readonly agentId: string | undefined;
}

/** A registered agent with the API key that is shown now and never again. */
export interface RegisteredAgent {
  readonly row: AgentRow;
  readonly apiKey: string | null;
  /** Signs the agent's webhooks; null for an agent that has a secret already. */
  readonly webhookSecret: string | null;
}

export interface RegistryParts {
  readonly agents: AgentStorage;
  readonly avatars: AvatarService;
  readonly directory: AgentDirectory;
  readonly takers: TakerPolicy;
  readonly webhooks: WebhookService;
  /** Called when an agent with a webhook may be free for waiting tasks. */
  readonly onFree: () => void;
  readonly clock: Clock;
}

const notFound = (id: string) => refuse('AGENT_NOT_FOUND', `no agent is ${id}`);

/** The kinds of work that an avatar named when it registered: `metadata.capabilities`. */
function firstCapabilities({ metadata }: AvatarRow): readonly Capability[] {
  const { capabilities } = metadata;
  if (!Array.isArray(capabilities)) return [];
  return capabilities.filter((type) => typeof type === 'string' && type !== '').map((type) => ({ type }));
}

/** A username for an agent without one: its name and a random end. */
const usernameFor = (name: string): string =>
  `${
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'agent'
  }-${randomBytes(4).toString('hex')}`;

/** Registration and discovery of agents. */
export class AgentRegistry {
  /** Reads without rights. */
  readonly rows: Pick<AgentStorage['registry'], 'list' | 'capabilityTypes'>;
  readonly #parts: RegistryParts;

  constructor(parts: RegistryParts) {
    this.#parts = parts;
    this.rows = parts.agents.registry;
  }

  /** Registers the caller's avatar when it is an AI_Agent; otherwise makes an AI_Agent that belongs to the caller. */
  async register(caller: Caller, input: Registering, origin: Origin): Promise<Answer<RegisteredAgent>> {
    const { agentId, ...facts } = input;
    const checked = this.#parts.webhooks.check(input.endpoints?.webhook, 'endpoints.webhook');
    if (!checked.ok) return checked;
    if (caller.agentId !== null) {
      const avatar = await this.#parts.avatars.get(caller.agentId);
      const capabilities = input.capabilities ?? (avatar ? firstCapabilities(avatar) : []);
      const ownerId = avatar?.ownerId ?? caller.avatarId;
      const row = await this.#add({ ...facts, capabilities }, caller.agentId, ownerId);
      if (row === 'tooMany') return this.#parts.avatars.registration.tooManyAgents();
      return row ? this.#registered(row, null) : refuse('AGENT_EXISTS', 'your avatar is registered already');
    }
    const made = await this.#parts.avatars.registration.create(
      { username: agentId ?? usernameFor(input.name), avatarType: 'AI_Agent' },
      { isAdmin: false, ownerId: caller.avatarId, scopes: AGENT_SCOPES.filter((scope) => hasScope(caller, scope)) },
      origin,
    );
    if (!made.ok) return made;
    const { avatar, apiKey } = made.value;
    const row = await this.#add(facts, avatar.id, caller.avatarId);
    return row && row !== 'tooMany'
      ? this.#registered(row, apiKey)
      : refuse('AGENT_EXISTS', 'the new avatar is registered already');
  }

  async #registered(row: AgentRow, apiKey: string | null): Promise<Answer<RegisteredAgent>> {
    this.#tellFree(row);
    const secret = await this.#parts.webhooks.secrets.ensure(row.id);
    // The agent is registered. A secret that could not be made now is made later, and a rotation shows it.
    return ok({ row, apiKey, webhookSecret: secret.ok ? secret.value : null });
  }

  #tellFree({ endpoints }: AgentRow): void {
    if (endpoints.webhook !== undefined) this.#parts.onFree();
  }

  #add(facts: Omit<Registering, 'agentId'>, id: string, ownerId: string) {
    const { name, capabilities = [], endpoints = {}, availability = 'online', maxConcurrentTasks } = facts;
    const places = maxConcurrentTasks ?? DEFAULT_CONCURRENT;
    return this.#parts.agents.registry.register(
      { id, ownerId, name, capabilities, endpoints, availability, maxConcurrentTasks: places },
      this.#parts.avatars.maxAgents,
    );
  }

  async get(id: string): Promise<Answer<AgentRow>> {
    const row = await this.#parts.agents.registry.get(id.toLowerCase());
    return row ? ok(row) : notFound(id);
  }

  /** An agent that is the caller or the caller's; for others it does not exist. */
  async own(caller: Caller, id: string): Promise<Answer<AgentRow>> {
    const row = await this.get(id);
    if (!row.ok) return row;
    const theirs = [row.value.id, row.value.ownerId].includes(caller.avatarId) || hasScope(caller, 'admin');
    return theirs ? row : notFound(id);
  }

  /** Changes or deregisters an agent, which itself and its owner may do. */
  async update(
    caller: Caller,
    id: string,
    patch: AgentPatch | 'hide',
    versions: readonly number[] | undefined,
  ): Promise<Answer<AgentRow>> {
    const webhook = patch === 'hide' ? undefined : patch.endpoints?.webhook;
    const checked = this.#parts.webhooks.check(webhook, 'endpoints.webhook');
    if (!checked.ok) return checked;
    const row = await this.get(id);
    if (!row.ok) return row;
    const owner = caller.avatarId === row.value.id ? row.value.id : row.value.ownerId;
    const permitted = permit(standingOf(caller, { owner, visible: true }, 'agents:write'), 'write', notFound(id));
    if (!permitted.ok) return permitted;
    const changed = await this.#parts.agents.registry.update(row.value.id, patch, versions);
    if (changed) {
      this.#tellFree(changed);
      return ok(changed);
    }
    const now = await this.get(id);
    return now.ok ? refuse('VERSION_MISMATCH', `the agent is at version ${now.value.version}`) : now;
  }

  /** The agent's share of time online in the last 30 days; null before any time has passed. */
  uptimeOf({ id }: AgentRow): Promise<number | null> {
    return uptimeOf(this.#parts.agents.uptime, id, this.#parts.clock.now());
  }

  /** Records that the agent was heard of. */
  async seen(id: string): Promise<Answer<AgentRow>> {
    const row = await this.get(id);
    if (!row.ok) return row;
    await this.#parts.agents.registry.seen(row.value.id);
    this.#tellFree(row.value);
    return this.get(id);
  }

  /**
   * The rule by which a discovery chooses; undefined when it shows every agent. A rule of one's own needs a credential.
   */
  async ruleOfDiscovery(caller: Caller | null, takers: Takers | undefined): Promise<Answer<TakerRule | undefined>> {
    if (takers === undefined || takers === 'any') return ok(undefined);
    if (caller === null) return refuse('UNAUTHENTICATED', `agents=${takers} needs a token: whose agents is it about?`);
    if (!hasScope(caller, 'agents:read')) return refuse('FORBIDDEN', 'the token lacks the scope agents:read');
    return ok(await this.#parts.takers.ruleOf(caller, takers));
  }

  /**
   * A page of the agents with the wanted capability that may take work under `rule`, the best fit first, after a cursor
   * of a page before.
   */
  async discover(wanted: Wanted, rule: TakerRule | undefined, after: string | null, limit: number, skip: number) {
    const { agents, directory } = this.#parts;
    const { takers = 'any', principalId = '' } = rule ?? {};
    const permitted = takers === 'any' ? undefined : await agents.trusts.permitted({ takers, principalId });
    return directory.discover({ ...wanted, permitted }, after, limit, skip);
  }
}
