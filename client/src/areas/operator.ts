import type { Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';

type Schemas = components['schemas'];
export type Attention = Schemas['Attention'];
export type TroubledOrder = Schemas['TroubledOrder'];
export type LaneAccount = Schemas['LaneAccount'];
export type AuditFilter = Omit<NonNullable<operations['listAuditLog']['parameters']['query']>, 'cursor' | 'offset'>;

/** What those who run the service look at. It only reads, and needs a session with the scope `admin`. */
export class Operator {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What needs a person now, the most urgent first, with the commands that an operator types. */
  attention(): Promise<readonly Attention[]> {
    return this.#transport.result(this.#transport.http.GET('/api/v1/operator/attention'));
  }

  /** Failed and stuck orders of everybody, the oldest first. */
  orders(): AsyncGenerator<TroubledOrder, void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/v1/operator/orders', {
        params: { query: cursor === undefined ? {} : { cursor } },
      }),
    );
  }

  /** Payments that failed and were credited, the newest first, and whether they were claimed. */
  credits(): AsyncGenerator<Schemas['Credit'], void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/v1/operator/credits', {
        params: { query: cursor === undefined ? {} : { cursor } },
      }),
    );
  }

  /** Who pays for the oracle's transactions, and what is left. */
  payers(): Promise<readonly Schemas['Payer'][]> {
    return this.#transport.result(this.#transport.http.GET('/api/v1/operator/payers'));
  }

  /** What each lane brought in and cost within the last days, one when absent. */
  lanes(days?: number): Promise<readonly LaneAccount[]> {
    const query = days === undefined ? {} : { days };
    return this.#transport.result(this.#transport.http.GET('/api/v1/operator/lanes', { params: { query } }));
  }

  /** The last signature and the last refusal of each signer, by destination. */
  signers(): Promise<readonly Schemas['SignerStanding'][]> {
    return this.#transport.result(this.#transport.http.GET('/api/v1/operator/signers'));
  }

  /** The security events that `filter` names, the newest first. */
  auditLog(filter: AuditFilter = {}): AsyncGenerator<Schemas['AuditEntry'], void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/avatar/audit-log', {
        params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }
}
