import type { Params, View } from './lib/view.ts';
import pages from './pages.json' with { type: 'json' };
import backing from './views/backing.tsx';
import lanes from './views/lanes.tsx';
import order from './views/order.tsx';
import orders from './views/orders.tsx';

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

/** The views that come with the first script, because everyone sees them and another module would be another wait. */
const PUBLIC_VIEWS: Readonly<Record<string, View>> = { orders, order, lanes, backing };

/** Loads each other view, when one first goes there. */
const VIEWS: Readonly<Record<string, () => Promise<{ readonly default: View }>>> = {
  send: () => import('./views/send.tsx'),
  agents: () => import('./views/agents.tsx'),
  agent: () => import('./views/agent.tsx'),
  'own-agents': () => import('./views/own-agents.tsx'),
  task: () => import('./views/task.tsx'),
  run: () => import('./views/run.tsx'),
  collaboration: () => import('./views/collaboration.tsx'),
  webhooks: () => import('./views/webhooks.tsx'),
  operator: () => import('./views/operator.tsx'),
  account: () => import('./views/account.tsx'),
  wallet: () => import('./views/wallet.tsx'),
  mail: () => import('./views/mail.tsx'),
  missions: () => import('./views/missions.tsx'),
  mission: () => import('./views/mission.tsx'),
  libraries: () => import('./views/libraries.tsx'),
  library: () => import('./views/library.tsx'),
  messages: () => import('./views/messages.tsx'),
  conversation: () => import('./views/conversation.tsx'),
};

/** The view with this name: itself, or the promise of it. Rejects when its module cannot be loaded. */
export const viewNamed = (name: string): View | Promise<View> =>
  PUBLIC_VIEWS[name] ?? VIEWS[name]?.().then((module) => module.default) ?? Promise.reject(new Error(name));

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
