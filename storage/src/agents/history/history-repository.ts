import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { bytesOf } from '../../core/page.ts';
import { all, run, type TxScript } from '../../core/steps.ts';
import { collaborationSubject } from '../collaborations/collaborations.ts';
import type { AgentContext } from '../context.ts';
import { taskSubject } from '../task-lists.ts';
import { runSubject } from '../workflows/workflows.ts';
import { type Deleted, PURGES, purgeSteps } from './purge-steps.ts';

/** What tasks leave behind when they have ended. */
export interface HistoryRepository {
  /**
   * Deletes up to `limit` each of the tasks, settled collaborations and runs that ended before `endedBeforeMs`, Unix
   * milliseconds, with their attempts, artifacts, steps, parts and events, and gives their shares back to their owners.
   * A task stays while its run or collaboration is open. Returns the number of deleted tasks, collaborations and runs.
   */
  purge(endedBeforeMs: number, limit: number): Promise<number>;
}

/** HistoryRepository over the tables of agents. */
export function createHistoryRepository(context: AgentContext): HistoryRepository {
  const { read, write } = context;
  const { agentTasks: tasks, agentRuns: runs, agentCollaborations: collaborations } = context.tables;
  const {
    agentArtifacts,
    agentAttempts,
    agentPushSecrets,
    agentSteps,
    agentCollaborationParts: parts,
  } = context.tables;
  const { removeEvents, giveBack } = purgeSteps(context);

  /** The conditions are literal, so that the partial indexes are taken. */
  const endedTasks = (beforeMs: number, limit: number): TxScript<{ id: string }[]> =>
    all((db) => {
      const openRuns = db.select({ id: runs.id }).from(runs).where(sql`${runs.wakeAtMs} is not null`);
      const openParts = db
        .select({ taskId: parts.taskId })
        .from(parts)
        .innerJoin(collaborations, eq(collaborations.id, parts.collaborationId))
        .where(sql`not ${collaborations.isSettled}`);
      const isFree = and(or(isNull(tasks.runId), notInArray(tasks.runId, openRuns)), notInArray(tasks.id, openParts));
      return db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(lt(tasks.endedAtMs, beforeMs), isFree))
        .orderBy(asc(tasks.endedAtMs))
        .limit(limit);
    });
  const endedRuns = (beforeMs: number, limit: number): TxScript<{ id: string }[]> =>
    all((db) =>
      db
        .select({ id: runs.id })
        .from(runs)
        .where(lt(runs.endedAtMs, beforeMs))
        .orderBy(asc(runs.endedAtMs))
        .limit(limit),
    );
  const endedCollaborations = (beforeMs: number, limit: number): TxScript<{ id: string }[]> =>
    all((db) =>
      db
        .select({ id: collaborations.id })
        .from(collaborations)
        .where(and(lt(collaborations.endedAtMs, beforeMs), collaborations.isSettled))
        .orderBy(asc(collaborations.endedAtMs))
        .limit(limit),
    );

  function* purgeTasks(ids: readonly string[]): TxScript<void> {
    const { taskId } = agentArtifacts;
    const within: Deleted = yield* all((db) =>
      db
        .delete(agentArtifacts)
        .where(inArray(taskId, [...ids]))
        .returning({ id: taskId, bytes: bytesOf(agentArtifacts.content) }),
    );
    for (const table of [agentAttempts, agentPushSecrets]) {
      yield* run((db) => db.delete(table).where(inArray(table.taskId, [...ids])));
    }
    const { id, submitterId, input, result, questions } = tasks;
    const gone = yield* all((db) =>
      db
        .delete(tasks)
        .where(inArray(id, [...ids]))
        .returning({ id, submitterId, bytes: bytesOf(input, result, questions) }),
    );
    yield* removeEvents(ids.map(taskSubject));
    yield* giveBack(gone, within);
  }

  function* purgeRuns(ids: readonly string[]): TxScript<void> {
    const { runId } = agentSteps;
    const within: Deleted = yield* all((db) =>
      db
        .delete(agentSteps)
        .where(inArray(runId, [...ids]))
        .returning({ id: runId, bytes: bytesOf(agentSteps.result) }),
    );
    const { id, submitterId, input } = runs;
    const gone = yield* all((db) =>
      db
        .delete(runs)
        .where(inArray(id, [...ids]))
        .returning({ id, submitterId, bytes: bytesOf(input) }),
    );
    yield* removeEvents(ids.map(runSubject));
    yield* giveBack(gone, within);
  }

  function* purgeCollaborations(ids: readonly string[]): TxScript<void> {
    const { collaborationId } = parts;
    const within: Deleted = yield* all((db) =>
      db
        .delete(parts)
        .where(inArray(collaborationId, [...ids]))
        .returning({ id: collaborationId, bytes: bytesOf(parts.result) }),
    );
    const { id, submitterId, input, outcome } = collaborations;
    const gone = yield* all((db) =>
      db
        .delete(collaborations)
        .where(inArray(id, [...ids]))
        .returning({ id, submitterId, bytes: bytesOf(input, outcome) }),
    );
    yield* removeEvents(ids.map(collaborationSubject));
    yield* giveBack(gone, within);
  }

  const kinds = [
    { find: endedTasks, remove: purgeTasks },
    { find: endedCollaborations, remove: purgeCollaborations },
    { find: endedRuns, remove: purgeRuns },
  ];

  return {
    async purge(endedBeforeMs, limit) {
      let purged = 0;
      for (const { find, remove } of kinds) {
        // Most searches find nothing, so they write nothing.
        if ((await read(() => find(endedBeforeMs, 1))).length === 0) continue;
        purged += await write(
          'normal',
          function* () {
            const ids = (yield* find(endedBeforeMs, limit)).map(({ id }) => id);
            if (ids.length > 0) yield* remove(ids);
            return ids.length;
          },
          { locks: PURGES },
        );
      }
      return purged;
    },
  };
}
