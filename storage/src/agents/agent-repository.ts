import { and, asc, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import { avatarTables, leavePlace, takePlace } from '../avatars/index.ts';
import { type Lock, lockOf } from '../core/locks.ts';
import { only } from '../core/only.ts';
import { bytesOf, inOrderOf, pageWithin } from '../core/page.ts';
import { given, isAmong, prepared } from '../core/statements.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import { appendAgentEvent } from './agent-events.ts';
import type { AgentPatch, AgentRepository, NewAgent } from './agents.ts';
import type { AgentContext } from './context.ts';
import { writeAgentEndpoint, writePush } from './deliveries/endpoint-repository.ts';
import { recipientLock } from './deliveries/steps.ts';
import type { AgentRow } from './rows.ts';
import { mayTake } from './takers/rule.ts';
import { sighted } from './uptime/sighting.ts';
import type { Capability } from './values.ts';

/** Rows of the index for one capability. */
function indexRows(agentId: string, capability: Capability, position: number) {
  const { type, models = [], maxResolution, costMicros = null } = capability;
  const bounds = { maxWidth: maxResolution?.width ?? null, maxHeight: maxResolution?.height ?? null, costMicros };
  return ['', ...new Set(models)].map((model) => ({ agentId, position, type, model, ...bounds }));
}

const CHANGEABLE = {
  name: true,
  capabilities: true,
  endpoints: true,
  availability: true,
  maxConcurrentTasks: true,
} as const;
const patchOf = only<AgentPatch>(CHANGEABLE);
const newAgentOf = only<NewAgent>({ ...CHANGEABLE, id: true, ownerId: true });

/** What a change of an agent's profile locks: the agent with its capabilities, and its endpoint with its deliveries. */
const profileLocks = (id: string): readonly Lock[] => [lockOf('agent', id), recipientLock(id, undefined)];

/** The place of an agent counts among the ones of its owner. */
const registrationLocks = ({ id, ownerId }: NewAgent): readonly Lock[] => [
  ...profileLocks(id),
  ...[...new Set([id, ownerId])].map((avatarId) => lockOf('avatar', avatarId)),
];

/** AgentRepository over its tables. */
export function createAgentRepository(context: AgentContext): AgentRepository {
  const { read, write, clock } = context;
  const { agents, agentCapabilities: index, agentPresence } = context.tables;
  const owners = avatarTables(context.engine.dialect);
  const byId = prepared('agentById', (db) => db.select().from(agents).where(given(agents.id, 'id')));
  // Each is one step in the index, however many agents have a type.
  const nextType = prepared('nextCapabilityType', (db) =>
    db
      .select({ type: index.type })
      .from(index)
      .where(gt(index.type, sql.param(sql.placeholder('after'), index.type)))
      .orderBy(asc(index.type))
      .limit(1),
  );
  const among = and(isAmong(context.engine.dialect, agents.id, 'ids'), isNull(agents.hiddenAtMs));
  const byIds = prepared('agentsByIds', (db) => db.select().from(agents).where(among));
  const lastSeen = prepared('agentsLastSeen', (db) =>
    db
      .select({
        id: agents.id,
        lastSeenAtMs: agents.lastSeenAtMs,
        seq: sql`(select max(seq) from events)`.mapWith(Number),
      })
      .from(agents)
      .where(among),
  );
  const find = (id: string): TxScript<AgentRow | undefined> => first(byId, { id });

  function* writeIndex(agentId: string, capabilities: readonly Capability[]): TxScript<void> {
    yield* run((db) => db.delete(index).where(eq(index.agentId, agentId)));
    const rows = capabilities.flatMap((capability, position) => indexRows(agentId, capability, position));
    if (rows.length > 0) yield* run((db) => db.insert(index).values(rows));
  }

  return {
    register: (agent, maxAgents = Number.MAX_SAFE_INTEGER) =>
      write(
        'full',
        function* () {
          const before = yield* find(agent.id);
          if (before?.hiddenAtMs === null) return undefined;
          if (!(yield* takePlace(owners, agent.id, maxAgents))) return 'tooMany';
          const nowMs = clock.now();
          const unused = { active: 0, completed: 0, failed: 0, responseMs: 0, costMicros: 0, createdAtMs: nowMs };
          const version = (before?.version ?? 0) + 1;
          const row: AgentRow = {
            ...(before ?? unused),
            ...newAgentOf(agent),
            ...{ lastSeenAtMs: nowMs, onlineSinceMs: nowMs, updatedAtMs: nowMs, hiddenAtMs: null, version },
          };
          yield* run((db) => db.insert(agents).values(row).onConflictDoUpdate({ target: agents.id, set: row }));
          if (before) {
            const { onlineSinceMs: fromMs, lastSeenAtMs: toMs } = before;
            yield* run((db) =>
              db.insert(agentPresence).values({ agentId: agent.id, fromMs, toMs }).onConflictDoNothing(),
            );
          }
          yield* writeIndex(row.id, row.capabilities);
          yield* writeAgentEndpoint(context, row.id, row.endpoints.webhook);
          if (row.endpoints.webhook !== undefined) yield* writePush(context, row.id);
          yield* appendAgentEvent(context, row.id, 'registered', nowMs);
          return row;
        },
        { locks: registrationLocks(agent) },
      ),

    get: (id) =>
      read(function* () {
        const row = yield* find(id);
        return row?.hiddenAtMs === null ? row : undefined;
      }),

    list: (ownerId, cursor, limit, skip = 0) =>
      read(function* () {
        const heads = yield* all((db) =>
          db
            .select({ id: agents.id, bytes: bytesOf(agents.capabilities, agents.endpoints) })
            .from(agents)
            .where(
              and(
                eq(agents.ownerId, ownerId),
                isNull(agents.hiddenAtMs),
                cursor === null ? undefined : gt(agents.id, cursor),
              ),
            )
            .orderBy(asc(agents.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return yield* pageWithin(
          heads,
          limit,
          ({ id }) => id,
          function* (page) {
            const ids = page.map(({ id }) => id);
            return inOrderOf(ids, yield* all(byIds, { ids: JSON.stringify(ids) }), ({ id }) => id);
          },
        );
      }),

    update: (id, patch, versions) =>
      write(
        'full',
        function* () {
          const before = yield* find(id);
          if (before?.hiddenAtMs !== null || versions?.includes(before.version) === false) return undefined;
          const nowMs = clock.now();
          const set = {
            ...(patch === 'hide' ? { hiddenAtMs: nowMs } : patchOf(patch)),
            updatedAtMs: nowMs,
            version: before.version + 1,
          };
          yield* run((db) => db.update(agents).set(set).where(eq(agents.id, id)));
          if (patch === 'hide') yield* leavePlace(owners, id, nowMs);
          if (patch === 'hide') yield* writeIndex(id, []);
          else if (patch.capabilities) yield* writeIndex(id, patch.capabilities);
          if (patch === 'hide') yield* writeAgentEndpoint(context, id, undefined);
          else if (patch.endpoints) yield* writeAgentEndpoint(context, id, patch.endpoints.webhook);
          if (patch !== 'hide' && (patch.endpoints ?? patch.capabilities)) yield* writePush(context, id);
          yield* appendAgentEvent(context, id, patch === 'hide' ? 'deregistered' : 'changed', nowMs);
          return { ...before, ...set };
        },
        { locks: [...profileLocks(id), ...(patch === 'hide' ? [lockOf('avatar', id)] : [])] },
      ),

    seen: async (id) => {
      await write(
        'normal',
        function* () {
          yield* sighted(context, id, clock.now());
        },
        { locks: [lockOf('agent', id)] },
      );
    },

    capabilityTypes: (limit) =>
      read(function* () {
        const types: string[] = [];
        while (types.length < limit) {
          const next = yield* first(nextType, { after: types.at(-1) ?? '' });
          if (next === undefined) break;
          types.push(next.type);
        }
        return types;
      }),

    capable: ({ capability, model, resolution }, limit, { after, rule } = {}) =>
      read(function* () {
        const large = resolution && [gte(index.maxWidth, resolution.width), gte(index.maxHeight, resolution.height)];
        const rows = yield* all((db) =>
          db
            .select({ agent: agents })
            .from(index)
            .innerJoin(agents, eq(agents.id, index.agentId))
            .where(
              and(
                eq(index.type, capability),
                eq(index.model, model ?? ''),
                ...(large ?? []),
                after === undefined ? undefined : gt(index.agentId, after),
                rule && mayTake(context.tables, agents, rule),
              ),
            )
            .orderBy(asc(index.agentId))
            .limit(limit),
        );
        // An agent can have the same type twice, with other bounds.
        return [...new Map(rows.map(({ agent }) => [agent.id, agent])).values()];
      }),

    getAll: (ids) => read(() => all(byIds, { ids: JSON.stringify(ids) })),

    lastSeen: (ids) =>
      read(function* () {
        const found = yield* all(lastSeen, { ids: JSON.stringify(ids) });
        return { times: new Map(found.map(({ id, lastSeenAtMs }) => [id, lastSeenAtMs])), seq: found[0]?.seq ?? null };
      }),
  };
}
