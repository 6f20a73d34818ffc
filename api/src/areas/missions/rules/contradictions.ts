import { findCycle } from '@causeway/protocol';
import type { MissionDefinition } from '@causeway/storage';

const duplicate = (ids: readonly string[]): string | undefined => ids.find((id, at) => ids.indexOf(id) !== at);

/** The contradiction in a definition, as a sentence; undefined when there is none. */
export function contradictionIn({ chapters, quests }: MissionDefinition): string | undefined {
  const questIds = quests.map(({ id }) => id);
  const chapterIds = chapters.map(({ id }) => id);
  const twice = duplicate(questIds) ?? duplicate(chapterIds);
  if (twice !== undefined) return `the id ${twice} is used twice`;
  const [known, parts] = [new Set(questIds), new Set(chapterIds)];
  for (const { id, chapterId, prerequisiteQuestIds, objectives } of quests) {
    if (chapterId !== null && !parts.has(chapterId))
      return `quest ${id} is in chapter ${chapterId}, which is not there`;
    const unknown = prerequisiteQuestIds.find((needed) => !known.has(needed));
    if (unknown !== undefined) return `quest ${id} needs quest ${unknown}, which is not there`;
    const again = duplicate(prerequisiteQuestIds) ?? duplicate(objectives.map((objective) => objective.id));
    if (again !== undefined) return `quest ${id} has ${again} twice`;
  }
  const edges = new Map(quests.map(({ id, prerequisiteQuestIds }) => [id, prerequisiteQuestIds]));
  const cycle = findCycle(edges, edges.keys());
  return cycle && `the prerequisites form a circle: ${cycle.join(' needs ')}`;
}
