import { ok, type Result } from '@causeway/protocol';
import { eq } from 'drizzle-orm';
import type { AreaContext } from '../core/area.ts';
import { finishKey, idempotencyTables } from '../core/idempotency.ts';
import { fillPage, inOrderOf, pageBy } from '../core/page.ts';
import { createSearchIndex } from '../core/search.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import { usageSteps } from '../usage/index.ts';
import type {
  ChangeRefused,
  CommitRefused,
  Committed,
  HolonFacts,
  HolonFilter,
  HolonRepository,
  HolonRow,
  NewVersion,
  StoredHolon,
} from './holons.ts';
import { createBodyRepository, createPlaceRepository } from './place-repository.ts';
import { purgeSteps } from './purge.ts';
import type { HolonTables } from './schema.ts';
import { holonStatements } from './statements.ts';
import { versionSteps } from './versions.ts';

/** Above every ordinal: they are hexadecimal. */
const END = '~';
const COLLECTION = 'holons';

const refusal = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** HolonRepository over its tables. */
export function createHolonRepository(context: AreaContext<HolonTables>): HolonRepository {
  const { read, write, clock, newId, tables, appendEvent, engine } = context;
  const { holons, holonVersions: versions, holonPlaces: places, holonFields: fields, holonUploads: uploads } = tables;
  const statements = holonStatements(tables);
  const steps = versionSteps(tables, statements);
  const purge = purgeSteps(context, statements);
  const usage = usageSteps(context);
  const search = createSearchIndex(engine.kit);
  const keyTables = idempotencyTables(engine.kit);
  const find = (id: string): Steps<HolonRow | undefined> => first(statements.holonById, { id });

  function* announce(row: HolonRow, type: string, data: Readonly<Record<string, unknown>> = {}): Steps<void> {
    const { id, avatarId, name, holonType, version } = row;
    yield* appendEvent({
      subject: `holon:${id}`,
      type,
      data: { holonId: id, name, holonType, version, ...data },
      audience: { avatarId, topic: COLLECTION },
      createdAtMs: clock.now(),
    });
  }

  /** The holon is found by nothing any more. */
  function* unlist(id: string): Steps<void> {
    yield* run((db) => db.delete(fields).where(eq(fields.holonId, id)));
    yield* search.remove({ collection: COLLECTION, id });
  }

  /** The holon is found by its name, its type and `facts`. */
  function* list({ id, ordinal, avatarId, name, holonType }: HolonRow, facts: HolonFacts): Steps<void> {
    yield* run((db) => db.delete(fields).where(eq(fields.holonId, id)));
    const rows = facts.fields.map(({ field, value }) => ({ holonId: id, ordinal, avatarId, holonType, field, value }));
    if (rows.length > 0) yield* run((db) => db.insert(fields).values(rows));
    yield* search.put({ collection: COLLECTION, id, avatarId, head: `${name} ${holonType}`, body: facts.text });
  }

  function* storedOf(row: HolonRow): Steps<StoredHolon> {
    const stored = yield* steps.stored(row);
    if (!stored) throw new Error(`the holon ${row.id} has no version ${row.version}`);
    return stored;
  }

  function refusedOf(before: HolonRow | undefined, save: NewVersion): CommitRefused | undefined {
    const version = before?.version ?? 0;
    if (before && before.avatarId !== save.owner) return { code: 'FOREIGN' };
    if (before && before.deletedAtMs !== null) return { code: 'DELETED' };
    if (save.expected?.includes(version) === false) return { code: 'VERSION_MISMATCH', version };
    return undefined;
  }

  function* insertVersion(before: HolonRow | undefined, save: NewVersion): Steps<HolonRow> {
    const { holonId, owner, name, holonType, bodyId, checksum, bytes, avatarId } = save;
    const nowMs = clock.now();
    const version = (before?.version ?? 0) + 1;
    const row: HolonRow = {
      ...{ id: holonId, avatarId: owner, name, holonType, version, deletedAtMs: null },
      ordinal: before?.ordinal ?? bodyId,
      createdAtMs: before?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
    };
    if (before) yield* run((db) => db.update(holons).set(row).where(eq(holons.id, holonId)));
    else yield* run((db) => db.insert(holons).values(row));
    const copies = save.places.length;
    yield* run((db) =>
      db
        .insert(versions)
        .values({ holonId, version, bodyId, checksum, bytes, savedBy: avatarId, createdAtMs: nowMs, copies }),
    );
    const rows = save.places.map((provider) => ({ holonId, version, provider, checkedAtMs: nowMs }));
    yield* run((db) => db.insert(places).values(rows));
    yield* purge.markSurplus(row, save.keep);
    yield* list(row, save);
    yield* announce(row, 'holon.saved', { checksum });
    return row;
  }

  function* commit(save: NewVersion): Steps<Result<Committed, CommitRefused>> {
    const upload = yield* first((db) => db.select().from(uploads).where(eq(uploads.id, save.bodyId)));
    if (upload?.expired !== false) return refusal({ code: 'UPLOAD_EXPIRED' });
    const before = yield* find(save.holonId);
    const refused = refusedOf(before, save);
    if (refused) return refusal(refused);
    const known = before && (yield* storedOf(before));
    if (known?.saved.checksum === save.checksum) return ok({ holon: known, changed: false });
    const within = yield* usage.take(save.owner, 'holons', { items: 1, bytes: save.bytes });
    if (!within.ok) return within;
    const row = yield* insertVersion(before, save);
    yield* run((db) => db.delete(uploads).where(eq(uploads.id, save.bodyId)));
    return ok({ holon: yield* storedOf(row), changed: true });
  }

  function* idsOf(
    { avatarId, holonType, field }: HolonFilter,
    after: string,
    limit: number,
    skip: number,
  ): Steps<{ id: string; ordinal: string }[]> {
    const part = { avatarId, after, limit, skip };
    if (field && holonType !== undefined) {
      return yield* all(statements.holonsOfTypeWithField, { ...part, ...field, holonType });
    }
    if (field) return yield* all(statements.holonsWithField, { ...part, ...field });
    if (holonType !== undefined) return yield* all(statements.holonsOfType, { ...part, holonType });
    return yield* all(statements.holonsOf, part);
  }

  /** Deletes or restores a holon. */
  function* change(
    id: string,
    deletedAtMs: number | null,
    expected?: readonly number[],
  ): Steps<Result<HolonRow, ChangeRefused>> {
    const row = yield* find(id);
    if (!row || (row.deletedAtMs === null) === (deletedAtMs === null)) return refusal({ code: 'NOT_FOUND' });
    if (expected?.includes(row.version) === false)
      return refusal({ code: 'VERSION_MISMATCH', version: row.version } as const);
    yield* run((db) => db.update(holons).set({ deletedAtMs }).where(eq(holons.id, id)));
    return ok({ ...row, deletedAtMs });
  }

  return {
    get: (id, version) =>
      read(function* () {
        const row = yield* find(id);
        return row && (yield* steps.stored(row, version));
      }),

    list: (filter, cursor, limit, skip = 0) =>
      read(function* () {
        const found = yield* idsOf(filter, cursor ?? END, limit + 1, skip);
        const page = pageBy(found, limit, ({ ordinal }) => ordinal);
        const ids = page.items.map(({ id }) => id);
        return fillPage(
          page,
          inOrderOf(ids, yield* steps.storedAll(ids), ({ id }) => id),
        );
      }),

    search: (avatarId, text, limit, offset) =>
      read(function* () {
        const { ids, cut } = yield* search.find({ collection: COLLECTION, text, avatarId, limit: limit + 1, offset });
        const placed = ids.map((id, at) => ({ id, cursor: String(offset + at + 1) }));
        const page = pageBy(placed, limit, ({ cursor }) => cursor);
        const wanted = page.items.map(({ id }) => id);
        const found = inOrderOf(wanted, yield* steps.storedAll(wanted), ({ id }) => id);
        return { ...fillPage(page, found), cut };
      }),

    versions: (holonId, before, limit, skip = 0) =>
      read(function* () {
        const values = { holonId, before: before ?? Number.MAX_SAFE_INTEGER, limit, skip };
        return yield* steps.allWithPlaces(yield* all(statements.holonVersionsOf, values));
      }),

    beginUpload: (holonId) =>
      write('full', function* () {
        const upload = { id: newId(), holonId, createdAtMs: clock.now() };
        yield* run((db) => db.insert(uploads).values({ ...upload, expired: false }));
        return upload;
      }),

    endUpload: (id) =>
      write('normal', function* () {
        yield* run((db) => db.delete(uploads).where(eq(uploads.id, id)));
      }),

    expireUploads: (before, limit) =>
      write('full', function* () {
        const rows = yield* all(statements.uploadsBefore, { before, limit });
        for (const { id } of rows) {
          yield* run((db) => db.update(uploads).set({ expired: true }).where(eq(uploads.id, id)));
        }
        return rows;
      }),

    commit: (save, idempotent) =>
      write('full', function* () {
        const committed = yield* commit(save);
        if (committed.ok && idempotent)
          yield* finishKey(keyTables, idempotent, idempotent.answer(committed.value.holon));
        return committed;
      }),

    remove: (id, expected) =>
      write('full', function* () {
        const changed = yield* change(id, clock.now(), expected);
        if (!changed.ok) return changed;
        yield* unlist(id);
        yield* announce(changed.value, 'holon.deleted');
        return ok(yield* storedOf(changed.value));
      }),

    purge: async (retention, limit) => {
      // An idle look does not take the writer's turn.
      if (!(await read(() => purge.isDue(retention)))) return 0;
      return write('normal', function* () {
        const surplus = yield* purge.purgeSurplus(retention, limit);
        return surplus + (surplus < limit ? yield* purge.purgeDeleted(retention, limit - surplus) : 0);
      });
    },

    restore: (id, facts) =>
      write('full', function* () {
        const changed = yield* change(id, null);
        if (!changed.ok) return changed;
        yield* list(changed.value, facts);
        yield* announce(changed.value, 'holon.restored');
        return ok(yield* storedOf(changed.value));
      }),

    places: createPlaceRepository(context, statements),
    bodies: createBodyRepository(context),
  };
}
