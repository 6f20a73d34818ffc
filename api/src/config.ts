import { keystoreSource, secretSource, sharedConfig } from '@causeway/chains';
import { z } from 'zod';
import { SCOPES } from './plugins/app/auth.ts';
import { SOURCE_NAMES, SOURCE_URLS, type SourceName } from './services/exchange-rate/index.ts';

/** A token that stands for an avatar, until identity has avatars of its own. */
const callerConfig = z.strictObject({
  avatarId: z.string().min(1).max(100),
  /** Where the bearer token is read from; at least 16 characters. */
  token: secretSource,
  scopes: z.array(z.enum(SCOPES)).default(['orders:read', 'orders:write']),
  /** Development wallets by network name: the service locks from them, and they receive by default. */
  wallets: z.record(z.string(), keystoreSource).default({}),
});
export type CallerConfig = z.infer<typeof callerConfig>;

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

const ratesConfig = z.strictObject({
  sources: sourcesConfig,
  /** What sources call further assets, by symbol. */
  assets: z.record(z.string().toUpperCase(), z.partialRecord(z.enum(SOURCE_NAMES), z.string())).default({}),
  timeoutMs: z.int().min(50).max(10_000).default(2_000),
  cacheMs: z.int().min(0).max(60_000).default(10_000),
  /** Older prices are never used; CoinGecko's public answers alone are up to 60 seconds old. */
  maxAgeMs: z.int().min(1_000).max(600_000).default(120_000),
});

/** The `api` section of the configuration file. */
export const apiSection = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(3000),
  /** True behind a proxy whose X-Forwarded-For can be trusted. */
  trustProxy: z.boolean().default(false),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  callers: z.array(callerConfig).default([]),
  /** The one home network of symbols that several networks have. */
  homes: z.record(z.string(), z.string()).default({}),
  orders: z.strictObject({ expiresInMinutes: z.int().min(1).max(1_440).default(60) }).prefault({}),
  rates: ratesConfig.prefault({}),
  rateLimits: z.strictObject({ perMinute: z.int().min(1).default(600) }).prefault({}),
  streams: z
    .strictObject({
      heartbeatMs: z.int().min(100).max(60_000).default(15_000),
      max: z.int().min(1).default(1_000),
    })
    .prefault({}),
});
export type ApiSection = z.infer<typeof apiSection>;

/** The configuration of `causeway api`: the chains, the database and the `api` section. */
export const apiConfig = sharedConfig.extend({ api: apiSection.prefault({}) });
export type ApiConfig = z.infer<typeof apiConfig>;
