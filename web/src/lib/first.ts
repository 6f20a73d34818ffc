/** Up to `most` items of a list that is asked for page by page. */
export async function first<T>(items: AsyncGenerator<T, void, undefined>, most: number): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) if (found.push(item) >= most) break;
  return found;
}
