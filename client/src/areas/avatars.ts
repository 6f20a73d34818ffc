import { IN_COOKIE, type Transport, tokensOf, WITHOUT_CREDENTIAL } from '../client.ts';
import { CausewayError } from '../errors.ts';
import { newKey } from '../key.ts';
import type { components } from '../schema.ts';

type Schemas = components['schemas'];
export type Avatar = Schemas['Avatar'];
export type ApiKey = Schemas['ApiKey'];
export type EndedAccess = Schemas['EndedAccess'];
/** An avatar with the tokens of its session. */
export type SignedIn = Schemas['SignedInAvatar'];
/** Who signs in: by a username, which may be a verified e-mail address, or by such an address alone. */
export type SignIn = { readonly password: string } & (
  | { readonly username: string; readonly email?: string }
  | { readonly username?: undefined; readonly email: string }
);
/** API keys that end with something else: none, the avatar's own, or also the keys of its agents. */
export type KeyRange = NonNullable<Schemas['EndSessionsRequest']['revokeApiKeys']>;

/** Whose account, the caller's own when absent, and why; an admin gives a reason. */
export interface GuardOptions {
  readonly avatarId?: string;
  readonly reason?: string;
}

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

  /**
   * Signs in with a username or an e-mail address. Later requests of this client are that avatar's. With
   * `session: 'cookie'` the browser has the refresh token in a cookie that no script reads, and this client the access
   * token alone, in memory; only pages of the service's own origin can ask for it (`ORIGIN_NOT_OWN`).
   */
  login(body: SignIn): Promise<SignedIn & { readonly refreshToken: string }>;
  login(body: SignIn & typeof IN_COOKIE): Promise<SignedIn & { readonly refreshToken: null }>;
  async login(body: SignIn | (SignIn & typeof IN_COOKIE)): Promise<SignedIn> {
    const signIn = { body, headers: WITHOUT_CREDENTIAL };
    const avatar = await this.#transport.result(this.#transport.http.POST('/api/avatar/authenticate', signIn));
    await this.#transport.session.use(tokensOf(avatar), avatar.id);
    return avatar;
  }

  /**
   * Goes on with the session of the browser's cookie, such as after the page was loaded anew. Null when there is none,
   * or when it has ended.
   */
  async resume(): Promise<SignedIn | null> {
    const avatar = await this.#transport.refresh({ inCookie: true }, newKey());
    if (avatar) await this.#transport.session.use(tokensOf(avatar), avatar.id);
    return avatar;
  }

  /** Ends the session at the service and forgets its tokens, also when the service does not know them any more. */
  async logout(): Promise<void> {
    const { session, http } = this.#transport;
    const { refreshToken, inCookie } = session.tokens ?? {};
    try {
      if (inCookie) await this.#endCookie();
      if (refreshToken === undefined) return;
      await this.#transport.data(http.POST('/api/avatar/revoke-token', { body: { refreshToken } }));
    } finally {
      await session.use(null);
    }
  }

  /** Ends the sessions of this client and of the cookie, and deletes the cookie, also when the session has ended. */
  async #endCookie(): Promise<void> {
    const end = (headers: Readonly<Record<string, string>>) =>
      this.#transport.data(this.#transport.http.POST('/api/avatar/revoke-token', { body: IN_COOKIE, headers }));
    try {
      await end({});
    } catch (error) {
      if (!(error instanceof CausewayError && error.code === 'UNAUTHENTICATED')) throw error;
      await end(WITHOUT_CREDENTIAL);
    }
  }

  /** Gives the password again, which some operations ask for (`REAUTHENTICATION_REQUIRED`). */
  async reauthenticate(password: string): Promise<void> {
    await this.#transport.data(this.#transport.http.POST('/api/avatar/reauthenticate', { body: { password } }));
  }

  /** The caller's own avatar; its public members for an API key without the scope `profile:read`. */
  me(): Promise<Schemas['OwnAvatarProfile']> {
    return this.#transport.me();
  }

  /** Changes the caller's own profile. With `version`, only that version of it (`VERSION_MISMATCH`). */
  update(body: Schemas['ProfileRequest'], version?: number): Promise<Avatar> {
    const { http } = this.#transport;
    const header = version === undefined ? {} : { 'if-match': `"${version}"` };
    return this.#transport.result(http.PUT('/api/avatar/me', { body, params: { header } }));
  }

  /**
   * The avatar with a username; AVATAR_NOT_FOUND also for one that hides its name. Each look counts as an attempt to
   * sign in.
   */
  find(username: string): Promise<Schemas['OwnAvatarProfile']> {
    const params = { path: { username } };
    return this.#transport.result(this.#transport.http.GET('/api/avatar/by-name/{username}', { params }));
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

  /** Changes the caller's password. Other sessions end, and the API keys that `revokeApiKeys` names. */
  async changePassword(
    oldPassword: string,
    newPassword: string,
    { revokeApiKeys }: { readonly revokeApiKeys?: KeyRange } = {},
  ): Promise<EndedAccess> {
    const body = { oldPassword, newPassword, ...(revokeApiKeys && { revokeApiKeys }) };
    const { http } = this.#transport;
    return (await this.#transport.result(http.POST('/api/avatar/change-password', { body }))).ended;
  }

  /** Lets the service send the message that proves the caller's address again, unless the address is proved. */
  async resendVerification(): Promise<void> {
    await this.#transport.data(this.#transport.http.POST('/api/avatar/resend-verification'));
  }

  /** Lets the service send a message to the address, if it is an avatar's, with a token for `resetPassword`. */
  async forgotPassword(email: string): Promise<void> {
    await this.#transport.data(this.#transport.http.POST('/api/avatar/forgot-password', { body: { email } }));
  }

  /**
   * Says that you did not ask for a message, by the token of its link "not-me": an address that is not proved gets no
   * more for 30 days, a reset is void. Returns what to do, in words.
   */
  async disownMail(token: string): Promise<string> {
    return (await this.#transport.data(this.#transport.http.POST('/api/avatar/not-me', { body: { token } }))).message;
  }

  /**
   * Chooses a new password with the token of the message. Every session and API key of the avatar and of its agents
   * ends.
   */
  async resetPassword(token: string, password: string): Promise<EndedAccess> {
    const { http } = this.#transport;
    return (await this.#transport.result(http.POST('/api/avatar/reset-password', { body: { token, password } }))).ended;
  }

  /**
   * Proves an e-mail address with the token of its message. As the avatar's own session, its other sessions end, and
   * the API keys that `revokeApiKeys` names; without it, every session and API key of the avatar and its agents ends.
   */
  verifyEmail(
    token: string,
    { revokeApiKeys }: { readonly revokeApiKeys?: KeyRange } = {},
  ): Promise<Schemas['VerifiedAvatar']> {
    const body = { token, ...(revokeApiKeys && { revokeApiKeys }) };
    return this.#transport.result(this.#transport.http.POST('/api/avatar/verify-email', { body }));
  }

  /**
   * Freezes the caller's account, an agent of it, or, by an admin with a reason, any: nothing leaves its wallets from
   * then on, and its API keys only read.
   */
  async freeze({ avatarId, reason }: GuardOptions = {}): Promise<Avatar> {
    const params = { path: { id: avatarId ?? (await this.#transport.avatarId()) } };
    const body = { ...(reason !== undefined && { reason }) };
    return this.#transport.result(this.#transport.http.POST('/api/avatar/{id}/freeze', { params, body }));
  }

  /** Ends a freeze, within five minutes of the password. An admin's freeze ends by an admin alone. */
  async thaw({ avatarId, reason }: GuardOptions = {}): Promise<Avatar> {
    const params = { path: { id: avatarId ?? (await this.#transport.avatarId()) } };
    const body = { ...(reason !== undefined && { reason }) };
    return this.#transport.result(this.#transport.http.POST('/api/avatar/{id}/thaw', { params, body }));
  }

  /** The caller's sessions, newest first. */
  async sessions(): Promise<readonly Schemas['Session'][]> {
    return this.#transport.all((cursor) => {
      const params = { query: { ...(cursor !== undefined && { cursor }) } };
      return this.#transport.http.GET('/api/avatar/me/sessions', { params });
    });
  }

  /** Ends one session of the caller. */
  async endSession(sessionId: string): Promise<void> {
    const params = { path: { sessionId } };
    await this.#transport.data(this.#transport.http.DELETE('/api/avatar/me/sessions/{sessionId}', { params }));
  }

  /**
   * Ends every session of the caller but this one, or of another avatar, and the API keys that `revokeApiKeys` names.
   */
  async endSessions({
    avatarId,
    reason,
    revokeApiKeys,
  }: GuardOptions & { readonly revokeApiKeys?: KeyRange } = {}): Promise<EndedAccess> {
    const params = { path: { id: avatarId ?? (await this.#transport.avatarId()) } };
    const body = { ...(reason !== undefined && { reason }), ...(revokeApiKeys && { revokeApiKeys }) };
    return this.#transport.result(this.#transport.http.POST('/api/avatar/{id}/end-sessions', { params, body }));
  }

  /** The security events of the caller's account, newest first. */
  async *securityLog(): AsyncGenerator<Schemas['AuditEntry'], void, undefined> {
    yield* this.#transport.items((cursor) => {
      const query = cursor === undefined ? {} : { cursor };
      return this.#transport.http.GET('/api/avatar/me/security-log', { params: { query } });
    });
  }

  /** The API key that this client calls with, without its secret. */
  ownApiKey(): Promise<Schemas['OwnApiKey']> {
    return this.#transport.result(this.#transport.http.GET('/api/avatar/me/api-key'));
  }

  /**
   * Renews the API key that an agent calls with. `store` gets the new key, which this answer alone has; afterwards this
   * client uses it, and the one before ends at most a day later. When `store` fails, another renewal gives another key.
   */
  async renewApiKey(
    store: (renewed: Schemas['NewApiKey']) => void | Promise<void> = () => {},
  ): Promise<Schemas['NewApiKey']> {
    const renewed = await this.#transport.result(this.#transport.http.POST('/api/avatar/me/api-keys/renew'));
    await store(renewed);
    this.#transport.session.useKey(renewed.apiKey);
    return renewed;
  }

  /** The API keys of an avatar, the caller's own when absent, oldest first, revoked ones included. */
  async apiKeys(avatarId?: string): Promise<readonly ApiKey[]> {
    const id = avatarId ?? (await this.#transport.avatarId());
    return this.#transport.all((cursor) => {
      const params = { path: { id }, query: { ...(cursor !== undefined && { cursor }) } };
      return this.#transport.http.GET('/api/avatar/{id}/api-keys', { params });
    });
  }

  /** Makes an API key for the caller, or for an agent of the caller. Only this answer contains the key. */
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
