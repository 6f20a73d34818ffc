import { ok, type Result } from '@causeway/protocol';

/** What `read` gives for each of `items`, in order, with at most `size` reads at a time; ends at the first failure. */
export async function readInPages<T, Value, E>(
  items: readonly T[],
  size: number,
  read: (item: T) => Promise<Result<Value, E>>,
): Promise<Result<readonly Value[], E>> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at += size) {
    for (const result of await Promise.all(items.slice(at, at + size).map(read))) {
      if (!result.ok) return result;
      values.push(result.value);
    }
  }
  return ok(values);
}
