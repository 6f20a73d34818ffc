/** Lets all other work of this process that is due have its turn. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
