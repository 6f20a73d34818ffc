import type { Transport } from '../client.ts';
import type { components } from '../schema.ts';

export type AvatarStats = components['schemas']['AvatarStats'];
export type Activity = NonNullable<AvatarStats['activity']>[number];

/** The figures of avatars. */
export class Statistics {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** An avatar's figures; with its newest activity when the caller is the avatar or an admin. */
  of(avatarId: string): Promise<AvatarStats> {
    return this.#page(avatarId);
  }

  /** The whole activity of the caller's avatar, newest first. */
  async *activity(avatarId: string): AsyncGenerator<Activity, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#page(avatarId, cursor);
      yield* page.activity ?? [];
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  #page(id: string, cursor?: string): Promise<AvatarStats> {
    const params = { path: { id }, query: { ...(cursor !== undefined && { cursor }) } };
    return this.#transport.result(this.#transport.http.GET('/api/stats/avatar/{id}', { params }));
  }
}
