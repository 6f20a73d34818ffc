import {
  type ListedMission,
  MISSION_STATUSES,
  MISSION_TYPES,
  type MissionFilter,
  type MissionStatus,
} from '@causeway/storage';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import type { ListBinding } from '../../../http/requests/cursor.ts';
import {
  answerPage,
  answerWhole,
  type ListRequest,
  pageQuery,
  viewQuery,
  wholePageQuery,
} from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { successPageSchema } from '../../../http/schema/envelope.ts';
import { type JsonSchema, spelledAs } from '../../../http/schema/schema.ts';
import { type ListedMissionView, listedMission } from '../answers.ts';
import { refuse } from '../errors.ts';
import type { Missions } from '../missions.ts';
import type { MissionList } from '../service.ts';
import { missionView, type SeenMission, summaryView } from '../view.ts';

/** A request for a list of missions. */
type ViewRequest = ListRequest & Pick<FastifyRequest, 'caller'> & { readonly query: { readonly view?: string } };

/** Other names of statuses. */
const ALIASES: Readonly<Record<string, MissionStatus>> = { notstarted: 'Pending', active: 'InProgress' };

/** The one of `values` that a path names, in any case or by its number. */
function namedIn<T extends string>(values: readonly T[], word: string): T {
  const spelled = spelledAs(word, { enum: values } as JsonSchema);
  const found = values.find((value) => value === spelled);
  return found ?? unwrap(refuse('MALFORMED_REQUEST', `${word.slice(0, 40)} is none of ${values.join(', ')}`));
}

const word = Type.String({ minLength: 1, maxLength: 40 });

/** Lists of missions. Everyone sees published ones; a token adds its avatar's own, and its progress. */
export function listRoutes(router: Router, missions: Missions): void {
  const page = { description: 'A page of missions.', schema: successPageSchema(listedMission) };
  const query = Type.Object({ ...wholePageQuery, ...viewQuery });

  /** Answers a list in the view that the request asks for. */
  const answer = (
    request: ViewRequest,
    filter: ListBinding['filter'],
    list: MissionList,
    answered: typeof answerPage,
  ) => {
    const binding = { ...filter, avatarId: request.caller?.avatarId };
    return request.query.view === 'full'
      ? answered<SeenMission, ListedMissionView>(request, binding, missionView, list.whole)
      : answered<ListedMission, ListedMissionView>(request, binding, summaryView, list.summaries);
  };

  const list = (request: ViewRequest, filter: Omit<MissionFilter, 'avatarId'>) =>
    answer(request, filter, missions.service.list(filter, request.caller), answerWhole);

  router.route('listMissions', 'GET /missions', {
    summary: 'List published missions and your own, newest first',
    personal: true,
    query,
    success: page,
    handle: (request) => list(request, {}),
  });

  router.route('searchMissions', 'GET /missions/search', {
    summary: 'Search missions, best matches first',
    description:
      'In names and texts of missions, quests and chapters. Every word must occur; a word that none has is taken for the most ' +
      'similar ones. Of a very common word the newest 10,000 missions are ranked.',
    personal: true,
    query: Type.Object({ ...pageQuery, ...viewQuery, query: Type.String({ minLength: 1, maxLength: 1_000 }) }),
    success: page,
    handle: (request) => {
      const text = request.query.query;
      return answer(request, { text }, missions.service.search(text, request.caller), answerPage);
    },
  });

  router.route('listMissionsByType', 'GET /missions/by-type/:type', {
    summary: 'List missions of a type, newest first',
    personal: true,
    params: Type.Object({ type: word }),
    query,
    success: page,
    handle: async (request) => list(request, { missionType: namedIn(MISSION_TYPES, request.params.type) }),
  });

  router.route('listMissionsByStatus', 'GET /missions/by-status/:status', {
    summary: 'List missions by your status in them, newest first',
    description: 'Pending are those that you have not started. `NotStarted` and `Active` mean Pending and InProgress.',
    personal: true,
    params: Type.Object({ status: word }),
    query,
    success: page,
    handle: async (request) => {
      const named = request.params.status;
      const alias = Object.hasOwn(ALIASES, named.toLowerCase()) && ALIASES[named.toLowerCase()];
      const status = alias || namedIn(MISSION_STATUSES, named);
      return list(request, { status });
    },
  });
}
