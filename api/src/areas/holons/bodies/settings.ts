import { secretSource } from '@causeway/config';
import { z } from 'zod';

const name = z.string().regex(/^[a-z][a-z\d-]{0,39}$/, 'must be lower-case letters, digits and hyphens');

const database = z.strictObject({ kind: z.literal('database'), name: name.default('database') });

const folder = z.strictObject({
  kind: z.literal('folder'),
  name: name.default('folder'),
  /** Relative to the configuration's folder. */
  path: z.string().min(1),
  /** Every API process of the database has the same folder here. */
  shared: z.boolean().default(false),
});

const s3 = z.strictObject({
  kind: z.literal('s3'),
  name: name.default('s3'),
  bucket: z.string().min(1),
  prefix: z.string().default('holons/'),
  region: z.string().min(1),
  /** Base URL of a store other than AWS. */
  endpoint: z.url().optional(),
  /** The environment's credentials where it is absent. */
  credentials: z.strictObject({ accessKeyId: secretSource, secretAccessKey: secretSource }).optional(),
});

/** One provider of bodies in the configuration. */
export const providerConfig = z.discriminatedUnion('kind', [database, folder, s3]);
export type ProviderConfig = z.infer<typeof providerConfig>;

/** The members that the area adds to the `api` section. */
export const holonSettings = {
  holons: z
    .strictObject({
      providers: z
        .array(providerConfig)
        .min(1)
        .refine((all) => new Set(all.map((one) => one.name)).size === all.length, 'two providers have the same name')
        .default([{ kind: 'database', name: 'database' }]),
      /** Limit of one call to a provider, milliseconds. */
      timeoutMs: z.int().min(10).max(60_000).default(3_000),
      /** Every place of a body is checked again after this time, hours. */
      checkHours: z.int().min(1).default(24),
      /** How long old versions and deleted holons are kept. */
      retention: z
        .strictObject({
          /** The newest versions of a holon, which stay as long as the holon. */
          versions: z.int().min(1).default(100),
          /** Days for which a version is kept after that many newer ones exist. */
          versionDays: z.int().min(0).default(30),
          /** Days for which a deleted holon can be restored. */
          deletedDays: z.int().min(1).default(90),
        })
        .prefault({}),
    })
    .prefault({}),
};
