import { createHash } from 'node:crypto';
import { ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { BaseLogger } from 'pino';
import { Circuit } from './circuit.ts';
import type { BodyKey, BodyProvider } from './provider.ts';

/** Copies of each body, when so many providers are well. */
export const COPIES = 2;

/** SHA-256 of a body's UTF-8, hexadecimal. */
export const checksumOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** A body, and what the search for it has shown about its places. */
export interface FoundBody {
  readonly body: string;
  readonly provider: string;
  /** Providers that are well and do not have the body, or have a damaged one. */
  readonly absentAt: readonly string[];
}

/** A body that no provider gives now. */
export interface BodyUnavailable {
  readonly code: 'BODY_UNAVAILABLE';
  readonly absentAt: readonly string[];
}

/** One provider's measurements. */
export interface ProviderReport {
  readonly name: string;
  readonly state: Circuit['state'];
  readonly latencyMs: number | undefined;
  readonly errorRate: number;
}

export interface BodyStoreOptions {
  readonly providers: readonly BodyProvider[];
  /** Limit of one call, milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: Pick<BaseLogger, 'warn'>;
  /** Called when a provider is well again: it may have old data. */
  readonly onRecovered?: (provider: string) => void;
}

/**
 * Bodies with several providers, the best by measured latency and error rate first. A call that fails goes on to the
 * next provider; a provider that keeps failing is left alone for a time.
 */
export class BodyStore {
  readonly #options: BodyStoreOptions;
  readonly #circuits: ReadonlyMap<string, Circuit>;

  constructor(options: BodyStoreOptions) {
    this.#options = options;
    this.#circuits = new Map(options.providers.map(({ name }) => [name, new Circuit(options.clock)]));
  }

  /** Names of the providers. */
  get names(): readonly string[] {
    return this.#options.providers.map(({ name }) => name);
  }

  /** Copies that each body is to have. */
  get copies(): number {
    return Math.min(COPIES, this.#options.providers.length);
  }

  /** Brings a body to `count` providers, none of them in `except`. Returns the names of those that have it for sure. */
  async put(key: BodyKey, body: string, count = this.copies, except: readonly string[] = []): Promise<string[]> {
    const candidates = this.#ranked((name) => !except.includes(name));
    const stored: string[] = [];
    while (stored.length < count && candidates.length > 0) {
      const tried = candidates.splice(0, count - stored.length);
      const results = await Promise.all(
        tried.map(async (provider) => ({
          name: provider.name,
          result: await this.#attempt(provider, (signal) => provider.put(key, body, signal)),
        })),
      );
      stored.push(...results.flatMap(({ name, result }) => (result.ok ? [name] : [])));
    }
    return stored;
  }

  /** The body with this checksum, from one of `places` or, if none has it, from another provider. */
  async get(key: BodyKey, checksum: string, places: readonly string[]): Promise<Result<FoundBody, BodyUnavailable>> {
    const absentAt: string[] = [];
    const isPlace = (name: string): boolean => places.includes(name);
    for (const provider of [...this.#ranked(isPlace), ...this.#ranked((name) => !isPlace(name))]) {
      const body = await this.check(provider.name, key, checksum);
      if (!body.ok) continue;
      if (body.value !== undefined) return ok({ body: body.value, provider: provider.name, absentAt });
      absentAt.push(provider.name);
    }
    return { ok: false, error: { code: 'BODY_UNAVAILABLE', absentAt } };
  }

  /** The body as one provider has it; undefined when it has none, or another one. */
  async check(name: string, key: BodyKey, checksum: string): Promise<Result<string | undefined, 'FAILED'>> {
    const provider = this.#options.providers.find((one) => one.name === name);
    if (!provider) return { ok: false, error: 'FAILED' };
    const body = await this.#attempt(provider, (signal) => provider.get(key, signal));
    if (!body.ok || body.value === undefined) return body;
    return ok(checksumOf(body.value) === checksum ? body.value : undefined);
  }

  /** Removes a body everywhere. False when a provider cannot do it now. */
  async remove(key: BodyKey): Promise<boolean> {
    const removed = await Promise.all(
      this.#options.providers.map((provider) => this.#attempt(provider, (signal) => provider.remove(key, signal))),
    );
    return removed.every(({ ok: done }) => done);
  }

  /** Asks every provider whether it is well, except those whose pause is not over. */
  async probe(): Promise<void> {
    const asked = this.#options.providers.filter(({ name }) => this.#circuit(name).admits());
    await Promise.all(asked.map((provider) => this.#attempt(provider, (signal) => provider.probe(signal))));
  }

  /** True while calls to the provider are made. */
  isWell(name: string): boolean {
    return this.#circuits.get(name)?.state === 'closed';
  }

  /** The measurements of every provider, in the order of the configuration. */
  report(): readonly ProviderReport[] {
    return this.names.map((name) => {
      const { state, latencyMs, errorRate } = this.#circuit(name);
      return { name, state, latencyMs, errorRate };
    });
  }

  async close(): Promise<void> {
    for (const provider of this.#options.providers) await provider.close();
  }

  #circuit(name: string): Circuit {
    return this.#circuits.get(name) as Circuit;
  }

  /** The providers to ask, in this order; those that are left alone come last, for the case that no other is well. */
  #ranked(selects: (name: string) => boolean): BodyProvider[] {
    const ranked = this.#options.providers
      .filter(({ name }) => selects(name))
      .sort((a, b) => this.#circuit(a.name).score - this.#circuit(b.name).score);
    const admitted = new Set(ranked.filter(({ name }) => this.#circuit(name).admits()));
    return [...admitted, ...ranked.filter((provider) => !admitted.has(provider))];
  }

  /** Makes one call, with the time limit, and measures it. */
  async #attempt<T>(provider: BodyProvider, call: (signal: AbortSignal) => Promise<T>): Promise<Result<T, 'FAILED'>> {
    const { timeoutMs, clock, log, onRecovered } = this.#options;
    const circuit = this.#circuit(provider.name);
    const startedMs = clock.monotonic();
    try {
      const value = await withTimeout(call, timeoutMs, clock);
      if (circuit.record(true, clock.monotonic() - startedMs)) onRecovered?.(provider.name);
      return ok(value);
    } catch (err) {
      circuit.record(false, clock.monotonic() - startedMs);
      log.warn({ err, provider: provider.name }, 'a provider of bodies failed');
      return { ok: false, error: 'FAILED' };
    }
  }
}

/** Runs `call`, which may ignore its signal, for at most `timeoutMs`. */
async function withTimeout<T>(
  call: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  clock: Pick<Clock, 'after'>,
): Promise<T> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(timeoutMs, () => {
    controller.abort();
    late.reject(new Error(`no answer within ${timeoutMs} ms`));
  });
  try {
    return await Promise.race([call(controller.signal), late.promise]);
  } finally {
    cancel();
  }
}
