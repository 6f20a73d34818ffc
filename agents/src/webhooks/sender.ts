import { type Clock, PeriodicTask } from '@causeway/runtime';
import type { Tracer } from '@causeway/runtime/trace-context';
import type { DeliveryRow, DeliveryType, EventRepository } from '@causeway/storage';
import { deliverySpan } from '../tracing.ts';
import type { PermittedAddresses } from './addresses.ts';
import type { DeliveryOutcome, DeliveryRepository, TakenDelivery } from './deliveries.ts';
import { failureText, post, type Resolve } from './post.ts';
import { signedHeaders } from './signature.ts';

/** Makes the body of a delivery when it is sent; null when nobody wants it any more. */
export type DeliveryForm = (
  delivery: DeliveryRow,
) => Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> } | null>;

export interface SenderOptions {
  readonly deliveries: DeliveryRepository;
  readonly events: EventRepository;
  /** The secrets that sign for an avatar now, the newest first; never none. */
  readonly secretsOf: (avatarId: string) => Promise<readonly string[]>;
  readonly permitted: PermittedAddresses;
  readonly resolve: Resolve;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Called with failures of the sender itself, which goes on. */
  readonly onError: (error: unknown) => void;
  /** Called when the result of an attempt is on disk. */
  readonly onSettled?: (delivery: DeliveryRow) => void;
  /** The trace context of a delivery's fact, which its receiver gets; null when it has none. */
  readonly traceparentOf?: (delivery: DeliveryRow) => Promise<string | null>;
  /** What is sent for deliveries of a type, in place of the stored body. */
  readonly forms?: ReadonlyMap<DeliveryType, DeliveryForm>;
  /** Makes a span for each attempt of a trace. */
  readonly tracer?: Tracer | undefined;
  /** How long a receiver may take to answer, milliseconds. */
  readonly timeoutMs?: number;
  /** An endpoint is disabled when all attempts have failed for this long, milliseconds; never when absent. */
  readonly disableAfterMs?: number | undefined;
}

export const ANSWER_TIMEOUT_MS = 15_000;

/** Attempts under way at once: of this process, and of all processes for one endpoint. */
const CONCURRENCY = 64;
const PER_ENDPOINT = 8;
/** An attempt is lost when its report is this much later than the receiver's time-out, milliseconds. */
const LEASE_MARGIN_MS = 10_000;
/** How often due deliveries are looked for, besides after commits, milliseconds. */
const LOOK_MS = 500;
/** Commits within this time are one look, milliseconds. */
const GATHER_MS = 5;

/** Attempts of a sender by their outcome. */
export type AttemptCounts = Readonly<Record<'delivered' | 'retried' | 'failed' | 'dropped' | 'lost', number>>;

/**
 * Delivers webhooks, at least once each and in no order. Any number of processes run it over one database; none leads,
 * and no two make the same attempt. A receiver that is slow holds up its own deliveries alone.
 */
export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #counts = { delivered: 0, retried: 0, failed: 0, dropped: 0, lost: 0 };
  #unsubscribe: (() => void) | undefined;
  readonly #looks: PeriodicTask;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#looks = new PeriodicTask(() => this.#takeDue(), { onFailure: options.onError, clock: options.clock });
  }

  /** Attempts of this process since it began. */
  get counts(): AttemptCounts {
    return { ...this.#counts };
  }

  /** Begins to deliver. */
  start(): void {
    this.#unsubscribe = this.#options.events.onAppended(() => this.#looks.wake(GATHER_MS));
    void this.#looks.start(LOOK_MS);
  }

  /** Makes every attempt that is due, and those that become due meanwhile. Resolves when no attempt is under way. */
  async flush(): Promise<void> {
    do {
      await Promise.all(this.#underWay);
      await this.#looks.next();
    } while (this.#underWay.size > 0);
  }

  /** Takes no further deliveries; attempts under way end now and are made again by whoever is there. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#unsubscribe?.();
    await this.#looks.stop();
    await Promise.all(this.#underWay);
  }

  async #takeDue(): Promise<void> {
    const { deliveries, timeoutMs = ANSWER_TIMEOUT_MS } = this.#options;
    const leaseMs = timeoutMs + LEASE_MARGIN_MS;
    const limit = CONCURRENCY - this.#underWay.size;
    if (limit <= 0 || this.#closing.signal.aborted) return;
    for (const taken of await deliveries.take({ limit, perEndpoint: PER_ENDPOINT, leaseMs })) {
      const attempt = this.#attempt(taken).catch(this.#options.onError);
      this.#underWay.add(attempt);
      void attempt.finally(() => {
        this.#underWay.delete(attempt);
        this.#looks.wake();
      });
    }
  }

  async #attempt(taken: TakenDelivery): Promise<void> {
    const { delivery } = taken;
    const { deliveries, traceparentOf, tracer } = this.#options;
    // Without the trace, the webhook is sent all the same.
    const parent = (await traceparentOf?.(delivery).catch(() => null)) ?? null;
    const span = parent === null || !tracer ? undefined : deliverySpan(tracer, parent, delivery);
    const outcome = await this.#outcomeOf(taken, span?.traceparent ?? parent);
    span?.end(outcome.status);
    const settled = await deliveries.settle(taken, outcome);
    this.#counts[outcomeName(settled)] += 1;
    if (settled) this.#options.onSettled?.(settled);
  }

  async #outcomeOf({ delivery, endpoint }: TakenDelivery, traceparent: string | null): Promise<DeliveryOutcome> {
    const { secretsOf, permitted, resolve, clock, random, forms, timeoutMs = ANSWER_TIMEOUT_MS } = this.#options;
    const { disableAfterMs } = this.#options;
    const failed = (status: number | null, error: string): DeliveryOutcome => ({
      ...{ kind: 'failed', status, error, gone: status === 410 },
      // What ends with this process is not the receiver's fault.
      ...(disableAfterMs !== undefined && !this.#closing.signal.aborted && { disableAfterMs }),
      retry: this.#closing.signal.aborted ? { kind: 'atOnce' } : { kind: 'scheduled', random: random() },
    });
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const { id, type } = delivery;
      const form = forms?.get(type);
      const made = form ? await form(delivery) : { body: delivery.payload, headers: {} };
      if (made === null) {
        const error = 'it is wanted no more';
        return { kind: 'failed', status: null, error, gone: false, retry: { kind: 'never' } };
      }
      const { body } = made;
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Causeway-Webhooks/1',
        ...(traceparent !== null && { traceparent }),
        ...signedHeaders(id, body, await secretsOf(endpoint.avatarId), clock.now()),
        ...made.headers,
      };
      const wantsAnswer = type === 'task.assigned';
      const { url } = endpoint;
      const { status, json } = await post({ url, headers, body, wantsAnswer, permitted, resolve, signal });
      if (status >= 200 && status < 300) return { kind: 'delivered', status, answer: json };
      const redirect = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
      return failed(status, `the receiver answered ${status}${redirect}`);
    } catch (error) {
      return failed(null, failureText(error));
    }
  }
}

/** The name of an attempt's outcome in the counts; undefined is an attempt whose lease has passed on. */
function outcomeName(settled: DeliveryRow | undefined): keyof AttemptCounts {
  if (settled === undefined) return 'lost';
  return settled.state === 'pending' ? 'retried' : settled.state;
}
