import { ok, type Result } from '@causeway/protocol';
import type { MissionDefinition, MissionReading, MissionRow, MissionVersionRow } from '@causeway/storage';
import { only, type TxScript } from '@causeway/storage/jobs';
import {
  definitionAt,
  findMission,
  insertMission,
  insertVersion,
  installedCopy,
  isStarted,
  type MissionContext,
  newestVersion,
  publishedChecksums,
  publishedOf,
  removeMission,
  updateMission,
} from '@causeway/storage/missions';
import type { AuthoringRefused, MissionRepository, Source } from './authoring.ts';
import { holdings } from './holdings.ts';
import { MISSIONS_AND_WORDS } from './locks.ts';

const refused = (error: AuthoringRefused): Result<never, AuthoringRefused> => ({ ok: false, error });

const sourceOf = only<Source>({ originId: true, originAvatarId: true, sourceId: true });

/** The jobs of a MissionRepository. */
export function createMissionRepository(context: MissionContext): Omit<MissionRepository, keyof MissionReading> {
  const { write, search, newId, clock } = context;
  const held = holdings(context);

  /** Shows the published definition to everyone, or the newest one to the mission's avatar. */
  function* index(row: MissionRow, published: MissionDefinition | null): TxScript<void> {
    const key = { collection: 'missions', id: row.id } as const;
    if (row.hiddenAtMs !== null) return yield* search.remove(key);
    const { name, description, quests, chapters } = published ?? (yield* definitionAt(context, row.checksum));
    const parts = [
      description,
      ...chapters.map(({ chapterDisplayName }) => chapterDisplayName),
      ...quests.flatMap((quest) => [quest.name, quest.description]),
    ];
    const avatarId = published === null ? row.avatarId : null;
    yield* search.put({ ...key, avatarId, head: name, body: parts.join('\n') });
  }

  /** Writes changed fields as the mission's next version. */
  function* change(before: MissionRow, fields: Partial<MissionRow>): TxScript<Result<MissionRow, AuthoringRefused>> {
    const row = { ...before, ...fields, version: before.version + 1, updatedAtMs: clock.now() };
    yield* updateMission(context, row);
    yield* index(row, yield* publishedOf(context, row));
    return ok(row);
  }

  /** Runs `work` on a mission that is not deleted and has one of `versions`. */
  const changing = (
    id: string,
    versions: readonly number[] | undefined,
    work: (row: MissionRow) => TxScript<Result<MissionRow, AuthoringRefused>>,
  ) =>
    write(
      'full',
      function* () {
        const row = yield* findMission(context, id);
        if (row === undefined || row.hiddenAtMs !== null) return refused({ code: 'NOT_FOUND' });
        if (versions?.includes(row.version) === false)
          return refused({ code: 'VERSION_MISMATCH', version: row.version });
        return yield* work(row);
      },
      { locks: MISSIONS_AND_WORDS },
    );

  function* addVersion(missionId: string, row: MissionRow, published: Pick<MissionVersionRow, 'version' | 'envelope'>) {
    const { checksum } = row;
    yield* insertVersion(context, { ...published, missionId, checksum, createdAtMs: clock.now() });
  }

  return {
    create: ({ avatarId, definition, checksum, source, installed }) =>
      write(
        'full',
        function* () {
          if (installed !== null && source !== null) {
            const known = yield* installedCopy(context, avatarId, source.originId);
            if (known !== undefined) return refused({ code: 'ALREADY_INSTALLED', missionId: known.id });
          }
          const [id, nowMs] = [newId(), clock.now()];
          const row: MissionRow = {
            id,
            avatarId,
            ...(source ? sourceOf(source) : { originId: id, originAvatarId: avatarId, sourceId: null }),
            installed: installed !== null,
            checksum,
            missionType: definition.missionType,
            publishedVersion: null,
            publishedChecksum: null,
            publishedType: null,
            createdAtMs: nowMs,
            updatedAtMs: nowMs,
            hiddenAtMs: null,
            version: 1,
          };
          const within = yield* held.add(row, definition);
          if (!within.ok) return within;
          yield* insertMission(context, row);
          if (installed !== null) yield* addVersion(id, row, installed);
          yield* index(row, null);
          return ok(row);
        },
        { locks: MISSIONS_AND_WORDS },
      ),

    update: (id, { definition, checksum }, versions) =>
      changing(id, versions, function* (row) {
        if (row.installed) return refused({ code: 'INSTALLED' });
        if (checksum === row.checksum) return yield* change(row, {});
        const within = yield* held.take(row, checksum, definition);
        if (!within.ok) return within;
        const changed = yield* change(row, { checksum, missionType: definition.missionType });
        yield* held.giveBack(row, [row.checksum]);
        return changed;
      }),

    hide: (id, versions) =>
      changing(id, versions, function* (row) {
        yield* held.remove(row);
        if (yield* isStarted(context, id)) return yield* change(row, { hiddenAtMs: clock.now() });
        const published = yield* publishedChecksums(context, id);
        yield* removeMission(context, id);
        yield* search.remove({ collection: 'missions', id });
        yield* held.giveBack(row, [row.checksum, ...published]);
        return ok({ ...row, hiddenAtMs: clock.now() });
      }),

    publish: (id, version, published) =>
      changing(id, [version], function* (row) {
        if (row.installed) return refused({ code: 'INSTALLED' });
        const last = yield* newestVersion(context, id);
        const same = last?.checksum === row.checksum;
        const number = same ? last.version : published.version;
        if (!same) {
          if (number !== (last?.version ?? 0) + 1) return refused({ code: 'VERSION_MISMATCH', version: row.version });
          yield* addVersion(id, row, published);
        }
        const { checksum: publishedChecksum, missionType: publishedType } = row;
        return yield* change(row, { publishedVersion: number, publishedChecksum, publishedType });
      }),

    unpublish: (id, versions) =>
      changing(id, versions, function* (row) {
        if (row.publishedVersion === null) return refused({ code: 'NOT_PUBLISHED' });
        return yield* change(row, { publishedVersion: null, publishedChecksum: null, publishedType: null });
      }),
  };
}
