import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { notModified } from '../../../http/requests/etag.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPage, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { chapter, leader, mission, missionVersion, missionVersionDetail, quest } from '../answers.ts';
import { refuse } from '../errors.ts';
import type { Missions } from '../missions.ts';
import { missionParams, versionParams } from '../schemas.ts';
import { leaderView, missionEtag, missionView, versionView } from '../view.ts';

/** Reads of one mission. */
export function readMissionRoutes(router: Router, missions: Missions): void {
  router.route('getMission', 'GET /missions/:id', {
    summary: 'Read a mission',
    description: 'Published missions are public. Your token shows your progress, and your own missions.',
    personal: true,
    etag: true,
    params: missionParams,
    success: { description: 'The mission.', schema: successSchema(mission) },
    errors: ['MISSION_NOT_FOUND'],
    handle: async (request, reply) => {
      const seen = unwrap(await missions.service.get(request.params.id, request.caller));
      if (notModified(request, reply, missionEtag(seen))) return reply.code(304).send(null);
      return success(missionView(seen));
    },
  });

  router.route('listQuests', 'GET /missions/:id/quests', {
    summary: 'Read the quests of a mission',
    personal: true,
    params: missionParams,
    success: { description: 'All quests, in their order.', schema: successPageSchema(quest) },
    errors: ['MISSION_NOT_FOUND'],
    handle: async (request) => {
      const { quests } = missionView(unwrap(await missions.service.get(request.params.id, request.caller)));
      return successPage(quests, null);
    },
  });

  router.route('listChapters', 'GET /missions/:id/chapters', {
    summary: 'Read the chapters of a mission',
    personal: true,
    params: missionParams,
    success: { description: 'All chapters, in their order.', schema: successPageSchema(chapter) },
    errors: ['MISSION_NOT_FOUND'],
    handle: async (request) => {
      const { chapters } = missionView(unwrap(await missions.service.get(request.params.id, request.caller)));
      return successPage(chapters, null);
    },
  });

  router.route('listMissionVersions', 'GET /missions/:id/versions', {
    summary: 'List the published versions of a mission, newest first',
    personal: true,
    params: missionParams,
    query: Type.Object(pageQuery),
    success: { description: 'A page of versions.', schema: successPageSchema(missionVersion) },
    errors: ['MISSION_NOT_FOUND'],
    handle: async (request) => {
      const { mission: row } = unwrap(await missions.service.get(request.params.id, request.caller));
      return answerPage(request, { id: row.id }, versionView, (after, limit, skip) =>
        missions.service.storage.versions(row.id, after, limit, skip),
      );
    },
  });

  router.route('getMissionVersion', 'GET /missions/:id/versions/:version', {
    summary: 'Read a published version, which never changes',
    personal: true,
    params: versionParams,
    success: { description: 'The version.', schema: successSchema(missionVersionDetail) },
    errors: ['MISSION_NOT_FOUND', 'MISSION_VERSION_NOT_FOUND'],
    handle: async (request) => {
      const { id, version } = request.params;
      const { mission: row } = unwrap(await missions.service.get(id, request.caller));
      const found = await missions.service.storage.version(row.id, version);
      if (found === undefined) return unwrap(refuse('MISSION_VERSION_NOT_FOUND', `there is no version ${version}`));
      const { definition } = found;
      return success({ ...versionView(found), mission: definition as never });
    },
  });

  router.route('getMissionLeaderboard', 'GET /missions/:id/leaderboard', {
    summary: 'List who completed a mission, the fastest first',
    description: 'With all copies of the mission. What avatars earned from missions of their own is not in it.',
    personal: true,
    params: missionParams,
    query: Type.Object(pageQuery),
    success: { description: 'A page of the leaderboard.', schema: successPageSchema(leader) },
    errors: ['MISSION_NOT_FOUND'],
    handle: async (request) => {
      const { originId } = unwrap(await missions.service.get(request.params.id, request.caller)).mission;
      const { rewards } = missions.service.storage;
      return answerPage(request, { originId }, leaderView, async (after, limit, skip) =>
        missions.names.page(
          await rewards.leaderboard(originId, after, limit, skip),
          ({ avatarId }) => [avatarId],
          request.caller,
        ),
      );
    },
  });
}
