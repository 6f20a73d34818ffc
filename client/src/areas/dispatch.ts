import type { Transport } from '../client.ts';
import type { components } from '../schema.ts';
import type { StreamEvent, StreamOptions } from '../stream.ts';

type Schemas = components['schemas'];
export type AgentMessage = Schemas['AgentMessage'];
export type SentByCapability = Schemas['SentByCapability'];

const path = <Name extends string>(name: Name, value: string) =>
  ({ params: { path: { [name]: value } as { [Key in Name]: string } } }) as const;

/** Messages to one agent with a capability, and events for many agents. */
export class Dispatch {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gives a message to an available agent with the capability, and to the next one when that agent does not acknowledge
   * it. Throws MESSAGE_UNDELIVERED when every one was silent.
   */
  send(body: Schemas['SendByCapabilityRequest']): Promise<SentByCapability> {
    return this.#transport.result(this.#transport.http.POST('/api/agents/messages/send-by-capability', { body }));
  }

  /** A message that the caller sent or got. */
  get(messageId: string): Promise<AgentMessage> {
    const { http } = this.#transport;
    return this.#transport.result(http.GET('/api/agents/messages/{messageId}', path('messageId', messageId)));
  }

  /** Takes and acknowledges the messages of the calling agent; with none, waits up to `waitMs` for one. */
  claim(agentId: string, body: Schemas['ClaimMessagesRequest'] = {}): Promise<readonly AgentMessage[]> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/{agentId}/messages/claim', { ...path('agentId', agentId), body }),
    );
  }

  /** Acknowledges a message that the calling agent got by `events`. */
  acknowledge(messageId: string): Promise<AgentMessage> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/messages/{messageId}/ack', { ...path('messageId', messageId) }),
    );
  }

  /** Sends an event to agents, or to everyone who follows. */
  broadcast(body: Schemas['BroadcastRequest']): Promise<Schemas['BroadcastResult']> {
    return this.#transport.result(this.#transport.http.POST('/api/agents/events/broadcast', { body }));
  }

  /** The caller's tasks, messages and collaborations, and broadcasts. With `since: 'now'` none of the past. */
  events(
    { since }: { readonly since?: 'now' } = {},
    options: StreamOptions = {},
  ): AsyncGenerator<StreamEvent<Readonly<Record<string, unknown>>>, void, undefined> {
    return this.#transport.stream(`/api/agents/events${since === undefined ? '' : `?since=${since}`}`, options);
  }
}
