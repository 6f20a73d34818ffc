import { QUOTA_KINDS, type QuotaKind, type Quotas } from '@causeway/storage';
import { z } from 'zod';

const MIB = 1024 * 1024;

/** What an owner and its agents may store together, unless the configuration says otherwise. */
const DEFAULTS: Quotas = {
  missions: { items: 1_000, bytes: 64 * MIB },
  libraries: { items: 10_000, bytes: 64 * MIB },
  holons: { items: 50_000, bytes: 256 * MIB },
  tasks: { items: 10_000, bytes: 256 * MIB },
  history: { items: 2_000_000, bytes: 10 * 1024 * MIB },
  workflows: { items: 10_000, bytes: 64 * MIB },
  webhooks: { items: 1_000, bytes: MIB },
  messages: { items: 100_000, bytes: 256 * MIB },
};

const limit = (most: number) => z.int().min(0).default(most);

const quota = (kind: QuotaKind) =>
  z.strictObject({ items: limit(DEFAULTS[kind].items), bytes: limit(DEFAULTS[kind].bytes) }).prefault({});

type Schemas = Readonly<Record<QuotaKind, ReturnType<typeof quota>>>;

/** The member `quotas` of the `api` section. */
export const quotasSection = z
  .strictObject(Object.fromEntries(QUOTA_KINDS.map((kind) => [kind, quota(kind)])) as Schemas)
  .prefault({});
