import { and, inArray, sql } from 'drizzle-orm';
import { eventTables } from '../../core/events.ts';
import { type Lock, lockOf } from '../../core/locks.ts';
import type { Quota } from '../../core/quotas.ts';
import { run, type TxScript } from '../../core/steps.ts';
import { usageSteps } from '../../usage/index.ts';
import type { AgentContext } from '../context.ts';

/** Deleted rows, with the bytes that each had. */
export type Deleted = readonly { readonly id: string; readonly bytes: number }[];

/** A deleted row that counted as an item of its submitter's owner. */
export interface Gone {
  readonly id: string;
  readonly submitterId: string;
  readonly bytes: number;
}

/** One purge at a time: what has ended is changed by nothing else. */
export const PURGES: readonly Lock[] = [lockOf('area', 'agents')];

/** What a purge does besides deleting rows of its own tables. */
export function purgeSteps(context: AgentContext) {
  const { events } = eventTables(context.engine.dialect);
  const usage = usageSteps(context);

  /** Deletes the events of these subjects, but never the newest of all, from which the next one's number follows. */
  function* removeEvents(subjects: readonly string[]): TxScript<void> {
    const isOld = sql`${events.seq} < (select max(${events.seq}) from ${events})`;
    yield* run((db) => db.delete(events).where(and(inArray(events.subject, [...subjects]), isOld)));
  }

  /**
   * Gives back the shares of `gone`, whose parts had the bytes of `within` besides: they have the ids of the whole.
   */
  function* giveBack(gone: readonly Gone[], within: Deleted = []): TxScript<void> {
    const submitterOf = new Map(gone.map(({ id, submitterId }) => [id, submitterId]));
    const shares = new Map<string, Quota>();
    const add = (submitterId: string, more: Quota) => {
      const { items, bytes } = shares.get(submitterId) ?? { items: 0, bytes: 0 };
      shares.set(submitterId, { items: items + more.items, bytes: bytes + more.bytes });
    };
    for (const { submitterId, bytes } of gone) add(submitterId, { items: 1, bytes });
    for (const { id, bytes } of within) add(submitterOf.get(id) ?? '', { items: 0, bytes });
    for (const [submitterId, share] of shares) yield* usage.give(submitterId, 'history', share);
  }

  return { removeEvents, giveBack };
}
