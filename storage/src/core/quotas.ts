/** What an owner stores, by kind. */
export const QUOTA_KINDS = [
  'missions',
  'libraries',
  'holons',
  'tasks',
  'history',
  'workflows',
  'webhooks',
  'messages',
] as const;
export type QuotaKind = (typeof QUOTA_KINDS)[number];

/** How much of one kind an owner and its agents may store together. */
export interface Quota {
  /** Missions, versions of libraries and of holons, open tasks, the history of tasks (tasks, runs,
   * collaborations and messages of agents, ended ones too), versions of workflows, URLs of callbacks, sent messages. */
  readonly items: number;
  /** The stored texts of these together. */
  readonly bytes: number;
}
export type Quotas = Readonly<Record<QuotaKind, Quota>>;

const NONE: Quota = { items: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** No quotas: for programs that store nothing on behalf of callers. */
export const UNLIMITED = Object.fromEntries(QUOTA_KINDS.map((kind) => [kind, NONE])) as Quotas;
