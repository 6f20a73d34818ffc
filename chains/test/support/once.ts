/** `make`, which runs at the first call only. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const ends: (() => void | Promise<void>)[] = [];
globalThis.after?.('the chains of the tests end', async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Calls `end` after all tests of the run, the latest first. */
export const endWithRun = (end: () => void | Promise<void>): number => ends.push(end);
