import { type Failure, fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { BaseLogger } from 'pino';
import { type AgreedPrice, agree, QUORUM, type Quote } from './aggregate.ts';
import type { AssetIds } from './assets.ts';
import { divide, formatPrice, parsePrice, UNIT_PRICE } from './fixed.ts';
import { fetchExactJson, type PriceSource } from './sources/source.ts';

/** The service's dependencies. */
export interface RateOptions {
  /** The sources with their base URLs. */
  readonly sources: readonly { readonly source: PriceSource; readonly url: string }[];
  /** Each source's id of each asset. Symbols are in upper case. */
  readonly assets: Readonly<Record<string, AssetIds>>;
  /** Fixed prices in US dollars by symbol. If given, no source is asked. */
  readonly local?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** How long an agreed price, or its absence, is reused, milliseconds. */
  readonly cacheMs: number;
  /** Highest age of an observation, milliseconds. Older ones are never used. */
  readonly maxAgeMs: number;
  readonly clock: Clock;
  readonly log: BaseLogger;
}

/** The price of one token in another. */
export interface ExchangeRate {
  /** Units of `toToken` for one `fromToken`, decimal. */
  readonly rate: string;
  readonly fromToken: string;
  readonly toToken: string;
  /** Time of the oldest price used, RFC 3339. */
  readonly timestamp: string;
  readonly sources: string[];
  /** The sources cannot be reached; this is the last agreed rate within its highest age. */
  readonly stale: boolean;
}

/** Why there is no rate: a symbol that no source knows, with the known ones, or too few sources that agree. */
export type RateFailure =
  | (Failure<'PAIR_UNKNOWN'> & { readonly assets: readonly string[] })
  /** `retryAfter`: seconds until the sources are asked again. */
  | (Failure<'PRICE_UNAVAILABLE'> & { readonly retryAfter: number });

/** Whether a source has a price now. */
export interface SourceState {
  readonly name: string;
  readonly price: boolean;
  /** Time of its answer, milliseconds. */
  readonly latencyMs: number;
}

/** Exchange rates on which several public sources agree. */
export interface RateService {
  /** The rate of a pair of symbols, in any case; `USD` is a symbol. Fails with PAIR_UNKNOWN or PRICE_UNAVAILABLE. */
  rate(from: string, to: string): Promise<Result<ExchangeRate, RateFailure>>;
  /** The same for callers that must not be delayed: null when there is no rate within `waitMs`. */
  rateWithin(from: string, to: string, waitMs: number): Promise<ExchangeRate | null>;
  /** Asks every source for the price of the first asset that it knows. */
  sources(): Promise<readonly SourceState[]>;
  /** Aborts running requests. */
  close(): void;
}

interface CachedPrice {
  readonly askedAtMs: number;
  readonly price: Promise<AgreedPrice | undefined>;
}

/**
 * How far a source's clock may be ahead of ours, milliseconds. A source that is further ahead cannot prove that its
 * price is fresh.
 */
const MAX_AHEAD_MS = 60_000;

/** Name of the fixed prices in `sources`. */
const LOCAL = 'local';

/** All prices are in US dollars. */
const DOLLAR = 'USD';

class Rates implements RateService {
  readonly #options: RateOptions;
  readonly #cache = new Map<string, CachedPrice>();
  readonly #lastAgreed = new Map<string, AgreedPrice>();
  readonly #unavailable = new Set<string>();
  readonly #stop = new AbortController();

  constructor(options: RateOptions) {
    this.#options = options;
  }

  async rate(from: string, to: string): Promise<Result<ExchangeRate, RateFailure>> {
    const [base, quote] = [from.toUpperCase(), to.toUpperCase()];
    for (const symbol of [base, quote]) if (!this.#knows(symbol)) return this.#unknown(symbol);
    // A token is worth itself, whatever the sources say.
    if (base === quote) return ok(this.#itself(base));
    const [basePrice, quotePrice] = await Promise.all([this.#price(base), this.#price(quote)]);
    if (!basePrice || !quotePrice) {
      const missing = basePrice ? quote : base;
      const reason = `fewer than ${QUORUM} sources agree on the price of ${missing}`;
      const { error } = fail('PRICE_UNAVAILABLE', reason, true);
      return { ok: false, error: { ...error, retryAfter: this.#options.cacheMs / 1000 } };
    }
    const observedAtMs = Math.min(basePrice.observedAtMs, quotePrice.observedAtMs);
    return ok({
      rate: formatPrice(divide(basePrice.price, quotePrice.price)),
      fromToken: base,
      toToken: quote,
      timestamp: new Date(observedAtMs).toISOString(),
      sources: [...new Set([...basePrice.sources, ...quotePrice.sources])].sort(),
      stale: basePrice.stale || quotePrice.stale,
    });
  }

  async rateWithin(from: string, to: string, waitMs: number): Promise<ExchangeRate | null> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), waitMs);
    });
    const answer = await Promise.race([this.rate(from, to), limit]);
    clearTimeout(timer);
    return answer?.ok ? answer.value : null;
  }

  async sources(): Promise<readonly SourceState[]> {
    const { sources, assets, local, clock } = this.#options;
    if (local !== undefined) return [{ name: LOCAL, price: true, latencyMs: 0 }];
    return Promise.all(
      sources.map(async ({ source, url }) => {
        const id = Object.values(assets).flatMap((ids) => ids[source.name] ?? [])[0];
        const startedMs = clock.monotonic();
        const quote = id === undefined ? null : await this.#quote(source, url, id);
        return { name: source.name, price: quote !== null, latencyMs: clock.monotonic() - startedMs };
      }),
    );
  }

  close(): void {
    this.#stop.abort();
  }

  #knows(symbol: string): boolean {
    return symbol === DOLLAR || Object.hasOwn(this.#known, symbol);
  }

  /** The symbols that have a price: the fixed ones alone, if there are any. */
  get #known(): Readonly<Record<string, unknown>> {
    return this.#options.local ?? this.#options.assets;
  }

  #itself(symbol: string): ExchangeRate {
    const timestamp = new Date(this.#options.clock.now()).toISOString();
    return { rate: '1', fromToken: symbol, toToken: symbol, timestamp, sources: [], stale: false };
  }

  #unknown(symbol: string): Result<never, RateFailure> {
    const assets = [...Object.keys(this.#known), DOLLAR];
    const { error } = fail('PAIR_UNKNOWN', `no price source is configured for ${symbol}`);
    return { ok: false, error: { ...error, assets } };
  }

  /** The agreed price. While there is no new one, the last one within the highest age, marked stale. */
  async #price(symbol: string): Promise<(AgreedPrice & { readonly stale: boolean }) | undefined> {
    const nowMs = this.#options.clock.now();
    const local = parsePrice(this.#options.local?.[symbol]);
    if (local !== undefined) return { price: local, observedAtMs: nowMs, sources: [LOCAL], stale: false };
    if (symbol === DOLLAR) return { price: UNIT_PRICE, observedAtMs: nowMs, sources: [], stale: false };
    const agreed = await this.#agreed(symbol, nowMs);
    if (agreed) return { ...agreed, stale: false };
    const last = this.#lastAgreed.get(symbol);
    if (!last || last.observedAtMs < this.#options.clock.now() - this.#options.maxAgeMs) return undefined;
    return { ...last, stale: true };
  }

  /** One request per source and asset, for any number of waiting callers. */
  #agreed(symbol: string, nowMs: number): Promise<AgreedPrice | undefined> {
    const cached = this.#cache.get(symbol);
    if (cached && nowMs - cached.askedAtMs < this.#options.cacheMs) return cached.price;
    const price = this.#ask(symbol);
    this.#cache.set(symbol, { askedAtMs: nowMs, price });
    return price;
  }

  async #ask(symbol: string): Promise<AgreedPrice | undefined> {
    const { sources, assets, maxAgeMs, clock } = this.#options;
    const ids = assets[symbol] ?? {};
    const asked = sources.flatMap(({ source, url }) => {
      const id = ids[source.name];
      return id === undefined ? [] : [this.#quote(source, url, id)];
    });
    const quotes = (await Promise.all(asked)).filter((quote) => quote !== null);
    const agreed = agree(quotes, clock.now() - maxAgeMs);
    if (agreed) this.#lastAgreed.set(symbol, agreed);
    this.#report(symbol, agreed !== undefined);
    return agreed;
  }

  /** Logs when an asset's prices disappear or return, but not every missing price. */
  #report(symbol: string, available: boolean): void {
    if (available === !this.#unavailable.has(symbol)) return;
    if (available) this.#unavailable.delete(symbol);
    else this.#unavailable.add(symbol);
    const { log } = this.#options;
    if (available) log.info({ symbol }, 'price sources agree again');
    else log.warn({ symbol }, `fewer than ${QUORUM} price sources agree`);
  }

  /** One source's quote, or null when it is not available. */
  async #quote(source: PriceSource, url: string, id: string): Promise<Quote | null> {
    const { timeoutMs, clock, log } = this.#options;
    try {
      const answer = await fetchExactJson(`${url}${source.path(id)}`, timeoutMs, this.#stop.signal);
      const { price, observedAtMs } = source.read(answer, id, clock.now());
      if (observedAtMs > clock.now() + MAX_AHEAD_MS) throw new Error('the price is from the future');
      return { source: source.name, price, observedAtMs };
    } catch (error) {
      log.debug({ source: source.name, id, reason: error instanceof Error ? error.message : 'unknown' }, 'no price');
      return null;
    }
  }
}

/** Creates the service, which sends no request before the first rate. */
export const createRateService = (options: RateOptions): RateService => new Rates(options);
