import { ok } from '@causeway/protocol';
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { lockOf } from '../../core/locks.ts';
import { all, run, type TxScript } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import { mayTake } from './rule.ts';
import type { TrustRepository } from './takers.ts';

/** TrustRepository over its table. */
export function createTrustRepository({ read, write, tables }: AgentContext): TrustRepository {
  const { agents, agentTrusts: trusts } = tables;

  function* listOf(trusterId: string): TxScript<readonly string[]> {
    const rows = yield* all((db) =>
      db
        .select({ id: trusts.trustedId })
        .from(trusts)
        .where(eq(trusts.trusterId, trusterId))
        .orderBy(asc(trusts.position)),
    );
    return rows.map(({ id }) => id);
  }

  /** The ids among `ids` that are registered agents, or own one. */
  function* knownOf(ids: readonly string[]): TxScript<readonly string[]> {
    const registered = isNull(agents.hiddenAtMs);
    const found = yield* all((db) =>
      db
        .select({ id: agents.id })
        .from(agents)
        .where(and(inArray(agents.id, [...ids]), registered)),
    );
    const owners = yield* all((db) =>
      db
        .selectDistinct({ id: agents.ownerId })
        .from(agents)
        .where(and(inArray(agents.ownerId, [...ids]), registered)),
    );
    return [...found, ...owners].map(({ id }) => id);
  }

  return {
    list: (trusterId) => read(() => listOf(trusterId)),

    replace: (trusterId, trusted) =>
      write(
        'full',
        function* () {
          const ids = [...new Set(trusted)];
          const known = new Set([...(yield* listOf(trusterId)), ...(yield* knownOf(ids))]);
          const unknown = ids.filter((id) => !known.has(id));
          if (unknown.length > 0) return { ok: false, error: { code: 'AGENTS_UNKNOWN', unknown } } as const;
          yield* run((db) => db.delete(trusts).where(eq(trusts.trusterId, trusterId)));
          const rows = ids.map((trustedId, position) => ({ trusterId, trustedId, position }));
          if (rows.length > 0) yield* run((db) => db.insert(trusts).values(rows));
          return ok(ids);
        },
        { locks: [lockOf('agent', trusterId)] },
      ),

    permitted: (rule) =>
      read(function* () {
        const ids = [rule.principalId, ...(yield* listOf(rule.principalId))];
        // The indexes find the few agents for which the rule is asked.
        const possible = or(inArray(agents.id, ids), inArray(agents.ownerId, ids));
        const rows = yield* all((db) =>
          db
            .select({ id: agents.id })
            .from(agents)
            .where(and(possible, isNull(agents.hiddenAtMs), mayTake(tables, agents, rule))),
        );
        return new Set(rows.map(({ id }) => id));
      }),
  };
}
