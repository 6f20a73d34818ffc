import { and, asc, count, eq } from 'drizzle-orm';
import type { Row } from '../../core/dialect.ts';
import { all, first, run, type TxScript } from '../../core/steps.ts';
import type { AgentTables } from '../schema.ts';
import type { ArtifactTables } from './schema.ts';

/** A stored artifact. */
export type ArtifactRow = Row<ArtifactTables['agentArtifacts']>;

/** The artifacts of a task, in the order in which they were first stored. */
export const artifactsOf = ({ agentArtifacts: artifacts }: AgentTables, taskId: string): TxScript<ArtifactRow[]> =>
  all((db) => db.select().from(artifacts).where(eq(artifacts.taskId, taskId)).orderBy(asc(artifacts.position)));

/** The artifact of a task with a name, if there is one. */
export const artifactNamed = (
  { agentArtifacts: artifacts }: AgentTables,
  taskId: string,
  name: string,
): TxScript<ArtifactRow | undefined> =>
  first((db) =>
    db
      .select()
      .from(artifacts)
      .where(and(eq(artifacts.taskId, taskId), eq(artifacts.name, name))),
  );

/** Number of the artifacts of a task. */
export function* countArtifacts({ agentArtifacts: artifacts }: AgentTables, taskId: string): TxScript<number> {
  const stored = yield* first((db) => db.select({ of: count() }).from(artifacts).where(eq(artifacts.taskId, taskId)));
  return stored?.of ?? 0;
}

/** Stores an artifact in the place of the one with its name. */
export function* putArtifact({ agentArtifacts: artifacts }: AgentTables, row: ArtifactRow): TxScript<void> {
  const { taskId, name } = artifacts;
  yield* run((db) =>
    db
      .insert(artifacts)
      .values(row)
      .onConflictDoUpdate({ target: [taskId, name], set: row }),
  );
}
