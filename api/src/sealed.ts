import { type KeyServiceFailure, masterKeyOf, type Sealer } from '@causeway/keys';
import type { Result } from '@causeway/protocol';
import type { PlatformStorage } from '@causeway/storage';

/** A sealed secret that lasts. */
export interface Sealed {
  readonly name: string;
  readonly before: string;
  /** The secret under the current master key; `before` itself when it is current. Fails as Sealer.rewrap does. */
  readonly rewrapped: (sealer: Sealer) => Promise<Result<string, KeyServiceFailure>>;
}

/** A sealed secret that can be replaced by the same under another master key. */
export interface Replaceable extends Sealed {
  /** True when it was still `before`. */
  readonly replace: (after: string) => Promise<boolean>;
}

/** What a wrapping of secrets did. */
export interface RewrappedSecrets {
  /** Secrets that are under the current master key now, and were under another. */
  readonly done: number;
  /** Secrets that could not be opened; they stay as they are. */
  readonly failed: readonly { readonly name: string; readonly failure: KeyServiceFailure }[];
}

/** The sealed secrets of an area. */
export interface SealedSecrets {
  /** Secrets that the area cannot do without, one under each master key at least: every start opens one of each. */
  readonly needed: (storage: PlatformStorage) => Promise<readonly Sealed[]>;
  /** True when one of all secrets is under another master key than `masterKey`. */
  readonly isBehind: (storage: PlatformStorage, masterKey: string) => Promise<boolean>;
  /** Wraps all secrets under the current master key. */
  readonly rewrap: (storage: PlatformStorage, sealer: Sealer) => Promise<RewrappedSecrets>;
}

type ListSecrets = (storage: PlatformStorage) => Promise<readonly Replaceable[]>;

/** Secrets that one reading lists. Without `needed`, the area can do without them: their owners can replace them. */
export const listedSecrets = (list: ListSecrets, { needed = true } = {}): SealedSecrets => ({
  needed: needed ? list : async () => [],
  isBehind: async (storage, masterKey) => (await list(storage)).some(({ before }) => masterKeyOf(before) !== masterKey),
  async rewrap(storage, sealer) {
    const failed: RewrappedSecrets['failed'][number][] = [];
    let done = 0;
    for (const { name, before, rewrapped, replace } of await list(storage)) {
      const after = await rewrapped(sealer);
      if (!after.ok) failed.push({ name, failure: after.error });
      else if (after.value !== before && (await replace(after.value))) done += 1;
    }
    return { done, failed };
  },
});

/** The service's own secrets, which belong to no area. */
export const SERVICE_SECRETS = listedSecrets(async ({ sealedSecrets }) =>
  (await sealedSecrets.list()).map(({ name, sealed }) => ({
    name: `secret ${name}`,
    before: sealed,
    rewrapped: (sealer) => sealer.rewrap(sealed, ['sealed-secrets', name]),
    replace: (after) => sealedSecrets.reseal(name, sealed, after),
  })),
);
