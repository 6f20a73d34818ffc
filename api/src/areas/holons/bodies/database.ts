import type { PlatformStorage } from '@causeway/storage';
import type { BodyProvider } from './provider.ts';

/** Keeps bodies in the database of the index. */
export function databaseProvider(name: string, { holons: { bodies }, events }: PlatformStorage): BodyProvider {
  return {
    name,
    put: ({ bodyId }, body) => bodies.put(bodyId, body),
    get: ({ bodyId }) => bodies.get(bodyId),
    remove: ({ bodyId }) => bodies.remove(bodyId),
    async probe() {
      await events.latest();
    },
    async close() {},
  };
}
