import type {
  ChapterDefinition,
  MissionDefinition,
  MissionStatus,
  QuestDefinition,
  QuestProgress,
  QuestStatus,
} from '@causeway/storage';

/** The stored part of an avatar's run of a mission. */
export interface RunProgress {
  readonly status: Exclude<MissionStatus, 'Pending'>;
  readonly quests: readonly QuestProgress[];
}

export type QuestDisplay = 'completed' | 'active' | 'pending';
export type ChapterDisplay = 'Completed' | 'In Progress' | 'Pending';

/** A quest with everything that follows from the run. */
export interface QuestState {
  readonly definition: QuestDefinition;
  /** Open quests of a run that ended without completion have the run's status. */
  readonly status: MissionStatus;
  readonly displayState: QuestDisplay;
  readonly progressPercent: number;
  readonly met: ReadonlySet<string>;
  /** Prerequisites that are not complete. */
  readonly missing: readonly string[];
}

/** A chapter with everything that follows from the run. */
export interface ChapterState {
  readonly definition: ChapterDefinition;
  readonly displayState: ChapterDisplay;
  readonly completedQuests: number;
  readonly totalQuests: number;
}

/** A mission with everything that follows from an avatar's run of it. */
export interface MissionState {
  readonly status: MissionStatus;
  readonly quests: readonly QuestState[];
  readonly chapters: readonly ChapterState[];
  readonly completedQuests: number;
  readonly totalQuests: number;
  readonly progressPercent: number;
}

const percent = (part: number, whole: number): number => Math.floor((100 * part) / whole);

/** Percent of a mission's quests that are complete; a mission without quests is complete or not. */
export const progressOf = (status: MissionStatus, completed: number, total: number): number =>
  total === 0 ? (status === 'Completed' ? 100 : 0) : percent(completed, total);

const inOrder = <T extends { readonly order: number }>(parts: readonly T[]): readonly T[] =>
  parts.toSorted((a, b) => a.order - b.order);

const DISPLAY: Readonly<Record<QuestStatus, QuestDisplay>> = {
  Completed: 'completed',
  InProgress: 'active',
  Pending: 'pending',
};

/** The objectives of a quest that only an order meets. */
export const conditionsOf = ({ objectives }: QuestDefinition) => objectives.filter(({ order }) => order !== null);

/** Derives every figure and state of a mission from its definition and an avatar's run, if there is one. */
export function missionState(definition: MissionDefinition, run?: RunProgress): MissionState {
  const stored = new Map(run?.quests.map((quest) => [quest.questId, quest]));
  const statusOf = (id: string): QuestStatus => stored.get(id)?.status ?? 'Pending';
  const ended = run?.status === 'Failed' || run?.status === 'Cancelled' ? run.status : undefined;

  const quests = inOrder(definition.quests).map((quest): QuestState => {
    const status = statusOf(quest.id);
    const met = new Set(stored.get(quest.id)?.met);
    const share = quest.objectives.length === 0 ? 0 : percent(met.size, quest.objectives.length);
    return {
      definition: quest,
      status: status === 'Completed' ? status : (ended ?? status),
      displayState: ended !== undefined && status !== 'Completed' ? 'pending' : DISPLAY[status],
      progressPercent: status === 'Completed' ? 100 : share,
      met,
      missing: quest.prerequisiteQuestIds.filter((needed) => statusOf(needed) !== 'Completed'),
    };
  });

  const chapters = inOrder(definition.chapters).map((chapter): ChapterState => {
    const own = quests.filter(({ definition: { chapterId } }) => chapterId === chapter.id);
    const complete = own.filter(({ status }) => status === 'Completed').length;
    const begun = own.some(({ displayState }) => displayState !== 'pending');
    const open = begun ? 'In Progress' : 'Pending';
    return {
      definition: chapter,
      displayState: run !== undefined && complete === own.length ? 'Completed' : open,
      completedQuests: complete,
      totalQuests: own.length,
    };
  });

  const completedQuests = quests.filter(({ status }) => status === 'Completed').length;
  const status = run?.status ?? 'Pending';
  return {
    status,
    quests,
    chapters,
    completedQuests,
    totalQuests: quests.length,
    progressPercent: progressOf(status, completedQuests, quests.length),
  };
}

/** The quests and chapters without which a mission cannot be completed. */
export const openParts = ({ quests, chapters }: MissionState) => ({
  openQuests: quests.filter(({ status }) => status !== 'Completed').map(({ definition: { id } }) => id),
  openChapters: chapters.filter(({ displayState }) => displayState !== 'Completed').map(({ definition: { id } }) => id),
});
