import { newKey } from './key.ts';

/** The tokens of a signed-in avatar. */
export interface Tokens {
  readonly accessToken: string;
  /** Renews the access token, once; each renewal gives another. */
  readonly refreshToken?: string;
  /** The refresh token is in a cookie of the browser, which no script reads. */
  readonly inCookie?: true;
  /**
   * The Idempotency-Key of the renewal that has begun. A client that ended before it stored the new tokens gives it
   * again, and gets the same ones.
   */
  readonly renewalKey?: string;
}

/** Tokens that several clients share, such as processes with one file or browser tabs with one storage. */
export interface TokenStore {
  /**
   * Runs `change` with the stored tokens, stores its result and returns it. Calls wait for each other, also calls of
   * other clients, so that no two renew the same tokens.
   */
  update(change: (stored: Tokens | null) => Promise<Tokens | null>): Promise<Tokens | null>;
}

/** Who calls: an API key, an access token, or tokens that are renewed when they expire. */
export interface SessionOptions {
  readonly apiKey?: string;
  readonly tokens?: Tokens;
  /** Called with new tokens, and with null when they can no longer be renewed. Store them before it returns. */
  readonly onTokens?: (tokens: Tokens | null) => void | Promise<void>;
  /** Gets new tokens as well, for clients that share them. */
  readonly tokenStore?: TokenStore;
}

/**
 * Exchanges the refresh token of `tokens` for new tokens, the same ones for the same Idempotency-Key; null when it is
 * refused. Rejects when nobody answers.
 */
export type Renew = (tokens: Tokens, key: string) => Promise<Tokens | null>;

/** True when the tokens can be renewed. */
const isRenewable = ({ refreshToken, inCookie }: Tokens): boolean => refreshToken !== undefined || inCookie === true;

/** True when `stored` still are the tokens that were refused. */
const isOf = (refused: Tokens, stored: Tokens | null): stored is Tokens =>
  stored !== null && stored.accessToken === refused.accessToken;

const withKey = (stored: Tokens): Tokens => ({ ...stored, renewalKey: stored.renewalKey ?? newKey() });

/** Holds the caller's credential. Concurrent requests with an expired token share one renewal. */
export class Session {
  #apiKey: string | undefined;
  readonly #onTokens: (tokens: Tokens | null) => void | Promise<void>;
  readonly #renew: Renew;
  readonly #store: TokenStore | undefined;
  #tokens: Tokens | null;
  #avatarId: string | undefined;
  #renewing: Promise<boolean> | undefined;

  constructor({ apiKey, tokens, tokenStore, onTokens = () => {} }: SessionOptions, renew: Renew) {
    this.#apiKey = apiKey;
    this.#tokens = tokens ?? null;
    this.#store = tokenStore;
    this.#onTokens = onTokens;
    this.#renew = renew;
  }

  /** The credential for the Authorization header, if any. */
  get bearer(): string | undefined {
    return this.#tokens?.accessToken ?? this.#apiKey;
  }

  get tokens(): Tokens | null {
    return this.#tokens;
  }

  /** The caller's avatar, once it is known. */
  get avatarId(): string | undefined {
    return this.#avatarId;
  }

  /** Remembers whose credential it is. */
  isOf(avatarId: string): void {
    this.#avatarId = avatarId;
  }

  /** Takes the API key that has taken the place of the one before. */
  useKey(apiKey: string): void {
    this.#apiKey = apiKey;
  }

  /** Takes the tokens of a sign-in as `avatarId`; null signs out. */
  async use(tokens: Tokens | null, avatarId?: string): Promise<void> {
    this.#avatarId = avatarId;
    await this.#store?.update(async () => tokens);
    await this.#take(tokens);
  }

  /** Renews the tokens after `refused` was not accepted. True when there is another credential to try. */
  async renew(refused: string): Promise<boolean> {
    if (this.bearer !== refused) return this.bearer !== undefined;
    const tokens = this.#tokens;
    if (tokens === null || !isRenewable(tokens)) return false;
    this.#renewing ??= this.#renewOnce(tokens).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewOnce(refused: Tokens): Promise<boolean> {
    const store = this.#store;
    // The key is stored before the request, so that the answer can be asked for again after an end at any point.
    await store?.update(async (stored) => (isOf(refused, stored) ? withKey(stored) : stored));
    const renewed = store
      ? await store.update((stored) => this.#successorOf(refused, stored))
      : await this.#successorOf(refused, refused);
    await this.#take(renewed);
    return renewed !== null;
  }

  /** The stored tokens if another client has renewed `refused` already, otherwise new ones. */
  async #successorOf(refused: Tokens, stored: Tokens | null): Promise<Tokens | null> {
    if (!isOf(refused, stored)) return stored;
    return isRenewable(stored) ? this.#renew(stored, stored.renewalKey ?? newKey()) : null;
  }

  async #take(tokens: Tokens | null): Promise<void> {
    this.#tokens = tokens;
    await this.#onTokens(tokens);
  }
}
