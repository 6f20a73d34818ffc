import type { ComponentType } from 'preact';
import pages from './pages.json' with { type: 'json' };

/** The values of a path's variable parts. */
export type Params = Readonly<Record<string, string>>;

/** A view gets the variable parts of its path. */
export type View = ComponentType<{ readonly params: Params }>;

/** A page; the build writes the table of pages into the manifest, from which the service knows their paths. */
export interface PageEntry {
  /** The path; a part with a colon is variable. */
  readonly path: string;
  readonly view: string;
  /** Requests of the view that the service starts beside the script, by paths with the same variable parts. */
  readonly preload: readonly string[];
}

/** Every page. */
export const PAGES: readonly PageEntry[] = pages;

/** Loads each view, when one first goes there. */
export const VIEWS: Readonly<Record<string, () => Promise<{ readonly default: View }>>> = {
  orders: () => import('./views/orders.tsx'),
  order: () => import('./views/order.tsx'),
  lanes: () => import('./views/lanes.tsx'),
  backing: () => import('./views/backing.tsx'),
};

/** What a variable part of a path may be; everything else never reaches the service. */
const VARIABLE = /^[\w.@:-]{1,200}$/;

/** The page at `path`, with the values of its variable parts; undefined when there is none. */
export function pageAt(path: string): { readonly page: PageEntry; readonly params: Params } | undefined {
  const parts = path.replace(/\/+$/, '').split('/');
  for (const page of PAGES) {
    const names = page.path.replace(/\/+$/, '').split('/');
    if (names.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = names.every((name, index) => {
      const part = decoded(parts[index] ?? '');
      if (!name.startsWith(':')) return name === part;
      params[name.slice(1)] = part;
      return VARIABLE.test(part);
    });
    if (fits) return { page, params };
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
