import { randomUUID } from 'node:crypto';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type { HolonVersionRow, PlatformStorage, VersionKey } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { HolonRepository } from '../rules/holons.ts';
import type { BodyStore } from './store.ts';

/** Rows per round of each kind. */
const PAGE = 100;
/** Longer than any request: an upload this old will never be committed, milliseconds. */
const UPLOAD_MS = 600_000;
/** Pause between two probes of all providers, milliseconds. */
const PROBE_MS = 5_000;
/** The right to keep the bodies of a database that several processes share, and how long it lasts. */
const LEASE = 'holons';
const LEASE_MS = 30_000;

export interface KeeperOptions {
  readonly storage: Pick<PlatformStorage, 'leases'> & { readonly holons: HolonRepository };
  readonly store: BodyStore;
  /** Unix milliseconds. */
  readonly clock: Clock;
  /** Every place is checked again after this time, milliseconds. */
  readonly checkMs: number;
  /** Newest versions that stay, and how long older ones and deleted holons are kept, milliseconds. */
  readonly retention: { readonly versions: number; readonly versionMs: number; readonly deletedMs: number };
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
}

/** The version's body at its providers. */
const keyOf = ({ holonId, bodyId }: HolonVersionRow) => ({ holonId, bodyId });

/**
 * Keeps bodies whole: brings back second copies, checks places again and again, removes versions that are kept no
 * longer and bodies that are no version, and empties providers that are no longer configured. Every step may be
 * repeated, and done by two at once.
 */
export class BodyManager {
  readonly #options: KeeperOptions;
  readonly #holder = randomUUID();
  /** By provider: places that were checked before this time are checked again, Unix milliseconds. */
  readonly #suspectBefore = new Map<string, number>();
  #lacking: VersionKey | null = null;
  #probedAtMs = 0;
  readonly rounds: PeriodicTask;

  constructor(options: KeeperOptions) {
    this.#options = options;
    const failed = (err: unknown) => options.log.error({ err }, 'the bodies of holons could not be kept');
    this.rounds = new PeriodicTask(() => this.round(), { onFailure: failed });
  }

  /** A provider was away, so it may have lost bodies: all of its places are checked. */
  suspect(provider: string): void {
    this.#suspectBefore.set(provider, this.#options.clock.now());
  }

  /** One round; where several processes share the database, only one of them works. */
  async round(): Promise<void> {
    const { storage, store, clock } = this.#options;
    if (clock.now() - this.#probedAtMs >= PROBE_MS) {
      this.#probedAtMs = clock.now();
      await store.probe();
    }
    const { leases } = storage;
    if (leases.shared && !(await leases.acquire(LEASE, this.#holder, LEASE_MS))) return;
    await this.#check();
    await this.#repair();
    await this.#retire();
    await this.#purge();
    await this.#clean();
  }

  /** Brings versions with too few copies to further providers. */
  async #repair(): Promise<void> {
    const { storage, store } = this.#options;
    if (store.copies < 2) return;
    const rows = await storage.holons.places.lacking(this.#lacking, PAGE);
    for (const row of rows) await this.#copy(row);
    const last = rows.at(-1);
    this.#lacking = rows.length === PAGE && last ? { holonId: last.holonId, version: last.version } : null;
  }

  async #copy(row: HolonVersionRow): Promise<void> {
    const { storage, store } = this.#options;
    const found = await store.get(keyOf(row), row.checksum, row.places);
    if (!found.ok) return;
    const { body, provider, absentAt } = found.value;
    const places = new Set([...row.places.filter((name) => !absentAt.includes(name)), provider]);
    if (!row.places.includes(provider)) await storage.holons.places.add(row, provider);
    for (const name of absentAt) await storage.holons.places.drop(row, name);
    const missing = store.copies - places.size;
    if (missing <= 0) return;
    for (const name of await store.put(keyOf(row), body, missing, [...places])) {
      await storage.holons.places.add(row, name);
    }
  }

  /** Checks the places that were checked longest ago, of every provider that is well. */
  async #check(): Promise<void> {
    const { store, clock, checkMs } = this.#options;
    for (const provider of store.names) {
      const before = Math.max(clock.now() - checkMs, this.#suspectBefore.get(provider) ?? 0);
      if (store.isWell(provider)) await this.#checkPlaces(provider, before);
    }
  }

  async #checkPlaces(provider: string, before: number): Promise<void> {
    const { storage, store, clock, log } = this.#options;
    const { places } = storage.holons;
    const atMs = clock.now();
    const good: HolonVersionRow[] = [];
    for (const row of await places.unchecked(provider, before, PAGE)) {
      const body = await store.check(provider, keyOf(row), row.checksum);
      if (!body.ok) break;
      good.push(row);
      if (body.value !== undefined) continue;
      log.warn({ provider, holonId: row.holonId, version: row.version }, 'a provider has lost a body');
      await places.drop(row, provider);
    }
    await places.checked(good, provider, atMs);
  }

  /** Forgets places at providers that are no longer configured, where a body has another place. */
  async #retire(): Promise<void> {
    const { storage, store, clock, checkMs } = this.#options;
    for (const provider of await storage.holons.places.providers()) {
      if (!store.names.includes(provider)) await storage.holons.places.retire(provider, clock.now() - checkMs, PAGE);
    }
  }

  /** Removes versions and deleted holons whose time has passed. */
  async #purge(): Promise<void> {
    const { storage, clock, retention } = this.#options;
    const nowMs = clock.now();
    const { versions: keep, versionMs, deletedMs } = retention;
    const limits = { keep, surplusBeforeMs: nowMs - versionMs, deletedBeforeMs: nowMs - deletedMs };
    await storage.holons.purge(limits, PAGE);
  }

  /** Removes the bodies of uploads that never became a version, and of versions that are gone. */
  async #clean(): Promise<void> {
    const { storage, store, clock } = this.#options;
    for (const { id, holonId } of await storage.holons.expireUploads(clock.now() - UPLOAD_MS, PAGE)) {
      if (await store.remove({ holonId, bodyId: id })) await storage.holons.endUpload(id);
    }
  }
}
