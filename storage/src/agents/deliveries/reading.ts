import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { pageOf } from '../../core/page.ts';
import { columnsWithout } from '../../core/statements.ts';
import { all, first } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import type { DeliveryReading } from './deliveries.ts';
import { deliveryStatements } from './steps.ts';

/** DeliveryReading over its table. */
export function createDeliveryReading({ read, tables }: AgentContext): DeliveryReading {
  const { agentDeliveries: deliveries } = tables;
  const { deliveryById } = deliveryStatements(tables);

  return {
    get: (id) => read(() => first(deliveryById, { id })),

    list: ({ avatarId, endpointId, state, type }, cursor, limit, skip = 0) =>
      read(function* () {
        const wanted = [
          eq(deliveries.avatarId, avatarId),
          endpointId === undefined ? undefined : eq(deliveries.endpointId, endpointId),
          state === undefined ? undefined : eq(deliveries.state, state),
          type === undefined ? undefined : eq(deliveries.type, type),
          cursor === null ? undefined : lt(deliveries.id, cursor),
        ];
        const rows = yield* all((db) =>
          db
            .select(columnsWithout(deliveries, 'payload'))
            .from(deliveries)
            .where(and(...wanted))
            .orderBy(desc(deliveries.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

    open: (limit) =>
      read(function* () {
        const counted = yield* first((db) => {
          const some = db
            .select({ one: sql<number>`1`.as('one') })
            .from(deliveries)
            .where(sql`${deliveries.wakeAtMs} is not null`)
            .limit(limit)
            .as('some');
          return db.select({ open: sql<number>`count(*)`.mapWith(Number) }).from(some);
        });
        return counted?.open ?? 0;
      }),
  };
}
