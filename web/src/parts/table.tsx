import type { ComponentChildren } from 'preact';
import { list } from '../lib/format.ts';
import type { Paged } from '../lib/paged.ts';
import { common } from '../text/common.ts';
import { Show } from './loaded.tsx';

/** A column: its name, and what a row shows in it. */
export type Column<T> = readonly [name: string, cell: (row: T) => ComponentChildren];

interface Props<T> {
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string | number;
  /** What stands there when there is no row. */
  readonly empty: string;
}

/** Rows with named columns, which stand below each other on a narrow screen. */
export function Table<T>({ rows, columns, idOf, empty }: Props<T> & { readonly rows: readonly T[] }) {
  if (list(rows).length === 0) return <p class="soft">{empty}</p>;
  return (
    <div class="scroll">
      <table class="stack">
        <thead>
          <tr>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {columns.map(([name, cell]) => (
                <td key={name} data-name={name}>
                  <span>{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A table of the pages of a list, with a button for one more. */
export const PagedTable = <T,>({ of, ...table }: Props<T> & { readonly of: Paged<T> }) => (
  <Show of={of}>
    {({ items, hasMore }) => (
      <>
        <Table rows={items} {...table} />
        {hasMore && (
          <p>
            <button type="button" onClick={of.more}>
              {common.more}
            </button>
          </p>
        )}
      </>
    )}
  </Show>
);
