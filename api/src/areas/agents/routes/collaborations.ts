import { COLLABORATION_STATES, type CollaborationState } from '@causeway/protocol';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf } from '../../../http/requests/etag.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Agents } from '../agents.ts';
import {
  COLLABORATION_BODY_LIMIT,
  collaborateRequest,
  collaboration,
  collaborationParams,
  collaborationSummary,
} from '../collaborations/schemas.ts';
import { collaborationSummaryView, collaborationView } from '../collaborations/view.ts';
import { whileThere } from './gone.ts';

/** What can follow the beginning of a collaboration. */
const FOLLOWING = ['getCollaboration', 'cancelCollaboration'].map((operationId) => ({
  operationId,
  parameters: { collaborationId: '/result/collaborationId' },
}));

/** Work of several agents on one thing. */
export function collaborationRoutes(router: Router, agents: Agents): void {
  router.route('collaborate', 'POST /collaborate', {
    summary: 'Let agents agree, vote, or share work',
    description:
      'Each agent gets a task per round, reserved to it, and its result `{value, weight?}` is its vote; equal JSON is the ' +
      'same value. In a consensus the tasks of later rounds have all earlier votes. The lead of a delegation returns ' +
      '`{subtasks: [{agent | capability, input}]}`. The answer waits for the outcome up to `waitMs` and else has the ' +
      'status `running`; the work goes on, also after a crash.',
    body: collaborateRequest,
    bodyLimit: COLLABORATION_BODY_LIMIT,
    success: {
      status: 201,
      description: 'The collaboration.',
      schema: successSchema(collaboration),
      location: true,
      links: FOLLOWING,
    },
    errors: ['AGENTS_UNKNOWN', 'TASK_ID_TAKEN', 'QUOTA_EXCEEDED'],
    handle: (request, reply) =>
      whileThere(reply, async (signal) => {
        const found = unwrap(await agents.collaborations.begin(callerOf(request), request.body, signal));
        const { id, version } = found.row;
        reply.code(201).headers({ location: `/api/agents/collaborations/${id}`, etag: etagOf(version) });
        return success(collaborationView(found));
      }),
  });

  router.route('listCollaborations', 'GET /collaborations', {
    summary: 'List your collaborations, newest first',
    query: Type.Object({
      ...pageQuery,
      status: Type.Optional(Type.String({ enum: [...COLLABORATION_STATES] })),
    }),
    success: { description: 'A page of collaborations.', schema: successPageSchema(collaborationSummary) },
    handle: async (request) => {
      const caller = callerOf(request);
      const { status } = request.query;
      return answerPage(
        request,
        { avatarId: caller.avatarId, status },
        collaborationSummaryView,
        (after, limit, skip) =>
          agents.collaborations.list(caller, status as CollaborationState | undefined, after, limit, skip),
      );
    },
  });

  router.route('getCollaboration', 'GET /collaborations/:collaborationId', {
    summary: 'Read a collaboration with its rounds and outcome',
    params: collaborationParams,
    success: { description: 'The collaboration.', schema: successSchema(collaboration) },
    errors: ['COLLABORATION_NOT_FOUND'],
    handle: async (request) =>
      success(
        collaborationView(unwrap(await agents.collaborations.get(callerOf(request), request.params.collaborationId))),
      ),
  });

  router.route('cancelCollaboration', 'POST /collaborations/:collaborationId/cancel', {
    summary: 'Cancel a collaboration of yours, with its open tasks',
    params: collaborationParams,
    success: { description: 'The collaboration.', schema: successSchema(collaboration) },
    errors: ['COLLABORATION_NOT_FOUND', 'COLLABORATION_ENDED'],
    handle: async (request) =>
      success(
        collaborationView(
          unwrap(await agents.collaborations.cancel(callerOf(request), request.params.collaborationId)),
        ),
      ),
  });
}
