import { ok } from '@causeway/protocol';
import type { Run } from '@causeway/storage';
import type { Answer, Refusal } from '../../http/errors/errors.ts';
import { iso } from '../../http/requests/times.ts';
import { refuse } from './errors.ts';
import type { MissionStorage } from './rules/mission-storage.ts';
import type { CompletedRun, Played, PlayRefused } from './rules/runs.ts';
import { notFound } from './service.ts';
import type { SeenMission } from './view.ts';

/** The problem of a step that storage refuses. */
export function playProblem(error: PlayRefused): Refusal {
  switch (error.code) {
    case 'NOT_FOUND':
      return notFound();
    case 'NOT_PUBLISHED':
      return refuse('MISSION_NOT_PUBLISHED', 'the mission is not published any more, so it cannot be started again');
    case 'ALREADY_STARTED':
      return refuse('MISSION_ALREADY_STARTED', 'Mission already started');
    case 'NOT_STARTED':
      return refuse('MISSION_NOT_STARTED', 'start the mission first');
    case 'OVER':
      return refuse('MISSION_OVER', `your run is ${error.status}`, { facts: { status: error.status } });
    case 'DEADLINE_PASSED': {
      const deadline = iso(error.deadlineMs);
      return refuse('MISSION_DEADLINE_PASSED', `the deadline was ${deadline}`, { facts: { deadline } });
    }
    case 'INCOMPLETE': {
      const { openQuests, openChapters } = error;
      return refuse('MISSION_INCOMPLETE', `open are the quests ${openQuests.join(', ')}`, {
        facts: { openQuests, openChapters },
      });
    }
    case 'QUEST_NOT_FOUND':
      return refuse('QUEST_NOT_FOUND', 'Quest not found');
    case 'QUEST_ALREADY_STARTED':
      return refuse('QUEST_ALREADY_STARTED', 'the quest is in progress');
    case 'QUEST_NOT_STARTED':
      return refuse('QUEST_NOT_STARTED', 'start the quest first');
    case 'QUEST_ALREADY_COMPLETED':
      return refuse('QUEST_ALREADY_COMPLETED', 'the quest is complete');
    case 'PREREQUISITES_OPEN': {
      const { questIds: openQuests } = error;
      return refuse('PREREQUISITES_OPEN', `complete ${openQuests.join(', ')} before`, { facts: { openQuests } });
    }
    case 'OBJECTIVES_OPEN': {
      const { objectiveIds: openObjectives } = error;
      const message = `your bridge orders have not met ${openObjectives.join(', ')} yet`;
      return refuse('OBJECTIVES_OPEN', message, { facts: { openObjectives } });
    }
  }
}

/** A mission after a step of its player. */
export interface Step<T = Run> {
  readonly seen: SeenMission;
  readonly value: T;
}

/** An avatar's steps through a mission. */
export class MissionPlay {
  readonly #storage: MissionStorage;

  constructor(storage: MissionStorage) {
    this.#storage = storage;
  }

  start(id: string, avatarId: string): Promise<Answer<Step>> {
    return this.#step(id, avatarId, this.#storage.runs.start(id, avatarId));
  }

  abandon(id: string, avatarId: string): Promise<Answer<Step>> {
    return this.#step(id, avatarId, this.#storage.runs.abandon(id, avatarId));
  }

  startQuest(id: string, avatarId: string, questId: string): Promise<Answer<Step>> {
    return this.#step(id, avatarId, this.#storage.runs.startQuest(id, avatarId, questId));
  }

  completeQuest(id: string, avatarId: string, questId: string): Promise<Answer<Step>> {
    return this.#step(id, avatarId, this.#storage.runs.completeQuest(id, avatarId, questId));
  }

  async complete(id: string, avatarId: string): Promise<Answer<Step<CompletedRun>>> {
    const completed = await this.#storage.runs.complete(id, avatarId);
    if (!completed.ok) return playProblem(completed.error);
    const seen = await this.#seen(id, avatarId, completed.value.run);
    return ok({ seen, value: completed.value });
  }

  async #step(id: string, avatarId: string, playing: Promise<Played>): Promise<Answer<Step>> {
    const played = await playing;
    if (!played.ok) return playProblem(played.error);
    return ok({ seen: await this.#seen(id, avatarId, played.value), value: played.value });
  }

  async #seen(id: string, avatarId: string, run: Run): Promise<SeenMission> {
    const mission = await this.#storage.get(id);
    if (mission === undefined) throw new Error(`the mission ${id} of a run is not there`);
    return { mission, own: mission.avatarId === avatarId && mission.hiddenAtMs === null, run };
  }
}
