import { ok } from '@causeway/protocol';
import type { ArtifactRow } from '@causeway/storage';
import {
  artifactNamed,
  artifactsOf,
  countArtifacts,
  putArtifact,
  taskStatements,
  taskSubject,
} from '@causeway/storage/agents';
import { first, lockOf, usageSteps } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import type { ArtifactRepository } from './artifacts.ts';
import { audienceOf } from './change.ts';
import { heldBy } from './hold.ts';

/** ArtifactRepository over its table. */
export function createArtifactRepository(context: AgentJobs): ArtifactRepository {
  const { read, write, clock, appendEvent, tables } = context;

  return {
    put: (hold, artifact, limit) =>
      write(
        'full',
        function* () {
          const nowMs = clock.now();
          const { taskId, agentId, token } = hold;
          const held = heldBy(yield* first(taskStatements(tables).taskById, { id: taskId }), hold, nowMs);
          if (!held.ok) return held;
          const { name, mediaType, content } = artifact;
          const before = yield* artifactNamed(tables, taskId, name);
          if (before?.content === content && before.mediaType === mediaType && before.token === token)
            return ok(before);
          const position = before?.position ?? (yield* countArtifacts(tables, taskId));
          if (before === undefined && position >= limit)
            return { ok: false, error: { code: 'ARTIFACTS_FULL' } } as const;
          const bytes = Buffer.byteLength(content) - Buffer.byteLength(before?.content ?? '');
          const taken = yield* usageSteps(context).take(held.value.submitterId, 'history', { items: 0, bytes });
          if (!taken.ok) return taken;
          const row: ArtifactRow = { taskId, position, name, mediaType, content, agentId, token, updatedAtMs: nowMs };
          yield* putArtifact(tables, row);
          yield* appendEvent({
            subject: taskSubject(taskId),
            type: 'task.artifact',
            data: { taskId, agentId, token, artifact: name },
            audience: audienceOf(held.value.submitterId),
            createdAtMs: nowMs,
          });
          return ok(row);
        },
        { locks: [lockOf('task', hold.taskId)] },
      ),

    of: (taskId) => read(() => artifactsOf(tables, taskId)),
  };
}
