import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { deletedMission, mission } from '../answers.ts';
import type { Missions } from '../missions.ts';
import { cloneRequest, installRequest, missionPackage, missionParams } from '../schemas.ts';
import { missionEtag, missionView, type SeenMission } from '../view.ts';
import { MAX_PACKAGE_BYTES, MAX_PACKAGE_DEPTH } from './shared.ts';

const headersOf = (seen: SeenMission) => ({
  etag: missionEtag(seen),
  location: `/api/missions/${seen.mission.id}`,
});

/** Copies of missions: download, install, uninstall and clone. */
export function copyRoutes(router: Router, missions: Missions): void {
  router.route('downloadMission', 'POST /missions/:id/download', {
    summary: 'Download a mission as a package',
    description:
      'Self-contained JSON with a checksum and the publisher’s signature. An installed copy answers the package that it came from.',
    params: missionParams,
    success: { description: 'The package.', schema: successSchema(missionPackage) },
    errors: ['MISSION_NOT_FOUND', 'MISSION_NOT_PUBLISHED', 'KEYS_UNAVAILABLE'],
    handle: async (request) => success(unwrap(await missions.copies.download(request.params.id, callerOf(request)))),
  });

  const installed = {
    status: 201,
    description: 'Your copy.',
    schema: successSchema(mission),
    location: true,
  } as const;

  router.route('installMission', 'POST /missions/:id/install', {
    summary: 'Install a published mission',
    description: 'You get a copy that stays as it is, whatever its author does later.',
    params: missionParams,
    success: installed,
    errors: [
      'MISSION_NOT_FOUND',
      'MISSION_NOT_PUBLISHED',
      'MISSION_ALREADY_INSTALLED',
      'KEYS_UNAVAILABLE',
      'QUOTA_EXCEEDED',
    ],
    handle: async (request, reply) => {
      const seen = unwrap(await missions.copies.install(request.params.id, callerOf(request)));
      reply.code(201).headers(headersOf(seen));
      return success(missionView(seen));
    },
  });

  router.route('installPackage', 'POST /missions/install', {
    summary: 'Install a package',
    description:
      'A package of a publisher whom nobody here knows needs the `fingerprint` of the key that signed it. A refused package ' +
      'changes nothing.',
    bodyLimit: MAX_PACKAGE_BYTES,
    maxDepth: MAX_PACKAGE_DEPTH,
    body: installRequest,
    success: installed,
    errors: [
      'QUOTA_EXCEEDED',
      'PACKAGE_INVALID',
      'PUBLISHER_UNKNOWN',
      'MISSION_INVALID',
      'REWARD_LIMIT_EXCEEDED',
      'MISSION_ALREADY_INSTALLED',
    ],
    handle: async (request, reply) => {
      const { package: given, fingerprint } = request.body;
      const seen = unwrap(await missions.copies.installPackage(given, fingerprint, callerOf(request)));
      reply.code(201).headers(headersOf(seen));
      return success(missionView(seen));
    },
  });

  router.route('uninstallMission', 'POST /missions/:id/uninstall', {
    summary: 'Remove an installed copy',
    params: missionParams,
    success: { description: 'The removal.', schema: successSchema(deletedMission) },
    errors: ['MISSION_NOT_FOUND', 'MISSION_NOT_INSTALLED'],
    handle: async (request) => {
      const { id } = request.params;
      unwrap(await missions.service.remove(id, callerOf(request), undefined, 'installed'));
      return success({ id, isDeleted: true as const });
    },
  });

  router.route('cloneMission', 'POST /missions/:id/clone', {
    summary: 'Copy a mission to change it',
    description: 'The copy is yours. It keeps its origin, so that nobody is rewarded for both.',
    params: missionParams,
    body: cloneRequest,
    success: { status: 201, description: 'The copy.', schema: successSchema(mission), location: true },
    errors: ['MISSION_NOT_FOUND', 'REWARD_LIMIT_EXCEEDED', 'MISSION_INVALID', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const seen = unwrap(await missions.copies.clone(request.params.id, callerOf(request), request.body.newName));
      reply.code(201).headers(headersOf(seen));
      return success(missionView(seen));
    },
  });
}
