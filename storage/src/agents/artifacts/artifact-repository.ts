import { ok } from '@causeway/protocol';
import { and, asc, count, eq } from 'drizzle-orm';
import { all, first, run } from '../../core/steps.ts';
import { usageSteps } from '../../usage/index.ts';
import type { AgentContext } from '../context.ts';
import { heldBy } from '../hold.ts';
import { audienceOf } from '../task-change.ts';
import { taskSubject } from '../tasks.ts';
import type { ArtifactRepository, ArtifactRow } from './artifacts.ts';

/** ArtifactRepository over its table. */
export function createArtifactRepository(context: AgentContext): ArtifactRepository {
  const { read, write, clock, appendEvent, tables } = context;
  const { agentArtifacts: artifacts, agentTasks } = tables;

  return {
    put: (hold, artifact, limit) =>
      write('full', function* () {
        const nowMs = clock.now();
        const { taskId, agentId, token } = hold;
        const task = yield* first((db) => db.select().from(agentTasks).where(eq(agentTasks.id, taskId)));
        const held = heldBy(task, hold, nowMs);
        if (!held.ok) return held;
        const same = and(eq(artifacts.taskId, taskId), eq(artifacts.name, artifact.name));
        const before = yield* first((db) => db.select().from(artifacts).where(same));
        const { name, mediaType, content } = artifact;
        if (before?.content === content && before.mediaType === mediaType && before.token === token) return ok(before);
        const stored = yield* first((db) =>
          db.select({ of: count() }).from(artifacts).where(eq(artifacts.taskId, taskId)),
        );
        const position = before?.position ?? stored?.of ?? 0;
        if (before === undefined && position >= limit) return { ok: false, error: { code: 'ARTIFACTS_FULL' } } as const;
        const bytes = Buffer.byteLength(content) - Buffer.byteLength(before?.content ?? '');
        const taken = yield* usageSteps(context).take(held.value.submitterId, 'history', { items: 0, bytes });
        if (!taken.ok) return taken;
        const row: ArtifactRow = { taskId, position, name, mediaType, content, agentId, token, updatedAtMs: nowMs };
        yield* run((db) =>
          db
            .insert(artifacts)
            .values(row)
            .onConflictDoUpdate({ target: [artifacts.taskId, artifacts.name], set: row }),
        );
        yield* appendEvent({
          subject: taskSubject(taskId),
          type: 'task.artifact',
          data: { taskId, agentId, token, artifact: name },
          audience: audienceOf(held.value.submitterId),
          createdAtMs: nowMs,
        });
        return ok(row);
      }),

    of: (taskId) =>
      read(function* () {
        return yield* all((db) =>
          db.select().from(artifacts).where(eq(artifacts.taskId, taskId)).orderBy(asc(artifacts.position)),
        );
      }),
  };
}
