import { createRequire } from 'node:module';

// The packages of this folder, which are none of the workspace's.
const packages = createRequire(import.meta.url);
const { Queue, Worker } = packages('bullmq');

/** BullMQ over the Redis at the socket `path`. Its own acknowledgements, with one worker of `concurrency` places. */
export async function start(path, concurrency) {
  const connection = { path, maxRetriesPerRequest: null };
  const queue = new Queue('bench', { connection });
  const worker = new Worker('bench', async () => ({ ok: true }), { connection, concurrency });
  const waiting = new Map();
  const early = new Set();
  worker.on('completed', ({ id }) => {
    const resolve = waiting.get(id);
    waiting.delete(id);
    if (resolve) resolve();
    else early.add(id);
  });
  await worker.waitUntilReady();
  return {
    async cycle() {
      const { id } = await queue.add('work', { n: 1 });
      if (!early.delete(id)) await new Promise((resolve) => waiting.set(id, resolve));
    },
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}
