import type { FullView, Transport } from '../client.ts';
import type { components } from '../schema.ts';
import type { StreamEvent, StreamOptions } from '../stream.ts';

type Schemas = components['schemas'];
export type Mission = Schemas['Mission'];
/** A mission in a list, without quests and chapters. */
export type ListedMission = Schemas['ListedMission'];
export type CompletedMission = Schemas['CompletedMission'];
export type Quest = Schemas['Quest'];
export type Chapter = Schemas['Chapter'];
export type MissionRequest = Schemas['MissionRequest'];
export type MissionPackage = Schemas['MissionPackage'];
export type MissionVersion = Schemas['MissionVersion'];
export type MissionLeader = Schemas['MissionLeader'];

/** An event of the caller's progress in a mission. */
export type MissionEvent = StreamEvent<{
  readonly missionId: string;
  readonly status: Mission['status'];
  readonly questId?: string;
  readonly objectiveId?: string;
  /** The bridge order that met the objective. */
  readonly orderId?: string;
  readonly completedQuests: number;
  readonly totalQuests: number;
  readonly progressPercent: number;
}>;

/** Which missions are listed; one of both at most. */
export interface MissionFilter {
  readonly type?: Mission['missionType'];
  /** The caller's own status in them. */
  readonly status?: Mission['status'];
}

/** Missions with quests and chapters: writing, publishing, playing and copying them. */
export class Missions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Published missions and the caller's own, newest first; with `view: 'full'` with their quests and chapters. */
  list(filter: MissionFilter & FullView): AsyncGenerator<Mission, void, undefined>;
  list(filter?: MissionFilter): AsyncGenerator<ListedMission, void, undefined>;
  list({ type, status, ...view }: MissionFilter & Partial<FullView> = {}): AsyncGenerator<never, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.itemsAs((cursor) => {
      const query = { ...view, ...pageAfter(cursor) };
      if (type !== undefined) {
        return http.GET('/api/missions/by-type/{type}', { params: { path: { type }, query } });
      }
      if (status === undefined) return http.GET('/api/missions', { params: { query } });
      return http.GET('/api/missions/by-status/{status}', { params: { path: { status }, query } });
    });
  }

  /** The missions with these words, best first; with `view: 'full'` with their quests and chapters. */
  search(query: string, view: FullView): AsyncGenerator<Mission, void, undefined>;
  search(query: string): AsyncGenerator<ListedMission, void, undefined>;
  search(query: string, view?: FullView): AsyncGenerator<never, void, undefined> {
    return this.#transport.itemsAs((cursor) =>
      this.#transport.http.GET('/api/missions/search', { params: { query: { query, ...view, ...pageAfter(cursor) } } }),
    );
  }

  get(id: string): Promise<Mission> {
    return this.#transport.result(this.#transport.http.GET('/api/missions/{id}', path(id)));
  }

  create(body: MissionRequest): Promise<Mission> {
    return this.#transport.result(this.#transport.http.POST('/api/missions', { body }));
  }

  /** Replaces a mission. With `version`, only if the mission still has it. */
  update(id: string, body: MissionRequest, version?: number): Promise<Mission> {
    const params = { path: { id }, ...ifVersion(version) };
    return this.#transport.result(this.#transport.http.PUT('/api/missions/{id}', { params, body }));
  }

  async remove(id: string, version?: number): Promise<void> {
    const params = { path: { id }, ...ifVersion(version) };
    await this.#transport.data(this.#transport.http.DELETE('/api/missions/{id}', { params }));
  }

  publish(id: string): Promise<Mission> {
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/publish', path(id)));
  }

  unpublish(id: string): Promise<Mission> {
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/unpublish', path(id)));
  }

  /** Published versions, newest first. */
  versions(id: string): AsyncGenerator<MissionVersion, void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/missions/{id}/versions', { params: { path: { id }, query: pageAfter(cursor) } }),
    );
  }

  start(id: string): Promise<Mission> {
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/start', path(id)));
  }

  startQuest(id: string, questId: string): Promise<Mission> {
    const params = { path: { id, questId } };
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/quests/{questId}/start', { params }));
  }

  completeQuest(id: string, questId: string): Promise<Mission> {
    const params = { path: { id, questId } };
    return this.#transport.result(
      this.#transport.http.POST('/api/missions/{id}/quests/{questId}/complete', { params }),
    );
  }

  /** Completes a mission whose quests are complete; `granted` is its reward. */
  complete(id: string): Promise<CompletedMission> {
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/complete', path(id)));
  }

  abandon(id: string): Promise<Mission> {
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/abandon', path(id)));
  }

  /** A mission as a signed package. */
  download(id: string): Promise<MissionPackage> {
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/download', path(id)));
  }

  /** Makes an own copy of a published mission that stays as it is. */
  install(id: string): Promise<Mission> {
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/install', path(id)));
  }

  /** Installs a package. A publisher whom the service does not know needs the `fingerprint` of the key. */
  installPackage(given: MissionPackage, fingerprint?: string): Promise<Mission> {
    const body = { package: given, ...(fingerprint !== undefined && { fingerprint }) };
    return this.#transport.result(this.#transport.http.POST('/api/missions/install', { body }));
  }

  async uninstall(id: string): Promise<void> {
    await this.#transport.data(this.#transport.http.POST('/api/missions/{id}/uninstall', path(id)));
  }

  /** Makes an own copy that can be changed. */
  clone(id: string, newName: string): Promise<Mission> {
    const body = { newName };
    return this.#transport.result(this.#transport.http.POST('/api/missions/{id}/clone', { ...path(id), body }));
  }

  /** Who completed a mission, the fastest first. */
  leaderboard(id: string): AsyncGenerator<MissionLeader, void, undefined> {
    return this.#transport.items((cursor) =>
      this.#transport.http.GET('/api/missions/{id}/leaderboard', {
        params: { path: { id }, query: pageAfter(cursor) },
      }),
    );
  }

  /** The caller's progress from its start on, or after `lastEventId`. Ends with the completion. */
  events(id: string, options: StreamOptions = {}): AsyncGenerator<MissionEvent, void, undefined> {
    return this.#transport.stream(`/api/missions/${encodeURIComponent(id)}/events`, options);
  }
}

/** Items of a page. */
const PAGE = 200;

const path = (id: string) => ({ params: { path: { id } } });
const pageAfter = (cursor: string | undefined) => ({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
const ifVersion = (version: number | undefined) =>
  version === undefined ? {} : { header: { 'if-match': `"${version}"` } };
