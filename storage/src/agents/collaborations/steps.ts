import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { only } from '../../core/only.ts';
import { pageOf } from '../../core/page.ts';
import { columnsWithout } from '../../core/statements.ts';
import { all, first, run, type TxScript } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import type { AgentTables } from '../schema.ts';
import type { CollaborationReading, NewPart, PartEnd } from './collaborations.ts';
import type { CollaborationRow, PartRow } from './rows.ts';

/** A task that has not ended. */
const OPEN = { state: null, result: null, failureCode: null, failureMessage: null } as const;

const newPartOf = only<NewPart>({ kind: true, taskId: true, agentId: true, capability: true });
const endOf = only<Omit<PartEnd, 'position'>>({
  ...{ agentId: true, state: true, result: true, failureCode: true, failureMessage: true },
});

export const findCollaboration = (
  { agentCollaborations: collaborations }: AgentTables,
  id: string,
): TxScript<CollaborationRow | undefined> =>
  first((db) => db.select().from(collaborations).where(eq(collaborations.id, id)));

/** The collaboration of a submitter with this task id. */
export const collaborationAt = (
  { agentCollaborations: collaborations }: AgentTables,
  { submitterId, taskId }: Pick<CollaborationRow, 'submitterId' | 'taskId'>,
): TxScript<CollaborationRow | undefined> =>
  first((db) =>
    db
      .select()
      .from(collaborations)
      .where(and(eq(collaborations.submitterId, submitterId), eq(collaborations.taskId, taskId))),
  );

export function* insertCollaboration(
  { agentCollaborations: collaborations }: AgentTables,
  row: CollaborationRow,
): TxScript<void> {
  yield* run((db) => db.insert(collaborations).values(row));
}

/** Writes columns of a collaboration. */
export function* updateCollaboration(
  { agentCollaborations: collaborations }: AgentTables,
  id: string,
  set: Partial<Omit<CollaborationRow, 'id'>>,
): TxScript<void> {
  yield* run((db) => db.update(collaborations).set(set).where(eq(collaborations.id, id)));
}

/** The tasks' roles of a collaboration, in the order of rounds and positions. */
export const partsOf = (
  { agentCollaborationParts: parts }: AgentTables,
  collaborationId: string,
): TxScript<PartRow[]> =>
  all((db) =>
    db
      .select()
      .from(parts)
      .where(eq(parts.collaborationId, collaborationId))
      .orderBy(asc(parts.round), asc(parts.position)),
  );

/** Adds the parts of the current round. */
export function* insertParts(
  { agentCollaborationParts: parts }: AgentTables,
  { id, round }: Pick<CollaborationRow, 'id' | 'round'>,
  added: readonly NewPart[],
): TxScript<void> {
  const rows = added.map((part, position) => ({ ...OPEN, ...newPartOf(part), collaborationId: id, round, position }));
  yield* run((db) => db.insert(parts).values(rows));
}

/** Writes how a part of the current round ended. */
export function* endPart(
  { agentCollaborationParts: parts }: AgentTables,
  { id, round }: Pick<CollaborationRow, 'id' | 'round'>,
  { position, ...given }: PartEnd,
): TxScript<void> {
  const isThis = and(eq(parts.collaborationId, id), eq(parts.round, round), eq(parts.position, position));
  yield* run((db) => db.update(parts).set(endOf(given)).where(isThis));
}

/** CollaborationReading over its tables. */
export function createCollaborationReading({ read, tables }: AgentContext): CollaborationReading {
  const { agentCollaborations: collaborations } = tables;
  return {
    get: (id) =>
      read(function* () {
        const row = yield* findCollaboration(tables, id);
        return row && { row, parts: yield* partsOf(tables, id) };
      }),

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
