import type { TestApi } from '../../support/api.ts';
import { ask, expect, type Reply, signedUp } from '../../support/avatars.ts';

/** A signed-in avatar. */
export interface Player {
  readonly id: string;
  readonly token: string;
}

export async function player(api: TestApi, username: string): Promise<Player> {
  const { id, jwtToken: token } = await signedUp(api, username);
  return { id, token };
}

/** Asks as `who`, below /api/missions; a body makes it a POST unless the method is given in front of the path. */
export const asked = (
  api: TestApi,
  who: Player | undefined,
  route: string,
  body?: object,
  headers = {},
): Promise<Reply> => {
  const [method, path] = route.includes(' ') ? route.split(' ') : [body ? 'POST' : 'GET', route];
  return ask(api, `${method} /api/missions${path}`, body, { token: who?.token, headers });
};

/** A mission with two quests in a chapter, of which the second needs the first. */
export const MISSION = {
  name: 'Cross the river',
  description: 'By any bridge',
  missionType: 'Medium',
  rewards: { karma: 5, xp: 50 },
  chapters: [{ id: 'shore', chapterDisplayName: 'The far shore' }],
  quests: [
    { id: 'a', name: 'Build', chapterId: 'shore', rewardKarma: 1, rewardXP: 10 },
    { id: 'b', name: 'Cross', chapterId: 'shore', prerequisiteQuestIds: ['a'], rewardKarma: 1, rewardXP: 10 },
  ],
};

export async function created(api: TestApi, who: Player, body: object = MISSION): Promise<string> {
  return (await expect(asked(api, who, '', body), 201)).id;
}

export async function published(api: TestApi, who: Player, body: object = MISSION): Promise<string> {
  const id = await created(api, who, body);
  await expect(asked(api, who, `POST /${id}/publish`), 200);
  return id;
}

/** Starts the mission and completes its quests, in the order of `quests`. */
export async function played(api: TestApi, who: Player, id: string, quests = ['a', 'b']): Promise<void> {
  await expect(asked(api, who, `POST /${id}/start`), 200);
  for (const quest of quests) {
    await asked(api, who, `POST /${id}/quests/${quest}/start`);
    await expect(asked(api, who, `POST /${id}/quests/${quest}/complete`), 200);
  }
}
