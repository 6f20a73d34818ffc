#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startLedger } from './start.ts';

/** A local Radix ledger in its own process. */

const HELP = `Usage: radix-ledger [options]

A local Radix ledger behind the Core API.

  --port <port>         port on loopback; 0 takes a free one (default: 3333)
  --folder <folder>     folder that the ledger is kept in; without one it ends with the process
  --round-ms <ms>       least time between rounds while transactions wait (default: 200)
  --idle-round-ms <ms>  time between rounds while none wait (default: 1000)
  --epoch-ms <ms>       length of an epoch of a new ledger (default: 60000)
  -h, --help            prints this`;

const LAST_PORT = 65_535;
/** Longest delay that a timer supports, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** Parses a whole number from `min` to `max`. Throws for anything else. */
function numberFrom(min: number, max: number, option: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new RangeError(`--${option} is '${text}': a whole number from ${min} to ${max}, please`);
  return value;
}

/** Runs the ledger until a signal ends it. Throws when an option is wrong, or the folder or the port not available. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3333' },
      folder: { type: 'string' },
      'round-ms': { type: 'string', default: '200' },
      'idle-round-ms': { type: 'string', default: '1000' },
      'epoch-ms': { type: 'string', default: '60000' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const milliseconds = (option: 'round-ms' | 'idle-round-ms' | 'epoch-ms') =>
    numberFrom(1, LONGEST_MS, option, values[option]);
  const running = await startLedger({
    port: numberFrom(0, LAST_PORT, 'port', values.port),
    pace: 'automatic',
    roundMs: milliseconds('round-ms'),
    idleRoundMs: milliseconds('idle-round-ms'),
    genesis: { epochMs: milliseconds('epoch-ms') },
    ...(values.folder !== undefined && { folder: values.folder }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
  console.log(`Listening on http://127.0.0.1:${running.port}`);
}

run().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
