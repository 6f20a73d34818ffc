import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TSchema } from 'typebox';
import { createdOrder, order, orderDetail } from '../../api/src/areas/orders/schemas.ts';
import { successPageSchema, successSchema } from '../../api/src/http/schema/envelope.ts';
import { testApi } from '../../api/test/support/api.ts';
import { ask, signedUp } from '../../api/test/support/avatars.ts';
import { startBare } from './bare.ts';
import { median } from './load.ts';
import { ORDER } from './order.ts';

/** The server's process of the bench: the API over chains in memory and the bare routes, both until its input ends. */

const UNLIMITED = 1_000_000_000;

/** Avatars that create orders in turn and sign in at once: one caller has a limit of open orders. */
const AVATARS = 50;
const MAX_OPEN = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
const api = await testApi({
  api: {
    web: true,
    rateLimits: { perMinute: UNLIMITED },
    orders: { maxOpen: MAX_OPEN },
    streams: { max: 2_000, maxPerCaller: 2_000, maxPublic: 2_000, maxPublicPerAddress: 2_000 },
    // Passwords cost what they do in service.
    avatars: { attemptsPerMinute: UNLIMITED, argon2: {} },
    rates: { local: { ETH: '3000', POL: '0.4', ARB: '0.75' } },
  },
});
// The tokens are verified by the clock of the machine, too.
Object.defineProperty(api.clock, 'nowMs', { get: Date.now });
const portOf = (app: { readonly server: { address(): unknown } }): number => (app.server.address() as AddressInfo).port;
await api.app.listen({ host: '127.0.0.1', port: 0 });
const port = portOf(api.app);
const names = Array.from({ length: AVATARS }, (_, n) => `bench-${n}`);
const tokens: string[] = [];
for (const name of names) tokens.push((await signedUp(api, name)).jwtToken);
const [token] = tokens as [string];
const get = async (path: string): Promise<unknown> => (await ask(api, path, undefined, { token })).body;
const ids: string[] = [];
for (let n = 0; n < 60; n += 1) ids.push(JSON.parse((await ask(api, '/api/v1/orders', ORDER, { token })).body).orderId);
const [orderId] = ids as [string];
const repeated = (body: unknown, schema: TSchema) => ({ answer: JSON.parse(body as string), schema });
const bare = await startBare({
  folder,
  jwks: `http://127.0.0.1:${port}/.well-known/jwks.json`,
  one: repeated(await get(`/api/v1/orders/${orderId}`), successSchema(orderDetail)),
  list: repeated(await get('/api/v1/orders?limit=50'), successPageSchema(order)),
  created: repeated((await ask(api, '/api/v1/orders', ORDER, { token })).body, createdOrder),
});
let signatures = 0;
const delay = monitorEventLoopDelay({ resolution: 5 });

/** Starts of the service with and without the page. */
const STARTS = 21;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Time of the thread in a start, milliseconds, and MB that the service then keeps. */
interface Start {
  readonly ms: number;
  readonly mb: number;
}

/** Starts another API of this process, and ends it. */
async function start(web: boolean): Promise<Start> {
  const kept = () => {
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const [before, cpu] = [kept(), process.threadCpuUsage()];
  const started = await testApi({ api: { web } });
  await started.app.ready();
  const { user, system } = process.threadCpuUsage(cpu);
  const mb = (kept() - before) / 1e6;
  await started.close();
  return { ms: (user + system) / 1e3, mb };
}

/** What the bench asks of this process. */
const commands: Readonly<Record<string, () => unknown>> = {
  /** Time of the processors that this process has taken since its start, microseconds. */
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  watch: () => {
    delay.reset();
    delay.enable();
  },
  /** p99 of the event loop's delay since `watch`, milliseconds. */
  delay: () => {
    delay.disable();
    return delay.percentile(99) / 1e6;
  },
  /**
   * What the page adds to a start of the service: time of its thread on a processor, milliseconds, and MB that the
   * service then keeps.
   */
  page: async () => {
    const without: Start[] = [];
    const serving: Start[] = [];
    for (let turn = 0; turn < STARTS; turn += 1) {
      without.push(await start(false));
      serving.push(await start(true));
    }
    // The least of many starts has the least of what else the process did.
    const least = (starts: readonly Start[]) => Math.min(...starts.map(({ ms }) => ms));
    return {
      ms: least(serving) - least(without),
      mb: median(serving.map(({ mb }, turn) => mb - (without[turn]?.mb ?? Number.NaN))),
    };
  },
  /** Writes 100 events of the orders a second for five seconds; how many, and the processor time, microseconds. */
  move: async () => {
    const before = process.cpuUsage();
    let [written, toldAt] = [0, performance.now()];
    for (let turn = 0; turn < 50; turn += 1) {
      for (let at = 0; at < 10; at += 1) {
        signatures += 1;
        await api.storage.orders.update(ids[written % ids.length] as string, { signatures });
        written += 1;
      }
      toldAt += 100;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, toldAt - performance.now())));
    }
    const { user, system } = process.cpuUsage(before);
    return { written, cpuUs: user + system };
  },
  /** Writes an event of the order; the time before the write, Unix milliseconds. */
  event: async () => {
    const at = Date.now();
    signatures += 1;
    await api.storage.orders.update(orderId, { signatures });
    return at;
  },
};
process.on('message', async (command: string) =>
  process.send?.({ command, result: (await commands[command]?.()) ?? null }),
);
process.on('disconnect', async () => {
  await bare.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});
process.send?.({ command: 'ready', result: { port, bare: portOf(bare.app), names, tokens, orderId } });
