import { ok, type Result } from '@causeway/protocol';
import type { HolonFacts, HolonReading, HolonRow, StoredHolon } from '@causeway/storage';
import {
  expireUpload,
  HOLONS,
  type HolonStore,
  insertHolonVersion,
  insertUpload,
  putFields,
  putHolon,
  removeFields,
  removeUpload,
  setDeleted,
} from '@causeway/storage/holons';
import {
  all,
  finishKey,
  first,
  type IdempotencyKey,
  type Lock,
  lock,
  lockOf,
  memoize,
  type TxScript,
  usageSteps,
} from '@causeway/storage/jobs';
import type { ChangeRefused, CommitRefused, Committed, HolonRepository, NewVersion } from './holons.ts';
import { purgeSteps } from './purge.ts';

const refusal = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** A holon with its versions, and the words by which holons are found. */
const listedLocks = (holonId: string): readonly Lock[] => [lockOf('holon', holonId), lockOf('search', HOLONS)];

/** The jobs of a HolonRepository. */
function createHolonJobs(store: HolonStore): Omit<HolonRepository, keyof HolonReading | 'places' | 'bodies'> {
  const { context, statements, search, versions: steps } = store;
  const { read, write, clock, newId, appendEvent } = context;
  const purge = purgeSteps(store);
  const usage = usageSteps(context);
  const find = (id: string): TxScript<HolonRow | undefined> => first(statements.holonById, { id });

  function* announce(row: HolonRow, type: string, data: Readonly<Record<string, unknown>> = {}): TxScript<void> {
    const { id, avatarId, name, holonType, version } = row;
    yield* appendEvent({
      subject: `holon:${id}`,
      type,
      data: { holonId: id, name, holonType, version, ...data },
      audience: { avatarId, topic: HOLONS },
      createdAtMs: clock.now(),
    });
  }

  /** The holon is found by nothing any more. */
  function* unlist(id: string): TxScript<void> {
    yield* removeFields(context, id);
    yield* search.remove({ collection: HOLONS, id });
  }

  /** The holon is found by its name, its type and `facts`. */
  function* list(row: HolonRow, { fields, text }: HolonFacts): TxScript<void> {
    const { id, avatarId, name, holonType } = row;
    yield* putFields(context, row, fields);
    yield* search.put({ collection: HOLONS, id, avatarId, head: `${name} ${holonType}`, body: text });
  }

  function* storedOf(row: HolonRow): TxScript<StoredHolon> {
    const stored = yield* steps.stored(row);
    if (!stored) throw new Error(`the holon ${row.id} has no version ${row.version}`);
    return stored;
  }

  function refusedOf(before: HolonRow | undefined, saved: NewVersion): CommitRefused | undefined {
    const version = before?.version ?? 0;
    if (before && before.avatarId !== saved.owner) return { code: 'FOREIGN' };
    if (before && before.deletedAtMs !== null) return { code: 'DELETED' };
    if (saved.expected?.includes(version) === false) return { code: 'VERSION_MISMATCH', version };
    return undefined;
  }

  function* save(before: HolonRow | undefined, saved: NewVersion): TxScript<HolonRow> {
    const { holonId, owner, name, holonType, bodyId, checksum, bytes, avatarId } = saved;
    const nowMs = clock.now();
    const version = (before?.version ?? 0) + 1;
    const row: HolonRow = {
      ...{ id: holonId, avatarId: owner, name, holonType, version, deletedAtMs: null },
      ordinal: before?.ordinal ?? bodyId,
      createdAtMs: before?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
    };
    yield* putHolon(context, row, before === undefined);
    const kept = { holonId, version, bodyId, checksum, bytes, savedBy: avatarId, createdAtMs: nowMs };
    yield* insertHolonVersion(context, kept, saved.places);
    yield* purge.markSurplus(row, saved.keep);
    yield* list(row, saved);
    yield* announce(row, 'holon.saved', { checksum });
    return row;
  }

  function* commit(saved: NewVersion): TxScript<Result<Committed, CommitRefused>> {
    const upload = yield* first(statements.uploadById, { id: saved.bodyId });
    if (upload?.expired !== false) return refusal({ code: 'UPLOAD_EXPIRED' });
    const before = yield* find(saved.holonId);
    const refused = refusedOf(before, saved);
    if (refused) return refusal(refused);
    const known = before && (yield* storedOf(before));
    if (known?.saved.checksum === saved.checksum) return ok({ holon: known, changed: false });
    const within = yield* usage.take(saved.owner, 'holons', { items: 1, bytes: saved.bytes });
    if (!within.ok) return within;
    const row = yield* save(before, saved);
    yield* removeUpload(context, saved.bodyId);
    return ok({ holon: yield* storedOf(row), changed: true });
  }

  /** Deletes or restores a holon. */
  function* change(
    id: string,
    deletedAtMs: number | null,
    expected?: readonly number[],
  ): TxScript<Result<HolonRow, ChangeRefused>> {
    const row = yield* find(id);
    if (!row || (row.deletedAtMs === null) === (deletedAtMs === null)) return refusal({ code: 'NOT_FOUND' });
    if (expected?.includes(row.version) === false)
      return refusal({ code: 'VERSION_MISMATCH', version: row.version } as const);
    yield* setDeleted(context, id, deletedAtMs);
    return ok({ ...row, deletedAtMs });
  }

  /** A version's body is an upload until it is committed, and a repeated request gets the answer of the first. */
  const commitLocks = ({ holonId, bodyId }: NewVersion, key: IdempotencyKey | undefined): readonly Lock[] => [
    ...listedLocks(holonId),
    lockOf('holon', bodyId),
    ...(key === undefined ? [] : [lockOf('idempotency', JSON.stringify([key.caller, key.route, key.key]))]),
  ];

  return {
    beginUpload: (holonId) =>
      write(
        'full',
        function* () {
          const upload = { id: newId(), holonId, createdAtMs: clock.now() };
          yield* insertUpload(context, upload, false);
          return upload;
        },
        { locks: [] },
      ),

    endUpload: (id) => write('normal', () => removeUpload(context, id), { locks: [lockOf('holon', id)] }),

    expireUploads: (before, limit) =>
      write(
        'full',
        function* () {
          const found = yield* all(statements.uploadsBefore, { before, limit });
          yield* lock(...found.map(({ id }) => lockOf('holon', id)));
          // One that was committed meanwhile is an upload no more: its body stays.
          const ids = new Set(found.map(({ id }) => id));
          const rows = (yield* all(statements.uploadsBefore, { before, limit })).filter(({ id }) => ids.has(id));
          for (const { id } of rows) yield* expireUpload(context, id);
          return rows;
        },
        { locks: [] },
      ),

    commit: (saved, idempotent) =>
      write(
        'full',
        function* () {
          const committed = yield* commit(saved);
          if (committed.ok && idempotent)
            yield* finishKey(context, idempotent, idempotent.answer(committed.value.holon));
          return committed;
        },
        { locks: commitLocks(saved, idempotent) },
      ),

    remove: (id, expected) =>
      write(
        'full',
        function* () {
          const changed = yield* change(id, clock.now(), expected);
          if (!changed.ok) return changed;
          yield* unlist(id);
          yield* announce(changed.value, 'holon.deleted');
          return ok(yield* storedOf(changed.value));
        },
        { locks: listedLocks(id) },
      ),

    purge: async (retention, limit) => {
      // An idle look does not take the writer's turn.
      if (!(await read(() => purge.isDue(retention)))) return 0;
      return write(
        'normal',
        function* () {
          const surplus = yield* purge.purgeSurplus(retention, limit);
          return surplus + (surplus < limit ? yield* purge.purgeDeleted(retention, limit - surplus) : 0);
        },
        { locks: [] },
      );
    },

    restore: (id, facts) =>
      write(
        'full',
        function* () {
          const changed = yield* change(id, null);
          if (!changed.ok) return changed;
          yield* list(changed.value, facts);
          yield* announce(changed.value, 'holon.restored');
          return ok(yield* storedOf(changed.value));
        },
        { locks: listedLocks(id) },
      ),
  };
}

/** The jobs over the tables of holons in an open database. */
export const holonStorage = memoize((store: HolonStore): HolonRepository => {
  const { holons, places, bodies } = store;
  return { ...holons, ...createHolonJobs(store), places, bodies };
});
