import { type Transport, WITHOUT_CREDENTIAL } from '../client.ts';
import type { components } from '../schema.ts';

type Schemas = components['schemas'];
export type Avatar = Schemas['Avatar'];
export type ApiKey = Schemas['ApiKey'];

/** Avatars: who calls, and with which credentials. */
export class Avatars {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Registers an avatar. An agent without a password gets its API key in this answer alone. */
  register(body: Schemas['RegisterRequest']): Promise<Schemas['RegisteredAvatar']> {
    return this.#transport.result(this.#transport.http.POST('/api/avatar/register', { body }));
  }

  /** Signs in with a username or an e-mail address. Later requests of this client are that avatar's. */
  async login(body: Schemas['AuthenticateRequest']): Promise<Schemas['SignedInAvatar']> {
    const signIn = { body, headers: WITHOUT_CREDENTIAL };
    const avatar = await this.#transport.result(this.#transport.http.POST('/api/avatar/authenticate', signIn));
    await this.#transport.session.use({ accessToken: avatar.jwtToken, refreshToken: avatar.refreshToken }, avatar.id);
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

  /** Gives the password again, which some operations ask for (`REAUTHENTICATION_REQUIRED`). */
  async reauthenticate(password: string): Promise<void> {
    await this.#transport.data(this.#transport.http.POST('/api/avatar/reauthenticate', { body: { password } }));
  }

  /** The caller's own avatar. */
  me(): Promise<Avatar> {
    return this.#transport.me();
  }

  /** Changes the caller's own profile. With `version`, only that version of it (`VERSION_MISMATCH`). */
  update(body: Schemas['ProfileRequest'], version?: number): Promise<Avatar> {
    const { http } = this.#transport;
    const header = version === undefined ? {} : { 'if-match': `"${version}"` };
    return this.#transport.result(http.PUT('/api/avatar/me', { body, params: { header } }));
  }

  /** The profile of any avatar: all of the caller's own, the public part of another's. */
  get(id: string): Promise<Schemas['AvatarProfile']> {
    return this.#transport.result(this.#transport.http.GET('/api/avatar/{id}', { params: { path: { id } } }));
  }

  /** The agents that the caller owns, oldest first. */
  async agents(): Promise<readonly Avatar[]> {
    return this.#transport.all((cursor) =>
      this.#transport.http.GET('/api/avatar/me/agents', {
        params: { query: { ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** Changes the caller's password. */
  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    const body = { oldPassword, newPassword };
    await this.#transport.data(this.#transport.http.POST('/api/avatar/change-password', { body }));
  }

  /** Lets the service send a message to the address, if it is an avatar's, with a token for `resetPassword`. */
  async forgotPassword(email: string): Promise<void> {
    await this.#transport.data(this.#transport.http.POST('/api/avatar/forgot-password', { body: { email } }));
  }

  /** Chooses a new password with the token of the message. It ends all sessions of the avatar. */
  async resetPassword(token: string, password: string): Promise<void> {
    await this.#transport.data(this.#transport.http.POST('/api/avatar/reset-password', { body: { token, password } }));
  }

  /** Proves an e-mail address with the token of its message. */
  verifyEmail(token: string): Promise<Avatar> {
    return this.#transport.result(this.#transport.http.POST('/api/avatar/verify-email', { body: { token } }));
  }

  /** The API keys of an avatar, the caller's own when absent, oldest first, revoked ones included. */
  async apiKeys(avatarId?: string): Promise<readonly ApiKey[]> {
    const id = avatarId ?? (await this.#transport.avatarId());
    return this.#transport.all((cursor) => {
      const params = { path: { id }, query: { ...(cursor !== undefined && { cursor }) } };
      return this.#transport.http.GET('/api/avatar/{id}/api-keys', { params });
    });
  }

  /** Makes an API key for the caller, or for an agent of the caller. This answer alone has it. */
  async createApiKey(body: Schemas['ApiKeyRequest'], avatarId?: string): Promise<Schemas['NewApiKey']> {
    const id = avatarId ?? (await this.#transport.avatarId());
    const params = { path: { id } };
    return this.#transport.result(this.#transport.http.POST('/api/avatar/{id}/api-keys', { params, body }));
  }

  async revokeApiKey(keyId: string, avatarId?: string): Promise<ApiKey> {
    const id = avatarId ?? (await this.#transport.avatarId());
    const params = { path: { id, keyId } };
    return this.#transport.result(this.#transport.http.DELETE('/api/avatar/{id}/api-keys/{keyId}', { params }));
  }
}
