import createFetchClient, { type Client } from 'openapi-fetch';
import { CausewayError, errorOf, problemIn, unreachable } from './errors.ts';
import { newKey } from './key.ts';
import { type RetryOptions, sendWithRetries } from './retry.ts';
import { requireAnswer, requireSafe } from './safe-url.ts';
import type { components, paths } from './schema.ts';
import { Session, type SessionOptions, type Tokens } from './session.ts';
import { readStream, type StreamEvent, type StreamOptions } from './stream.ts';

export interface CausewayOptions extends SessionOptions {
  /** The service's base URL, such as http://127.0.0.1:3000. */
  readonly baseUrl: string;
  /**
   * Allows plain http to another machine, which is refused otherwise with `INSECURE_URL`: whoever is on the way can
   * read passwords and tokens.
   */
  readonly insecureHttp?: boolean;
  readonly retry?: RetryOptions;
  /** Milliseconds that one attempt may take, streams excepted; 30,000 when absent. */
  readonly timeoutMs?: number;
  /**
   * Gives the password when the service asks for it again (`REAUTHENTICATION_REQUIRED`), once a request; null leaves
   * the refusal as it is. Without it, call `avatars.reauthenticate` and repeat. An API key has no password.
   */
  readonly onReauthenticate?: (refusal: CausewayError) => string | null | Promise<string | null>;
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A page of a list. */
interface Page<T> {
  readonly result: readonly T[];
  readonly nextCursor?: string | null;
}

/** Asks a list for whole items; without it, lists answer summaries. */
export interface FullView {
  readonly view: 'full';
}

type SignedIn = components['schemas']['SignedInAvatar'];

/** Member of a body that asks for the session in a cookie. */
export const IN_COOKIE = { session: 'cookie' } as const;

/** The tokens of a sign-in or a renewal. */
export const tokensOf = ({ jwtToken: accessToken, refreshToken }: SignedIn): Tokens =>
  refreshToken === null ? { accessToken, inCookie: true } : { accessToken, refreshToken };

type Answer<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** Headers of a POST without an Idempotency-Key: one whose repetition is harmless by itself. */
export const WITHOUT_KEY = { 'idempotency-key': '' } as const;

/** Headers of a request without the session's credential, which may have ended. */
export const WITHOUT_CREDENTIAL = { authorization: '' } as const;

/** Renewals of the credential for one request. */
const MOST_RENEWALS = 2;

/** True when the service does not accept the request's credential; a wrong password is another 401. */
const isRefusedCredential = async (response: Response): Promise<boolean> =>
  response.status === 401 && (await errorOf(response.clone())).code === 'UNAUTHENTICATED';

/**
 * The transport that all areas of the client share: the caller's credential, retries, errors and streams. `http` has
 * every operation of the API, typed from its OpenAPI document.
 */
export class Transport {
  readonly http: Client<paths>;
  readonly session: Session;
  readonly #options: CausewayOptions;
  readonly #fetch: (request: Request) => Promise<Response>;

  constructor(options: CausewayOptions) {
    requireSafe(options.baseUrl, options.insecureHttp === true);
    this.#options = options;
    this.#fetch = options.fetch ?? ((request) => fetch(request));
    this.session = new Session(options, async (tokens, key) => {
      const renewed = await this.refresh(tokens, key);
      return renewed && tokensOf(renewed);
    });
    this.http = createFetchClient<paths>({
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      fetch: (request: Request) => this.#send(request),
    });
  }

  /** The answer's `data`. Throws CausewayError when the service refuses. */
  async data<T>(answer: Promise<Answer<T>>): Promise<T> {
    const { data, error, response } = await answer;
    if (!response.ok) throw new CausewayError(response.status, problemIn(error));
    return data as T;
  }

  /** The `result` of the answer. Throws CausewayError when the service refuses. */
  async result<R>(answer: Promise<Answer<{ readonly result: R }>>): Promise<R> {
    return (await this.data(answer)).result;
  }

  /** Every item of a list, page after page. */
  async *items<T>(page: (cursor: string | undefined) => Promise<Answer<Page<T>>>): AsyncGenerator<T, void, undefined> {
    let cursor: string | undefined;
    do {
      const { result, nextCursor }: Page<T> = await this.data(page(cursor));
      yield* result;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** All items of a list at once. */
  async all<T>(page: (cursor: string | undefined) => Promise<Answer<Page<T>>>): Promise<readonly T[]> {
    const found: T[] = [];
    for await (const item of this.items(page)) found.push(item);
    return found;
  }

  /** Like `items`, for lists whose items depend on the view that was asked for. */
  itemsAs<T>(page: (cursor: string | undefined) => Promise<Answer<Page<unknown>>>): AsyncGenerator<T, void, undefined> {
    return this.items(page) as AsyncGenerator<T, void, undefined>;
  }

  /** The caller's own avatar; its public members for an API key without the scope `profile:read`. */
  async me(): Promise<components['schemas']['OwnAvatarProfile']> {
    const avatar = await this.result(this.http.GET('/api/avatar/me'));
    this.session.isOf(avatar.id);
    return avatar;
  }

  /** Id of the caller's own avatar, which is asked for once. */
  async avatarId(): Promise<string> {
    return this.session.avatarId ?? (await this.me()).id;
  }

  /** The events of the stream at `path`. */
  stream<T>(path: string, options: StreamOptions = {}): AsyncGenerator<StreamEvent<T>, void, undefined> {
    const url = `${this.#options.baseUrl.replace(/\/+$/, '')}${path}`;
    const open = (lastEventId: string, signal: AbortSignal | undefined) => {
      const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId };
      return this.#send(new Request(url, { headers, ...(signal && { signal }) }));
    };
    return readStream<T>(open, options);
  }

  /**
   * Sends with the credential, and again with a renewed one when the service does not accept it. The tokens of a
   * renewal that was interrupted long ago have expired as well, so there may be a second one.
   */
  async #send(request: Request): Promise<Response> {
    const given = request.headers.get('idempotency-key');
    if (given === '') request.headers.delete('idempotency-key');
    else if (given === null && request.method === 'POST') request.headers.set('idempotency-key', newKey());
    if (request.headers.get('authorization') === '') {
      request.headers.delete('authorization');
      return this.#sendAs(request, undefined);
    }
    const response = await this.#sendRenewing(request);
    return (await this.#reauthenticated(response)) ? this.#sendRenewing(request) : response;
  }

  async #sendRenewing(request: Request): Promise<Response> {
    for (let renewals = 0; ; renewals += 1) {
      const bearer = this.session.bearer;
      const response = await this.#sendAs(request, bearer);
      if (renewals === MOST_RENEWALS || bearer === undefined) return response;
      if (!(await isRefusedCredential(response)) || !(await this.session.renew(bearer))) return response;
      await response.body?.cancel();
    }
  }

  /**
   * True when the service refused a request until the password is given again, and it was given. Throws the refusal of
   * a wrong password.
   */
  async #reauthenticated(response: Response): Promise<boolean> {
    const { onReauthenticate } = this.#options;
    if (!onReauthenticate || response.status !== 403 || this.session.tokens === null) return false;
    const refusal = await errorOf(response.clone());
    const password = refusal.code === 'REAUTHENTICATION_REQUIRED' ? await onReauthenticate(refusal) : null;
    if (password === null) return false;
    await response.body?.cancel();
    const url = `${this.#options.baseUrl.replace(/\/+$/, '')}/api/avatar/reauthenticate`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': newKey() };
    const body = JSON.stringify({ password });
    const answer = await this.#sendRenewing(new Request(url, { method: 'POST', headers, body }));
    if (!answer.ok) throw await errorOf(answer);
    return true;
  }

  async #sendAs(request: Request, bearer: string | undefined): Promise<Response> {
    const isStream = request.headers.get('accept') === 'text/event-stream';
    const attempt = () => {
      const time = isStream ? [] : [AbortSignal.timeout(this.#options.timeoutMs ?? 30_000)];
      const signal = AbortSignal.any([request.signal, ...time]);
      const sent = new Request(request.clone(), { signal, redirect: 'manual' });
      if (bearer !== undefined && !sent.headers.has('authorization'))
        sent.headers.set('authorization', `Bearer ${bearer}`);
      return this.#fetch(sent);
    };
    const sending = sendWithRetries(attempt, this.#options.retry ?? {}, request.signal);
    const response = await sending.catch((error: unknown) => {
      throw request.signal.aborted ? error : unreachable(new URL(request.url).origin, error);
    });
    return requireAnswer(request, response);
  }

  /**
   * Exchanges a refresh token, or the one in the cookie, for an avatar with new tokens; null when it is refused. The
   * session does not take them yet.
   */
  async refresh(
    { refreshToken, inCookie }: Pick<Tokens, 'refreshToken' | 'inCookie'>,
    key: string,
  ): Promise<SignedIn | null> {
    const body = JSON.stringify(inCookie ? IN_COOKIE : { refreshToken });
    const url = `${this.#options.baseUrl.replace(/\/+$/, '')}/api/avatar/refresh-token`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const request = new Request(url, { method: 'POST', headers, body });
    const response = await this.#sendAs(request, undefined);
    if (response.status === 400 || response.status === 401) return null;
    if (!response.ok) throw await errorOf(response);
    return ((await response.json()) as { readonly result: SignedIn }).result;
  }
}
