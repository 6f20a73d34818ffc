import { mapPage, type Page, type PlatformStorage } from '@causeway/storage';
import { type Caller, hasScope } from '../../http/callers/callers.ts';

/** The username of an avatar as somebody sees it; null for one that is hidden or not there. */
export type NameOf = (avatarId: string) => string | null;

/** An item with the names of the avatars in it. */
export interface Named<T> {
  readonly item: T;
  readonly nameOf: NameOf;
}

/** Usernames beside the ids of avatars. An avatar that hides its own is shown it alone, and admins. */
export class ShownNames {
  readonly #profiles: PlatformStorage['avatars']['profiles'];

  constructor(profiles: PlatformStorage['avatars']['profiles']) {
    this.#profiles = profiles;
  }

  /** The names of `ids`, as `viewer` sees them. */
  async of(ids: Iterable<string>, viewer: Caller | null): Promise<NameOf> {
    const names = await this.#profiles.namesOf([...new Set(ids)]);
    const seesAll = viewer !== null && hasScope(viewer, 'admin');
    return (id) => {
      const name = names.get(id);
      if (name === undefined) return null;
      return name.nameHidden && !seesAll && id !== viewer?.avatarId ? null : name.username;
    };
  }

  /** A page of a list with the names of the avatars that `idsOf` finds in an item, read at once. */
  async page<T>(page: Page<T>, idsOf: (item: T) => readonly string[], viewer: Caller | null): Promise<Page<Named<T>>> {
    const nameOf = await this.of(page.items.flatMap(idsOf), viewer);
    return mapPage(page, (item) => ({ item, nameOf }));
  }
}
