import { useMemo } from 'preact/hooks';
import { type IdOf, type Page, type PageQuery, type Reading, readPages, type Shown } from './pages.ts';
import { type Loaded, type ResourceOptions, useResource } from './resource.ts';

/** A list of which the first pages are loaded. */
export interface Paged<T> extends Loaded<Shown<T>> {
  readonly idOf: IdOf<T>;
  /** Loads one page more. */
  more(): void;
}

interface PagedOptions<T> extends ResourceOptions, Reading<T> {
  /** Rows that are shown at first, and that one page more adds. */
  readonly step: number;
}

/** A list under `key`: its first page, and one more with each `more`. A refresh asks for all of them again. */
export function usePaged<T>(
  key: string,
  { step, everyMs, ...reading }: PagedOptions<T>,
  page: (query: PageQuery) => Promise<Page<T>>,
): Paged<T> {
  const wanted = useMemo(() => ({ rows: step }), [key]);
  const options = everyMs === undefined ? {} : { everyMs };
  const loaded = useResource<Shown<T>>(key, () => readPages(wanted.rows, reading, page), options);
  const asked = () => loaded.state.peek().data?.asked ?? 0;
  // A way back shows as many rows as before.
  wanted.rows = Math.max(wanted.rows, asked());
  return {
    ...loaded,
    idOf: reading.idOf,
    more() {
      // A page that is on its way, or that could not be had, is asked for before a further one.
      if (asked() >= wanted.rows) wanted.rows += step;
      loaded.refresh();
    },
  };
}
