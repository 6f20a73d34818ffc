import type { Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';

type Schemas = components['schemas'];
export type Collaboration = Schemas['Collaboration'];
export type CollaborationSummary = Schemas['CollaborationSummary'];
export type CollaborationFilter = Omit<
  NonNullable<operations['listCollaborations']['parameters']['query']>,
  'cursor' | 'offset'
>;

const path = (collaborationId: string) => ({ params: { path: { collaborationId } } }) as const;

/** Pause between two polls of a collaboration that goes on, milliseconds. */
const LOOK_MS = 500;

/** Work of several agents on one thing: they agree, vote, or share it. */
export class Collaborations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Begins a collaboration; the same `taskId` never makes a second one. The answer waits for the outcome up to
   * `waitMs`, and else has the status `running`.
   */
  begin(body: Schemas['CollaborateRequest']): Promise<Collaboration> {
    return this.#transport.result(this.#transport.http.POST('/api/agents/collaborate', { body }));
  }

  get(collaborationId: string): Promise<Collaboration> {
    const { http } = this.#transport;
    return this.#transport.result(http.GET('/api/agents/collaborations/{collaborationId}', path(collaborationId)));
  }

  /** The collaboration when it has ended; polls twice a second until then. */
  async ended(collaborationId: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Collaboration> {
    for (;;) {
      signal?.throwIfAborted();
      const found = await this.get(collaborationId);
      if (found.isFinished) return found;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** The caller's collaborations, the newest first. */
  list(filter: CollaborationFilter = {}): AsyncGenerator<CollaborationSummary, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents/collaborations', {
        params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** Cancels a collaboration with its open tasks. */
  cancel(collaborationId: string): Promise<Collaboration> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/collaborations/{collaborationId}/cancel', { ...path(collaborationId) }),
    );
  }
}
