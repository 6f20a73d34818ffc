import { Agents, Tasks } from './areas/agents.ts';
import { Avatars } from './areas/avatars.ts';
import { Collaborations } from './areas/collaborations.ts';
import { Dispatch } from './areas/dispatch.ts';
import { Events } from './areas/events.ts';
import { Explorer } from './areas/explorer.ts';
import { Health } from './areas/health.ts';
import { Holons } from './areas/holons.ts';
import { Libraries } from './areas/libraries.ts';
import { Market } from './areas/market.ts';
import { Messages } from './areas/messages.ts';
import { Missions } from './areas/missions.ts';
import { Operator } from './areas/operator.ts';
import { Orders } from './areas/orders.ts';
import { Statistics } from './areas/statistics.ts';
import { Wallets } from './areas/wallets.ts';
import { Webhooks } from './areas/webhooks.ts';
import { Workflows } from './areas/workflows.ts';
import { type CausewayOptions, Transport } from './client.ts';

export * from './agent/index.ts';
export type * from './areas/agents.ts';
export type * from './areas/avatars.ts';
export type * from './areas/collaborations.ts';
export type * from './areas/dispatch.ts';
export type * from './areas/events.ts';
export type * from './areas/explorer.ts';
export type * from './areas/health.ts';
export type * from './areas/holons.ts';
export type * from './areas/libraries.ts';
export type * from './areas/market.ts';
export type * from './areas/messages.ts';
export type * from './areas/missions.ts';
export type * from './areas/operator.ts';
export * from './areas/orders.ts';
export type * from './areas/statistics.ts';
export type * from './areas/wallets.ts';
export type * from './areas/webhooks.ts';
export type * from './areas/workflows.ts';
export type { CausewayOptions } from './client.ts';
export { CausewayError, type Problem } from './errors.ts';
export type { RetryOptions } from './retry.ts';
export type { components, operations, paths } from './schema.ts';
export type { SessionOptions, TokenStore, Tokens } from './session.ts';
export type { StreamEvent, StreamOptions } from './stream.ts';
export type { SettlerKind, TrustedSettler } from './swaps/addresses.ts';
export type { SwapTerms, SwapTermsFault } from './swaps/terms.ts';
export * from './swaps/verify.ts';
export * from './verify-order.ts';
export * from './verify-webhook.ts';

/** A client of one service. Every method throws CausewayError when the service refuses. */
export class Causeway {
  readonly agents: Agents;
  readonly avatars: Avatars;
  readonly collaborations: Collaborations;
  readonly dispatch: Dispatch;
  readonly events: Events;
  readonly explorer: Explorer;
  readonly health: Health;
  readonly holons: Holons;
  readonly libraries: Libraries;
  readonly market: Market;
  readonly messages: Messages;
  readonly missions: Missions;
  readonly operator: Operator;
  readonly orders: Orders;
  readonly tasks: Tasks;
  readonly statistics: Statistics;
  readonly wallets: Wallets;
  readonly workflows: Workflows;
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  constructor(options: CausewayOptions) {
    this.#transport = new Transport(options);
    this.agents = new Agents(this.#transport);
    this.avatars = new Avatars(this.#transport);
    this.collaborations = new Collaborations(this.#transport);
    this.dispatch = new Dispatch(this.#transport);
    this.events = new Events(this.#transport);
    this.explorer = new Explorer(this.#transport);
    this.health = new Health(this.#transport);
    this.holons = new Holons(this.#transport);
    this.libraries = new Libraries(this.#transport);
    this.market = new Market(this.#transport);
    this.messages = new Messages(this.#transport);
    this.missions = new Missions(this.#transport);
    this.operator = new Operator(this.#transport);
    this.orders = new Orders(this.#transport);
    this.tasks = new Tasks(this.#transport);
    this.statistics = new Statistics(this.#transport);
    this.wallets = new Wallets(this.#transport);
    this.workflows = new Workflows(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
  }

  /** Every operation of the API, typed from its OpenAPI document, with the same credential and retries. */
  get http(): Transport['http'] {
    return this.#transport.http;
  }
}
