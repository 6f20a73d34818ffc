import type { MissionDefinition, MissionType } from './definition.ts';
import type { MissionStatus } from './life-cycle.ts';
import type { QuestProgress } from './progress.ts';

/** A mission, or a copy of one: its newest definition and where it comes from. */
export interface MissionRow {
  /** UUID v7. */
  readonly id: string;
  /** The avatar that may change it. */
  readonly avatarId: string;
  /** The mission that it is a copy of, through any number of copies; its own id when it is none. */
  readonly originId: string;
  /** The author of the origin, if that avatar is known here. */
  readonly originAvatarId: string | null;
  /** The mission of this service that it was copied from. */
  readonly sourceId: string | null;
  /** True for a copy that was installed: it has the definition of its package and cannot be changed. */
  readonly installed: boolean;
  readonly definition: MissionDefinition;
  /** SHA-256 of the definition in canonical JSON. */
  readonly checksum: string;
  readonly missionType: MissionType;
  /** The version that everyone may see; null when it is not published. */
  readonly publishedVersion: number | null;
  /** The checksum and the mission type of that version. */
  readonly publishedChecksum: string | null;
  readonly publishedType: MissionType | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Since when it is deleted. */
  readonly hiddenAtMs: number | null;
  /** Rises with every change; the ETag. */
  readonly version: number;
}

/** A mission with the definition that everyone may see; null when it is not published. */
export interface Mission extends MissionRow {
  readonly published: MissionDefinition | null;
}

/** A published definition with the signature of its publisher. No row is ever changed. */
export interface MissionVersionRow {
  readonly missionId: string;
  readonly version: number;
  /** SHA-256 of the definition in canonical JSON. */
  readonly checksum: string;
  /** The package around the definition, without it: what is needed to give out the same package again. */
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
}

/** An avatar's run of a mission, with the definition it was started with. */
export interface RunRow {
  readonly id: string;
  readonly missionId: string;
  readonly avatarId: string;
  /** The checksum of its definition. */
  readonly checksum: string;
  /** The published version that it runs; null for a definition that is not published. */
  readonly publishedVersion: number | null;
  readonly status: Exclude<MissionStatus, 'Pending'>;
  /** 1, and one more with every restart. */
  readonly attempt: number;
  readonly deadlineMs: number | null;
  readonly startedAtMs: number;
  /** When it was completed, abandoned or failed. */
  readonly endedAtMs: number | null;
  /** Rises with every change of the run or of its quests. */
  readonly version: number;
}

/** A run with its definition and its quests' progress. */
export interface Run extends RunRow {
  readonly definition: MissionDefinition;
  readonly quests: readonly QuestProgress[];
}

/** What an avatar received for a mission, once for all copies of it. No row is ever changed. */
export interface RewardRow {
  readonly id: string;
  readonly avatarId: string;
  readonly originId: string;
  readonly missionId: string;
  readonly karma: number;
  readonly xp: number;
  /** False for a mission of its own or an unpublished one: it stands apart and counts in no public figure. */
  readonly counted: boolean;
  /** From the start of the run to its completion. */
  readonly durationMs: number;
  readonly createdAtMs: number;
}

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
export interface MissionKeyRow {
  readonly avatarId: string;
  readonly keyId: string;
  /** 64 hex digits. */
  readonly publicKey: string;
  readonly sealed: string;
  readonly createdAtMs: number;
}
