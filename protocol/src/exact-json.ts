type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Parses JSON with every number as its source text, so "0.10000000000000001" stays unchanged. Throws SyntaxError. */
export function parseExactJson(text: string): unknown {
  const keepSource: Reviver = (_key, value, context) => (typeof value === 'number' ? context.source : value);
  return JSON.parse(text, keepSource as Parameters<typeof JSON.parse>[1]);
}
