/** The members `names` of every row: their values for one name, lists of values for several. */
export function columns<Row extends object, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][];
export function columns<Row extends object>(rows: readonly Row[], ...names: readonly (keyof Row)[]): unknown[];
export function columns<Row extends object>(rows: readonly Row[], ...names: readonly (keyof Row)[]): unknown[] {
  return rows.map((row) => {
    const values = names.map((name) => row[name]);
    return names.length === 1 ? values[0] : values;
  });
}
