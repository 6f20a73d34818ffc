import type { ComponentChildren } from 'preact';
import type { Paged } from '../lib/paged.ts';
import { Growing, rowOf } from './growing.tsx';
import { Show } from './loaded.tsx';
import { type Columns, Table } from './table.tsx';

interface Props<T> {
  readonly of: Paged<T>;
  /** What stands there when there is no row. */
  readonly empty: ComponentChildren;
  /** Lines that stand for the rows before they come. */
  readonly lines?: number;
}

interface PagesProps<T> extends Props<T> {
  readonly isAbove?: boolean;
  /** Draws the rows, each with the attributes of `rowOf`. */
  readonly draw: (items: readonly T[]) => ComponentChildren;
}

/** The pages of a list in a form of their own, with a button for one more. */
export const Pages = <T,>({ of, empty, lines = 3, isAbove = false, draw }: PagesProps<T>) => (
  <Show of={of} lines={lines}>
    {({ items, hasMore, cutAt }) => (
      <Growing more={hasMore ? of.more : undefined} cutAt={cutAt} isAbove={isAbove}>
        {items.length === 0 ? <p class="soft">{empty}</p> : draw(items)}
      </Growing>
    )}
  </Show>
);

/** A table of the pages of a list. */
export const PagedTable = <T,>({ columns, ...props }: Props<T> & { readonly columns: Columns<T> }) => (
  <Pages {...props} draw={(rows) => <Table rows={rows} idOf={props.of.idOf} columns={columns} empty={props.empty} />} />
);

/** The pages of a list, one item below the other. */
export const PagedList = <T,>({ row, ...props }: Props<T> & { readonly row: (item: T) => ComponentChildren }) => (
  <Pages
    {...props}
    draw={(items) => (
      <ul class="plain">
        {items.map((item) => {
          const id = props.of.idOf(item);
          return (
            <li key={id} {...rowOf(id)}>
              {row(item)}
            </li>
          );
        })}
      </ul>
    )}
  />
);
