import { OFFLINE_AFTER_MS } from '@causeway/protocol';
import { and, eq, gte, lt } from 'drizzle-orm';
import { lockOf } from '../../core/locks.ts';
import { all, first, run } from '../../core/steps.ts';
import { sweep } from '../../core/sweep.ts';
import type { AgentContext } from '../context.ts';
import { intersection, lengthOf } from './intervals.ts';
import { serviceTimes } from './sighting.ts';
import type { UptimeRepository } from './uptime.ts';

/** UptimeRepository over its tables. */
export function createUptimeRepository(context: AgentContext): UptimeRepository {
  const { read, write, clock, newId, tables, upSinceMs } = context;
  const { agents, agentPresence, servicePresence } = tables;
  let processId: string | undefined;

  return {
    serviceRuns: async () => {
      processId ??= newId();
      const id = processId;
      await write(
        'normal',
        function* () {
          const toMs = clock.now();
          const row = { id, fromMs: upSinceMs, toMs };
          yield* run((db) =>
            db.insert(servicePresence).values(row).onConflictDoUpdate({ target: servicePresence.id, set: { toMs } }),
          );
        },
        { locks: [lockOf('area', `service ${id}`)] },
      );
    },

    observed: (agentId, sinceMs) =>
      read(function* () {
        const agent = yield* first((db) => db.select().from(agents).where(eq(agents.id, agentId)));
        if (agent?.hiddenAtMs !== null) return undefined;
        const nowMs = clock.now();
        const range = { fromMs: Math.max(sinceMs, agent.createdAtMs), toMs: nowMs };
        const past = yield* all((db) =>
          db
            .select()
            .from(agentPresence)
            .where(and(eq(agentPresence.agentId, agentId), gte(agentPresence.toMs, range.fromMs))),
        );
        const ran = intersection(yield* serviceTimes(context, range.fromMs, nowMs), [range]);
        const silence = lengthOf(intersection(ran, [{ fromMs: agent.lastSeenAtMs, toMs: nowMs }]));
        const toMs = silence > OFFLINE_AFTER_MS ? agent.lastSeenAtMs : nowMs;
        const online = intersection([...past, { fromMs: agent.onlineSinceMs, toMs }], ran);
        return { observedMs: lengthOf(ran), onlineMs: lengthOf(online) };
      }),

    async purge(beforeMs) {
      const locks = [lockOf('area', 'presence')];
      const ofAgents = await sweep(context, agentPresence, lt(agentPresence.toMs, beforeMs), locks);
      return ofAgents + (await sweep(context, servicePresence, lt(servicePresence.toMs, beforeMs), locks));
    },
  };
}
