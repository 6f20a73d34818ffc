import { type Answer, unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { completedMission, mission } from '../answers.ts';
import type { Missions } from '../missions.ts';
import type { Step } from '../play.ts';
import { missionParams, questParams } from '../schemas.ts';
import { completedView, missionEtag, missionView } from '../view.ts';

const RUN_ERRORS = ['MISSION_NOT_FOUND', 'MISSION_NOT_STARTED', 'MISSION_OVER', 'MISSION_DEADLINE_PASSED'] as const;

/** Playing: starting, completing and giving up missions and quests. */
export function playRoutes(router: Router, missions: Missions): void {
  const missionSteps = [
    {
      verb: 'start',
      operationId: 'startMission',
      summary: 'Start a mission',
      description:
        'Once; a mission that failed or that you abandoned can be started again. Quests without prerequisites are active at once.',
      errors: ['MISSION_NOT_FOUND', 'MISSION_ALREADY_STARTED', 'MISSION_NOT_PUBLISHED', 'MISSION_DEADLINE_PASSED'],
      step: (id: string, avatarId: string) => missions.play.start(id, avatarId),
    },
    {
      verb: 'abandon',
      operationId: 'abandonMission',
      summary: 'Give up a mission',
      description: 'Your run becomes Cancelled.',
      errors: RUN_ERRORS,
      step: (id: string, avatarId: string) => missions.play.abandon(id, avatarId),
    },
  ] as const;
  for (const { verb, operationId, step, ...described } of missionSteps) {
    router.route(operationId, `POST /missions/:id/${verb}`, {
      ...described,
      params: missionParams,
      success: { description: 'The mission with your progress.', schema: successSchema(mission) },
      handle: async (request, reply) => {
        const { seen }: Step = unwrap(await step(request.params.id, callerOf(request).avatarId));
        reply.header('etag', missionEtag(seen));
        return success(missionView(seen));
      },
    });
  }

  router.route('completeMission', 'POST /missions/:id/complete', {
    summary: 'Complete a mission',
    description:
      'When every quest and chapter is complete. Grants the karma and XP of the mission and its quests, once for all copies of it.',
    params: missionParams,
    success: { description: 'The mission and what it brought.', schema: successSchema(completedMission) },
    errors: [...RUN_ERRORS, 'MISSION_INCOMPLETE'],
    handle: async (request, reply) => {
      const { seen, value } = unwrap(await missions.play.complete(request.params.id, callerOf(request).avatarId));
      reply.header('etag', missionEtag(seen));
      return success(completedView(seen, value));
    },
  });

  const questSteps = [
    {
      verb: 'start',
      operationId: 'startQuest',
      summary: 'Start a quest',
      description: 'When its prerequisites are complete. Quests without any are active with the mission.',
      errors: [
        ...RUN_ERRORS,
        'QUEST_NOT_FOUND',
        'QUEST_ALREADY_STARTED',
        'QUEST_ALREADY_COMPLETED',
        'PREREQUISITES_OPEN',
      ],
      step: (id: string, avatarId: string, questId: string): Promise<Answer<Step>> =>
        missions.play.startQuest(id, avatarId, questId),
    },
    {
      verb: 'complete',
      operationId: 'completeQuest',
      summary: 'Complete a quest',
      description:
        'Its objectives with an order are met by your orders alone; a quest with nothing else completes by itself.',
      errors: [...RUN_ERRORS, 'QUEST_NOT_FOUND', 'QUEST_NOT_STARTED', 'QUEST_ALREADY_COMPLETED', 'OBJECTIVES_OPEN'],
      step: (id: string, avatarId: string, questId: string): Promise<Answer<Step>> =>
        missions.play.completeQuest(id, avatarId, questId),
    },
  ] as const;
  for (const { verb, operationId, step, ...described } of questSteps) {
    router.route(operationId, `POST /missions/:id/quests/:questId/${verb}`, {
      ...described,
      params: questParams,
      success: { description: 'The mission with your progress.', schema: successSchema(mission) },
      handle: async (request, reply) => {
        const { id, questId } = request.params;
        const { seen } = unwrap(await step(id, callerOf(request).avatarId, questId));
        reply.header('etag', missionEtag(seen));
        return success(missionView(seen));
      },
    });
  }
}
