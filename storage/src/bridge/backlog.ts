import type { Domain, OrderState } from '@causeway/protocol';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The states of orders whose lock was seen and that have not ended. */
export const BACKLOG_STATES = [
  'locked',
  'confirming',
  'proving',
  'signing',
  'minting',
  'cancelling',
  'refunding',
] as const satisfies readonly OrderState[];

/** The orders of a lane that are in one state of the backlog. */
export interface Backlog {
  readonly family: string;
  readonly source: Domain;
  readonly destination: Domain;
  readonly assetHome: Domain;
  readonly state: (typeof BACKLOG_STATES)[number];
  readonly orders: number;
  /** When the oldest of them was created, Unix milliseconds. */
  readonly oldestAtMs: number;
}

/** True of orders in the backlog. A query needs these very words, so that both engines use the partial index. */
export const isInBacklog = (state: SQLWrapper): SQL =>
  sql`${state} in (${sql.raw(BACKLOG_STATES.map((name) => `'${name}'`).join(', '))})`;
