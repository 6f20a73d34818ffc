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

/** Longest answer, characters. Radix nodes end a page once it is above 40 Mi bytes, and no other answer is as long. */
const MOST_CHARACTERS = 1 << 26;
/** Most values in an answer. To read one takes as long as to read a hundred characters. */
const MOST_VALUES = 1 << 22;

/** Characters that answers may have, together. */
export class Room {
  #left: number;

  constructor(characters: number) {
    this.#left = characters;
  }

  /** Takes `characters`; false when there is no room for them. */
  take(characters: number): boolean {
    this.#left -= characters;
    return this.#left >= 0;
  }

  giveBack(characters: number): void {
    this.#left += characters;
  }
}

/**
 * Posts the JSON `body` to `url`, http or https, over a kept connection. Rejects with TimeoutError when the whole
 * answer is not there after `timeoutMs`, and when the answer is longer than 64 Mi characters, has more than 4 Mi
 * values or finds no room beside other answers. Node's own fetch does the same with four times the processor time, and
 * a relayer spends most of its time here.
 */
export async function post(url: URL, body: string, timeoutMs: number, room: Room): Promise<Posted> {
  const untilMs = systemClock.monotonic() + timeoutMs;
  for (;;) {
    const sent = open(url, body);
    try {
      return await answerTo(sent, Math.max(1, untilMs - systemClock.monotonic()), room);
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

function answerTo(sent: ClientRequest, timeoutMs: number, room: Room): Promise<Posted> {
  let text = '';
  const answered = new Promise<Posted>((resolve, reject) => {
    const timer = setTimeout(() => sent.destroy(new TimeoutError('no answer in time')), timeoutMs);
    const refuse = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    sent.once('error', refuse);
    sent.once('response', (answer: IncomingMessage) => {
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
        if (!room.take(part.length) || text.length > MOST_CHARACTERS) answer.destroy(tooMuch());
      });
      answer.once('error', refuse);
      answer.once('end', () => {
        if (hasTooManyValues(text)) return refuse(tooMuch());
        clearTimeout(timer);
        resolve({ status: answer.statusCode ?? 0, text });
      });
    });
  });
  return answered.finally(() => room.giveBack(text.length));
}

const tooMuch = () => new Error('answered with too much');

/** Characters before a value of JSON, or that begin one with values of its own. */
const VALUE = /[,[{]/g;

/** Whether JSON of `text` has more than MOST_VALUES values, those in its strings included. */
function hasTooManyValues(text: string): boolean {
  if (text.length <= MOST_VALUES) return false;
  let values = 0;
  VALUE.lastIndex = 0;
  while (VALUE.test(text)) if (++values > MOST_VALUES) return true;
  return false;
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

/** Characters of all answers of one endpoint that are under way. */
const ROOM = 4 * MOST_CHARACTERS;

/** Posts to one endpoint within its limits. The time of a request begins with its turn. */
export class Poster {
  readonly #room = new Room(ROOM);
  readonly #timeoutMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #limit: LimitFunction;
  /** When the endpoint answered last. */
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  /** Requests that timed out, less those that were answered. */
  #unanswered = 0;

  constructor({ rpcTimeoutMs, rpcInFlight }: EndpointLimits, clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.#clock = clock;
    this.#timeoutMs = rpcTimeoutMs;
    this.#limit = pLimit({ concurrency: rpcInFlight, rejectOnClear: true });
  }

  /**
   * `post` when it is the request's turn. When the endpoint answered nothing at all until a request timed out, those
   * that wait are rejected as well: a silent endpoint would make each wait for as long again. So is one in whose time
   * to wait more requests timed out than were answered. Rejects where 10,000 wait already.
   */
  async post(url: URL, body: string): Promise<Posted> {
    if (this.#limit.pendingCount >= MOST_WAITING) throw new Error('has too many requests waiting for it');
    try {
      const before = this.#unanswered;
      return await this.#limit(() => {
        if (this.#unanswered > before) throw new TimeoutError('no answer in time');
        return this.#postNow(url, body);
      });
    } catch (error) {
      throw error instanceof DOMException && error.name === 'AbortError'
        ? new TimeoutError('no answer in time')
        : error;
    }
  }

  async #postNow(url: URL, body: string): Promise<Posted> {
    const sentAtMs = this.#clock.monotonic();
    try {
      const answer = await post(url, body, this.#timeoutMs, this.#room);
      this.#answeredAtMs = this.#clock.monotonic();
      this.#unanswered -= 1;
      return answer;
    } catch (error) {
      if (error instanceof TimeoutError) this.#unanswered += 1;
      if (error instanceof TimeoutError && this.#answeredAtMs < sentAtMs) this.#limit.clearQueue();
      throw error;
    }
  }
}
