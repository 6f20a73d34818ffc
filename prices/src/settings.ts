import { z } from 'zod';
import { parsePrice } from './fixed.ts';
import { SOURCE_URLS } from './sources/index.ts';
import { SOURCE_NAMES, type SourceName } from './sources/source.ts';

const sourceConfig = (url: string) =>
  z.strictObject({
    enabled: z.boolean().default(true),
    url: z
      .url()
      .default(url)
      .transform((value) => value.replace(/\/+$/, '')),
  });

const sourcesConfig = z
  .strictObject(
    Object.fromEntries(SOURCE_NAMES.map((name) => [name, sourceConfig(SOURCE_URLS[name]).prefault({})])) as Record<
      SourceName,
      z.ZodPrefault<ReturnType<typeof sourceConfig>>
    >,
  )
  .prefault({});

/** A price in US dollars, in decimal. */
const price = z.string().refine((text) => parsePrice(text) !== undefined, { message: 'must be a positive decimal' });

/** The settings of the price sources in a process's section. */
export const ratesSettings = z.strictObject({
  /** Fixed prices by symbol, for development: no source is asked, and answers name the source `local`. */
  local: z.record(z.string().toUpperCase(), price).optional(),
  sources: sourcesConfig,
  /** Sources' ids of further assets, by symbol. */
  assets: z.record(z.string().toUpperCase(), z.partialRecord(z.enum(SOURCE_NAMES), z.string())).default({}),
  timeoutMs: z.int().min(50).max(10_000).default(2_000),
  cacheMs: z.int().min(0).max(60_000).default(10_000),
  /** Older prices are never used. CoinGecko's public answers are up to 60 seconds old. */
  maxAgeMs: z.int().min(1_000).max(600_000).default(120_000),
});
export type RateSettings = z.output<typeof ratesSettings>;
