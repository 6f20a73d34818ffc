import { unwrap } from '../../../http/errors/errors.ts';
import { expectedVersions } from '../../../http/requests/etag.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { mission } from '../answers.ts';
import type { Missions } from '../missions.ts';
import { missionParams } from '../schemas.ts';
import { missionEtag, missionView } from '../view.ts';

const PUBLICATIONS = [
  {
    verb: 'publish',
    operationId: 'publishMission',
    summary: 'Publish your mission',
    description:
      'Everyone can see and start it as it is now. A published version never changes; a later one has the next number.',
  },
  {
    verb: 'republish',
    operationId: 'republishMission',
    summary: 'Publish your mission again',
    description: 'After a change as its next version; after `unpublish` without a change as the same version.',
  },
] as const;

/** POST /missions/{id}/publish, republish and unpublish. */
export function publishRoutes(router: Router, missions: Missions): void {
  for (const { verb, operationId, ...described } of PUBLICATIONS) {
    router.route(operationId, `POST /missions/:id/${verb}`, {
      ...described,
      etag: true,
      params: missionParams,
      success: { description: 'The mission.', schema: successSchema(mission) },
      errors: ['MISSION_NOT_FOUND', 'MISSION_INSTALLED', 'KEYS_UNAVAILABLE'],
      handle: async (request, reply) => {
        const { id } = request.params;
        const seen = unwrap(await missions.service.publish(id, callerOf(request), expectedVersions(request)));
        reply.header('etag', missionEtag(seen));
        return success(missionView(seen));
      },
    });
  }

  router.route('unpublishMission', 'POST /missions/:id/unpublish', {
    summary: 'Take your mission back',
    description: 'Nobody else can see or start it any more; runs that are under way go on.',
    etag: true,
    params: missionParams,
    success: { description: 'The mission.', schema: successSchema(mission) },
    errors: ['MISSION_NOT_FOUND', 'MISSION_NOT_PUBLISHED'],
    handle: async (request, reply) => {
      const { id } = request.params;
      const seen = unwrap(await missions.service.unpublish(id, callerOf(request), expectedVersions(request)));
      reply.header('etag', missionEtag(seen));
      return success(missionView(seen));
    },
  });
}
