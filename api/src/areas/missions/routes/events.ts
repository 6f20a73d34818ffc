import { type EventRow, progressSubject } from '@causeway/storage';
import { unwrap } from '../../../http/errors/errors.ts';
import { iso } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Missions } from '../missions.ts';
import { missionParams } from '../schemas.ts';

/** The form of an event of an avatar's progress. */
export const renderMissionEvent = ({ data, createdAtMs }: EventRow): unknown => ({
  ...data,
  at: iso(createdAtMs),
});

/** GET /missions/{id}/events: the caller's progress, then its changes as they happen. */
export function missionEventsRoute(router: Router, missions: Missions): void {
  router.stream('streamMissionEvents', '/missions/:id/events', {
    summary: 'Follow your progress in a mission as server-sent events',
    description:
      'Events `mission.started|completed|cancelled|failed`, `quest.started|completed` and `objective.met`: all of them, or the ' +
      'events after `Last-Event-ID` (also as the query `lastEventId`). The stream ends with the completion of the mission; a ' +
      'request after its last event is then 204.',
    params: missionParams,
    example: 'id: 7\nevent: quest.completed\ndata: {"missionId":"…","questId":"…","progressPercent":50}\n\n',
    errors: ['MISSION_NOT_FOUND'],
    open: async (request) => {
      const { avatarId } = callerOf(request);
      const { id } = unwrap(await missions.service.get(request.params.id, request.caller)).mission;
      const over = async () => (await missions.service.storage.runs.runsOf(avatarId, [id]))[0]?.status === 'Completed';
      return { subject: progressSubject(id, avatarId), render: renderMissionEvent, over };
    },
  });
}
