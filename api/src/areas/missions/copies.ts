import { ok } from '@causeway/protocol';
import type { Mission } from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { acceptable, checkedDefinition } from './definition.ts';
import { refuse } from './errors.ts';
import { fingerprintOf } from './package-keys.ts';
import { envelopeOf, type OpenedPackage, openPackage, pack, packageOf } from './packages.ts';
import type { Source } from './rules/authoring.ts';
import type { MissionPackage } from './schemas.ts';
import { authoringProblem, type MissionService } from './service.ts';
import { definitionFor, type SeenMission } from './view.ts';

const sourceOf = ({ id, originId, originAvatarId }: Mission): Source => ({ originId, originAvatarId, sourceId: id });

/** Copies of missions: packages out and in, and clones. */
export class MissionCopies {
  readonly #missions: MissionService;

  constructor(missions: MissionService) {
    this.#missions = missions;
  }

  /**
   * The package of a mission: of an installed copy the one that it came from, of a published version the one that its
   * author signed, of an unpublished definition one that its author signs now.
   */
  async download(id: string, caller: Caller): Promise<Answer<MissionPackage>> {
    const seen = await this.#missions.get(id, caller);
    if (!seen.ok) return seen;
    return this.#packageOf(seen.value);
  }

  /** Installs a published mission, or an own one. */
  async install(id: string, caller: Caller): Promise<Answer<SeenMission>> {
    const seen = await this.#missions.get(id, caller);
    if (!seen.ok) return seen;
    const { mission } = seen.value;
    const packed = await this.#packageOf(seen.value);
    return packed.ok ? this.#keep(packed.value as OpenedPackage, sourceOf(mission), caller) : packed;
  }

  /** Installs a package, of a publisher that is known here or that the caller trusts by its `fingerprint`. */
  async installPackage(value: unknown, fingerprint: string | undefined, caller: Caller): Promise<Answer<SeenMission>> {
    const opened = openPackage(value);
    if (!opened.ok) return opened;
    const { publisher, missionId, originId, mission: definition } = opened.value;
    const author = await this.#missions.keys.ownerOf(publisher.publicKey);
    const own = fingerprintOf(publisher.publicKey);
    if (author === undefined && fingerprint?.toLowerCase() !== own) {
      return refuse('PUBLISHER_UNKNOWN', 'nobody here has the key that signed the package', {
        facts: { fingerprint: own },
      });
    }
    const packed = author === undefined ? undefined : await this.#missions.storage.get(missionId);
    // Only its own author's word says that a package is a mission of this service.
    const local = packed !== undefined && packed.avatarId === author ? packed : undefined;
    const published = local && (await this.#missions.storage.version(missionId, opened.value.version));
    // A published version was accepted when it was published, perhaps with the rewards of an admin.
    if (published?.checksum !== checkedDefinition(definition).checksum) {
      const accepted = acceptable(definition, this.#missions.limitsFor(caller));
      if (!accepted.ok) return accepted;
    }
    const source = local ? sourceOf(local) : { originId, originAvatarId: author ?? null, sourceId: null };
    return this.#keep(opened.value, source, caller);
  }

  /** A copy of the caller's own that it may change. */
  async clone(id: string, caller: Caller, newName: string): Promise<Answer<SeenMission>> {
    const seen = await this.#missions.get(id, caller);
    if (!seen.ok) return seen;
    const definition = { ...definitionFor(seen.value), name: newName.toWellFormed() };
    const checked = acceptable(definition, this.#missions.limitsFor(caller));
    if (!checked.ok) return checked;
    const { storage } = this.#missions;
    const copy = { avatarId: caller.avatarId, ...checked.value, source: sourceOf(seen.value.mission), installed: null };
    return this.#missions.stored(await storage.create(copy));
  }

  async #packageOf({ mission, own }: SeenMission): Promise<Answer<MissionPackage>> {
    const { storage, keys } = this.#missions;
    const { id, avatarId, originId, definition, installed, publishedVersion } = mission;
    if (own && !installed && mission.checksum !== mission.publishedChecksum) {
      return pack(keys, avatarId, { missionId: id, originId, version: 0, definition });
    }
    const newest = installed ? await storage.newestVersion(id) : undefined;
    const number = newest?.version ?? publishedVersion;
    const version = number === null ? undefined : await storage.version(id, number);
    if (version === undefined) return authoringProblem({ code: 'NOT_PUBLISHED' });
    return ok(packageOf(version.envelope, version.definition));
  }

  async #keep(opened: OpenedPackage, source: Source, { avatarId }: Caller): Promise<Answer<SeenMission>> {
    const installed = { version: opened.version, envelope: envelopeOf(opened as unknown as MissionPackage) };
    const { storage } = this.#missions;
    const copy = { avatarId, ...checkedDefinition(opened.mission), source, installed };
    return this.#missions.stored(await storage.create(copy));
  }
}
