import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Agents } from '../agents.ts';
import {
  ARTIFACT_BODY_LIMIT,
  artifact,
  artifactRequest,
  artifactView,
  MAX_ARTIFACTS,
  mediaTypeOf,
} from '../tasks/artifact-schemas.ts';
import { taskParams } from '../tasks/schemas.ts';

/** What agents make besides a task's result. */
export function artifactRoutes(router: Router, agents: Agents): void {
  router.route('putTaskArtifact', 'POST /tasks/:taskId/artifacts', {
    summary: 'Store an artifact of a task that you hold',
    description:
      `A named part besides the result, up to ${MAX_ARTIFACTS} in a task. It stays when the attempt fails, and the ` +
      'next attempt can replace it.',
    params: taskParams,
    body: artifactRequest,
    bodyLimit: ARTIFACT_BODY_LIMIT,
    success: { description: 'The artifact.', schema: successSchema(artifact) },
    errors: ['TASK_NOT_FOUND', 'TOKEN_STALE', 'ARTIFACTS_FULL', 'QUOTA_EXCEEDED'],
    handle: async (request) => {
      const { token, name, content } = request.body;
      const part = { name, mediaType: mediaTypeOf(request.body), content: JSON.stringify(content) };
      const { taskId } = request.params;
      return success(
        artifactView(unwrap(await agents.tasks.putArtifact(callerOf(request), taskId, token, part, MAX_ARTIFACTS))),
      );
    },
  });

  router.route('listTaskArtifacts', 'GET /tasks/:taskId/artifacts', {
    summary: 'Read the artifacts of a task',
    description: 'All of them, in the order in which they were first stored.',
    params: taskParams,
    success: { description: 'The artifacts.', schema: successSchema(Type.Array(artifact)) },
    errors: ['TASK_NOT_FOUND'],
    handle: async (request) => {
      const stored = unwrap(await agents.tasks.artifacts(callerOf(request), request.params.taskId));
      return success(stored.map(artifactView));
    },
  });
}
