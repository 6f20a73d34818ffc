import { KIND } from '@causeway/protocol';
import { and, asc, count, eq, gte, lt, ne } from 'drizzle-orm';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { LaneKey } from './chain-view.ts';
import type { BridgeContext } from './context.ts';
import type { DeliveryFeeRepository, LaneIncome } from './delivery-fees.ts';
import { viewLock } from './locks.ts';
import type { BridgeTables } from './schema.ts';

type Reading = BridgeTables['deliveryFees']['$inferSelect'];

/** DeliveryFeeRepository over the readings and the messages. */
export function createDeliveryFeeRepository({ read, write, tables }: BridgeContext): DeliveryFeeRepository {
  const { deliveryFees, messages } = tables;

  const readings = (lane?: LaneKey) =>
    all((db) =>
      db
        .select()
        .from(deliveryFees)
        .where(
          lane &&
            and(
              eq(deliveryFees.family, lane.family),
              eq(deliveryFees.source, lane.source),
              eq(deliveryFees.destination, lane.destination),
            ),
        )
        .orderBy(asc(deliveryFees.sinceMs)),
    );

  function* countBetween({ family, source, destination }: LaneKey, fromMs: number, toMs: number): TxScript<number> {
    if (fromMs >= toMs) return 0;
    const found = yield* first((db) =>
      db
        .select({ messages: count() })
        .from(messages)
        .where(
          and(
            eq(messages.family, family),
            eq(messages.source, source),
            eq(messages.destination, destination),
            ne(messages.kind, KIND.cancel),
            eq(messages.final, true),
            gte(messages.blockTimeMs, fromMs),
            lt(messages.blockTimeMs, toMs),
          ),
        ),
    );
    return found?.messages ?? 0;
  }

  function* incomeOf([oldest, ...newer]: readonly [Reading, ...Reading[]], sinceMs: number): TxScript<LaneIncome> {
    const { family, source, destination } = oldest;
    const unknown = yield* countBetween(oldest, sinceMs, oldest.sinceMs);
    let [known, fees] = [0, 0n];
    for (const [index, reading] of [oldest, ...newer].entries()) {
      const untilMs = newer[index]?.sinceMs ?? Number.MAX_SAFE_INTEGER;
      const paid = yield* countBetween(oldest, Math.max(sinceMs, reading.sinceMs), untilMs);
      known += paid;
      fees += BigInt(paid) * reading.fee;
    }
    const { fee } = newer.at(-1) ?? oldest;
    return { family, source, destination, messages: unknown + known, fees, unknown, fee };
  }

  return {
    note: (lane, fee, sinceMs, fenced) =>
      write(
        'normal',
        function* () {
          const last = (yield* readings(lane)).at(-1);
          if (last && (last.fee === fee || last.sinceMs >= sinceMs)) return;
          yield* run((db) => db.insert(deliveryFees).values({ ...lane, sinceMs, fee }));
        },
        // The source's view, whose fee was read.
        { ...fenced, locks: [viewLock({ family: lane.family, domain: lane.source })] },
      ),

    income: (sinceMs) =>
      read(function* () {
        const lanes = new Map<string, [Reading, ...Reading[]]>();
        for (const reading of yield* readings()) {
          const key = `${reading.family}/${reading.source}/${reading.destination}`;
          const known = lanes.get(key);
          if (known) known.push(reading);
          else lanes.set(key, [reading]);
        }
        const incomes: LaneIncome[] = [];
        for (const lane of lanes.values()) incomes.push(yield* incomeOf(lane, sinceMs));
        return incomes;
      }),
  };
}
