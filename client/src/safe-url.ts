import { CausewayError } from './errors.ts';

/** The page's own address in a browser, to which a relative base URL belongs; undefined elsewhere. */
const pageUrl = (): string | undefined =>
  (globalThis as { readonly location?: { readonly href: string } }).location?.href;

/** Names of this machine. Others that end in `.localhost` are asked of name servers on some systems. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Throws CausewayError INSECURE_URL when requests to `baseUrl` would cross a network without encryption: whoever is on
 * the way could read passwords and tokens, and change answers. `allowed` lets it pass.
 */
export function requireSafe(baseUrl: string, allowed: boolean): void {
  const base = pageUrl();
  if (allowed || !URL.canParse(baseUrl, base)) return;
  const { protocol, hostname, origin } = new URL(baseUrl, base);
  if (protocol !== 'http:' || LOOPBACK.test(hostname)) return;
  const message = `${origin} is plain http to another machine, where others could read passwords and tokens: use https, or allow it with insecureHttp`;
  throw new CausewayError(0, { errorCode: 'INSECURE_URL', message });
}

/**
 * The answer, unless it is a redirection. The API has none, and to follow one would repeat a request's body, such as a
 * password, for whoever it names, also over plain http. Throws CausewayError REDIRECTED.
 */
export function requireAnswer(request: Request, response: Response): Response {
  const { status, type, headers } = response;
  const isRedirection = type === 'opaqueredirect' || (status >= 300 && status < 400 && headers.has('location'));
  if (!isRedirection) return response;
  const { origin } = new URL(request.url);
  const location = headers.get('location') ?? '';
  const to = URL.canParse(location, request.url) ? ` to ${new URL(location, request.url).origin}` : '';
  const message = `${origin} redirects${to}: give the URL of the service itself`;
  // Browsers hide the status.
  throw new CausewayError(status || 302, { errorCode: 'REDIRECTED', message });
}
