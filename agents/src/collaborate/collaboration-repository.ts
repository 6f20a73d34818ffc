import { type CollaborationTrigger, nextCollaborationState, ok } from '@causeway/protocol';
import type { Collaboration, CollaborationReading, CollaborationRow, PartEnd } from '@causeway/storage';
import {
  AGENTS_TOPIC,
  collaborationAt,
  collaborationSubject,
  endPart,
  findCollaboration,
  insertCollaboration,
  insertParts,
  partsOf,
  updateCollaboration,
} from '@causeway/storage/agents';
import { lockOf, type TxScript, usageSteps } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import type { CollaborationRepository, NewCollaboration } from './collaborations.ts';
import { firstRound } from './rules.ts';

/** The jobs of a CollaborationRepository. */
export function createCollaborationRepository(
  context: AgentJobs,
): Omit<CollaborationRepository, keyof CollaborationReading> {
  const { write, clock, newId, appendEvent, tables } = context;
  const usage = usageSteps(context);

  /** Submissions that name the same task are one. */
  const sameTask = ({ submitterId, taskId }: Pick<NewCollaboration, 'submitterId' | 'taskId'>) =>
    lockOf('collaboration', `${submitterId} ${taskId ?? ''}`);

  function* withParts(row: CollaborationRow): TxScript<Collaboration> {
    return { row, parts: yield* partsOf(tables, row.id) };
  }

  function* endParts(row: CollaborationRow, ends: readonly PartEnd[]): TxScript<void> {
    for (const end of ends) {
      yield* endPart(tables, row, end);
      yield* usage.grow(row.submitterId, 'history', Buffer.byteLength(end.result ?? ''));
    }
  }

  /** Tells the submitter of a new round, or of the end. */
  function* tell({ id, submitterId, taskId, protocol, state, round, updatedAtMs }: CollaborationRow): TxScript<void> {
    yield* appendEvent({
      subject: collaborationSubject(id),
      type: state === 'running' ? 'collaboration.round' : `collaboration.${state}`,
      data: { collaborationId: id, taskId, protocol, round, status: state },
      audience: { avatarId: submitterId, topic: AGENTS_TOPIC },
      createdAtMs: updatedAtMs,
    });
  }

  /** Applies a trigger by the table of protocol/collaboration-state. Throws when the table has no such transition. */
  function* change(
    before: CollaborationRow,
    trigger: CollaborationTrigger,
    set: Partial<CollaborationRow>,
  ): TxScript<CollaborationRow> {
    const state = nextCollaborationState(before.state, trigger);
    if (state === undefined) throw new Error(`${trigger} cannot happen to a collaboration that is ${before.state}`);
    const nowMs = clock.now();
    const ended = state === 'running' ? {} : { endedAtMs: nowMs };
    const after = { ...before, ...set, ...ended, state, updatedAtMs: nowMs, version: before.version + 1 };
    const { id, ...members } = after;
    yield* updateCollaboration(tables, id, members);
    yield* tell(after);
    return after;
  }

  return {
    create: (collaboration) =>
      write(
        'full',
        function* () {
          const { submitterId, fingerprint, protocol, agents, options } = collaboration;
          const id = newId();
          const taskId = collaboration.taskId ?? id;
          const known = yield* collaborationAt(tables, { submitterId, taskId });
          if (known) {
            if (known.fingerprint !== fingerprint) return { ok: false, error: { code: 'TASK_ID_TAKEN' } } as const;
            return ok({ ...(yield* withParts(known)), created: false });
          }
          const nowMs = clock.now();
          const row: CollaborationRow = {
            ...{ ...collaboration, id, taskId, state: 'running', round: 1, outcome: null, isSettled: false },
            roundEndsAtMs: nowMs + options.timeoutMs,
            ...{ createdAtMs: nowMs, updatedAtMs: nowMs, endedAtMs: null, version: 1 },
          };
          const taken = yield* usage.take(submitterId, 'history', { items: 1, bytes: Buffer.byteLength(row.input) });
          if (!taken.ok) return taken;
          yield* insertCollaboration(tables, row);
          yield* insertParts(tables, row, firstRound({ id, protocol, agents, options, round: 1 }));
          yield* tell(row);
          return ok({ ...(yield* withParts(row)), created: true });
        },
        { locks: [sameTask(collaboration)] },
      ),

    advance: (before, ends, step) =>
      write(
        'full',
        function* () {
          const row = yield* findCollaboration(tables, before.id);
          if (row?.state !== 'running' || row.version !== before.version) return undefined;
          yield* endParts(row, ends);
          if (step.kind === 'end') {
            const { state, outcome } = step;
            yield* usage.grow(row.submitterId, 'history', Buffer.byteLength(outcome));
            return yield* withParts(yield* change(row, state, { outcome, isSettled: true }));
          }
          const next = { round: row.round + 1, roundEndsAtMs: clock.now() + row.options.timeoutMs };
          const after = yield* change(row, 'roundEnded', next);
          yield* insertParts(tables, after, step.parts);
          return yield* withParts(after);
        },
        { locks: [lockOf('collaboration', before.id)] },
      ),

    cancel: (id) =>
      write(
        'full',
        function* () {
          const row = yield* findCollaboration(tables, id);
          if (row === undefined) return { ok: false, error: { code: 'COLLABORATION_NOT_FOUND' } } as const;
          const { state } = row;
          if (state !== 'running') return { ok: false, error: { code: 'COLLABORATION_ENDED', state } } as const;
          return ok(yield* change(row, 'cancelled', {}));
        },
        { locks: [lockOf('collaboration', id)] },
      ),

    settle: async (id, ends) => {
      await write(
        'full',
        function* () {
          const row = yield* findCollaboration(tables, id);
          if (row === undefined || row.state === 'running' || row.isSettled) return;
          yield* endParts(row, ends);
          yield* updateCollaboration(tables, id, { isSettled: true });
        },
        { locks: [lockOf('collaboration', id)] },
      );
    },
  };
}
