/** The tokens of a signed-in avatar. */
export interface Tokens {
  readonly accessToken: string;
  /** Renews the access token, once; each renewal gives another. */
  readonly refreshToken?: string;
}

/** Who calls: an API key, an access token, or tokens that are renewed when they expire. */
export interface SessionOptions {
  readonly apiKey?: string;
  readonly tokens?: Tokens;
  /** Called with new tokens, and with null when they can no longer be renewed. Store them before it returns. */
  readonly onTokens?: (tokens: Tokens | null) => void | Promise<void>;
}

/** Exchanges a refresh token for new tokens; null when it is refused. Rejects when nobody answers. */
export type Renew = (refreshToken: string) => Promise<Tokens | null>;

/** Holds the caller's credential. Concurrent requests with an expired token share one renewal. */
export class Session {
  readonly #apiKey: string | undefined;
  readonly #onTokens: (tokens: Tokens | null) => void | Promise<void>;
  readonly #renew: Renew;
  #tokens: Tokens | null;
  #renewing: Promise<boolean> | undefined;

  constructor({ apiKey, tokens, onTokens = () => {} }: SessionOptions, renew: Renew) {
    this.#apiKey = apiKey;
    this.#tokens = tokens ?? null;
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

  /** Takes the tokens of a sign-in; null signs out. */
  async use(tokens: Tokens | null): Promise<void> {
    this.#tokens = tokens;
    await this.#onTokens(tokens);
  }

  /** Renews the tokens after `refused` was not accepted. True when there is another credential to try. */
  async renew(refused: string): Promise<boolean> {
    if (this.bearer !== refused) return this.bearer !== undefined;
    const refreshToken = this.#tokens?.refreshToken;
    if (refreshToken === undefined) return false;
    this.#renewing ??= this.#renewWith(refreshToken).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewWith(refreshToken: string): Promise<boolean> {
    const tokens = await this.#renew(refreshToken);
    await this.use(tokens);
    return tokens !== null;
  }
}
