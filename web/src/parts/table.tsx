import type { ComponentChildren } from 'preact';
import { list } from '../lib/format.ts';
import type { IdOf } from '../lib/pages.ts';
import { rowOf } from './growing.tsx';

/** A column: its name, and what a row shows in it. */
export type Column<T> = readonly [name: string, cell: (row: T) => ComponentChildren];

export type Columns<T> = readonly Column<T>[];

interface Props<T> {
  readonly rows: readonly T[];
  readonly columns: Columns<T>;
  readonly idOf: IdOf<T>;
  /** What stands there when there is no row. */
  readonly empty: ComponentChildren;
}

/** Rows with named columns, which stand below each other on a narrow screen. */
export function Table<T>({ rows, columns, idOf, empty }: Props<T>) {
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
            <tr key={idOf(row)} {...rowOf(idOf(row))}>
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
