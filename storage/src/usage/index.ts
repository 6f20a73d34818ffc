import { ok, type Result } from '@causeway/protocol';
import type { Area } from '../core/area.ts';
import type { Quota, QuotaKind } from '../core/quotas.ts';
import { first } from '../core/steps.ts';
import { type UsageTables, usageTables } from './schema.ts';
import { excessOf, type QuotaExceeded, usageSteps } from './usage.ts';

export { excessOf, type QuotaExceeded, type Used, usageLock, usageSteps } from './usage.ts';

/** What owners store. */
export interface UsageRepository {
  /** What an avatar's owner and its agents store of a kind. */
  of(avatarId: string, kind: QuotaKind): Promise<Quota>;
  /**
   * Whether the owner may store `more` now. Only the transaction that stores decides; this spares work that would be
   * in vain.
   */
  check(avatarId: string, kind: QuotaKind, more: Quota): Promise<Result<void, QuotaExceeded>>;
}

export const usage: Area<UsageTables, UsageRepository> = {
  tables: usageTables,
  open(context) {
    const { usageOf } = usageSteps(context).statements;
    const of = (avatarId: string, kind: QuotaKind) =>
      context.read(function* () {
        return (yield* first(usageOf, { avatarId, kind })) ?? { items: 0, bytes: 0 };
      });
    return {
      of,
      check: async (avatarId, kind, more) =>
        excessOf(context.quotas, kind, await of(avatarId, kind), more) ?? ok(undefined),
    };
  },
};
