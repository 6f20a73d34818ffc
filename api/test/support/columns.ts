/** The members `names` of every row: their values for one name, lists of values for several. */
export const columns = (rows: readonly object[], ...names: readonly string[]): unknown[] =>
  rows.map((row) => {
    const values = names.map((name) => (row as Readonly<Record<string, unknown>>)[name]);
    return names.length === 1 ? values[0] : values;
  });
