import { Causeway, CausewayError } from '@causeway/client';
import { signal } from '@preact/signals';

/** Sessions that the service has ended while the page had them. */
export const endedSessions = signal(0);

/** The service that serves this page. */
export const api = new Causeway({
  baseUrl: location.origin,
  timeoutMs: 10_000,
  fetch: heard,
  onTokens: (tokens) => {
    if (tokens === null) endedSessions.value += 1;
  },
});

/** When the service first did not answer, milliseconds since the epoch; null while it answers. */
export const awaySinceMs = signal<number | null>(null);

/** When the service last answered, milliseconds since the epoch. */
export const heardAtMs = signal(Date.now());

/** Until when the service asked to wait, milliseconds since the epoch; null while it does not. */
export const waitsUntilMs = signal<number | null>(null);

const BUSY: readonly number[] = [429, 503];

/** Addresses that were asked for: the first time, the answer may be the one that the page's head asked for. */
const asked = new Set<string>();
const MOST_ASKED = 1_000;

async function heard(request: Request): Promise<Response> {
  const cache = asked.has(request.url) ? 'no-cache' : 'default';
  if (asked.size >= MOST_ASKED) asked.clear();
  asked.add(request.url);
  try {
    const response = await fetch(request, { cache });
    heardAtMs.value = Date.now();
    awaySinceMs.value = null;
    const seconds = Number(response.headers.get('retry-after'));
    waitsUntilMs.value = BUSY.includes(response.status) && seconds > 0 ? Date.now() + seconds * 1_000 : null;
    return response;
  } catch (error) {
    if (!request.signal.aborted) awaySinceMs.value ??= Date.now();
    throw error;
  }
}

/** A refusal that a reader understands: its code, and the sentence of the service. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
  /** Status of the answer; 0 when there was none. */
  readonly status: number;
}

/** The trouble of something thrown by a call of the service. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof CausewayError) return { code: error.code, message: error.message, status: error.status };
  const code = (error as { readonly code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : String(error);
  return { code: typeof code === 'string' ? code : 'UNREADABLE', message, status: 0 };
}

/** The answer of an operation. Throws CausewayError when the service refuses. */
export async function answered<T>(
  asked: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await asked;
  if (data === undefined) throw new CausewayError(response.status, { ...(error as object) });
  return data;
}
