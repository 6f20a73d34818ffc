import { useRef } from 'preact/hooks';
import { list } from './format.ts';
import { type Loaded, type ResourceOptions, useResource } from './resource.ts';

/** A page of a list, as the service answers it. */
export interface Page<T> {
  readonly result: readonly T[];
  readonly nextCursor: string | null;
}

/** The pages of a list that are shown. */
export interface Shown<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** A list of which the first pages are loaded. */
export interface Paged<T> extends Loaded<Shown<T>> {
  /** Loads one page more. */
  more(): void;
}

/** A list under `key`: its first page, and one more with each `more`. A refresh asks for all of them again. */
export function usePaged<T>(
  key: string,
  page: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
  options?: ResourceOptions,
): Paged<T> {
  const pages = useRef(1);
  const loaded = useResource<Shown<T>>(
    key,
    async (signal) => {
      const items: T[] = [];
      let cursor: string | undefined;
      for (let at = 0; at < pages.current; at++) {
        const { result, nextCursor } = await page(cursor, signal);
        items.push(...list(result));
        cursor = nextCursor ?? undefined;
        if (cursor === undefined) break;
      }
      return { items, hasMore: cursor !== undefined };
    },
    options,
  );
  return {
    ...loaded,
    more() {
      pages.current += 1;
      loaded.refresh();
    },
  };
}
