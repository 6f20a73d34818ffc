import { type CollaborationTrigger, nextCollaborationState, ok } from '@causeway/protocol';
import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { only } from '../../core/only.ts';
import { pageOf } from '../../core/page.ts';
import { columnsWithout } from '../../core/statements.ts';
import { all, first, run, type Steps } from '../../core/steps.ts';
import { usageSteps } from '../../usage/index.ts';
import type { AgentContext } from '../context.ts';
import {
  type Collaboration,
  type CollaborationRepository,
  collaborationSubject,
  type NewPart,
  type PartEnd,
} from './collaborations.ts';
import type { CollaborationRow } from './rows.ts';

/** A task that has not ended. */
const OPEN = { state: null, result: null, failureCode: null, failureMessage: null } as const;

const newPartOf = only<NewPart>({ kind: true, taskId: true, agentId: true, capability: true });
const endOf = only<Omit<PartEnd, 'position'>>({
  ...{ agentId: true, state: true, result: true, failureCode: true, failureMessage: true },
});

/** CollaborationRepository over its tables. */
export function createCollaborationRepository(context: AgentContext): CollaborationRepository {
  const { read, write, clock, newId, appendEvent } = context;
  const { agentCollaborations: collaborations, agentCollaborationParts: parts } = context.tables;
  const usage = usageSteps(context);
  const find = (id: string): Steps<CollaborationRow | undefined> =>
    first((db) => db.select().from(collaborations).where(eq(collaborations.id, id)));

  function* withParts(row: CollaborationRow): Steps<Collaboration> {
    const rows = yield* all((db) =>
      db.select().from(parts).where(eq(parts.collaborationId, row.id)).orderBy(asc(parts.round), asc(parts.position)),
    );
    return { row, parts: rows };
  }

  function* addParts({ id, round }: CollaborationRow, added: readonly NewPart[]): Steps<void> {
    const rows = added.map((part, position) => ({ ...OPEN, ...newPartOf(part), collaborationId: id, round, position }));
    yield* run((db) => db.insert(parts).values(rows));
  }

  function* endParts({ id, round, submitterId }: CollaborationRow, ends: readonly PartEnd[]): Steps<void> {
    for (const { position, ...given } of ends) {
      const end = endOf(given);
      const isThis = and(eq(parts.collaborationId, id), eq(parts.round, round), eq(parts.position, position));
      yield* run((db) => db.update(parts).set(end).where(isThis));
      yield* usage.grow(submitterId, 'history', Buffer.byteLength(end.result ?? ''));
    }
  }

  /** Tells the submitter of a new round, or of the end. */
  function* tell({ id, submitterId, taskId, protocol, state, round, updatedAtMs }: CollaborationRow): Steps<void> {
    yield* appendEvent({
      subject: collaborationSubject(id),
      type: state === 'running' ? 'collaboration.round' : `collaboration.${state}`,
      data: { collaborationId: id, taskId, protocol, round, status: state },
      audience: { avatarId: submitterId, topic: 'agents' },
      createdAtMs: updatedAtMs,
    });
  }

  /** Applies a trigger by the table of protocol/collaboration-state. Throws when the table has no such transition. */
  function* change(
    before: CollaborationRow,
    trigger: CollaborationTrigger,
    set: Partial<CollaborationRow>,
  ): Steps<CollaborationRow> {
    const state = nextCollaborationState(before.state, trigger);
    if (state === undefined) throw new Error(`${trigger} cannot happen to a collaboration that is ${before.state}`);
    const nowMs = clock.now();
    const ended = state === 'running' ? {} : { endedAtMs: nowMs };
    const after = { ...before, ...set, ...ended, state, updatedAtMs: nowMs, version: before.version + 1 };
    const { id: _id, ...members } = after;
    yield* run((db) => db.update(collaborations).set(members).where(eq(collaborations.id, before.id)));
    yield* tell(after);
    return after;
  }

  return {
    create: (collaboration, firstParts) =>
      write('full', function* () {
        const { submitterId, fingerprint } = collaboration;
        const id = newId();
        const taskId = collaboration.taskId ?? id;
        const known = yield* first((db) =>
          db
            .select()
            .from(collaborations)
            .where(and(eq(collaborations.submitterId, submitterId), eq(collaborations.taskId, taskId))),
        );
        if (known) {
          if (known.fingerprint !== fingerprint) return { ok: false, error: { code: 'TASK_ID_TAKEN' } } as const;
          return ok({ ...(yield* withParts(known)), created: false });
        }
        const nowMs = clock.now();
        const row: CollaborationRow = {
          ...{ ...collaboration, id, taskId, state: 'running', round: 1, outcome: null, isSettled: false },
          roundEndsAtMs: nowMs + collaboration.options.timeoutMs,
          ...{ createdAtMs: nowMs, updatedAtMs: nowMs, endedAtMs: null, version: 1 },
        };
        const taken = yield* usage.take(submitterId, 'history', { items: 1, bytes: Buffer.byteLength(row.input) });
        if (!taken.ok) return taken;
        yield* run((db) => db.insert(collaborations).values(row));
        yield* addParts(row, firstParts(id));
        yield* tell(row);
        return ok({ ...(yield* withParts(row)), created: true });
      }),

    get: (id) =>
      read(function* () {
        const row = yield* find(id);
        return row && (yield* withParts(row));
      }),

    advance: (before, ends, step) =>
      write('full', function* () {
        const row = yield* find(before.id);
        if (row?.state !== 'running' || row.version !== before.version) return undefined;
        yield* endParts(row, ends);
        if (step.kind === 'end') {
          const { state, outcome } = step;
          yield* usage.grow(row.submitterId, 'history', Buffer.byteLength(outcome));
          return yield* withParts(yield* change(row, state, { outcome, isSettled: true }));
        }
        const next = { round: row.round + 1, roundEndsAtMs: clock.now() + row.options.timeoutMs };
        const after = yield* change(row, 'roundEnded', next);
        yield* addParts(after, step.parts);
        return yield* withParts(after);
      }),

    cancel: (id) =>
      write('full', function* () {
        const row = yield* find(id);
        if (row === undefined) return { ok: false, error: { code: 'COLLABORATION_NOT_FOUND' } } as const;
        const { state } = row;
        if (state !== 'running') return { ok: false, error: { code: 'COLLABORATION_ENDED', state } } as const;
        return ok(yield* change(row, 'cancelled', {}));
      }),

    settle: async (id, ends) => {
      await write('full', function* () {
        const row = yield* find(id);
        if (row === undefined || row.state === 'running' || row.isSettled) return;
        yield* endParts(row, ends);
        yield* run((db) => db.update(collaborations).set({ isSettled: true }).where(eq(collaborations.id, id)));
      });
    },

    unsettled: (after, limit) =>
      read(function* () {
        const open = and(
          sql`not ${collaborations.isSettled}`,
          after === null ? undefined : gt(collaborations.id, after),
        );
        const rows = yield* all((db) =>
          db
            .select({ id: collaborations.id })
            .from(collaborations)
            .where(open)
            .orderBy(asc(collaborations.id))
            .limit(limit),
        );
        return rows.map(({ id }) => id);
      }),

    list: ({ submitterId, state }, cursor, limit, skip = 0) =>
      read(function* () {
        const wanted = and(
          eq(collaborations.submitterId, submitterId),
          state === undefined ? undefined : eq(collaborations.state, state),
          cursor === null ? undefined : lt(collaborations.id, cursor),
        );
        const rows = yield* all((db) =>
          db
            .select(columnsWithout(collaborations, 'input', 'options', 'outcome'))
            .from(collaborations)
            .where(wanted)
            .orderBy(desc(collaborations.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),
  };
}
