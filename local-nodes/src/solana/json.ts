const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** JSON text in which a bigint is a number with all its digits, like the u64 values of a validator. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJSON(item.toString()) : item));
}
