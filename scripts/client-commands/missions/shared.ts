import type { Causeway, ListedMission, Mission } from '@causeway/client';
import { UUID } from '../../lib/client/flags.ts';
import type { Column, Fields } from '../../lib/client/output.ts';
import { usageError } from '../../lib/keys/key-flags.ts';

/** What `<mission>` means in every command. */
export const MISSION = 'id or whole name of the mission';

/** The id of the mission that is named by its id or its whole name. Throws for a name that none or several have. */
export async function idOf(client: Causeway, named: string): Promise<string> {
  if (UUID.test(named)) return named;
  const ids: string[] = [];
  for await (const { id, name } of client.missions.search(named)) if (name === named) ids.push(id);
  const [id] = ids;
  if (id === undefined) throw usageError(`no mission has the name ${named}: causeway mission list shows them`);
  if (ids.length > 1)
    throw usageError(`several missions have the name ${named}: name one by its id, ${ids.join(' or ')}`);
  return id;
}

export const COLUMNS: readonly Column<ListedMission>[] = [
  { title: 'MISSION', of: ({ id }) => id },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'TYPE', of: ({ missionType }) => missionType },
  { title: 'STATUS', of: ({ status }) => statusInWords(status) },
  { title: 'DONE', of: ({ completedQuests, totalQuests }) => `${completedQuests}/${totalQuests}`, align: 'right' },
  { title: 'KARMA', of: ({ totalKarma }) => totalKarma, align: 'right' },
  { title: 'XP', of: ({ totalXP }) => totalXP, align: 'right' },
];

/** A status as people read it, spelt like that of a chapter. */
const statusInWords = (status: Mission['status']): string => (status === 'InProgress' ? 'In Progress' : status);

/** A mission with a line for each chapter and quest. */
export function fieldsOf(mission: Mission): Fields {
  const { id, name, description, status, missionType, chapters, quests, publishedVersion, deadline } = mission;
  return [
    ['mission', id],
    ['name', name],
    ['about', description],
    ['type', missionType],
    ['status', `${statusInWords(status)}, ${mission.progressPercent} %`],
    ['published', publishedVersion === null ? 'no' : `version ${publishedVersion}`],
    ['deadline', deadline],
    ...chapters.map(({ displayStatus, displayState }) => ['chapter', `${displayStatus}: ${displayState}`] as const),
    ...quests.map(
      (quest) => [`quest ${quest.id}`, `${quest.name}: ${statusInWords(quest.status)}${waitingFor(quest)}`] as const,
    ),
  ];
}

/** The orders that a quest in progress waits for. */
function waitingFor({ status, objectives }: Mission['quests'][number]): string {
  const orders = objectives.flatMap(({ order, isCompleted }) => (order && !isCompleted ? [order] : []));
  if (status !== 'InProgress' || orders.length === 0) return '';
  return `, waits for an order ${orders.map(({ from, to, minAmount }) => `${from} ${to} ${minAmount}`).join(' and ')}`;
}
