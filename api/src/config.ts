import { acceptedDeviations, sharedConfig } from '@causeway/chains';
import { keySource } from '@causeway/keys';
import { z } from 'zod';
import { AREAS } from './app.ts';
import type { Area } from './area.ts';
import { wrongNetwork } from './http/callers/trusted-proxies.ts';
import { EVERY_ORIGIN, LOOPBACK_ORIGINS } from './plugins/external/cors.ts';
import { quotasSection } from './quotas.ts';

/** The warning when the configuration still has callers. */
const NO_CALLERS =
  'callers come from the configuration no more: avatars register at /api/avatar/register and sign in, services use the ' +
  'API keys of an avatar, and wallets are created below /api/Wallet; `causeway admin create` makes the first admin';

/** An origin as browsers send it: scheme, host and port. */
const origin = z.url().refine((text) => !text.includes('*') && URL.canParse(text) && new URL(text).origin === text, {
  message: 'must be an origin, such as https://app.example: scheme, host and port alone; or loopback, or *',
});

/** The warning when every proxy is trusted. */
const BELIEVES_ALL =
  'true would believe the first entry of X-Forwarded-For, which every caller writes as it likes; give the networks of your ' +
  'proxies, such as ["loopback", "10.0.0.0/8"], or their number, such as 1, where the port is reached through them alone';

/** Most proxies in a row. */
const MOST_HOPS = 10;

/** The proxies that are believed: none, those in networks, or a number of hops. */
const trustProxy = z
  .union(
    [
      z.literal(false),
      z.int().min(1).max(MOST_HOPS),
      z
        .array(z.string())
        .min(1)
        .superRefine((networks, context) => {
          const wrong = wrongNetwork(networks);
          const message = `${wrong} is no network; give loopback, linklocal, uniquelocal, an address, or one such as 10.0.0.0/8`;
          if (wrong !== undefined) context.addIssue({ code: 'custom', message });
        }),
      z.literal(true).refine(() => false, { error: BELIEVES_ALL }),
    ],
    { error: 'give false, a number of proxies, or a list of networks such as ["loopback", "10.0.0.0/8"]' },
  )
  .default(false);

/** The members that areas add to the `api` section. */
const areaSettings = (areas: readonly Area[]): object =>
  Object.fromEntries(areas.flatMap(({ settings = {} }) => Object.entries(settings)));

/** The `api` section of the configuration file; the settings of areas are typed where each is opened. */
export const apiSection = z.strictObject({
  ...areaSettings(AREAS),
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(3000),
  /** The proxies whose X-Forwarded-For is believed. */
  trustProxy,
  /** Time limit for the arrival of a request, headers and body, milliseconds. */
  requestTimeoutMs: z.int().min(100).max(600_000).default(30_000),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** The master keys that seal secrets; the file `master.keys`, made at the first start, where absent. */
  keys: keySource.optional(),
  callers: z.never({ error: NO_CALLERS }).optional(),
  acceptDeviations: acceptedDeviations,
  /** The home network of a symbol that several networks have. */
  homes: z.record(z.string(), z.string()).default({}),
  rateLimits: z.strictObject({ perMinute: z.int().min(1).default(600) }).prefault({}),
  /** How much an owner and its agents may store. */
  quotas: quotasSection,
  /** Serves the web app at /. */
  web: z.boolean().default(true),
  /** Pages of other origins that may call the API from a browser. */
  cors: z
    .strictObject({
      origins: z.array(z.union([z.literal(EVERY_ORIGIN), z.literal(LOOPBACK_ORIGINS), origin])).default([]),
      maxAgeSeconds: z.int().min(0).max(86_400).default(600),
    })
    .prefault({}),
  /** Serves Prometheus metrics at /metrics of a listener of their own; none when absent. */
  metrics: z
    .strictObject({
      /** Loopback by default, because metrics are not for the internet. */
      host: z.string().min(1).default('127.0.0.1'),
      /** 0 chooses a free port. */
      port: z.int().min(0).max(65_535).default(9_300),
    })
    .optional(),
  /** Limits above which requests are refused with 503; 0: no limit. */
  overload: z
    .strictObject({
      maxEventLoopDelayMs: z.int().min(0).default(2_000),
      maxHeapMegabytes: z.int().min(0).default(0),
    })
    .prefault({}),
  /** Time for requests under way when the server ends, milliseconds. */
  shutdownMs: z.int().min(0).max(600_000).default(10_000),
  /** Answers that are kept for the Idempotency-Keys of one caller, for 24 hours. */
  idempotency: z.strictObject({ maxKeysPerCaller: z.int().min(1).default(10_000) }).prefault({}),
  streams: z
    .strictObject({
      heartbeatMs: z.int().min(100).max(60_000).default(15_000),
      max: z.int().min(1).default(1_000),
      /** Streams of a caller with its agents, or of an address unit without a token. */
      maxPerCaller: z.int().min(1).default(20),
      /** Public streams at once, which count apart from the others: of all, and of an address unit. */
      maxPublic: z.int().min(1).default(2_000),
      maxPublicPerAddress: z.int().min(1).default(20),
    })
    .prefault({}),
});

/** The configuration of `causeway api`: the chains, the database and the `api` section. */
export const apiConfig = sharedConfig.extend({ api: apiSection.prefault({}) });
export type ApiConfig = z.infer<typeof apiConfig>;
