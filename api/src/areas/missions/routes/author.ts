import { unwrap } from '../../../http/errors/errors.ts';
import { expectedVersions } from '../../../http/requests/etag.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { deletedMission, mission } from '../answers.ts';
import type { Missions } from '../missions.ts';
import { missionParams, missionRequest } from '../schemas.ts';
import { missionEtag, missionView } from '../view.ts';
import { MAX_MISSION_BYTES } from './shared.ts';

/** Writing missions: POST, PUT and DELETE. */
export function authorRoutes(router: Router, missions: Missions): void {
  router.route('createMission', 'POST /missions', {
    summary: 'Write a mission with its quests and chapters',
    description: 'Only you see it until you publish it. Quests and chapters without an id get one.',
    bodyLimit: MAX_MISSION_BYTES,
    body: missionRequest,
    success: { status: 201, description: 'The mission.', schema: successSchema(mission), location: true },
    errors: ['MISSION_INVALID', 'REWARD_LIMIT_EXCEEDED', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const seen = unwrap(await missions.service.create(callerOf(request), request.body));
      reply.code(201).headers({ etag: missionEtag(seen), location: `/api/missions/${seen.mission.id}` });
      return success(missionView(seen));
    },
  });

  router.route('updateMission', 'PUT /missions/:id', {
    summary: 'Rewrite your mission',
    description:
      'Replaces the mission with all quests and chapters; name an id to keep a part. What is published stays as it is until ' +
      'you publish again, and runs keep the definition that they were started with.',
    etag: true,
    bodyLimit: MAX_MISSION_BYTES,
    params: missionParams,
    body: missionRequest,
    success: { description: 'The mission.', schema: successSchema(mission) },
    errors: ['MISSION_NOT_FOUND', 'MISSION_INVALID', 'REWARD_LIMIT_EXCEEDED', 'MISSION_INSTALLED', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const { id } = request.params;
      const seen = unwrap(
        await missions.service.update(id, callerOf(request), request.body, expectedVersions(request)),
      );
      reply.header('etag', missionEtag(seen));
      return success(missionView(seen));
    },
  });

  router.route('deleteMission', 'DELETE /missions/:id', {
    summary: 'Delete your mission',
    description:
      'Nobody can start it any more; runs that are under way go on. Without any run, its definitions and versions go, too.',
    etag: true,
    params: missionParams,
    success: { description: 'The deletion.', schema: successSchema(deletedMission) },
    errors: ['MISSION_NOT_FOUND'],
    handle: async (request) => {
      const { id } = request.params;
      unwrap(await missions.service.remove(id, callerOf(request), expectedVersions(request)));
      return success({ id, isDeleted: true as const });
    },
  });
}
