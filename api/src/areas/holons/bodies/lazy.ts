import type { BodyProvider } from './provider.ts';

/** A provider that is opened at its first use. While it cannot be opened, it fails like one that is away. */
export function lazily(name: string, open: () => Promise<BodyProvider>): BodyProvider {
  let opening: Promise<BodyProvider> | undefined;
  const opened = (): Promise<BodyProvider> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    name,
    put: async (key, body, signal) => (await opened()).put(key, body, signal),
    get: async (key, signal) => (await opened()).get(key, signal),
    remove: async (key, signal) => (await opened()).remove(key, signal),
    probe: async (signal) => (await opened()).probe(signal),
    close: async () => (await opening)?.close(),
  };
}
