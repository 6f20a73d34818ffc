import type { Transport } from '../client.ts';
import type { components } from '../schema.ts';

type Schemas = components['schemas'];

/** Avatars: who calls. */
export class Avatars {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  register(body: Schemas['RegisterRequest']): Promise<Schemas['RegisteredAvatar']> {
    return this.#transport.result(this.#transport.http.POST('/api/avatar/register', { body }));
  }

  /** Signs in with a username or an e-mail address. Later requests of this client are that avatar's. */
  async login(body: Schemas['AuthenticateRequest']): Promise<Schemas['SignedInAvatar']> {
    const avatar = await this.#transport.result(this.#transport.http.POST('/api/avatar/authenticate', { body }));
    await this.#transport.session.use({ accessToken: avatar.jwtToken, refreshToken: avatar.refreshToken });
    return avatar;
  }

  /** Ends the session at the service and forgets its tokens, also when the service does not know them any more. */
  async logout(): Promise<void> {
    const { session, http } = this.#transport;
    const refreshToken = session.tokens?.refreshToken;
    try {
      if (refreshToken === undefined) return;
      await this.#transport.data(http.POST('/api/avatar/revoke-token', { body: { refreshToken } }));
    } finally {
      await session.use(null);
    }
  }

  /** The caller's own avatar. */
  me(): Promise<Schemas['Avatar']> {
    return this.#transport.result(this.#transport.http.GET('/api/avatar/me'));
  }
}
