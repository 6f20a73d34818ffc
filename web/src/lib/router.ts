import { signal } from '@preact/signals';

/** Where the page is: the path, and the values of the query. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const here = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });

export const place = signal<Place>(here());

/** Goes to a path of this page, which begins with a slash. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  place.value = here();
}

/** Writes values of the query into the address; an empty value is left out. */
export function setQuery(values: Readonly<Record<string, string>>, options = { replace: true }): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  go(`${location.pathname}${text && `?${text}`}`, options);
}

/** Follows links within the page, and the buttons of the browser. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    place.value = here();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target !== '' || isOfService(link.pathname)) return;
    event.preventDefault();
    if (link.hash !== '' && link.pathname === location.pathname) document.querySelector(link.hash)?.scrollIntoView();
    else if (link.href !== location.href) go(link.pathname + link.search);
  });
}

/** Paths that the service answers and the page does not. */
const isOfService = (path: string): boolean => /^\/(?:api|docs|health|metrics|live|ready)(?:\/|$)/.test(path);
