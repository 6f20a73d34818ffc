import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

// The packages of this folder, which are none of the workspace's.
const packages = createRequire(import.meta.url);
const { Logger, makeWorkerUtils, run } = packages('graphile-worker');

/** graphile-worker over the database at `connectionString`, with one runner of `concurrency` places. */
export async function start(connectionString, concurrency) {
  const utils = await makeWorkerUtils({ connectionString });
  await utils.migrate();
  const events = new EventEmitter();
  const waiting = new Map();
  const early = new Set();
  events.on('job:complete', ({ job: { id } }) => {
    const resolve = waiting.get(id);
    waiting.delete(id);
    if (resolve) resolve();
    else early.add(id);
  });
  const runner = await run({
    ...{ connectionString, concurrency, events, noHandleSignals: true, taskList: { work: async () => {} } },
    pollInterval: 1_000,
    logger: new Logger(() => () => {}),
  });
  return {
    async cycle() {
      const { id } = await utils.addJob('work', { n: 1 });
      if (!early.delete(id)) await new Promise((resolve) => waiting.set(id, resolve));
    },
    async close() {
      await runner.stop();
      await utils.release();
    },
  };
}
