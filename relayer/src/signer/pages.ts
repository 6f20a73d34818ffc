import { ok, type Result } from '@causeway/protocol';

/**
 * Runs `read` for each of `items`, at most `size` at a time. Returns the values in order, or the first failure, also of
 * `go`.
 */
export async function readInPages<T, Value, E>(
  items: readonly T[],
  size: number,
  read: (item: T) => Promise<Result<Value, E>>,
  /** Whether the next page is still wanted. */
  go: () => Result<void, E> = () => ok(undefined),
): Promise<Result<readonly Value[], E>> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at += size) {
    const going = go();
    if (!going.ok) return going;
    for (const result of await Promise.all(items.slice(at, at + size).map(read))) {
      if (!result.ok) return result;
      values.push(result.value);
    }
  }
  return ok(values);
}
