import type { Row } from '../core/dialect.ts';
import type { MissionTables } from './schema.ts';
import type { MissionDefinition, QuestProgress } from './values.ts';

/** A mission, or a copy of one: its newest definition and where it comes from. */
export type MissionRow = Row<MissionTables['missions']>;

/** What lists show of a definition. */
export type MissionSummary = Omit<Row<MissionTables['missionDefinitions']>, 'definition'>;

/** A mission with its definitions. */
export interface Mission extends MissionRow {
  /** The newest one. */
  readonly definition: MissionDefinition;
  /** The one that everyone may see; null when it is not published. */
  readonly published: MissionDefinition | null;
}

/** A mission as a list shows it to a reader. */
export interface ListedMission {
  readonly mission: MissionRow;
  /** The reader may change it, and sees its newest definition. */
  readonly own: boolean;
  /** Of the definition that the reader sees. */
  readonly summary: MissionSummary;
  /** The reader's run. */
  readonly run: (RunRow & { readonly completedQuests: number }) | undefined;
}

/** The same with the definition that the reader sees, in the place of all others. */
export interface WholeMission extends Omit<ListedMission, 'summary' | 'run'> {
  readonly mission: Mission;
  readonly run: Run | undefined;
}

/** A published definition with the signature of its publisher. No row is ever changed. */
export type MissionVersionRow = Row<MissionTables['missionVersions']>;

/** An avatar's run of a mission, with the definition it was started with. */
export type RunRow = Row<MissionTables['missionRuns']>;

/** A run with its definition and its quests' progress. */
export interface Run extends RunRow {
  readonly definition: MissionDefinition;
  readonly quests: readonly QuestProgress[];
}

/** What an avatar received for a mission, once for all copies of it. No row is ever changed. */
export type RewardRow = Row<MissionTables['missionRewards']>;

/** The sums of an avatar's ledger. */
export interface Balance {
  readonly karma: number;
  readonly xp: number;
  /** Counted completions. */
  readonly missionsCompleted: number;
  /** What stands apart. */
  readonly apartKarma: number;
  readonly apartXp: number;
}

/** The key with which an avatar signs packages. Its private part is sealed. */
export type MissionKeyRow = Row<MissionTables['missionKeys']>;
