import { createLog } from '../../src/log.ts';
import { serveChildApi } from './child-api.ts';

/**
 * The API in a process of its own, whose parent does to it what machines do. The second argument says how far the
 * machine's clock is ahead at the start, milliseconds, and each message `{ aheadMs }` from then on. The parent gets the
 * warnings of its log.
 */

const [databasePath = '', ahead = '0'] = process.argv.slice(2);
const { now } = Date;
let aheadMs = Number(ahead);
Date.now = () => now() + aheadMs;
process.on('message', (message: { readonly aheadMs: number }) => {
  aheadMs = message.aheadMs;
});

let told = false;
const early: object[] = [];
const write = (text: string): void => {
  const line = { line: JSON.parse(text) };
  if (told) process.send?.(line);
  else early.push(line);
};
await serveChildApi(databasePath, {
  api: { webhooks: { allowedNetworks: ['127.0.0.1/32'] } },
  logger: createLog('warn', { write }),
});
told = true;
for (const line of early) process.send?.(line);
