import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { common } from '../text/common.ts';

/** The attributes of the element of a row, by which a growing list finds it. */
export const rowOf = (id: string | number) => ({ 'data-row': String(id), tabIndex: -1 });

const rowIn = ({ dataset }: HTMLElement): string => dataset.row ?? '';

interface Props {
  /** Loads one page more; undefined where there is none, or where the page keeps no more. */
  readonly more: (() => void) | undefined;
  /** How many rows are shown at most, where the list has more than that. */
  readonly cutAt: number | undefined;
  /** True where older rows stand above newer ones, and so does the button. */
  readonly isAbove?: boolean;
  /** The rows, each with the attributes of `rowOf`. */
  readonly children: ComponentChildren;
}

/** The rows of a list, with a button for more of them. The focus then goes to the first new row, whatever a stream adds. */
export function Growing({ more, cutAt, isAbove = false, children }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The rows that were there when the button was pressed; null when no page is awaited. */
  const before = useRef<ReadonlySet<string> | null>(null);
  const rows = () => [...(area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  useEffect(() => {
    const known = before.current;
    if (known === null) return;
    const now = rows();
    const isKnown = (row: HTMLElement) => known.has(rowIn(row));
    const fresh = now[isAbove ? now.findIndex(isKnown) - 1 : now.findLastIndex(isKnown) + 1];
    if (!fresh) return;
    before.current = null;
    // Whoever has gone elsewhere meanwhile stays there. A button that is gone leaves the focus to the body.
    if ([button.current, document.body].includes(document.activeElement as HTMLElement)) fresh.focus();
  });
  const press = () => {
    before.current = new Set(rows().map(rowIn));
    more?.();
  };
  const foot = (
    <>
      {more && (
        <p>
          <button type="button" ref={button} onClick={press}>
            {common.more}
          </button>
        </p>
      )}
      {cutAt !== undefined && <p class="soft">{common.mostShown(cutAt)}</p>}
    </>
  );
  return (
    <div ref={area}>
      {isAbove && foot}
      {children}
      {!isAbove && foot}
    </div>
  );
}
