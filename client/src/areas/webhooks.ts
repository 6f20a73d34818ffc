import type { Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type AddedWebhook = Schemas['AddedWebhook'];
export type RotatedWebhookSecret = Schemas['RotatedWebhookSecret'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WholeWebhookDelivery = Schemas['WholeWebhookDelivery'];
export type DeliveryFilter = Omit<
  NonNullable<operations['listWebhookDeliveries']['parameters']['query']>,
  'cursor' | 'offset'
>;

const path = <Name extends string>(name: Name, value: string) =>
  ({ params: { path: { [name]: value } as { [Key in Name]: string } } }) as const;

/** Webhooks of the caller and of the caller's agents, and their deliveries. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The caller's webhooks, or with `agentId` the webhooks of an agent of the caller's. */
  list(of: Pick<DeliveryFilter, 'agentId'> = {}): AsyncGenerator<Webhook, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents/webhooks', { params: { query: { ...of, ...(cursor !== undefined && { cursor }) } } }),
    );
  }

  /** Adds a URL for callbacks. The first webhook comes with the secret that signs all of them. */
  add(url: string): Promise<AddedWebhook> {
    return this.#transport.result(this.#transport.http.POST('/api/agents/webhooks', { body: { url } }));
  }

  get(webhookId: string): Promise<Webhook> {
    const { http } = this.#transport;
    return this.#transport.result(http.GET('/api/agents/webhooks/{webhookId}', path('webhookId', webhookId)));
  }

  /** Removes a webhook; deliveries that wait for it are dropped. */
  remove(webhookId: string): Promise<Webhook> {
    const { http } = this.#transport;
    return this.#transport.result(http.DELETE('/api/agents/webhooks/{webhookId}', path('webhookId', webhookId)));
  }

  enable(webhookId: string): Promise<Webhook> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/webhooks/{webhookId}/enable', { ...path('webhookId', webhookId) }),
    );
  }

  disable(webhookId: string): Promise<Webhook> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/webhooks/{webhookId}/disable', { ...path('webhookId', webhookId) }),
    );
  }

  /** Replaces the secret that signs the caller's webhooks. The one before it signs too for a while. */
  rotateSecret(body: Schemas['RotateWebhookSecretRequest'] = {}): Promise<RotatedWebhookSecret> {
    return this.#transport.result(this.#transport.http.POST('/api/agents/webhooks/secret', { body }));
  }

  /** What was or will be sent to the caller, or with `agentId` to an agent of the caller's; the newest first. */
  deliveries(filter: DeliveryFilter = {}): AsyncGenerator<WebhookDelivery, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents/webhooks/deliveries', {
        params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** A delivery with its body. */
  delivery(deliveryId: string): Promise<WholeWebhookDelivery> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.GET('/api/agents/webhooks/deliveries/{deliveryId}', path('deliveryId', deliveryId)),
    );
  }

  /** Sends an ended delivery once more. */
  replay(deliveryId: string): Promise<WebhookDelivery> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/webhooks/deliveries/{deliveryId}/replay', { ...path('deliveryId', deliveryId) }),
    );
  }
}
