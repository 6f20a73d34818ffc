import { ok } from '@causeway/protocol';
import type { ListedMission, MissionFilter, MissionRow, Run } from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import { hasScope } from '../../http/callers/callers.ts';
import { permit, standingOf } from '../../http/callers/ownership.ts';
import { type Answer, overQuota, type Refusal } from '../../http/errors/errors.ts';
import type { ReadItems } from '../../http/requests/pagination.ts';
import { acceptedIn, type RewardLimits } from './definition.ts';
import { refuse } from './errors.ts';
import type { PackageKeys } from './package-keys.ts';
import { envelopeOf, pack } from './packages.ts';
import type { AuthoringRefused } from './rules/authoring.ts';
import type { MissionStorage } from './rules/mission-storage.ts';
import type { MissionRequest } from './schemas.ts';
import type { SeenMission } from './view.ts';

/** The message that clients compare. */
export const notFound = (): Refusal => refuse('MISSION_NOT_FOUND', 'Mission not found');

/** The problem of a change that storage refuses. */
export function authoringProblem(error: AuthoringRefused): Refusal {
  switch (error.code) {
    case 'NOT_FOUND':
      return notFound();
    case 'VERSION_MISMATCH':
      return refuse('VERSION_MISMATCH', `the mission has version ${error.version}`);
    case 'INSTALLED':
      return refuse('MISSION_INSTALLED', 'an installed mission stays as its package has it; clone it to change it');
    case 'ALREADY_INSTALLED':
      return refuse('MISSION_ALREADY_INSTALLED', 'you have a copy of this mission', {
        facts: { missionId: error.missionId },
      });
    case 'QUOTA_EXCEEDED':
      return overQuota(error);
    case 'NOT_PUBLISHED':
      return refuse('MISSION_NOT_PUBLISHED', 'the mission is not published');
  }
}

export interface MissionServiceDeps {
  readonly storage: MissionStorage;
  readonly keys: PackageKeys;
  readonly limits: RewardLimits;
}

/** A list of missions: its items without quests and chapters, and whole. */
export interface MissionList {
  readonly summaries: ReadItems<ListedMission>;
  readonly whole: ReadItems<SeenMission>;
}

/** Missions as their authors write and publish them, and as everyone reads them. */
export class MissionService {
  readonly storage: MissionStorage;
  readonly keys: PackageKeys;
  readonly #limits: RewardLimits;

  constructor({ storage, keys, limits }: MissionServiceDeps) {
    this.storage = storage;
    this.keys = keys;
    this.#limits = limits;
  }

  /** The mission if `caller` may read it, or change it. */
  async get(id: string, caller: Caller | null, access: 'read' | 'write' = 'read'): Promise<Answer<SeenMission>> {
    const mission = await this.storage.get(id);
    const reader = this.#reader(caller);
    const [run] = reader === null ? [] : await this.storage.runs.runsOf(reader, [id]);
    const shown = mission?.hiddenAtMs === null;
    if (mission === undefined || (!shown && run === undefined)) return notFound();
    const visible = mission.published !== null || run !== undefined;
    const scope = access === 'read' ? 'missions:read' : 'missions:write';
    const standing = shown ? standingOf(caller, { owner: mission.avatarId, visible }, scope) : 'visible';
    const permitted = permit(standing, access, notFound());
    return permitted.ok ? ok({ mission, own: standing === 'own', run }) : permitted;
  }

  /** The limits for rewards that `caller` sets; undefined for admins. */
  limitsFor(caller: Caller): RewardLimits | undefined {
    return hasScope(caller, 'admin') ? undefined : this.#limits;
  }

  async create(caller: Caller, request: MissionRequest): Promise<Answer<SeenMission>> {
    const checked = acceptedIn(request, this.limitsFor(caller));
    if (!checked.ok) return checked;
    const { avatarId } = caller;
    return this.stored(await this.storage.create({ avatarId, ...checked.value, source: null, installed: null }));
  }

  async update(
    id: string,
    caller: Caller,
    request: MissionRequest,
    versions: readonly number[] | undefined,
  ): Promise<Answer<SeenMission>> {
    const seen = await this.get(id, caller, 'write');
    if (!seen.ok) return seen;
    const checked = acceptedIn(request, this.limitsFor(caller));
    if (!checked.ok) return checked;
    return this.stored(await this.storage.update(id, checked.value, versions), seen.value.run);
  }

  /** Deletes a mission, or only an installed copy. */
  async remove(
    id: string,
    caller: Caller,
    versions: readonly number[] | undefined,
    only?: 'installed',
  ): Promise<Answer<void>> {
    const seen = await this.get(id, caller, 'write');
    if (!seen.ok) return seen;
    if (only === 'installed' && !seen.value.mission.installed) {
      return refuse('MISSION_NOT_INSTALLED', 'the mission is no installed copy');
    }
    const hidden = await this.storage.hide(id, versions);
    return hidden.ok ? ok(undefined) : authoringProblem(hidden.error);
  }

  /** Publishes the mission's newest definition, signed by its author. */
  async publish(id: string, caller: Caller, versions: readonly number[] | undefined): Promise<Answer<SeenMission>> {
    const seen = await this.get(id, caller, 'write');
    if (!seen.ok) return seen;
    const { avatarId, originId, definition, version, installed } = seen.value.mission;
    if (installed) return authoringProblem({ code: 'INSTALLED' });
    if (versions?.includes(version) === false) return authoringProblem({ code: 'VERSION_MISMATCH', version });
    const number = ((await this.storage.newestVersion(id))?.version ?? 0) + 1;
    const packed = await pack(this.keys, avatarId, { missionId: id, originId, version: number, definition });
    if (!packed.ok) return packed;
    const envelope = envelopeOf(packed.value);
    return this.stored(await this.storage.publish(id, version, { version: number, envelope }), seen.value.run);
  }

  async unpublish(id: string, caller: Caller, versions: readonly number[] | undefined): Promise<Answer<SeenMission>> {
    const seen = await this.get(id, caller, 'write');
    return seen.ok ? this.stored(await this.storage.unpublish(id, versions), seen.value.run) : seen;
  }

  /** Published missions and the caller's own, newest first. */
  list(filter: Omit<MissionFilter, 'avatarId'>, caller: Caller | null): MissionList {
    const of = { ...filter, avatarId: this.#reader(caller) };
    return {
      summaries: (after, limit, skip) => this.storage.list(of, after, limit, skip),
      whole: (after, limit, skip) => this.storage.listWhole(of, after, limit, skip),
    };
  }

  /** Missions that match a text, best first. */
  search(text: string, caller: Caller | null): MissionList {
    const of = { text, avatarId: this.#reader(caller) };
    return {
      summaries: (after, limit, skip) => this.storage.search(of, after, limit, skip),
      whole: (after, limit, skip) => this.storage.searchWhole(of, after, limit, skip),
    };
  }

  /** The caller's view of a stored mission that is its own. */
  async stored(result: Awaited<ReturnType<MissionStorage['create']>>, run?: Run): Promise<Answer<SeenMission>> {
    if (!result.ok) return authoringProblem(result.error);
    const { id } = result.value;
    const mission = (await this.storage.get(id)) ?? neverGone(result.value);
    return ok({ mission, own: true, run });
  }

  /** The avatar whose own missions are shown, if the caller may read missions. */
  #reader(caller: Caller | null): string | null {
    return caller !== null && hasScope(caller, 'missions:read') ? caller.avatarId : null;
  }
}

const neverGone = (row: MissionRow): never => {
  throw new Error(`the mission ${row.id} was stored and is not there`);
};
