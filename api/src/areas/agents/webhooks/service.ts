import type { AgentStorage, PermittedAddresses, ReplayRefused } from '@causeway/agents';
import { ok } from '@causeway/protocol';
import type { DeliveryRow, EndpointRow } from '@causeway/storage';
import { type Caller, hasScope } from '../../../http/callers/callers.ts';
import { type Answer, overQuota } from '../../../http/errors/errors.ts';
import { refuse } from '../errors.ts';
import { isTheirAgent } from '../tasks/view.ts';
import type { WebhookSecrets } from './secrets.ts';

export interface WebhookParts {
  readonly agents: AgentStorage;
  readonly secrets: WebhookSecrets;
  readonly permitted: PermittedAddresses;
}

/** A webhook with the secret that was made for it, if one was. */
export interface AddedWebhook {
  readonly row: EndpointRow;
  readonly secret: string | null;
}

/** Why a replay is refused, for people. */
const REPLAY_REFUSALS: Readonly<Record<ReplayRefused['code'], string>> = {
  DELIVERY_NOT_FOUND: 'no delivery of yours has this id',
  DELIVERY_PENDING: 'its next attempt is still to come',
  ENDPOINT_DISABLED: 'the webhook is disabled',
  ENDPOINT_NOT_FOUND: 'the webhook was removed',
};

/** The avatar that an endpoint and its deliveries belong to: an agent, or whoever named a callback. */
interface OfAvatar {
  readonly avatarId: string;
}

/** True for the avatar itself and for admins, who read everything that was sent. */
export const isAddressee = (caller: Caller, { avatarId }: OfAvatar): boolean =>
  caller.avatarId === avatarId || hasScope(caller, 'admin');

const agentNotFound = (id: string) => refuse('AGENT_NOT_FOUND', `no agent is ${id}`);

/** Webhooks and their deliveries, as their owners and the owners of agents see them. */
export class WebhookService {
  /** Reads without rights: routes ask `avatarOf` first. */
  readonly deliveries: Pick<AgentStorage['deliveries'], 'list'>;
  readonly endpoints: Pick<AgentStorage['endpoints'], 'list'>;
  /** The secrets of avatars; routes give the caller's own id. */
  readonly secrets: Pick<WebhookParts['secrets'], 'ensure' | 'rotate'>;
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.secrets = parts.secrets;
    this.deliveries = parts.agents.deliveries;
    this.endpoints = parts.agents.endpoints;
  }

  /** Whose webhooks a list has: the caller's, or an agent's that is the caller's, by its id. */
  async avatarOf(caller: Caller, agentId: string | undefined): Promise<Answer<string>> {
    if (agentId === undefined) return ok(caller.avatarId);
    const avatarId = agentId.toLowerCase();
    const agent = await this.#parts.agents.registry.get(avatarId);
    return agent && (await this.#isTheirs(caller, { avatarId })) ? ok(avatarId) : agentNotFound(agentId);
  }

  /** True for the caller's own, and for an agent's that is the caller's, with a credential that may see agents. */
  async #isTheirs(caller: Caller, of: OfAvatar): Promise<boolean> {
    if (isAddressee(caller, of)) return true;
    const agent = await this.#parts.agents.registry.get(of.avatarId);
    return agent !== undefined && isTheirAgent(caller, agent);
  }

  /** Refuses a URL to which no webhook may go. */
  check(url: string | undefined, member: string): Answer<undefined> {
    const refusal = url === undefined ? undefined : this.#parts.permitted.refusalOf(url);
    return refusal === undefined ? ok(undefined) : refuse('WEBHOOK_URL_INVALID', `${member}: ${refusal}`);
  }

  /** A webhook for the caller's callbacks. */
  async add({ avatarId }: Caller, url: string): Promise<Answer<AddedWebhook>> {
    const checked = this.check(url, 'url');
    if (!checked.ok) return checked;
    const secret = await this.secrets.ensure(avatarId);
    if (!secret.ok) return secret;
    const added = await this.#parts.agents.endpoints.addCallback(avatarId, url);
    return added.ok ? ok({ row: added.value, secret: secret.value }) : overQuota(added.error);
  }

  async get(caller: Caller, id: string): Promise<Answer<EndpointRow>> {
    const row = await this.#parts.agents.endpoints.get(id.toLowerCase());
    return row && (await this.#isTheirs(caller, row))
      ? ok(row)
      : refuse('WEBHOOK_NOT_FOUND', `no webhook of yours is ${id}`);
  }

  async setEnabled(caller: Caller, id: string, enabled: boolean): Promise<Answer<EndpointRow>> {
    const row = await this.get(caller, id);
    if (!row.ok) return row;
    const set = await this.#parts.agents.endpoints.setEnabled(row.value.id, enabled);
    return set ? ok(set) : refuse('WEBHOOK_NOT_FOUND', `no webhook of yours is ${id}`);
  }

  /** Removes a webhook; an agent's own also from its profile, which needs of its owner the right to change agents. */
  async remove(caller: Caller, id: string): Promise<Answer<EndpointRow>> {
    const row = await this.get(caller, id);
    if (!row.ok) return row;
    if (!isAddressee(caller, row.value) && !hasScope(caller, 'agents:write'))
      return refuse('FORBIDDEN', 'the token lacks the scope agents:write');
    const { endpoints, registry } = this.#parts.agents;
    const agent = row.value.kind === 'agent' ? await registry.get(row.value.id) : undefined;
    if (agent) {
      const { webhook: _removed, ...others } = agent.endpoints;
      await registry.update(agent.id, { endpoints: others }, undefined);
    } else {
      await endpoints.remove(row.value.id);
    }
    return row;
  }

  async delivery(caller: Caller, id: string): Promise<Answer<DeliveryRow>> {
    const row = await this.#parts.agents.deliveries.get(id.toLowerCase());
    return row && (await this.#isTheirs(caller, row))
      ? ok(row)
      : refuse('DELIVERY_NOT_FOUND', `no delivery of yours is ${id}`);
  }

  /** Sends an ended delivery once more, with the same id and body. */
  async replay(caller: Caller, id: string): Promise<Answer<DeliveryRow>> {
    const row = await this.delivery(caller, id);
    if (!row.ok) return row;
    const replayed = await this.#parts.agents.deliveries.replay(row.value.id);
    if (replayed.ok) return replayed;
    const { code } = replayed.error;
    const message = REPLAY_REFUSALS[code];
    return code === 'DELIVERY_NOT_FOUND' ? refuse(code, message) : refuse('DELIVERY_NOT_REPLAYABLE', message);
  }
}
