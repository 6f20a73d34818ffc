import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type Clock, systemClock } from '@causeway/runtime';
import pLimit, { type LimitFunction } from 'p-limit';

/** An endpoint's answer. */
export interface Posted {
  readonly status: number;
  readonly text: string;
}

/** No answer in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const AGENTS = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

/**
 * Posts the JSON `body` to `url`, http or https, over a kept connection. Rejects with TimeoutError when the whole
 * answer is not there after `timeoutMs`, and when the answer is longer than `maxCharacters`. Node's own fetch does the
 * same with four times the processor time, and a relayer spends most of its time here.
 */
export async function post(url: URL, body: string, timeoutMs: number, maxCharacters = 1 << 28): Promise<Posted> {
  for (;;) {
    const sent = open(url, body);
    try {
      return await answerTo(sent, timeoutMs, maxCharacters);
    } catch (error) {
      // The endpoint closed the kept connection at the same moment. Every call can be repeated.
      if (!sent.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    }
  }
}

function open(url: URL, body: string): ClientRequest {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sent =
    url.protocol === 'https:'
      ? httpsRequest(url, { agent: AGENTS['https:'], method: 'POST', headers })
      : httpRequest(url, { agent: AGENTS['http:'], method: 'POST', headers });
  sent.end(body);
  return sent;
}

function answerTo(sent: ClientRequest, timeoutMs: number, maxCharacters: number): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => sent.destroy(new TimeoutError('no answer in time')), timeoutMs);
    const refuse = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    sent.once('error', refuse);
    sent.once('response', (answer: IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
        if (text.length > maxCharacters) answer.destroy(new Error('answered with too much'));
      });
      answer.once('error', refuse);
      answer.once('end', () => {
        clearTimeout(timer);
        resolve({ status: answer.statusCode ?? 0, text });
      });
    });
  });
}

/** Requests that may wait for one endpoint. An endpoint that is always too slow must not fill the memory. */
const MOST_WAITING = 10_000;

/** How one endpoint is asked; settings of its chain. */
export interface EndpointLimits {
  /** Time for one answer, milliseconds. */
  readonly rpcTimeoutMs: number;
  /** Most requests at a time. */
  readonly rpcInFlight: number;
}

/** Posts to one endpoint within its limits. The time of a request begins with its turn. */
export class Poster {
  readonly #timeoutMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #limit: LimitFunction;
  /** When the endpoint answered last. */
  #answeredAtMs = Number.NEGATIVE_INFINITY;

  constructor({ rpcTimeoutMs, rpcInFlight }: EndpointLimits, clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.#clock = clock;
    this.#timeoutMs = rpcTimeoutMs;
    this.#limit = pLimit({ concurrency: rpcInFlight, rejectOnClear: true });
  }

  /**
   * `post` when it is the request's turn. When the endpoint answered nothing at all until a request timed out, those
   * that wait are rejected as well: a silent endpoint would make each wait for as long again. Rejects where 10,000 wait
   * already.
   */
  async post(url: URL, body: string): Promise<Posted> {
    if (this.#limit.pendingCount >= MOST_WAITING) throw new Error('has too many requests waiting for it');
    try {
      return await this.#limit(() => this.#postNow(url, body));
    } catch (error) {
      throw error instanceof DOMException && error.name === 'AbortError'
        ? new TimeoutError('no answer in time')
        : error;
    }
  }

  async #postNow(url: URL, body: string): Promise<Posted> {
    const sentAtMs = this.#clock.monotonic();
    try {
      const answer = await post(url, body, this.#timeoutMs);
      this.#answeredAtMs = this.#clock.monotonic();
      return answer;
    } catch (error) {
      if (error instanceof TimeoutError && this.#answeredAtMs < sentAtMs) this.#limit.clearQueue();
      throw error;
    }
  }
}
