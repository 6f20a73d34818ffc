import { randomUUID } from 'node:crypto';
import { ok } from '@causeway/protocol';
import {
  cutPage,
  type EventRow,
  type HolonVersionRow,
  mapPage,
  type Page,
  type PlatformStorage,
  pageBy,
  type StoredHolon,
} from '@causeway/storage';
import { type Caller, hasScope } from '../../http/callers/callers.ts';
import { type Answer, overQuota } from '../../http/errors/errors.ts';
import { type BodyStore, checksumOf } from './bodies/store.ts';
import { bodyText, checkAgentMemory, factsOf, type HolonBody, parseBody } from './body.ts';
import { refuse } from './errors.ts';
import type { CommitRefused, HolonRepository, IdempotentSave } from './rules/holons.ts';

/** Retry-After while no provider can be used, seconds. */
const RETRY_SECONDS = 5;
/** Bodies of a list that are read at once. */
const CONCURRENT_READS = 8;

/** A holon with its body. */
export interface LoadedHolon {
  readonly holon: StoredHolon;
  readonly body: HolonBody;
  /** The provider that gave the body. */
  readonly provider: string;
}

/** A saved holon. */
export interface SavedHolon extends LoadedHolon {
  /** False when nothing was written: the newest version has the same body. */
  readonly committed: boolean;
}

/** A save as the caller asks for it. */
export interface Save {
  readonly id?: string | undefined;
  readonly body: HolonBody;
  /** Versions of which the holon must have one, 0 for none; absent: any. */
  readonly expected?: readonly number[] | undefined;
  /** Makes the answer of the request's Idempotency-Key. */
  readonly idempotent?: ((body: HolonBody) => IdempotentSave | undefined) | undefined;
}

/** A page of found holons. */
export interface FoundHolons extends Page<StoredHolon> {
  /** More holons have the words than are ranked. */
  readonly cut: boolean;
}

export interface HolonServiceDeps {
  readonly storage: Pick<PlatformStorage, 'events' | 'usage'> & { readonly holons: HolonRepository };
  readonly store: BodyStore;
  /** The newest versions of a holon that stay. */
  readonly keep: number;
}

const unknown = (id: string) => refuse('HOLON_NOT_FOUND', `no holon of yours is ${id}`);
const unavailable = (message: string) => refuse('HOLON_STORAGE_UNAVAILABLE', message, { retryAfter: RETRY_SECONDS });
const mismatch = (version: number) =>
  refuse('VERSION_MISMATCH', version === 0 ? 'there is no such holon' : `the holon has version ${version}`);

/** Holons: the index says what there is, the body store has the contents. */
export class HolonService {
  /** Lists without bodies: `list` newest first, `search` best first. */
  readonly rows: Pick<HolonRepository, 'list' | 'search'>;
  readonly #holons: HolonRepository;
  readonly #events: PlatformStorage['events'];
  readonly #usage: PlatformStorage['usage'];
  readonly #store: BodyStore;
  readonly #keep: number;

  constructor({ storage, store, keep }: HolonServiceDeps) {
    this.#holons = storage.holons;
    this.rows = this.#holons;
    this.#events = storage.events;
    this.#usage = storage.usage;
    this.#store = store;
    this.#keep = keep;
  }

  /**
   * Saves a new version. First the upload is recorded, then providers take the body, then the version is committed: a
   * crash or a failure at any point leaves the version or nothing. A save without a change makes no version.
   */
  async save(caller: Caller, { id = randomUUID(), body, expected, idempotent }: Save): Promise<Answer<SavedHolon>> {
    const valid = checkAgentMemory(body, caller);
    if (!valid.ok) return valid;
    const holonId = id.toLowerCase();
    const before = await this.#holons.get(holonId);
    if (before && !isOwn(caller, before)) return unknown(holonId);
    if (before && before.deletedAtMs !== null) return refusalOf({ code: 'DELETED' }, holonId);
    const version = before?.version ?? 0;
    if (expected?.includes(version) === false) return mismatch(version);
    const text = bodyText(body);
    const checksum = checksumOf(text);
    const saved = (holon: StoredHolon, isCommitted: boolean) =>
      ok({ holon, body, provider: holon.saved.places[0] ?? '', committed: isCommitted });
    if (before?.saved.checksum === checksum) return saved(before, false);
    const owner = before?.avatarId ?? caller.avatarId;
    const bytes = Buffer.byteLength(text);
    // The commit decides; a body that it would refuse does not go to providers.
    const within = await this.#usage.check(owner, 'holons', { items: 1, bytes });
    if (!within.ok) return overQuota(within.error);
    const upload = await this.#holons.beginUpload(holonId);
    const places = await this.#store.put({ holonId, bodyId: upload.id }, text);
    if (places.length === 0) return unavailable('no provider takes the holon at present');
    const { name, holonType } = body;
    const committed = await this.#holons.commit(
      {
        ...factsOf(body),
        ...{ bodyId: upload.id, holonId, avatarId: caller.avatarId, owner },
        ...{ name, holonType, checksum, bytes, places },
        ...{ expected, keep: this.#keep },
      },
      idempotent?.(body),
    );
    if (!committed.ok) return refusalOf(committed.error, holonId);
    return saved(committed.value.holon, true);
  }

  /** A holon of the caller with one of its versions, the newest if absent. */
  async load(caller: Caller, id: string, version?: number): Promise<Answer<LoadedHolon>> {
    const holon = await this.#holons.get(id.toLowerCase(), version);
    if (!holon || holon.deletedAtMs !== null || !isOwn(caller, holon)) return unknown(id);
    return this.#read(holon);
  }

  /** The newest version of a holon of the caller in the index, without its body. */
  async find(caller: Caller, id: string): Promise<Answer<StoredHolon>> {
    const holon = await this.#holons.get(id.toLowerCase());
    return holon && isOwn(caller, holon) ? ok(holon) : unknown(id);
  }

  /** The page with the bodies of its holons, which together have at most PAGE_BYTES. */
  async withBodies(page: Page<StoredHolon>): Promise<Answer<Page<LoadedHolon>>> {
    const sized = mapPage(page, (holon) => ({ holon, bytes: holon.saved.bytes }));
    const within = cutPage(sized);
    const loaded = await this.#readAll(within.items.map(({ holon }) => holon));
    return loaded.ok ? ok({ ...within, items: loaded.value }) : loaded;
  }

  /** Newest first. */
  async versions(id: string, after: string | null, limit: number, skip: number): Promise<Page<HolonVersionRow>> {
    const rows = await this.#holons.versions(id, after === null ? null : Number(after), limit + 1, skip);
    return pageBy(rows, limit, ({ version }) => String(version));
  }

  /** The events of a holon, oldest first. */
  async history(id: string, after: string | null, limit: number, skip: number): Promise<Page<EventRow>> {
    const rows = await this.#events.after(`holon:${id}`, after === null ? 0 : Number(after), limit + 1, skip);
    return pageBy(rows, limit, ({ seq }) => String(seq));
  }

  async remove(caller: Caller, id: string, expected?: readonly number[]): Promise<Answer<StoredHolon>> {
    const own = await this.find(caller, id);
    if (!own.ok) return own;
    const removed = await this.#holons.remove(own.value.id, expected);
    if (removed.ok) return removed;
    return removed.error.code === 'NOT_FOUND' ? unknown(id) : mismatch(removed.error.version);
  }

  /** Brings a deleted holon back. */
  async restore(caller: Caller, id: string): Promise<Answer<LoadedHolon>> {
    const own = await this.find(caller, id);
    if (!own.ok) return own;
    const loaded = await this.#read(own.value);
    if (!loaded.ok) return loaded;
    if (own.value.deletedAtMs === null) return loaded;
    const restored = await this.#holons.restore(own.value.id, factsOf(loaded.value.body));
    return restored.ok ? ok({ ...loaded.value, holon: restored.value }) : this.load(caller, id);
  }

  /** Reads a body, and records what that has shown about its places. */
  async #read(holon: StoredHolon): Promise<Answer<LoadedHolon>> {
    const { holonId, bodyId, checksum, places } = holon.saved;
    const found = await this.#store.get({ holonId, bodyId }, checksum, places);
    if (!found.ok) return unavailable(`none of ${places.join(', ')} gives the holon at present`);
    const { body, provider, absentAt } = found.value;
    if (!places.includes(provider)) await this.#holons.places.add(holon.saved, provider);
    for (const name of absentAt) await this.#holons.places.drop(holon.saved, name);
    return ok({ holon, body: parseBody(body), provider });
  }

  async #readAll(holons: readonly StoredHolon[]): Promise<Answer<readonly LoadedHolon[]>> {
    const loaded: LoadedHolon[] = [];
    for (let at = 0; at < holons.length; at += CONCURRENT_READS) {
      const answers = await Promise.all(holons.slice(at, at + CONCURRENT_READS).map((holon) => this.#read(holon)));
      for (const answer of answers) {
        if (!answer.ok) return answer;
        loaded.push(answer.value);
      }
    }
    return ok(loaded);
  }
}

const isOwn = (caller: Caller, { avatarId }: StoredHolon): boolean =>
  avatarId === caller.avatarId || hasScope(caller, 'admin');

/** The answer to a refused commit. */
function refusalOf(refused: CommitRefused, id: string) {
  switch (refused.code) {
    case 'FOREIGN':
      return unknown(id);
    case 'DELETED':
      return refuse('HOLON_DELETED', `the holon ${id} is deleted; restore it first`);
    case 'VERSION_MISMATCH':
      return mismatch(refused.version);
    case 'QUOTA_EXCEEDED':
      return overQuota(refused);
    case 'UPLOAD_EXPIRED':
      return unavailable('the providers took too long');
  }
}
