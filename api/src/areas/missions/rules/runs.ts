import type { Result } from '@causeway/protocol';
import type { Run } from '@causeway/storage';
import type { Catalogue } from '../../../bridge/catalogue.ts';
import type { Granted } from './rewards.ts';

/** Why a mission or quest is not started, completed or given up. */
export type PlayRefused =
  /** No mission that the avatar may see has the id. */
  | { readonly code: 'NOT_FOUND' }
  /** The avatar's run has ended, and the mission is not published or is deleted, so it cannot be started again. */
  | { readonly code: 'NOT_PUBLISHED' }
  | { readonly code: 'ALREADY_STARTED' }
  | { readonly code: 'NOT_STARTED' }
  /** The run is Completed, Failed or Cancelled. */
  | { readonly code: 'OVER'; readonly status: Run['status'] }
  /** The deadline has passed. A run in progress has failed by that. */
  | { readonly code: 'DEADLINE_PASSED'; readonly deadlineMs: number }
  | { readonly code: 'INCOMPLETE'; readonly openQuests: readonly string[]; readonly openChapters: readonly string[] }
  | { readonly code: 'QUEST_NOT_FOUND' }
  | { readonly code: 'QUEST_ALREADY_STARTED' }
  | { readonly code: 'QUEST_NOT_STARTED' }
  | { readonly code: 'QUEST_ALREADY_COMPLETED' }
  | { readonly code: 'PREREQUISITES_OPEN'; readonly questIds: readonly string[] }
  /** Orders have not met them yet. */
  | { readonly code: 'OBJECTIVES_OPEN'; readonly objectiveIds: readonly string[] };

export type Played<T = Run> = Result<T, PlayRefused>;

/** A completed run and its reward. */
export interface CompletedRun {
  readonly run: Run;
  readonly reward: Granted;
}

/** Result of a look at the event log. */
export interface Followed {
  /** Events that were read; fewer than the limit at the end of the log. */
  readonly events: number;
  readonly objectivesMet: number;
}

/**
 * Avatars' runs of missions. Each method is one transaction that also appends its events, and is fully durable. A run
 * in progress whose deadline has passed fails in whatever method sees it first.
 */
export interface RunRepository {
  /** Starts the mission, or starts it again after it failed or was given up; its first quests begin with it. */
  start(missionId: string, avatarId: string): Promise<Played>;
  startQuest(missionId: string, avatarId: string, questId: string): Promise<Played>;
  completeQuest(missionId: string, avatarId: string, questId: string): Promise<Played>;
  /** Completes the mission and grants its reward. */
  complete(missionId: string, avatarId: string): Promise<Played<CompletedRun>>;
  abandon(missionId: string, avatarId: string): Promise<Played>;
  /** The avatar's runs of the missions. */
  runsOf(avatarId: string, missionIds: readonly string[]): Promise<readonly Run[]>;
  /** Fails up to `limit` runs whose deadlines have passed. Returns their number. */
  failOverdue(limit: number): Promise<number>;
  /**
   * Reads up to `limit` events of the log; fewer than `limit` mean that its end is reached. A final, completed order of
   * an avatar meets, in each of the avatar's quests in progress, the first objective that waits for such an order; a
   * quest that has nothing else to wait for is complete by that. The position is stored in the same transaction, so
   * that every event counts once, over all processes. Without such an order, the position is in memory until `limit`
   * events have passed.
   */
  followOrders(catalogue: Catalogue, limit: number): Promise<Followed>;
}
